import { onParentEnd } from './parent-watch.ts'

const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const
/** Longest time for a stop, in milliseconds of real time (tests/security/README.md#E16). */
const LONGEST_STOP = 5_000
/** A stop that takes this long says how to end it; a shorter one, such as that after a green run of Jest, says nothing. */
const WORTH_A_WORD = 500

/**
 * The first signal stops gracefully and ends the process with 0. A second one, or five seconds, ends it at once. The end of the process
 * that started this one stops it too, where that is asked for.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false
  const begin = () => {
    stopping = true
    setTimeout(() => process.exit(0), LONGEST_STOP).unref()
    stop().then(
      () => process.exit(0),
      error => {
        process.stderr.write(`ringback: ${error instanceof Error ? error.message : error}\n`)
        process.exit(1)
      },
    )
  }
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (stopping) process.exit(128 + number)
      const tell = () => process.stderr.write('ringback: stopping; send the signal again to stop at once.\n')
      setTimeout(tell, WORTH_A_WORD).unref()
      begin()
    })
  }
  onParentEnd(() => {
    if (!stopping) begin()
  })
}
