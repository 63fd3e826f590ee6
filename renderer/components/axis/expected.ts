import type { PlannedView } from '../../../server/control/protocol/clock.ts'
import type { InboxBehaviour, InboxSummary } from '../../../server/control/protocol/inboxes.ts'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { takenWith } from '../behaviour-text.ts'

/** What is to come. `isTaken`: an attempt whose receiver takes it as it answers now, so that no other follows. */
export type Expected = PlannedView & { readonly isTaken?: boolean }

/** An attempt, to an inbox, that comes only if those before it fail. */
const isDoubtful = (row: PlannedView): boolean =>
  row.kind === 'attempt' && row.only_if === 'attempts_fail' && inboxNameOf(row.url) !== undefined

/** Whether it depends on how an inbox answers what is to come. Pure. */
export const dependsOnInboxes = (rows: readonly PlannedView[]): boolean => rows.some(isDoubtful)

/** Without the attempts that would follow only if an inbox failed one that it takes as it answers now, within `waits` seconds. Pure. */
export function expectedOf(
  rows: readonly PlannedView[],
  inboxes: readonly InboxSummary[],
  waits?: number,
): readonly Expected[] {
  const behaviours = new Map<string, InboxBehaviour>(inboxes.map(({ name, behaviour }) => [name, behaviour]))
  // One that has received nothing and was told nothing answers as any other.
  const takes = (url: string) => takenWith(behaviours.get(inboxNameOf(url) ?? '') ?? {}, waits) !== undefined
  const retried = new Set(rows.flatMap(row => (row.kind === 'attempt' && isDoubtful(row) ? [row.delivery_id] : [])))
  return rows.flatMap((row): Expected[] => {
    if (row.kind !== 'attempt' || !retried.has(row.delivery_id) || !takes(row.url)) return [row]
    return isDoubtful(row) ? [] : [{ ...row, isTaken: true }]
  })
}
