/** The target lies before the present. */
export class ClockBackwardsError extends Error {
  readonly status = 409
  readonly code = 'clock_backwards'
}
/** The target lies outside the years that the clock covers. */
export class ClockRangeError extends Error {
  readonly status = 422
  readonly code = 'clock_out_of_range'
}
/** Jobs keep producing jobs at one instant; the message holds the queue's head and what ran last. */
export class RunawayError extends Error {
  readonly status = 500
  readonly code = 'clock_runaway'
}
/** The world was closed, reset or restored while the clock was on its way. */
export class ClockStoppedError extends Error {
  readonly status = 409
  readonly code = 'clock_stopped'
}
