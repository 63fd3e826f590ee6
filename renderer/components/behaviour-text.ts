import type { InboxBehaviour } from '../../server/control/protocol/inboxes.ts'
import { isoDurationText, secondsOfIso } from '../data/time-text.ts'

/** What a receiver answers unless it was told otherwise. */
export const OK = 200

/** What a receiver says now, in a few words: `500 · +3 s · 2 ×`. */
export function behaviourText({ status = OK, delay, hang, times }: InboxBehaviour, hangs: string): string {
  return [
    hang ? hangs : String(status),
    delay && delay !== 'PT0S' ? `+${isoDurationText(delay)}` : '',
    times === undefined ? '' : `${times} ×`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Whether it answers later than at once, so that it matters how long an attempt waits. Pure. */
export const isDelayed = ({ delay = 'PT0S' }: InboxBehaviour): boolean => secondsOfIso(delay) !== 0

/**
 * The status with which a receiver takes whatever comes next; `undefined` when it does not, or not in time for sure.
 * `waits`: the seconds in which an attempt has to be answered, once they are known. Pure.
 */
export function takenWith(behaviour: InboxBehaviour, waits = 0): number | undefined {
  const { status = OK, delay = 'PT0S', hang, times } = behaviour
  const isInTime = hang !== true && (!isDelayed(behaviour) || (secondsOfIso(delay) ?? waits) < waits)
  return isInTime && times === undefined && status >= 200 && status < 300 ? status : undefined
}
