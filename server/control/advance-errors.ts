import type { Json } from '../contract/assumption-entry.ts'
import type { AdvanceEndedError } from '../kernel/advance-limits.ts'
import { SECOND, toIso } from '../kernel/instant.ts'
import { ControlError } from './control-error.ts'
import type { HappenedView } from './protocol/clock.ts'

/** For the OpenAPI file: how an advance may end before its target. The clock always stays where it has got to. */
export const ADVANCE_ERRORS = {
  '409': `\`advance_reentrant\`: the advance would have to wait for a delivery that was already in flight when the request came, and still is half a
second later; its receiver may be waiting for this very response. An advance with a \`timeout\` waits for it all that time. \`clock_backwards\`: the target is in the past. \`clock_stopped\`: the
world was reset, restored or removed in the meantime.`,
  '503':
    '`advance_called_off`: somebody has stopped the advance, or the emulator is stopping. One whose client disconnects ends the same way.',
  '504':
    '`advance_unfinished`: the target was not reached within the real time of `timeout`; `details` has `now`, its `target`, how many jobs were `fired`, what `happened` and what is `in_flight`. Sent again with that `target` as `to`, its answer tells of all of it.',
} as const

/** How many deliveries a message names; the details name all. */
const NAMED = 3

/** `happened`: what it has brought about so far, as in `AdvanceResult`. */
export function advanceError(
  { ending, now, within, target, fired, inFlight }: AdvanceEndedError,
  happened: HappenedView | undefined,
): ControlError {
  const in_flight = inFlight.map(({ kind, subject }) => ({ kind, subject }))
  const details = {
    now: toIso(now),
    target: target === undefined ? null : toIso(target),
    fired: fired.length,
    in_flight,
    happened: (happened ?? null) as unknown as Json,
  }
  const names = inFlight.slice(0, NAMED).map(({ subject }) => subject)
  const more = inFlight.length > NAMED ? ` and ${inFlight.length - NAMED} more` : ''
  const waiting =
    inFlight.length === 0 ? 'nothing is in flight' : `in flight: the delivery ${names.join(', the delivery ')}${more}`
  const stands = `The clock is at ${toIso(now)}; ${waiting}.`
  switch (ending) {
    case 'unfinished':
      return new ControlError(
        504,
        'advance_unfinished',
        `The advance did not finish within ${(within ?? 0) / SECOND} s of real time. ${stands} Send it again with "to": "${target === undefined ? '…' : toIso(target)}" to go on from there, or allow more time with timeout.`,
        details,
      )
    case 'reentrant':
      return new ControlError(
        409,
        'advance_reentrant',
        `The advance waits for a delivery whose receiver may be waiting for this response. ${stands} Let a receiver answer its delivery before it moves the clock; if it is only slow, say with timeout how long to wait for it.`,
        details,
      )
    case 'called_off':
      return new ControlError(
        503,
        'advance_called_off',
        `The advance was called off. ${stands} Send it again.`,
        details,
      )
  }
}
