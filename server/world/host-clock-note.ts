import { durationIn } from '../contract/duration-text.ts'
import type { HostJump } from '../kernel/host-clock.ts'

const RESET = '"ringback reset" starts a world at the machine\'s time'

/** One line for people when the machine's clock was set, or the machine has slept. */
export function hostClockNote({ reason, by }: HostJump): string {
  const far = durationIn('en', Math.abs(by))
  switch (reason) {
    case 'host_clock_set_back':
      return `The clock of this machine was set back by ${far}. Live worlds go on with the time that really passes, so they are that much ahead now; ${RESET}.`
    case 'host_clock_followed':
      return `The clock of this machine has jumped ahead by ${far}: it was set, or the machine slept. Live worlds follow, and run what fell due, in order.`
    case 'host_clock_too_far_ahead':
      return `The clock of this machine has jumped ahead by ${far}, more than the 7 days that live worlds follow. They go on with the time that really passes; ${RESET}, and "ringback clock jump" moves one there.`
  }
}
