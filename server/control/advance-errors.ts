import type { AdvanceEndedError } from '../kernel/advance-limits.ts'
import { SECOND, toIso } from '../kernel/instant.ts'
import { ControlError } from './control-error.ts'

/** For the OpenAPI file: how an advance may end before its target. The clock always stays where it has got to. */
export const ADVANCE_ERRORS = {
  '409': `\`advance_reentrant\`: the advance would have to wait for a delivery that was already in flight when the request came, and still is half a
second later; its receiver may be waiting for this very response. An advance with a \`timeout\` waits for it all that time. \`clock_backwards\`: the target is in the past. \`clock_stopped\`: the
world was reset, restored or removed in the meantime.`,
  '503': '`advance_called_off`: the emulator is stopping. An advance whose client disconnects ends the same way.',
  '504':
    '`advance_unfinished`: the target was not reached within the real time of `timeout`; `details` has `now`, how many jobs were `fired`, and what is `in_flight`.',
} as const

/** How many deliveries a message names; the details name all. */
const NAMED = 3

export function advanceError({ ending, now, within, fired, inFlight }: AdvanceEndedError): ControlError {
  const in_flight = inFlight.map(({ kind, subject }) => ({ kind, subject }))
  const details = { now: toIso(now), fired, in_flight }
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
        `The advance did not finish within ${(within ?? 0) / SECOND} s of real time. ${stands} Send it again to go on from there, or allow more time with timeout.`,
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
