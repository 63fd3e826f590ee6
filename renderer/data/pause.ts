import type { CallView } from '../../server/control/protocol/calls.ts'
import type { Nth } from '../../server/control/protocol/common.ts'
import type { TimelineItem } from './timeline.ts'

/** When a page was paused: the emulated instant in milliseconds, and the last thing that had happened at that very instant, as a clock may stand. */
export interface Pause {
  readonly at: number
  readonly nth: number
}

/** What had happened by then; of what nobody numbered at that very instant, all. */
export const wasBy = (pause: Pause, { at, nth }: { at: number; nth?: Nth | undefined }): boolean =>
  at < pause.at || (at === pause.at && (nth ?? 0) <= pause.nth)

function callThen(value: CallView, pause: Pause): CallView {
  const { ringing_at, connected_at, ended_at, ai_ready_at, nths } = value
  const was = (at: string | null, nth: Nth) => at !== null && wasBy(pause, { at: Date.parse(at), nth })
  const isCut = (at: string | null, nth: Nth) => at !== null && !was(at, nth)
  const hadEnded = was(ended_at, nths.ended)
  const isSame = ![
    isCut(ringing_at, nths.ringing),
    isCut(connected_at, nths.connected),
    isCut(ended_at, nths.ended),
    isCut(ai_ready_at, nths.ai_ready),
  ].includes(true)
  if (isSame) return value
  const wasConnected = was(connected_at, nths.connected)
  const had = <Kept>(was: boolean, kept: Kept) => (was ? kept : null)
  const wasRinging = was(ringing_at, nths.ringing)
  return {
    ...value,
    ringing_at: had(wasRinging, ringing_at),
    connected_at: had(wasConnected, connected_at),
    ended_at: had(hadEnded, ended_at),
    ai_ready_at: had(was(ai_ready_at, nths.ai_ready), ai_ready_at),
    duration_seconds: had(hadEnded, value.duration_seconds),
    status: hadEnded ? value.status : wasConnected ? 'connected' : wasRinging ? 'ringing' : 'initiating',
    possible_steps: hadEnded ? value.possible_steps : [],
  }
}

/** Things as they stood then, also those of which only their later state is known: a call that was under way goes on. Pure. */
export function asStood(items: readonly TimelineItem[], pause: Pause): readonly TimelineItem[] {
  const stood = items.map((item): TimelineItem => {
    if (item.lane !== 'call') return item
    const value = callThen(item.value, pause)
    return value === item.value ? item : { ...item, value }
  })
  return stood.some((item, index) => item !== items[index]) ? stood : items
}
