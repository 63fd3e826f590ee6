import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { endPlan } from './end-plan.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { spawnPlan } from './spawn-plan.ts'

/** How long processes that a command left behind may take to end, in milliseconds of real time. */
const LEFT_BEHIND_GRACE = 2_000
/** How long the system may take to end processes that it was told to kill. */
const KILLED_GRACE = 1_000
const BETWEEN_LOOKS = 25
const HAS_GROUPS = process.platform !== 'win32'

/**
 * A command with everything that it starts, as one process group, so that nothing of it outlives the run. It is not in our own group, so
 * Ctrl+C reaches it only through us.
 */
export class CommandGroup {
  readonly #child: ChildProcess
  readonly #exited: Promise<number>
  readonly #watcher: ChildProcess | undefined

  constructor(
    command: readonly string[],
    { env, stdio = 'inherit' }: { env: NodeJS.ProcessEnv; stdio?: StdioOptions },
  ) {
    const [name = ''] = command
    const { file, args, ...how } = spawnPlan(command, { env })
    this.#child = spawn(file, args, { env, stdio, detached: HAS_GROUPS, ...how })
    this.#watcher = HAS_GROUPS ? watch(this.#child.pid) : undefined
    this.#exited = new Promise((resolve, reject) => {
      this.#child.once('error', error =>
        reject(new CommandError(`${name} cannot be started: ${whyNot(error as NodeJS.ErrnoException)}`, EXIT.usage)),
      )
      this.#child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0)))
    })
  }

  /** The exit code of the command, as a shell reports it: after a signal, 128 plus the number of the signal. */
  async exitCode(): Promise<number> {
    return await this.#exited
  }

  signal(signal: NodeJS.Signals): void {
    this.#send(signal)
  }

  /** Ends what the command has left running. */
  async clean(): Promise<void> {
    if (HAS_GROUPS && this.#isThere()) {
      this.#send('SIGTERM')
      if (!(await this.#gone(LEFT_BEHIND_GRACE))) {
        this.#send('SIGKILL')
        await this.#gone(KILLED_GRACE)
      }
    }
    this.#watcher?.stdin?.end('done\n')
  }

  async #gone(longest: number): Promise<boolean> {
    const end = performance.now() + longest
    while (this.#isThere()) {
      if (performance.now() > end) return false
      await pause(BETWEEN_LOOKS)
    }
    return true
  }

  /** Whether anything of the group still runs. Processes that have ended and that nobody collects, as in many containers, do not count. */
  #isThere(): boolean {
    const { pid } = this.#child
    if (pid === undefined || !this.#send(0)) return false
    return membersOf(pid)?.some(state => state !== 'Z') ?? true
  }

  /** Whether there was anything to receive the signal. */
  #send(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.#child
    if (pid === undefined) return false
    if (signal === 0) return send(HAS_GROUPS ? -pid : pid, 0)
    const plan = endPlan(pid, signal)
    if (plan === 'by_itself') return true
    if ('file' in plan) return spawnSync(plan.file, plan.args, { stdio: 'ignore' }).status === 0
    return send(plan.group, signal)
  }
}

/** What keeps a program from being started, by the code of the system. */
const OBSTACLES: { readonly [code: string]: string } = {
  ENOENT:
    'there is no such program. Check its name, and whether it is in a folder of PATH (npx runs those of a project).',
  EACCES: 'this user may not run it. Check that it is a program and no folder, and that it may be executed.',
  E2BIG: 'its arguments are too long.',
}

const whyNot = ({ code = '', message }: NodeJS.ErrnoException): string => OBSTACLES[code] ?? `${message}.`

/**
 * Ends the group when we end without having done so, because a SIGKILL leaves us no time. A shell that reads from us waits until its input
 * ends, and then acts only if we have not told it that all is done.
 */
function watch(group: number | undefined): ChildProcess | undefined {
  if (group === undefined) return undefined
  const script = 'read -r done && exit; kill -s TERM -- "-$1"; sleep 2; kill -s KILL -- "-$1"'
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Without a shell there is no watcher, and the run does not depend on one.
  for (const part of [watcher, watcher.stdin]) part.on('error', () => undefined)
  watcher.unref()
  ;(watcher.stdin as Socket).unref()
  return watcher
}

/** Whether there was anything to receive the signal; 0 only asks. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** The states of the processes of a group (Linux); `undefined` where the system does not say. */
function membersOf(group: number): string[] | undefined {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(pid => {
        const [state = '', , pgrp] = statOf(pid)
        return Number(pgrp) === group ? [state] : []
      })
  } catch {
    return undefined
  }
}

/** The fields after the command in `/proc/<pid>/stat`: state, parent, group, … */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // The process has ended since the folder was listed.
    return []
  }
}
