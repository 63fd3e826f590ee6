import { fork } from 'node:child_process'
import { once } from 'node:events'

interface Wanted {
  /** The folder of its store. */
  readonly store: string
  /** What is taken away from its transactions, if anything. */
  readonly off?: 'commit' | 'transaction' | undefined
  /** Ends it in the middle of the transaction in which a delivery is planned. */
  readonly dieBeforeSending?: boolean
}

/** Runs an emulator in a process of its own, does things with it, and kills it, unless it has died of them already. */
export async function untilKilled(wanted: Wanted, work: (url: string) => Promise<void>): Promise<void> {
  const child = fork(new URL('./killed-child.ts', import.meta.url), [JSON.stringify(wanted)])
  const ended = once(child, 'exit')
  const [url] = (await once(child, 'message')) as [string]
  // A request that the process did not outlive has no answer.
  await work(url).catch(error => {
    if (!(error instanceof TypeError)) throw error
  })
  child.kill('SIGKILL')
  await ended
}
