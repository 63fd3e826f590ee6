import path from 'node:path'
import { type Command, Option } from 'commander'
import { withoutPlainSecrets } from '../../contract/secret-forms.ts'
import { laneDiagram } from '../../harness/verdict-text.ts'
import { type StartOptions, startEmulator } from '../../index.ts'
import {
  type BaselineChange,
  baselineOf,
  baselineProblems,
  baselineText,
  betterText,
  changeSince,
  notWrittenText,
  readBaseline,
  writtenText,
} from '../baseline.ts'
import { breaksIn } from '../capsule-breaks.ts'
import { openingsOf, writeCapsules } from '../capsules.ts'
import { openedByConfig, readConfigFile } from '../config-file.ts'
import { readRunCoverage, writeCoverage } from '../coverage-report.ts'
import { metText, reliedOnText } from '../coverage-text.ts'
import { asJunit } from '../exec-junit.ts'
import { CommandError, EXIT, type ExitCode } from '../exit-codes.ts'
import {
  type Check,
  CONDITION_NAMES,
  type Condition,
  findConditions,
  type JudgedRun,
  readConditions,
} from '../fail-conditions.ts'
import { appendOutput, checkOutput, checkOutputFolder, writeOutput } from '../files.ts'
import { type LeastCoverage, missedCoverage, readLeastCoverage } from '../least-coverage.ts'
import { newBreaks } from '../new-breaks.ts'
import { ofTakenPort } from '../port-taken.ts'
import { environmentOf, INTERRUPTED_CODE, runCommand } from '../run-command.ts'
import { type Run, realNow, runFacts } from '../run-facts.ts'
import { runPage } from '../run-page.ts'
import { capsuleLine, endedText, isPassed } from '../run-report.ts'
import { runSummary } from '../run-summary.ts'
import { commandText } from '../shell-text.ts'
import { addStartFlags, flagsGiven } from '../start-flags.ts'
import { startOptionsOf } from '../start-settings.ts'
import { withExamples } from '../target.ts'
import { variationProblems, variationsText, varyAssumptions } from '../vary-assumptions.ts'
import { checkRulesAreOn, failingText, isVerdictCondition, textOf, verdictsText } from '../verdict-conditions.ts'
import { ofWorldFile } from '../world-file-problems.ts'

interface Flags {
  junit?: string
  coverage?: string
  failOn?: Condition[]
  minCoverage?: LeastCoverage
  vary?: 'assumptions'
  capsule?: string
  report?: string
  summary?: string | true
  baseline?: string
  updateBaseline?: true
}

/** How commander ends its message about an argument that is not there. */
const NO_COMMAND = / 'command'\n$/
const USAGE = ` 'command'. Usage: ringback exec [options] -- <command...>, as in "ringback exec -- npm test".\n`

const INTERRUPTED = `
Ctrl+C is passed on to the command, which has 5 s to end; a second one ends it at once, with all that it started. What was seen until then is
printed, reports are written, a baseline is not, and the exit code is 130.`

export function configure(command: Command, exitWith: (exitCode: ExitCode) => void): void {
  addStartFlags(command, { without: 'json', defaults: { port: 'a free one' } })
    .argument('<command...>', 'the command to run')
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, 'ringback: ').replace(NO_COMMAND, USAGE)),
    })
    .passThroughOptions()
    .option('--junit <file>', 'write the result as JUnit XML')
    .option(
      '--capsule <folder>',
      'if it fails, write each world to a capsule for each of its first five requests that broke a rule, which opens just before it',
    )
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
    .option('--report <file>', 'write what the run came to as an HTML page')
    .option('--summary [file]', 'write it as Markdown (default: to the file in GITHUB_STEP_SUMMARY)')
    .option('--baseline <file>', 'exit with 3 on what is worse than in this file: a new verdict, lost coverage')
    .option('--update-baseline', 'write the baseline instead of comparing with it, if the command succeeds')
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
  )
  command.addHelpText('after', INTERRUPTED)
  command.action(async (args: string[]) => {
    const flags = command.opts<Flags>()
    checkFlags(flags)
    const given = flagsGiven(command)
    // Each run has a port and a store of its own, so those of the config file are ignored.
    const { store: _, port: __, json: ___, ...config } = await readConfigFile(given.config)
    const opened = given.config === undefined ? openedByConfig(config, given.values) : undefined
    if (opened !== undefined) process.stderr.write(`ringback: ${opened}\n`)
    try {
      const options = await startOptionsOf(config, given.values)
      checkRulesAreOn((flags.failOn ?? []).filter(isVerdictCondition), options)
      exitWith((await execute(args, options, flags)) as ExitCode)
    } catch (error) {
      throw ofWorldFile(given.values['world-file'] ?? config['world-file'], await ofTakenPort(error))
    }
  })
}

/** Before the run, which may take long: checks that everything can be written, and that nothing is asked for that cannot be answered. */
function checkFlags(flags: Flags): void {
  const { junit, coverage, capsule, failOn = [], vary, report, baseline, updateBaseline } = flags
  for (const file of [junit, coverage, report, summaryFile(flags)]) if (file !== undefined) checkOutput(file)
  if (updateBaseline && baseline === undefined)
    throw new CommandError('--update-baseline needs --baseline <file>. Give both.', EXIT.usage)
  if (baseline !== undefined) updateBaseline ? checkOutput(baseline) : readBaseline(baseline)
  if (capsule !== undefined) checkOutputFolder(capsule)
  if (failOn.includes('assumptions') && vary === undefined)
    throw new CommandError('--fail-on assumptions needs --vary assumptions. Give both.', EXIT.usage)
}

async function execute(args: readonly string[], options: StartOptions, flags: Flags): Promise<number> {
  const { failOn = [] } = flags
  const { run: first, change } = await runOnce(args, options, flags)
  // The log of a CI job is for more people than the line that was typed.
  const tell = (lines: readonly string[]) => {
    if (lines.length > 0) process.stderr.write(withoutPlainSecrets(`${lines.join('\n')}\n`))
  }
  tell(whatCame(first))
  const isToVary = flags.vary !== undefined && first.code === 0
  const { variations, interrupted } = isToVary ? await vary(first, options) : { variations: [], ...first }
  const broken = failOn.includes('assumptions') ? variationProblems(variations) : []
  const code = isToVary && interrupted ? INTERRUPTED_CODE : first.code
  const run: Run = { ...first, code, interrupted, problems: [...first.problems, ...broken] }
  // Only now it is known whether the run is passed.
  const isUnsaved = flags.capsule !== undefined && !isPassed(first) && first.capsules.length === 0
  const unsaved = !isUnsaved ? [] : ['No capsule: no world that is still there has received a request.']
  tell([...outcomeLines(run), ...unsaved, ...baselineLines(run, change, flags)])
  const summaryTo = summaryFile(flags)
  if (flags.report !== undefined) writeOutput(flags.report, runPage(run, change))
  // The file of a CI job holds what other steps have written, too.
  if (summaryTo !== undefined) (flags.summary === true ? appendOutput : writeOutput)(summaryTo, runSummary(run, change))
  if (flags.coverage !== undefined) writeCoverage(flags.coverage, run.report)
  if (flags.junit !== undefined)
    writeOutput(
      flags.junit,
      asJunit(
        run,
        [
          ...failOn,
          ...(flags.minCoverage ? (['min_coverage'] as const) : []),
          ...(change === undefined ? [] : (['baseline'] as const)),
        ],
        variations,
      ),
    )
  const { report, coverage, junit } = flags
  const written = { Report: report, Summary: summaryTo, Coverage: coverage, JUnit: junit }
  const files = Object.entries(written).filter(([, to]) => to !== undefined)
  if (files.length > 0) tell(files.map(([what, to]) => `${what}: ${to}`))
  return run.code === 0 && run.problems.length > 0 ? EXIT.verdict : run.code
}

/** Where the summary goes, if it is wanted. */
function summaryFile({ summary: file }: Flags): string | undefined {
  if (file === undefined) return undefined
  if (file !== true) return file
  const { GITHUB_STEP_SUMMARY: usual } = process.env
  if (usual) return usual
  throw new CommandError('--summary needs a file where GITHUB_STEP_SUMMARY is not set.', EXIT.usage)
}

/** What changed since the baseline; `undefined` without one, and when it is written. */
function compare(report: JudgedRun, { baseline, updateBaseline }: Flags): BaselineChange | undefined {
  return baseline === undefined || updateBaseline ? undefined : changeSince(readBaseline(baseline), baselineOf(report))
}

/** What the baseline is, or what is better since; writes it where that is asked for. What is worse fails the run, and is told there. */
function baselineLines(
  { report, code }: Run,
  change: BaselineChange | undefined,
  { baseline, updateBaseline }: Flags,
): string[] {
  if (baseline !== undefined && updateBaseline) {
    if (code !== 0) return [notWrittenText(baseline)]
    const now = baselineOf(report)
    writeOutput(baseline, baselineText(now))
    return [writtenText(baseline, now)]
  }
  if (change === undefined) return []
  const [isWorse, better] = [baselineProblems(change).length > 0, betterText(change)]
  if (better.length === 0) return isWorse ? [] : ['As in the baseline.']
  return [isWorse ? 'Also since the baseline:' : 'Since the baseline:', ...better.map(line => `  ${line}`)]
}

async function vary({ args, report }: Run, options: StartOptions): ReturnType<typeof varyAssumptions> {
  const varied = await varyAssumptions(args, options, report.assumptions)
  process.stderr.write(`${variationsText(varied, args)}\n`)
  return varied
}

async function runOnce(
  args: readonly string[],
  options: StartOptions,
  flags: Flags,
): Promise<{ run: Run; change: BaselineChange | undefined }> {
  const { failOn = [], minCoverage, capsule } = flags
  // What a capsule opens just before has to be recorded, in worlds that tests create as in the default one.
  await using emulator = await startEmulator(capsule === undefined ? options : { ...options, recordsEveryWorld: true })
  const env = environmentOf(emulator, options)
  if (capsule !== undefined) {
    // A kept world of a store was not created now.
    await emulator.world.record()
    // The world fixture of ringback/vitest writes capsules of its own worlds, which end with their tests.
    env.RINGBACK_CAPSULES = path.resolve(capsule)
  }
  const started = realNow()
  const { code, seconds, interrupted } = await runCommand(args, { env })
  const report: JudgedRun = { ...(await readRunCoverage(emulator)), verdicts: (await emulator.verdicts()).data }
  const change = compare(report, flags)
  const worse = change === undefined ? [] : baselineProblems(change)
  const problems = [...findConditions(report, failOn), ...missedCoverage(report, minCoverage), ...worse]
  const passed = code === 0 && problems.length === 0
  const written =
    capsule === undefined || passed ? [] : await writeCapsules(emulator, capsule, breaksIn(report, problems))
  const capsules = written.map(({ file }) => file)
  const tellsRefused = code !== 0 || problems.some(({ check }) => REFUSED.includes(check))
  const facts = await runFacts(emulator, { started, verdicts: report.verdicts, env: process.env, tellsRefused })
  const run = { args, code, interrupted, seconds, report, problems, capsules, opensAt: openingsOf(written), facts }
  return { run, change }
}

/** Conditions that requests meet which were refused. */
const REFUSED: readonly Check[] = ['unknown_route', 'server_error', 'rate_limited']

/** What goes to stderr, because stdout belongs to the command. */
function whatCame(run: Run): string[] {
  const { args, seconds, report } = run
  return [
    '',
    `ringback: ${commandText(args)} ${endedText(run)} after ${seconds.toFixed(1)} s`,
    metText(report.coverage),
    reliedOnText(report.assumptions),
    verdictsText(report.verdicts, args),
  ]
}

/** What fails the run, or would; and where its worlds are. */
function outcomeLines(run: Run): string[] {
  const { report, problems, capsules } = run
  const failing = isPassed(run) ? failingText(report.verdicts) : undefined
  const isTold = new Set(problems.map(({ message }) => message))
  const found = [
    ...problems.filter(({ verdict }) => verdict === undefined).map(({ check, message }) => `  ${check}: ${message}`),
    ...newBreaks(run).flatMap(({ name, row, finding }) => [
      `  baseline: ${name}`,
      // What a condition on clients counts as well stands above.
      ...(isTold.has(textOf(row, finding))
        ? []
        : [finding.message, ...laneDiagram(finding), `How to fix it: ${row.fix}`].map(line => `    ${line}`)),
    ]),
  ]
  return [
    ...(failing === undefined ? [] : [failing]),
    ...(found.length === 0 ? [] : [run.code === 0 ? 'What fails the run:' : 'What fails the run besides:', ...found]),
    ...capsules.map(file => capsuleLine(run, file)),
  ]
}
