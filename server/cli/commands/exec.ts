import path from 'node:path'
import { type Command, Option } from 'commander'
import { type StartOptions, startEmulator } from '../../index.ts'
import { writeCapsules } from '../capsules.ts'
import { openedByConfig, readConfigFile } from '../config-file.ts'
import { readRunCoverage, writeCoverage } from '../coverage-report.ts'
import { metText, reliedOnText } from '../coverage-text.ts'
import { asJunit, type Run } from '../exec-junit.ts'
import { CommandError, EXIT, type ExitCode } from '../exit-codes.ts'
import { CONDITION_NAMES, type Condition, findConditions, type JudgedRun, readConditions } from '../fail-conditions.ts'
import { checkOutput, checkOutputFolder, writeOutput } from '../files.ts'
import { type LeastCoverage, missedCoverage, readLeastCoverage } from '../least-coverage.ts'
import { environmentOf, runCommand } from '../run-command.ts'
import { addStartFlags, flagsGiven } from '../start-flags.ts'
import { startOptionsOf } from '../start-settings.ts'
import { withExamples } from '../target.ts'
import { type Variation, variationProblems, variationsText, varyAssumptions } from '../vary-assumptions.ts'
import { checkRulesAreOn, isVerdictCondition, verdictsLine } from '../verdict-conditions.ts'

interface Flags {
  junit?: string
  coverage?: string
  failOn?: Condition[]
  minCoverage?: LeastCoverage
  vary?: 'assumptions'
  capsule?: string
}

export function configure(command: Command, exitWith: (exitCode: ExitCode) => void): void {
  addStartFlags(command, { without: 'json', defaults: { port: 'a free one' } })
    .argument('<command...>', 'the command to run')
    .passThroughOptions()
    .option('--junit <file>', 'write the result as JUnit XML')
    .option('--capsule <folder>', 'if it fails, write each world to a capsule that opens at the request that failed')
    .option('--coverage <file>', 'write the contract coverage to a file; .json or .html selects the format')
    .option(
      '--fail-on <conditions>',
      `exit with 3 on ${CONDITION_NAMES.join(', ')}; several separated by commas`,
      readConditions,
    )
    .option(
      '--min-coverage <counts>',
      'exit with 3 when less of the contract was met: endpoints=8,statuses=20 (also codes, events)',
      readLeastCoverage,
    )
    .addOption(
      new Option(
        '--vary <what>',
        'run again with every other value of the assumptions the first run relied on',
      ).choices(['assumptions']),
    )
  withExamples(
    command,
    'ringback exec -- npm test',
    'ringback exec --fixture empty --fail-on unknown_route,undelivered --coverage coverage.html -- npx vitest run',
    'ringback exec --fail-on verdicts -- npm test',
    'ringback exec --vary assumptions -- npm test',
  ).action(async (args: string[]) => {
    const flags = command.opts<Flags>()
    checkFlags(flags)
    const given = flagsGiven(command)
    // Each run has a port and a store of its own, so those of the config file are ignored.
    const { store: _, port: __, json: ___, ...config } = await readConfigFile(given.config)
    const opened = given.config === undefined ? openedByConfig(config, given.values) : undefined
    if (opened !== undefined) process.stderr.write(`ringback: ${opened}\n`)
    const options = await startOptionsOf(config, given.values)
    checkRulesAreOn((flags.failOn ?? []).filter(isVerdictCondition), options)
    exitWith((await execute(args, options, flags)) as ExitCode)
  })
}

/** Before the run, which may take long: checks that everything can be written, and that nothing is asked for that cannot be answered. */
function checkFlags({ junit, coverage, capsule, failOn = [], vary }: Flags): void {
  for (const file of [junit, coverage]) if (file !== undefined) checkOutput(file)
  if (capsule !== undefined) checkOutputFolder(capsule)
  if (failOn.includes('assumptions') && vary === undefined)
    throw new CommandError('--fail-on assumptions needs --vary assumptions. Give both.', EXIT.usage)
}

async function execute(args: readonly string[], options: StartOptions, flags: Flags): Promise<number> {
  const { failOn = [] } = flags
  const first = await runOnce(args, options, flags)
  process.stderr.write(summary(first))
  const variations = flags.vary === undefined || first.code !== 0 ? [] : await vary(first, options)
  const broken = failOn.includes('assumptions') ? variationProblems(variations) : []
  const run = { ...first, problems: [...first.problems, ...broken] }
  if (flags.coverage !== undefined) writeCoverage(flags.coverage, run.report)
  if (flags.junit !== undefined)
    writeOutput(
      flags.junit,
      asJunit(run, [...failOn, ...(flags.minCoverage ? (['min_coverage'] as const) : [])], variations),
    )
  return run.code === 0 && run.problems.length > 0 ? EXIT.verdict : run.code
}

async function vary({ args, report }: Run, options: StartOptions): Promise<Variation[]> {
  const variations = await varyAssumptions(args, options, report.assumptions)
  process.stderr.write(`${variationsText(variations, args)}\n`)
  return variations
}

async function runOnce(
  args: readonly string[],
  options: StartOptions,
  { failOn = [], minCoverage, capsule }: Flags,
): Promise<Run> {
  await using emulator = await startEmulator(options)
  const env = environmentOf(emulator, options)
  if (capsule !== undefined) {
    await emulator.world.record()
    // The world fixture of ringback/vitest writes capsules of its own worlds, which end with their tests.
    env.RINGBACK_CAPSULES = path.resolve(capsule)
  }
  const { code, seconds } = await runCommand(args, { env })
  const report: JudgedRun = { ...(await readRunCoverage(emulator)), verdicts: (await emulator.verdicts()).data }
  const problems = [...findConditions(report, failOn), ...missedCoverage(report, minCoverage)]
  const passed = code === 0 && problems.length === 0
  const capsules = capsule === undefined || passed ? [] : await writeCapsules(emulator, capsule)
  return { args, code, seconds, report, problems, capsules }
}

/** Goes to stderr, because stdout belongs to the command. */
function summary({ args, code, seconds, report, problems, capsules }: Run): string {
  const verdicts = problems.map(({ check, message }) => `  ${check}: ${message}`)
  return [
    '',
    `ringback: ${args.join(' ')} exited with ${code} after ${seconds.toFixed(1)} s`,
    metText(report.coverage),
    reliedOnText(report.assumptions),
    verdictsLine(report.verdicts),
    ...(verdicts.length === 0 ? [] : ['Conditions that fail the run:', ...verdicts]),
    ...capsules.map(file => `Capsule: ${file} ("ringback world open" opens it)`),
    '',
  ].join('\n')
}
