import type { TFunction } from 'i18next'
import { ControlError } from '../../data/client.ts'
import { fieldProblemText } from '../../i18n/refusal-text.ts'
import { contractText } from '../../i18n/said.ts'

/** The fields of a call that the service may complain about; of a script, it names what is in it. */
const FIELDS = ['call_type', 'tenant', 'phone_number', 'staff_id', 'project_id', 'external_id', 'script'] as const

/**
 * What is wrong with each field of a call that was refused, in the language of the page; empty when it is about none of them. A value that is refused
 * for what else is there, as an external id that is taken, is named as it was sent, and the message says the rest.
 */
export function refusedFields(t: TFunction, error: Error | null): { [Name in (typeof FIELDS)[number]]?: string } {
  if (!(error instanceof ControlError)) return {}
  const details = Object.entries(error.details ?? {})
  return Object.fromEntries(
    FIELDS.flatMap(field => {
      const said = details
        .filter(([name]) => name === field || name.startsWith(`${field}.`))
        .flatMap(([, one]) =>
          Array.isArray(one) ? one.map(text => fieldProblemText(t, String(text))) : contractText(t, error.message),
        )
      if (said.length > 0) return [[field, said.join(t('common.between_sentences'))]]
      // Of steps that cannot follow each other the message alone tells, and begins with their place.
      return details.length === 0 && error.message.startsWith(`${field}.`) ? [[field, error.message]] : []
    }),
  )
}
