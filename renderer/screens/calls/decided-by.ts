import type { CallScriptView, PlaceCallBody } from '../../../server/control/protocol/calls.ts'

/** What decides how a call goes: steps of its own, a script of the world, the ending of its number, or chance. */
export type DecidedBy =
  | { readonly by: 'steps' }
  | { readonly by: 'script'; readonly script: CallScriptView }
  | { readonly by: 'ending'; readonly ending: string; readonly outcome: string }
  | { readonly by: 'chance' }

interface Deciders {
  /** Newest first, which is the order in which they are tried. */
  readonly scripts: readonly CallScriptView[]
  readonly endings: readonly (readonly [ending: string, outcome: string])[]
}

const digits = (text: string) => text.replace(/[^0-9]/g, '')

/** A script for so many calls that has had them. */
export const isUsedUp = ({ times, used }: CallScriptView) => times !== undefined && used >= times

/** The same as the service decides when the call is placed (server/domain/calls). Pure. */
export function decidedBy(call: PlaceCallBody, { scripts, endings }: Deciders): DecidedBy {
  if (call.script !== undefined) return { by: 'steps' }
  const dialled = digits(call.phone_number)
  const script = scripts.find(candidate => {
    const { phone_number, phone_suffix, staff_id, tenant } = candidate.match
    return (
      !isUsedUp(candidate) &&
      (phone_number === undefined || dialled === digits(phone_number)) &&
      (phone_suffix === undefined || dialled.endsWith(digits(phone_suffix))) &&
      (staff_id === undefined || call.staff_id === staff_id) &&
      (tenant === undefined || call.tenant === tenant)
    )
  })
  if (script !== undefined) return { by: 'script', script }
  const ending = endings.find(([candidate]) => dialled.endsWith(candidate))
  return ending === undefined ? { by: 'chance' } : { by: 'ending', ending: ending[0], outcome: ending[1] }
}
