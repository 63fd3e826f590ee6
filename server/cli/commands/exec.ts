import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Command, Option } from 'commander'
import { CLEAN_CHECK_NAMES, type CleanCheck, type CleanProblem, type StartOptions, startEmulator } from '../../index.ts'
import { writeCapsules } from '../capsules.ts'
import { readConfigFile } from '../config-file.ts'
import { type CoverageReport, readRunCoverage, writeCoverage } from '../coverage-report.ts'
import { metText, reliedOnText } from '../coverage-text.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { findConditions, readConditions } from '../fail-conditions.ts'
import { type JunitCase, junit } from '../junit.ts'
import { environmentOf, runCommand } from '../run-command.ts'
import { addStartFlags, flagsGiven, START_FLAGS } from '../start-flags.ts'
import { toStartOptions } from '../start-settings.ts'
import { withExamples } from '../target.ts'
import { type Variation, variationsText, varyAssumptions } from '../vary-assumptions.ts'

interface Flags {
  junit?: string
  coverage?: string
  failOn?: CleanCheck[]
  vary?: 'assumptions'
  capsule?: string
}

export function configure(command: Command, exitWith: (exitCode: ExitCode) => void): void {
  addStartFlags(
    command,
    START_FLAGS.map(({ name }) => name).filter(name => name !== 'json'),
  )
    .argument('<command...>', 'what to run')
    .passThroughOptions()
    .option('--junit <file>', 'write the verdict as JUnit XML')
    .option('--capsule <folder>', 'when it does not pass, write each world to a file that opens at what failed')
    .option('--coverage <file>', 'write the contract coverage; .json and .html say the form')
    .option(
      '--fail-on <conditions>',
      `exit with 3 on ${CLEAN_CHECK_NAMES.join(', ')}; several with commas`,
      readConditions,
    )
    .addOption(
      new Option('--vary <what>', 'run again with every other value of what the first run relied on').choices([
        'assumptions',
      ]),
    )
  withExamples(
    command,
    'ringback exec -- npm test',
    'ringback exec --fixture empty --fail-on unknown_route,undelivered --coverage coverage.html -- npx vitest run',
    'ringback exec --vary assumptions -- npm test',
  ).action(async (args: string[]) => {
    const given = flagsGiven(command)
    // Of the config file, what would tie two runs together is left out: each has a port and a store of its own.
    const { store: _, port: __, json: ___, ...config } = await readConfigFile(given.config)
    const options = toStartOptions({ ...config, ...given.values })
    exitWith((await execute(args, options, command.opts<Flags>())) as ExitCode)
  })
}

interface Run {
  readonly args: readonly string[]
  readonly code: number
  readonly seconds: number
  readonly report: CoverageReport
  readonly problems: readonly CleanProblem[]
  /** Files of the worlds, when the run did not pass. */
  readonly capsules: readonly string[]
}

async function execute(args: readonly string[], options: StartOptions, flags: Flags): Promise<number> {
  const run = await runOnce(args, options, flags)
  process.stderr.write(summary(run))
  const variations =
    flags.vary !== undefined && run.code === 0 ? await varyAssumptions(args, options, run.report.assumptions) : []
  if (flags.vary !== undefined && run.code === 0) process.stderr.write(`${variationsText(variations, args)}\n`)
  if (flags.coverage !== undefined) writeCoverage(flags.coverage, run.report)
  if (flags.junit !== undefined) writeFileSync(flags.junit, asJunit(run, flags.failOn ?? [], variations))
  return run.code === 0 && run.problems.length > 0 ? EXIT.verdict : run.code
}

async function runOnce(args: readonly string[], options: StartOptions, { failOn = [], capsule }: Flags): Promise<Run> {
  await using emulator = await startEmulator(options)
  const env = environmentOf(emulator, options)
  if (capsule !== undefined) {
    await emulator.world.record()
    // The world fixture of ringback/vitest writes those of its own worlds, which end with their tests.
    env.RINGBACK_CAPSULES = path.resolve(capsule)
  }
  const { code, seconds } = await runCommand(args, { env })
  const report = await readRunCoverage(emulator)
  const problems = await findConditions(emulator, report, failOn)
  const passed = code === 0 && problems.length === 0
  const capsules = capsule === undefined || passed ? [] : await writeCapsules(emulator, capsule)
  return { args, code, seconds, report, problems, capsules }
}

/** Goes to stderr: stdout is the command's own. */
function summary({ args, code, seconds, report, problems, capsules }: Run): string {
  const verdicts = problems.map(({ check, message }) => `  ${check}: ${message}`)
  return [
    '',
    `ringback: ${args.join(' ')} ended with ${code} after ${seconds.toFixed(1)} s`,
    metText(report.coverage),
    reliedOnText(report.assumptions),
    ...(verdicts.length === 0 ? [] : ['Conditions of --fail-on that hold:', ...verdicts]),
    ...capsules.map(file => `Capsule: ${file} ("ringback world open" opens it)`),
    '',
  ].join('\n')
}

function asJunit(
  { args, code, seconds, problems }: Run,
  conditions: readonly CleanCheck[],
  variations: readonly Variation[],
): string {
  const command: JunitCase = {
    name: args.join(' '),
    className: 'ringback.exec',
    seconds,
    failure: code === 0 ? undefined : `The command ended with ${code}.`,
  }
  const verdicts = conditions.map((check): JunitCase => {
    const found = problems.filter(problem => problem.check === check).map(({ message }) => message)
    const failure = found.length === 0 ? undefined : found.join('\n')
    return { name: check, className: 'ringback.exec.fail-on', seconds: 0, failure }
  })
  const varied = variations.map(
    ({ id, value, code: ended, seconds: took }): JunitCase => ({
      name: `${id} = ${JSON.stringify(value)}`,
      className: 'ringback.exec.vary',
      seconds: took,
      failure: ended === 0 ? undefined : `With this value the command ended with ${ended}.`,
    }),
  )
  return junit({ name: 'ringback exec', cases: [command, ...verdicts, ...varied] })
}
