import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** An emulator in a process of its own, so that its memory is not that of the test and its receivers. */
interface EmulatorProcess extends AsyncDisposable {
  readonly url: string
  /** How it ended, once it has: Node ends a process with 1 when a rejection is handled by nobody. */
  readonly ended: Promise<number | null>
  /** Resident memory after garbage collections, in bytes. */
  memory(): Promise<number>
  /** The same without pages of files, such as the program's: how many of these are resident is the system's business. */
  ownMemory(): Promise<number>
  /** The most resident memory that it has ever had, in bytes. */
  peak(): Promise<number>
}

interface Wanted {
  readonly clock: string
  readonly fixture: string
  /** A folder; in memory when left out. */
  readonly store?: string
}

export async function startEmulatorProcess(options: Wanted): Promise<EmulatorProcess> {
  const child = fork(new URL('./emulator-child.ts', import.meta.url), [JSON.stringify(options)], {
    execArgv: ['--expose-gc'],
  })
  const ask = async (question: string): Promise<unknown> => {
    child.send(question)
    const [answer] = await once(child, 'message')
    return answer
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const [url] = (await Promise.race([once(child, 'message'), died(child)])) as [string]
  return {
    url,
    ended,
    memory: async () => Number(await ask('memory')),
    ownMemory: async () => Number(await ask('own')),
    peak: async () => Number(await ask('peak')),
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.send('close')
      const giveUp = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(giveUp)
    },
  }
}

async function died(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`The emulator's process ended with ${code} before it listened.`)
}
