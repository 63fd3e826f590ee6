import type { Drill } from '../contract/drill.ts'
import type { Sentence } from '../contract/sentences.ts'
import type { AttemptSeen } from '../verdicts/observations.ts'
import { durationOf } from './staging.ts'

/** How often a receiver had done its work, as a URL that counts its work said. */
export interface EffectsReading {
  /** When the answer was there: real time since the world began, in microseconds. */
  readonly at_us: number
  readonly count: number
}

/** What a URL that counts its work has said since a drill began, the first before anything was delivered for it. */
export interface EffectsRead {
  readonly readings: readonly EffectsReading[]
  /** Why it cannot be relied on. */
  readonly problem: string | null
  /** For how long after a delivery work may still be that of the delivery itself, in microseconds. */
  readonly settles_us: number
  /** Whether nothing more is read. */
  readonly over: boolean
}

/** What a probe said before and after deliveries came again, while nothing else was delivered. */
export interface WorkedAgain {
  readonly before: number
  readonly after: number
  /** Those after which it rose; none where it stayed as it was. */
  readonly attempts: readonly AttemptSeen[]
}

const US = 1_000

/** As long as the drill lets pass between an acknowledgement and the repeat. */
export const settlesIn = ({ stages }: Drill): number =>
  US *
  Math.max(0, ...stages.map(({ redelivers, after }) => (redelivers && after !== undefined ? durationOf(after) : 0)))

/** Whether what came again was worked on again; a sentence where nobody can tell. */
export function workedAgain(read: EffectsRead | undefined, attempts: readonly AttemptSeen[]): WorkedAgain | Sentence {
  if (read === undefined) return { id: 'probe_none', figures: {} }
  const { readings, problem, settles_us, over } = read
  if (problem !== null) return { id: 'probe_failed', figures: { problem } }
  const repeats = attempts.filter(({ repeat, forged }) => repeat && forged === null)
  const others = attempts.filter(one => !repeats.includes(one))
  const began = Math.min(...repeats.map(one => one.began.real_us))
  const [first] = readings
  const before = readings.findLast(({ at_us }) => at_us <= began)
  if (first === undefined || before === undefined || repeats.length === 0 || !over)
    return { id: 'probe_waits', figures: {} }
  // A number that the first delivery did not move says nothing of the second.
  if (before.count <= first.count) return { id: 'probe_still', figures: { count: before.count } }
  const clear = readings.flatMap((after, index) => {
    const last = readings[index - 1]
    if (last === undefined || after.at_us <= began) return []
    const isOfOthers = others.some(
      one => one.began.real_us <= after.at_us && one.ended.real_us + settles_us >= last.at_us,
    )
    return isOfOthers ? [] : [{ before: last.count, after: after.count, until_us: after.at_us }]
  })
  const [quiet] = clear
  if (quiet === undefined) return { id: 'probe_mixed', figures: {} }
  const risen = clear.find(one => one.after > one.before)
  if (risen === undefined) return { before: quiet.before, after: quiet.after, attempts: [] }
  return { ...risen, attempts: repeats.filter(one => one.began.real_us <= risen.until_us) }
}
