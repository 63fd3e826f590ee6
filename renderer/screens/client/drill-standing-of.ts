import { isForGood } from '../../../server/contract/drill-reasons.ts'
import { DRILLS } from '../../../server/contract/drills.ts'
import type { DrillView } from '../../../server/control/protocol/drills.ts'
import { isBroken } from './drill-marks.ts'
import { saidFirst } from './drill-reason.ts'
import { isNobodyTried, isOutOfReach, type SIGNS } from './drill-signs.ts'

/** Whom a drill tries. */
export type Who = 'client' | 'receiver'

/** How a drill stands, as far as its page tells it apart. */
export type StandingKey =
  | DrillView['state']
  | 'so_far'
  | 'broken'
  | 'begun'
  | 'out_of_reach'
  | 'unsent'
  | 'nobody_tried'
  | 'at_receiver'
  | 'comes_again'
  | 'undelivered'

const OF_RECEIVER = [
  'unsent',
  'nobody_tried',
  'at_receiver',
  'comes_again',
  'undelivered',
] as const satisfies readonly StandingKey[]

/** Those that only a drill of a receiver comes to. */
export const isOfReceiver = (key: StandingKey): key is (typeof OF_RECEIVER)[number] =>
  OF_RECEIVER.some(one => one === key)

/** Whether what a drill delivers has not gone out: it goes with the first request of a client, or as the drill is ended. */
export function isUnsent({ drill, state, ended_at, steps }: Pick<DrillView, 'drill' | 'state' | 'ended_at' | 'steps'>) {
  const { stages = [] } = DRILLS.find(row => row.drill === drill) ?? {}
  const sends = stages.findIndex(({ events, newest_first }) => events !== undefined || newest_first !== undefined)
  return sends >= 0 && state === 'staged' && ended_at === null && steps[sends]?.done === false
}

/** Whether something has come from the client, or was sent to the receiver, that is not what the drill is about. */
export const hasBegun = (
  {
    state,
    ended_at,
    requests_sent,
    under_way,
    attempts_made,
  }: Pick<DrillView, 'state' | 'ended_at' | 'requests_sent' | 'under_way' | 'attempts_made'>,
  who: Who,
): boolean =>
  state === 'staged' && ended_at === null && (who === 'client' ? requests_sent + under_way.length : attempts_made) > 0

/**
 * Whether nothing speaks against the client only since it has done nothing since its situation came: an answer was lost, and whether it asks
 * again is still to be seen.
 */
export function awaitsNext({
  state,
  ended_at,
  met,
  conditions,
  requests,
  under_way,
}: Pick<DrillView, 'state' | 'ended_at' | 'met' | 'conditions' | 'requests' | 'under_way'>): boolean {
  if (state !== 'passed' || ended_at !== null || under_way.length > 0) return false
  const isUnasked = conditions.some(({ shown }) => shown.some(({ sentence }) => sentence.id === 'called_once'))
  return isUnasked && met?.request != null && requests.at(-1)?.request_id === met.request.request_id
}

/** What a drill of a receiver waits for whose situation has not come, once it has begun to deliver. */
function standingAtReceiver({ open_attempts, deliveries, attempts_made, not_come_by }: DrillView): StandingKey {
  if (open_attempts.length > 0 || deliveries.attempted < deliveries.all) return 'at_receiver'
  if (not_come_by?.id === 'comes_again') return 'comes_again'
  return attempts_made > 0 ? 'begun' : 'undelivered'
}

export function standingOf(view: DrillView, isOn: boolean, who: Who): StandingKey {
  const { state } = view
  // What goes on in the world meanwhile is none of what the drill delivers.
  if (isUnsent(view) && !isBroken(view)) return 'unsent'
  if (isNobodyTried(view)) return 'nobody_tried'
  if (!isOn) return state
  if (isOutOfReach(view)) return 'out_of_reach'
  if (isBroken(view)) return 'broken'
  if (who === 'receiver' && state === 'staged') return standingAtReceiver(view)
  if (hasBegun(view, who)) return 'begun'
  const reason = saidFirst(view)
  if (state === 'met' && reason !== undefined && isForGood(reason)) return 'broken'
  return state !== 'passed' ? state : awaitsNext(view) ? 'met' : 'so_far'
}

const SHORT = ['begun', 'out_of_reach', 'so_far', 'broken', ...OF_RECEIVER] as const

/** With which sign each of them goes. */
export const SHORT_SIGNS = {
  begun: 'on',
  out_of_reach: 'undecided',
  unsent: 'on',
  nobody_tried: 'on',
  so_far: 'on',
  at_receiver: 'on',
  comes_again: 'on',
  undelivered: 'undecided',
  broken: 'failed',
  met: 'met',
} as const satisfies Record<NonNullable<ReturnType<typeof shortOf>>, keyof typeof SIGNS>

/** The two words of one that is on, where its state has others. */
export function shortOf(view: DrillView, who: Who): (typeof SHORT)[number] | 'met' | undefined {
  if (view.ended_at !== null || view.state === 'ended') return undefined
  const key = standingOf(view, true, who)
  return SHORT.find(one => one === key) ?? (awaitsNext(view) ? 'met' : undefined)
}
