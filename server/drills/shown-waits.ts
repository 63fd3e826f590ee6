import { isToBeRepeated } from '../verdicts/turns.ts'
import { hasHonoured, type WaitKind, waitAskedBy, waited } from '../verdicts/waits.ts'
import { cameAfter, type Heard, type Observed } from './evidence.ts'
import { WAITS_OF } from './too-early.ts'

/** A request that came again after one that had failed or was refused. */
export interface ShownWait {
  readonly request: Heard
  readonly after: Heard
  /** Seconds since that was answered, and those that it had asked for; `null` where it asked for none. */
  readonly gap: number
  readonly asked: number | null
}

/** Whether a request repeats one, as far as its text tells. */
export const isRepeatOf = (one: Heard, before: Heard): boolean =>
  before.actor.id === one.actor.id && before.fingerprint === one.fingerprint && cameAfter(one, before)

/** The waits by which rules on waits were seen to be kept: those that an answer asked for, or that nothing asked for. Of other rules none. */
export function shownWaits(rules: readonly string[], { requests }: Observed): readonly ShownWait[] {
  const kinds = new Set<WaitKind>(rules.flatMap(rule => WAITS_OF[rule] ?? []))
  const isOfOwnChoice = rules.includes('no_backoff')
  if (kinds.size === 0 && !isOfOwnChoice) return []
  const last = new Map<string, Heard>()
  return requests.flatMap((request): ShownWait[] => {
    const key = `${request.actor.id} ${request.fingerprint}`
    const after = last.get(key)
    last.set(key, request)
    if (after === undefined || !isToBeRepeated(after) || !isRepeatOf(request, after)) return []
    const kind = waitAskedBy(after)
    const gap = Math.max(0, waited(after.ended, request.began))
    const asked = kind === undefined ? null : after.retry_after
    const isShown =
      kind === undefined ? isOfOwnChoice && after.status !== 429 : kinds.has(kind) && hasHonoured(asked, gap)
    return isShown ? [{ request, after, gap, asked }] : []
  })
}
