import type { DrillView } from '../../../server/control/protocol/drills.ts'

/**
 * By it the drill came, it shows why the drill failed, or it speaks against the client as things stand, which may still be made good; `doubt`: it is why
 * nobody can tell.
 */
export type Mark = 'met' | 'shows' | 'so_far' | 'doubt'

/** What an entry of the log has to do with how the drill stands, by the id of its request or delivery. */
export function marksOf({
  met,
  conditions,
  state,
}: Pick<DrillView, 'met' | 'conditions' | 'state'>): Map<string, Mark> {
  const marks = new Map<string, Mark>()
  if (met?.request) marks.set(met.request.request_id, 'met')
  if (met?.delivery_id) marks.set(met.delivery_id, 'met')
  if (state !== 'failed' && state !== 'met' && state !== 'undecided') return marks
  for (const { reason } of conditions) {
    if (reason === null) continue
    if (!reason.decided) {
      for (const { request_id } of reason.requests) if (!marks.has(request_id)) marks.set(request_id, 'doubt')
      continue
    }
    // What a rule has found stays, however the drill goes on.
    const mark = state === 'failed' || reason.of === 'verdict' ? 'shows' : 'so_far'
    const ids = [...reason.requests.map(({ request_id }) => request_id), ...reason.deliveries]
    // Where others show it, that by which it came stays marked as that; and what is certain is not taken back.
    for (const id of ids) {
      const before = marks.get(id)
      if (before === undefined || before === 'so_far' || before === 'doubt' || (before === 'met' && ids.length === 1))
        marks.set(id, mark)
    }
  }
  return marks
}
