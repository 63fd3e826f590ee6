import type { Pace } from '../../../server/control/protocol/common.ts'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'

/** A move of the clock, or a change of its pace, as far as it tells how fast emulated time passed. `nth` tells what came before it. */
export interface PaceMove {
  readonly from: number
  readonly to: number
  readonly pace: Pace
  readonly paceBefore: Pace
  readonly nth: number | null
}

/** Emulated per real time; `undefined` where real time passes, and nobody knows how much. */
const factorOf = (pace: Pace | undefined) => (pace === 'live' ? 1 : typeof pace === 'number' ? pace : undefined)

/**
 * The emulated instant at which an answer that a fault held back had left, or its client; infinite while it is held. `undefined` of any other request,
 * and where the clock stood still meanwhile, so that real time tells nothing of emulated time.
 *
 * @param moves ascending
 * @param paceNow of a clock of which no move is known
 */
export function heldUntil(
  { at, nth, unanswered, held_ms, left_ms }: Pick<ExchangeView, 'at' | 'nth' | 'unanswered' | 'held_ms' | 'left_ms'>,
  moves: readonly PaceMove[],
  paceNow: Pace | undefined,
): number | undefined {
  if (held_ms === null) return undefined
  if (unanswered === 'now') return Number.POSITIVE_INFINITY
  if (unanswered !== null || left_ms === null) return undefined
  const isBefore = (move: PaceMove) => move.nth === null || move.nth < nth
  const after = moves.filter(move => !isBefore(move))
  let pace = moves.findLast(isBefore)?.pace ?? after[0]?.paceBefore ?? paceNow
  let [instant, left] = [Date.parse(at), left_ms]
  for (const move of after) {
    const factor = factorOf(pace)
    if (factor === undefined) return undefined
    const passed = (move.from - instant) / factor
    if (passed >= left) break
    left -= passed
    instant = move.to
    pace = move.pace
  }
  const factor = factorOf(pace)
  return factor === undefined ? undefined : instant + left * factor
}
