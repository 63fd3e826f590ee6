import type { TFunction } from 'i18next'
import type { CallScriptBody } from '../../../server/control/protocol/calls.ts'

/** A script is called by the calls that it is for. */
export function scriptName(t: TFunction, { match }: Pick<CallScriptBody, 'match'>): string {
  const parts = [
    match.tenant && `${t('calls.script_tenant')} ${match.tenant}`,
    match.phone_number && `${t('calls.script_number')} ${match.phone_number}`,
    match.phone_suffix && `${t('calls.script_suffix')} ${match.phone_suffix}`,
    match.staff_id !== undefined && `${t('calls.script_staff')} ${match.staff_id}`,
  ].filter(Boolean)
  return parts.length === 0 ? t('calls.script_any') : parts.join(' · ')
}
