import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** An emulator in a process of its own, so that its memory is not that of the test and its receivers. */
export interface EmulatorProcess extends AsyncDisposable {
  readonly url: string
  /** Resident memory after a garbage collection, in bytes. */
  memory(): Promise<number>
}

export async function startEmulatorProcess(options: { clock: string; fixture: string }): Promise<EmulatorProcess> {
  const child = fork(new URL('./emulator-child.ts', import.meta.url), [JSON.stringify(options)], {
    execArgv: ['--expose-gc'],
  })
  const ask = async (question: string): Promise<unknown> => {
    child.send(question)
    const [answer] = await once(child, 'message')
    return answer
  }
  const [url] = (await Promise.race([once(child, 'message'), died(child)])) as [string]
  return {
    url,
    memory: async () => Number(await ask('memory')),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.send('close')
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
