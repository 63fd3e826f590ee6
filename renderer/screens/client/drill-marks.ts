import { isForGood } from '../../../server/contract/drill-reasons.ts'
import type { DrillReasonView, DrillView } from '../../../server/control/protocol/drills.ts'

/**
 * By it the drill came, it failed here, or speaks against the client as things stand, which may still be made good; `awaits`: nothing speaks against
 * it, but what comes next decides; `doubt`: nobody can tell of it; `asked`: the refusal that asked for a wait that others did not keep.
 */
export type Mark = 'shows' | 'so_far' | 'awaits' | 'doubt' | 'asked' | 'met'

/** In which order they are shown: what went wrong first. */
const ORDER = ['shows', 'so_far', 'awaits', 'doubt', 'asked', 'met'] as const satisfies readonly Mark[]
/** What is certain is not taken back, and what failed is not in doubt. */
const OF_FAILING: readonly Mark[] = ['shows', 'so_far', 'awaits', 'doubt']

/** Whether what a condition misses is said of the client: before its situation has come, and where that stayed away, nothing is. */
export const isHeldAgainst = (view: Pick<DrillView, 'state' | 'met' | 'conditions'>): boolean =>
  view.state === 'failed' || view.state === 'met' || (view.state === 'undecided' && view.met !== null) || isBroken(view)

/** Whether a rule was broken before its situation has come: it fails, whatever else comes. */
export const isBroken = ({ state, conditions }: Pick<DrillView, 'state' | 'conditions'>): boolean =>
  state === 'staged' && conditions.some(({ judged, holds }) => judged && !holds)

/** What an entry of the log has to do with how the drill stands, by the id of its request or delivery. */
export function marksOf({
  met,
  conditions,
  state,
}: Pick<DrillView, 'met' | 'conditions' | 'state'>): Map<string, readonly Mark[]> {
  const marks = new Map<string, Set<Mark>>()
  const mark = (id: string, as: Mark) => marks.set(id, (marks.get(id) ?? new Set()).add(as))
  if (met?.request) mark(met.request.request_id, 'met')
  if (met?.delivery_id) mark(met.delivery_id, 'met')
  const held = state === 'staged' ? conditions.filter(({ judged }) => judged) : conditions
  if (isHeldAgainst({ state, met, conditions }))
    for (const reason of held.flatMap(({ reasons }) => reasons)) {
      const { decided, at_fault, deliveries, asked } = reason
      const isAhead = decided && state !== 'failed' && !isForGood(reason)
      const as = !decided ? 'doubt' : isAhead ? 'so_far' : 'shows'
      for (const { request_id } of at_fault) mark(request_id, isAhead && awaitsMore(reason) ? 'awaits' : as)
      for (const id of deliveries) mark(id, as)
      for (const { request_id } of asked) mark(request_id, 'asked')
    }
  return new Map([...marks].map(([id, all]) => [id, inOrder(all)]))
}

/** What is missing may come with the next request of the client. */
export const awaitsMore = ({ sentence: { id } }: Pick<DrillReasonView, 'sentence'>): boolean =>
  WITHOUT_ANSWER.includes(id) || id === 'not_listed' || id === 'day_not_listed' || id === 'midnight_ahead'

/** What went wrong first; of what failed only the gravest. */
export function inOrder(all: ReadonlySet<Mark>): readonly Mark[] {
  const failing = ORDER.find(mark => OF_FAILING.includes(mark) && all.has(mark))
  return ORDER.filter(mark => all.has(mark) && (mark === failing || !OF_FAILING.includes(mark)))
}

type Counted = Parameters<typeof marksOf>[0] &
  Pick<DrillView, 'failed_total' | 'left_out' | 'requests' | 'earlier_requests' | 'attempts'>

/** How many of those that are listed have failed. */
function markedIn(view: Counted): number {
  const marks = marksOf(view)
  const listed = new Set([
    ...[...view.earlier_requests, ...view.requests].map(({ request_id }) => request_id),
    ...view.attempts.map(({ delivery_id }) => delivery_id),
  ])
  return [...listed]
    .map(id => marks.get(id)?.[0])
    .filter(first => first === 'shows' || first === 'so_far' || first === 'awaits').length
}

/** How many requests and deliveries failed in all, how many of them are marked, and how many are neither marked nor counted by a line for what is left out. */
export function failedIn(view: Counted): { all: number; marked: number; unmarked: number } {
  if (!isHeldAgainst(view)) return { all: 0, marked: 0, unmarked: 0 }
  const all = view.failed_total
  const marked = markedIn(view)
  const counted = view.left_out.reduce((sum, { failed }) => sum + failed, 0)
  return { all, marked, unmarked: Math.max(0, all - marked - counted) }
}

/** Sentences of requests that failed for want of an answer, whatever else is said of when they came. */
const WITHOUT_ANSWER: readonly string[] = [
  'not_repeated',
  'not_final',
  'not_whole',
  'not_repeated_beside',
  'not_final_beside',
  'not_whole_beside',
]

/** Sentences of what a delivery came again for, which say nothing of its first attempt. */
const OF_REPEATS: readonly string[] = ['worked_again']

/** The ids of the deliveries that are named only for what came of their repeats. */
export function failedByRepeats({ conditions }: Pick<DrillView, 'conditions'>): ReadonlySet<string> {
  const reasons = conditions.flatMap(one => one.reasons)
  const isOfRepeats = ({ of, sentence }: DrillReasonView) => of === 'drill' && OF_REPEATS.includes(sentence.id)
  const others = new Set(reasons.flatMap(one => (isOfRepeats(one) ? [] : one.deliveries)))
  return new Set(reasons.flatMap(one => (isOfRepeats(one) ? one.deliveries.filter(id => !others.has(id)) : [])))
}

/** The ids of the requests that failed since no answer ended them. */
export const unansweredIn = ({ conditions }: Pick<DrillView, 'conditions'>): ReadonlySet<string> =>
  new Set(
    conditions
      .flatMap(({ reasons }) => reasons)
      .filter(({ of, sentence }) => of === 'drill' && WITHOUT_ANSWER.includes(sentence.id))
      .flatMap(({ at_fault }) => at_fault.map(({ request_id }) => request_id)),
  )
