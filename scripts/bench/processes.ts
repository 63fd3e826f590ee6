import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundleForNode } from '../node-bundle.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export interface Server extends AsyncDisposable {
  readonly child: ChildProcess
  /** What the server said about itself when it was ready. */
  // biome-ignore lint/suspicious/noExplicitAny: each server says what its row needs
  readonly ready: any
}

/** Starts a script of `servers/` and waits for its line of JSON. */
export async function startServer(script: string, ...args: string[]): Promise<Server> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as [string]
  return {
    child,
    ready: JSON.parse(line),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

let bundled: Promise<void> | undefined

/** Starts `servers/ringback.ts` as users have it, bundled; options are those of an emulator. */
export async function startRingback(options: object): Promise<Server> {
  const folder = here('../../dist/bench')
  bundled ??= bundleForNode({ ringback: 'scripts/bench/servers/ringback.ts' }, folder)
  await bundled
  return startServer(`${folder}/ringback.js`, JSON.stringify(options))
}

interface LoadResult {
  perSecond: number
  refused: number
  p50: number
  p95: number
  p99: number
}

export async function load(options: object): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [here('load.ts'), JSON.stringify(options)])
  return JSON.parse(stdout) as LoadResult
}

/** Resident memory of a process in MB, where the system tells. */
export function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024
  } catch {
    return Number.NaN
  }
}
