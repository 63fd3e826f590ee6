import type { CallView } from '../../server/control/protocol/calls.ts'
import { durationText } from './time-text.ts'

/** A call that has been answered has the same status while both sides talk and afterwards. */
export const isTalking = ({ status, ended_at }: Pick<CallView, 'status' | 'ended_at'>): boolean =>
  status === 'connected' && ended_at === null

/** How long both sides of a call talked; `undefined` when they did not, or still do. The length that the API tells has the ringing in it. */
export function talkTimeText({
  connected_at,
  ended_at,
}: Pick<CallView, 'connected_at' | 'ended_at'>): string | undefined {
  if (connected_at === null || ended_at === null) return undefined
  return durationText(Date.parse(ended_at) - Date.parse(connected_at))
}
