import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, expect } from 'vitest'
import { BUNDLED_CLI, type Ended, NOWHERE } from './cli.ts'

const CHILD = path.join(import.meta.dirname, 'cli-lines.mjs')
/** Between what two lines have written. */
const END = '\u001eend of a line\u001e'
export type EndedLine = Omit<Ended, 'signal'>

interface LineOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

/**
 * Many `ringback` command lines in one process of the bundle, for tests that ask what a command does and not how its process starts. Its end
 * checks that none of them left something that runs on.
 */
export class CliLines implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #stdout: AsyncIterator<string>
  readonly #stderr: AsyncIterator<string>
  #before: Promise<unknown> = Promise.resolve()

  constructor() {
    const folder = path.dirname(BUNDLED_CLI)
    const [program = ''] = globSync('program-*.js', { cwd: folder })
    this.#child = fork(CHILD, [path.join(folder, program), END], {
      cwd: tmpdir(),
      env: { ...process.env, RINGBACK_URL: NOWHERE },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#stdout = piecesOf(this.#child.stdout as Readable)
    this.#stderr = piecesOf(this.#child.stderr as Readable)
  }

  /** What becomes of a line, once those before it have ended. What the commands that it starts write is a part of it. */
  run(args: readonly string[], { cwd, env = {} }: LineOptions = {}): Promise<EndedLine> {
    const line = this.#before.then(async () => {
      const without = Object.keys(env).filter(name => env[name] === undefined)
      this.#child.send({ args, env, cwd, without })
      const [stdout, stderr] = await Promise.all([next(this.#stdout), next(this.#stderr)])
      return { code: Number(await next(this.#stdout)), stdout, stderr }
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

async function* piecesOf(stream: Readable): AsyncGenerator<string> {
  let begun = ''
  for await (const text of stream.setEncoding('utf8')) {
    const pieces = `${begun}${text}`.split(END)
    begun = pieces.pop() as string
    yield* pieces
  }
  throw new Error(`The process of the lines has ended:\n${begun}`)
}

async function next(pieces: AsyncIterator<string>): Promise<string> {
  return (await pieces.next()).value as string
}

/** Runs `ringback <args>` in one process for all tests of a file, which begins with the first of them. */
export function linesOfFile(): CliLines['run'] {
  let lines: CliLines | undefined
  afterAll(() => lines?.[Symbol.asyncDispose]())
  return (...line) => {
    lines ??= new CliLines()
    return lines.run(...line)
  }
}
