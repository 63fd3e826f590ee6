import path from 'node:path'
import { byGravity } from '../contract/drill-reasons.ts'
import type { WorldOptions } from '../contract/start-options.ts'
import { type Drill, type DrillView, type StartedEmulator, startEmulator, testEnvironment } from '../index.ts'
import { type Opening, openingsOf, writeCapsule } from './capsules.ts'
import { CommandError } from './exit-codes.ts'
import { withoutProxy } from './no-proxy.ts'
import { runCommand } from './run-command.ts'

export interface DrillPlan {
  readonly drills: readonly Drill[]
  /** They need a receiver, and none was given. */
  readonly leftOut: readonly Drill[]
  readonly command: readonly string[]
  /** A line for the shell. */
  readonly before: string | undefined
  readonly keepGoing: boolean
  readonly env: Readonly<Record<string, string>>
  /** Of real time, in milliseconds. */
  readonly timeout: number
  readonly receiver: string | undefined
  /** URL that says how often the receiver has done its work. */
  readonly effects: string | undefined
  readonly secret: string
  readonly expectExit: number | undefined
  /** Left out, that of the world file, or the one that every start has. */
  readonly seed: number | undefined
  /** What each drill begins with. */
  readonly start: Pick<WorldOptions, 'fixture' | 'from' | 'pin'>
  /** Folder for the worlds of drills that were not passed. */
  readonly capsule: string | undefined
  readonly outputToStderr: boolean
}

export interface DrillOutcome {
  readonly drill: Drill
  readonly state: DrillView['state']
  readonly seconds: number
  readonly exit_codes: readonly number[]
  readonly world_id: string
  readonly seed: number
  readonly view: DrillView
  /** Where webhooks were delivered, if that was given. */
  readonly receiver: string | undefined
  /** Whether it was told to end (Ctrl+C) before the command had. */
  readonly interrupted: boolean
  /** What went wrong with the command itself. */
  readonly problems: readonly string[]
  readonly capsule: string | null
  /** Where that opens, by its file. */
  readonly opens: ReadonlyMap<string, Opening>
}

/** How a drill has ended, in the past tense: `minute_full failed`. */
export const ENDED = {
  staged: 'was not ended',
  met: 'was not ended',
  passed: 'passed',
  failed: 'failed',
  undecided: 'was not decided',
  not_met: 'was not met',
  ended: 'was ended',
} as const satisfies Record<DrillOutcome['state'], string>

/** How a drill ends only if nothing went wrong with the command itself; otherwise it has failed. */
const UNLESS_PROBLEMS: readonly DrillOutcome['state'][] = ['passed', 'undecided']

/** Runs the command against each drill, in a fresh world each; ends with the first that is not passed unless it is to go on. */
export async function runDrills(plan: DrillPlan): Promise<DrillOutcome[]> {
  await using emulator = await startEmulator({ port: 0, dashboard: false })
  const outcomes: DrillOutcome[] = []
  for (const drill of plan.drills) {
    say(`drill ${drill.drill}: ${drill.title}`)
    const outcome = await runDrill(emulator, drill, plan)
    outcomes.push(outcome)
    say(`${drill.drill} ${ENDED[outcome.state]} after ${outcome.seconds.toFixed(1)} s`)
    if (outcome.interrupted || (outcome.state !== 'passed' && !plan.keepGoing)) break
  }
  return outcomes
}

const say = (text: string): void => {
  process.stderr.write(`ringback: ${text}\n`)
}

async function runDrill(emulator: StartedEmulator, drill: Drill, plan: DrillPlan): Promise<DrillOutcome> {
  const { expectExit, timeout, capsule } = plan
  await using world = await emulator.createWorld({ world_id: `drill-${drill.drill}`, seed: plan.seed, ...plan.start })
  if (capsule !== undefined) await world.record()
  const env = {
    ...process.env,
    ...withoutProxy(process.env),
    ...testEnvironment({ url: emulator.url, world: world.view }),
    RINGBACK_DRILL: drill.drill,
    RINGBACK_WEBHOOK_SECRET: plan.secret,
    ...plan.env,
  }
  const stdio = plan.outputToStderr ? (['inherit', 2, 'inherit'] as const) : 'inherit'
  if (plan.before !== undefined) await prepare(plan.before, env)
  const started = performance.now()
  const { drill_id, staged_at } = await world.drills.stage(
    plan.receiver === undefined
      ? { drill, effects_url: plan.effects }
      : { drill, receiver: plan.receiver, secret: plan.secret, effects_url: plan.effects },
  )
  const [codes, problems]: [number[], string[]] = [[], []]
  let interrupted = false
  const runOnce = async () => {
    const run = await runCommand(plan.command, { env, stdio: typeof stdio === 'string' ? stdio : [...stdio], timeout })
    codes.push(run.code)
    interrupted ||= run.interrupted
    if (run.timedOut)
      problems.push(`The command did not end within ${timeout / 1_000} s. Give it longer with --timeout.`)
    else if (expectExit !== undefined && run.code !== expectExit)
      problems.push(`The command exited with ${run.code}, and not with ${expectExit}.`)
  }
  await startable(runOnce())
  if (!interrupted && problems.length === 0 && (await world.drills.isToRunAgain(drill, staged_at))) await runOnce()
  const view = await world.drills.end(drill_id)
  const state = stateOf(view.state, { interrupted, problems })
  const seconds = (performance.now() - started) / 1_000
  const file = capsule === undefined || state === 'passed' ? null : path.join(capsule, `${world.id}.ringback-capsule`)
  const written = file === null ? undefined : await writeCapsule(world, file, atFault(view))
  const opens = openingsOf(written === undefined ? [] : [written])
  const told = { drill, state, seconds, exit_codes: codes, world_id: world.id, view, interrupted, problems }
  return { ...told, capsule: file, opens, receiver: plan.receiver, seed: world.view.seed }
}

/** A command that was told to end has not shown how it would have gone on: what it has broken by then it has broken, and it has passed nothing. */
function stateOf(
  state: DrillView['state'],
  { interrupted, problems }: Pick<DrillOutcome, 'interrupted' | 'problems'>,
): DrillView['state'] {
  if (interrupted) return state === 'passed' ? 'undecided' : state
  return problems.length > 0 && UNLESS_PROBLEMS.includes(state) ? 'failed' : state
}

/**
 * Where a capsule opens: at the request that failed a drill, or of which nobody can tell. What failed by a delivery, or by what is missing, has
 * none, and no other request belongs to it: then it is the world as the drill has left it.
 */
function atFault({ conditions }: DrillView): { request_id: string } | { end: 'yes' } {
  const [first] = conditions.flatMap(({ reasons }) => reasons).toSorted(byGravity)
  const request_id = first?.opens?.request_id
  return request_id === undefined ? { end: 'yes' } : { request_id }
}

/** What cannot be started is no failed drill, and no wrong flag of ours. */
async function startable(running: Promise<void>): Promise<void> {
  try {
    await running
  } catch (error) {
    throw error instanceof CommandError ? new CommandError(error.message) : error
  }
}

async function prepare(line: string, env: NodeJS.ProcessEnv): Promise<void> {
  const shell = process.platform === 'win32' ? [env.ComSpec ?? 'cmd.exe', '/d', '/s', '/c', line] : ['sh', '-c', line]
  const { code } = await runCommand(shell, { env, stdio: ['ignore', 2, 'inherit'] })
  if (code !== 0) throw new CommandError(`--before exited with ${code}, so the drill was not started: ${line}`)
}
