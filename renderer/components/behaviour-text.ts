import type { InboxBehaviour } from '../../server/control/protocol/inboxes.ts'
import { isoDurationText } from '../data/time-text.ts'

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

/** The status with which a receiver takes whatever comes next; `undefined` when it does not, or not in time for sure. Pure. */
export function takenWith({ status = OK, delay = 'PT0S', hang, times }: InboxBehaviour): number | undefined {
  const isAtOnce = hang !== true && delay === 'PT0S'
  return isAtOnce && times === undefined && status >= 200 && status < 300 ? status : undefined
}
