/** The target is before the present. */
export class ClockBackwardsError extends Error {
  readonly status = 409
  readonly code = 'clock_backwards'
}
/** The target is outside the years that the clock covers. */
export class ClockRangeError extends Error {
  readonly status = 422
  readonly code = 'clock_out_of_range'
}
/** Jobs keep adding jobs at the same instant. The message contains the next job and those that ran last. */
export class RunawayError extends Error {
  readonly status = 500
  readonly code = 'clock_runaway'
}
/** The world was closed, reset or restored while the clock was moving. */
export class ClockStoppedError extends Error {
  readonly status = 409
  readonly code = 'clock_stopped'
}
