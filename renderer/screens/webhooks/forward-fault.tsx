import type { ReactNode } from 'react'
import { controlSentence } from '../../../server/contract/control-errors.ts'
import { type ForwardSentence, forwardSourceFault, forwardTargetFault } from '../../../server/contract/forward-shape.ts'
import type { ForwardView } from '../../../server/control/protocol/webhooks.ts'
import { ErrorText } from '../../components/error-text.tsx'
import { ControlError } from '../../data/client.ts'

/** How what is typed may begin; until it is more than that, nothing is wrong with it. */
const BEGINNINGS = { from: ['https://'], to: ['http://', 'https://'] } as const satisfies Record<
  keyof ForwardView,
  readonly string[]
>

/** What is wrong with a part of a rule as far as it was typed; `undefined` where that is for the emulator to say. Pure. */
export function faultTyped(field: keyof ForwardView, typed: string): ForwardSentence | undefined {
  const text = typed.trim()
  if (BEGINNINGS[field].some(beginning => beginning.startsWith(text))) return undefined
  return field === 'from' ? forwardSourceFault(text) : forwardTargetFault(text)
}

/** The same in the words with which the emulator would refuse it; nothing where it may not. */
export function forwardFault(field: keyof ForwardView, typed: string): ReactNode {
  const fault = faultTyped(field, typed)
  if (fault === undefined) return undefined
  const message = controlSentence('invalid_request', fault, { given: typed.trim() })
  return <ErrorText error={new ControlError({ status: 422, code: 'invalid_request', message })} />
}
