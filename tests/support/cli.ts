import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import type { ReadyLine } from '../../server/control/protocol/process.ts'

/** The first file of the command line, in one piece as users have it: built once for a run of the tests. */
export const BUNDLED_CLI: string = inject('cli')
/** The processes of the desktop app, from the same bundle: its emulator, and a server that says yes to everything. */
export const DESKTOP_EMULATOR = path.join(BUNDLED_CLI, '../emulator-process.js')
export const PLAIN_EMULATOR = path.join(BUNDLED_CLI, '../plain-emulator.js')
/** A `node_modules` with the package, for programs that import `ringback` and `ringback/vitest`. */
const INSTALLED = path.join(BUNDLED_CLI, '../..')

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Where a command asks that its test gave no address: nothing listens there, whatever runs at the usual port of this machine. A test in
 * which an address is to be found has a folder to find it in, and says `UNNAMED`.
 */
export const NOWHERE = 'http://127.0.0.1:9'
/** Names no emulator. */
export const UNNAMED: NodeJS.ProcessEnv = { RINGBACK_URL: '' }

interface CliOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** The Node that runs it; the one of the tests when left out. */
  readonly node?: string
  /** First file of the command line; that of the bundle when left out, as users have it. */
  readonly main?: string
  /** The user that it runs as; only root may ask for another one. */
  readonly uid?: number
  /** A command that runs it: its name and arguments come before ours. */
  readonly under?: readonly string[]
}

/** A `ringback` command that runs in a process of its own, as a user starts it. */
export class CliProcess implements AsyncDisposable {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  readonly #written = { stdout: '', stderr: '' }
  readonly #waiting = new Set<() => void>()
  #over = false

  constructor(
    args: readonly string[],
    { cwd, env, main = BUNDLED_CLI, node = process.execPath, uid, under = [] }: CliOptions = {},
  ) {
    const [command = '', ...rest] = [...under, node, main, ...args]
    this.child = spawn(command, rest, {
      cwd: cwd ?? tmpdir(),
      env: { ...process.env, RINGBACK_URL: NOWHERE, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    })
    for (const name of ['stdout', 'stderr'] as const) {
      this.child[name]?.setEncoding('utf8')
      this.child[name]?.on('data', (text: string) => {
        this.#written[name] += text
        this.#wake()
      })
    }
    this.ended = new Promise((resolve, reject) => {
      this.child.once('error', reject)
      this.child.once('close', (code, signal) => {
        this.#over = true
        this.#wake()
        resolve({ code, signal, ...this.#written })
      })
    })
  }

  get stdout(): string {
    return this.#written.stdout
  }
  get stderr(): string {
    return this.#written.stderr
  }
  get pid(): number {
    return this.child.pid ?? 0
  }

  /** Resolves when the output matches; rejects when the process ends without it. */
  async wrote(name: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#written[name])
      if (match) return match
      if (this.#over) throw new Error(`ended without ${pattern} on ${name}:\n${this.stdout}\n${this.stderr}`)
      await new Promise<void>(resolve => this.#waiting.add(resolve))
    }
  }

  async ready(): Promise<ReadyLine> {
    const [line] = await this.wrote('stdout', /^\{.*\}\n/)
    return JSON.parse(line) as ReadyLine
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#over) this.child.kill('SIGKILL')
    await this.ended
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }
}

/** Starts `ringback <args>`. */
export function ringback(args: readonly string[], options?: CliOptions): CliProcess {
  return new CliProcess(args, options)
}

/** A folder of its own, removed with everything in it. */
export function temporaryFolder(): { path: string } & Disposable {
  const folder = mkdtempSync(path.join(tmpdir(), 'ringback-cli-'))
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The same, where the package is installed. */
export function projectFolder(): ReturnType<typeof temporaryFolder> {
  const folder = temporaryFolder()
  symlinkSync(INSTALLED, path.join(folder.path, 'node_modules'), 'junction')
  return folder
}

/** A Node on this machine, outside node_modules, that has not got the Node-API version that better-sqlite3 needs. */
export function findOlderNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(folder => !folder.includes('node_modules'))
  return [...folders, '/usr/bin', '/usr/local/bin']
    .map(folder => path.join(folder, 'node'))
    .find(file => {
      try {
        return Number(execFileSync(realpathSync(file), ['-p', 'process.versions.napi'], { encoding: 'utf8' })) < 10
      } catch {
        return false
      }
    })
}
