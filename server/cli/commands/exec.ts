import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import {
  CLEAN_CHECK_NAMES,
  type CleanCheck,
  type CleanProblem,
  findCleanProblems,
  type StartOptions,
  startEmulator,
  testEnvironment,
} from '../../index.ts'
import { CommandGroup } from '../command-group.ts'
import { readConfigFile } from '../config-file.ts'
import { type CoverageReport, readCoverage, writeCoverage } from '../coverage-report.ts'
import { metText, reliedOnText } from '../coverage-text.ts'
import { CommandError, EXIT, type ExitCode } from '../exit-codes.ts'
import { junit } from '../junit.ts'
import { addStartFlags, flagsGiven, START_FLAGS } from '../start-flags.ts'
import { toStartOptions } from '../start-settings.ts'
import { withExamples } from '../target.ts'

interface Flags {
  junit?: string
  coverage?: string
  failOn?: CleanCheck[]
}

export function configure(command: Command, exitWith: (exitCode: ExitCode) => void): void {
  addStartFlags(
    command,
    START_FLAGS.map(({ name }) => name).filter(name => name !== 'json'),
  )
  command
    .argument('<command...>', 'what to run')
    .passThroughOptions()
    .option('--junit <file>', 'write the verdict as JUnit XML')
    .option('--coverage <file>', 'write the contract coverage; .json and .html say the form')
    .option(
      '--fail-on <conditions>',
      `exit with 3 on ${CLEAN_CHECK_NAMES.join(', ')}; several with commas`,
      readConditions,
    )
  withExamples(
    command,
    'ringback exec -- npm test',
    'ringback exec --fixture empty --fail-on unknown_route,undelivered --coverage coverage.html -- npx vitest run',
  ).action(async (args: string[]) => {
    const given = flagsGiven(command)
    const { store: _, port: __, json: ___, ...config } = await readConfigFile(given.config)
    const options = toStartOptions({ ...config, ...given.values })
    exitWith((await runAgainstEmulator(args, options, command.opts<Flags>())) as ExitCode)
  })
}

async function runAgainstEmulator(args: readonly string[], options: StartOptions, flags: Flags): Promise<number> {
  await using emulator = await startEmulator(options)
  const { world, url } = emulator
  const started = performance.now()
  const code = await runCommand(args, { ...process.env, ...testEnvironment({ url, world: world.view }) })
  const seconds = (performance.now() - started) / 1_000
  const report = await readCoverage(world)
  const problems = await findCleanProblems(world.client, flags.failOn ?? [])
  process.stderr.write(summary({ args, code, seconds, report, problems }))
  if (flags.coverage !== undefined) writeCoverage(flags.coverage, report)
  if (flags.junit !== undefined)
    writeFileSync(flags.junit, asJunit({ args, code, seconds, problems, checks: flags.failOn ?? [] }))
  return code === 0 && problems.length > 0 ? EXIT.verdict : code
}

/** Runs the command to its end. A signal to us goes on to it; a second one ends it at once. */
async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const group = new CommandGroup(args, { env })
  let signalled = false
  const pass = (signal: NodeJS.Signals) => {
    group.signal(signalled ? 'SIGKILL' : signal)
    signalled = true
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, pass)
  try {
    return await group.exitCode()
  } finally {
    await group.clean()
    for (const signal of signals) process.off(signal, pass)
  }
}

function readConditions(text: string, before: CleanCheck[] = []): CleanCheck[] {
  const names = text.split(',').map(name => name.trim())
  const unknown = names.find(name => !(CLEAN_CHECK_NAMES as string[]).includes(name))
  if (unknown !== undefined)
    throw new CommandError(`--fail-on knows ${CLEAN_CHECK_NAMES.join(', ')} (got ${unknown}).`, EXIT.usage)
  return [...before, ...(names as CleanCheck[])]
}

interface Run {
  readonly args: readonly string[]
  readonly code: number
  readonly seconds: number
  readonly problems: readonly CleanProblem[]
}

/** Goes to stderr: stdout is the command's own. */
function summary({ args, code, seconds, report, problems }: Run & { readonly report: CoverageReport }): string {
  const verdicts = problems.map(({ check, message }) => `  ${check}: ${message}`)
  return [
    '',
    `ringback: ${args.join(' ')} ended with ${code} after ${seconds.toFixed(1)} s`,
    metText(report.coverage),
    reliedOnText(report.assumptions),
    ...(verdicts.length === 0 ? [] : ['Conditions of --fail-on that hold:', ...verdicts]),
    '',
  ].join('\n')
}

function asJunit({ args, code, seconds, problems, checks }: Run & { readonly checks: readonly CleanCheck[] }): string {
  const name = args.join(' ')
  const conditions = checks.map(check => {
    const found = problems.filter(problem => problem.check === check).map(({ message }) => message)
    return {
      name: check,
      className: 'ringback.exec.fail-on',
      seconds: 0,
      failure: found.length === 0 ? undefined : found.join('\n'),
    }
  })
  const failure = code === 0 ? undefined : `The command ended with ${code}.`
  return junit({
    name: 'ringback exec',
    cases: [{ name, className: 'ringback.exec', seconds, failure }, ...conditions],
  })
}
