import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { BUNDLED_CLI, type Ended, NOWHERE } from './cli.ts'

const CHILD = path.join(import.meta.dirname, 'cli-lines.mjs')
export type EndedLine = Omit<Ended, 'signal'>

/**
 * Many `ringback` command lines in one process of the bundle, for tests that ask what a command does and not how its process starts. Its end
 * checks that none of them left something that runs on.
 */
export class CliLines implements AsyncDisposable {
  readonly #child: ChildProcess
  #before: Promise<unknown> = Promise.resolve()

  constructor({ cwd }: { cwd: string }) {
    const folder = path.dirname(BUNDLED_CLI)
    const [program = ''] = globSync('program-*.js', { cwd: folder })
    const env = { ...process.env, RINGBACK_URL: NOWHERE }
    this.#child = fork(CHILD, [path.join(folder, program)], {
      cwd,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }

  /** What becomes of a line, once those before it have ended. `env` counts from then on. */
  run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<EndedLine> {
    const line = this.#before.then(async () => {
      this.#child.send({ args, env })
      const [ended] = await once(this.#child, 'message')
      return ended as EndedLine
    })
    this.#before = line.catch(() => {})
    return line
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.disconnect()
    expect(await ended).toEqual([0, null])
  }
}
