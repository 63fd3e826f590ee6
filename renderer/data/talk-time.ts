import type { CallView } from '../../server/control/protocol/calls.ts'
import { durationText } from './time-text.ts'

/** How long both sides of a call talked; `undefined` when they did not, or still do. The length that the API tells has the ringing in it. */
export function talkTimeText({
  connected_at,
  ended_at,
}: Pick<CallView, 'connected_at' | 'ended_at'>): string | undefined {
  if (connected_at === null || ended_at === null) return undefined
  return durationText(Date.parse(ended_at) - Date.parse(connected_at))
}
