import { type Command, InvalidArgumentError } from 'commander'
import { DRILL_SECRET, DRILLS } from '../../contract/drills.ts'
import { shown } from '../../contract/shown.ts'
import { checkWorldFile, type Drill } from '../../index.ts'
import { drillJunit, drillsJson, drillsText } from '../drill-report.ts'
import { chooseDrills, drillFile, readDrills } from '../drill-rows.ts'
import { type DrillPlan, runDrills } from '../drill-run.ts'
import { toMilliseconds } from '../durations.ts'
import { CommandError, EXIT, type ExitCode } from '../exit-codes.ts'
import { checkOutput, checkOutputFolder, writeOutput } from '../files.ts'
import { printer, table } from '../output.ts'
import { here } from '../own-command.ts'
import { withExamples } from '../target.ts'
import { wholeNumber } from '../whole-number.ts'

interface Flags {
  list?: boolean
  show?: string
  only?: string
  from?: string
  before?: string
  keepGoing?: boolean
  env?: [string, string][]
  timeout?: number
  receiver?: string
  secret?: string
  effects?: string
  junit?: string
  capsule?: string
  expectExit?: string
  seed?: string
  worldFile?: string
  json?: boolean
}

const TIMEOUT = 'PT3M'

const OWN = `
A drill of your own is a JSON object, and --from takes one or a list of them:
  drill, title  its name, for --only, and what happens
  stages        what is done to the world: faults, limits, the clock, events …
  met_when      when the client has met it, and what is said otherwise
  passes_when   how a client behaves that is ready for it
--show prints one to begin with. Its $schema tells editors each field: drills.schema.json of the package, if that is there.`

export function configure(command: Command, exitWith: (exitCode: ExitCode) => void): void {
  command
    .argument('[command...]', 'the command to run against each drill')
    .passThroughOptions()
    .option('--list', 'list the drills, and run nothing')
    .option('--show <name>', 'print a drill as JSON, to begin one of your own with, and run nothing')
    .option('--only <names>', 'only these drills; several separated by commas')
    .option('--from <file>', 'drills of your own: a JSON file with one, or a list of them')
    .option('--before <command>', 'a line for the shell that runs before each drill, to set your own state back')
    .option('--keep-going', 'go on after a drill that was not passed')
    .option('--env <name=value>', 'a variable for the command; repeatable', assignment)
    .option('--timeout <duration>', `how long the command may take in each drill (default: ${TIMEOUT})`, readTimeout)
    .option(
      '--receiver <url>',
      'local URL to which webhooks are delivered; without it, the drills that need one are left out, unless --only names them',
    )
    .option(
      '--secret <secret>',
      `with what the receiver verifies (default: RINGBACK_WEBHOOK_SECRET, else ${DRILL_SECRET})`,
    )
    .option(
      '--effects <url>',
      'URL that answers GET with a number: how often your receiver has done its work; without it, whether it works twice is not tried',
    )
    .option('--expect-exit <code>', 'a drill is passed only when the command exits with this code')
    .option('--seed <number>', 'seed of the worlds (default: that of the world file, else 1)')
    .option('--world-file <file>', 'world file with which each drill begins (default: the fixture standard)')
    .option('--junit <file>', 'write the result as JUnit XML')
    .option('--capsule <folder>', 'write the world of each drill that was not passed to a capsule')
    .option('--json', 'print one line of JSON to stdout; the output of the command goes to stderr')
  withExamples(
    command,
    'ringback drill -- npm run sync',
    'ringback drill --only lost_answer,three_503s --before "npm run db:reset" -- npm run sync',
    'ringback drill --receiver http://127.0.0.1:3000/hooks --keep-going --junit drills.xml -- npm run sync',
    'ringback drill --only redelivery --receiver http://127.0.0.1:3000/hooks --effects http://127.0.0.1:3000/work-done -- npm run sync',
    'ringback drill --world-file ringback.world.jsonc -- npm run sync',
    'ringback drill --list',
    'ringback drill --show three_503s > own.json',
    'ringback drill --from own.json --only my_three_503s -- npm run sync',
  )
  command.addHelpText('after', OWN)
  command.action(async (args: string[]) => {
    const flags = command.opts<Flags>()
    const own = flags.from === undefined ? [] : await readDrills(flags.from)
    const all = [...DRILLS, ...own]
    if (flags.list) {
      printer(flags.json === true)({ event: 'drills', drills: all.map(known) }, () => listed(all))
      return
    }
    if (flags.show !== undefined) {
      process.stdout.write(`${drillFile(all, flags.show)}\n`)
      return
    }
    if (args.length === 0)
      throw new CommandError(`drill needs a command: ${here('drill -- npm run sync')}.`, EXIT.usage)
    const plan = await planOf(args, flags, chooseDrills(all, { only: flags.only, receiver: flags.receiver }))
    const results = await runDrills(plan)
    if (flags.junit !== undefined) writeOutput(flags.junit, drillJunit(plan, results))
    process.stderr.write(drillsText(plan, results))
    if (flags.json) printer(true)(drillsJson(plan, results), '')
    const isPassed = results.length === plan.drills.length && results.every(({ state }) => state === 'passed')
    exitWith(isPassed ? EXIT.done : EXIT.verdict)
  })
}

async function planOf(
  args: readonly string[],
  flags: Flags,
  chosen: Pick<DrillPlan, 'drills' | 'leftOut'>,
): Promise<DrillPlan> {
  const { junit, capsule, receiver, expectExit, seed, timeout = readTimeout(TIMEOUT), before, env = [] } = flags
  const { worldFile } = flags
  const effects = flags.effects || undefined
  if (effects !== undefined && !URL.canParse(effects))
    throw new CommandError(
      `--effects takes a URL such as http://127.0.0.1:3000/work-done (got ${shown(effects)}).`,
      EXIT.usage,
    )
  if (worldFile !== undefined) await checkWorldFile(worldFile)
  if (junit !== undefined) checkOutput(junit)
  if (capsule !== undefined) checkOutputFolder(capsule)
  return {
    ...chosen,
    command: args,
    before,
    keepGoing: flags.keepGoing === true,
    env: Object.fromEntries(env),
    timeout,
    receiver,
    effects,
    secret: flags.secret ?? (process.env.RINGBACK_WEBHOOK_SECRET || DRILL_SECRET),
    expectExit: expectExit === undefined ? undefined : wholeNumber('expect-exit', expectExit),
    seed: seed === undefined ? undefined : wholeNumber('seed', seed),
    start: worldFile === undefined ? { fixture: 'standard' } : { from: worldFile, pin: true },
    capsule,
    outputToStderr: flags.json === true,
  }
}

function assignment(text: string, before: [string, string][] = []): [string, string][] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Write it as NAME=value.')
  return [...before, [name, value]]
}

const ISO_TIME = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/

/** In milliseconds of real time. */
function readTimeout(text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = ISO_TIME.exec(text) ?? []
  const milliseconds = text.startsWith('P')
    ? (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
    : toMilliseconds(text)
  if (milliseconds > 0) return milliseconds
  throw new CommandError(`--timeout takes a duration such as 3m or PT3M (got ${shown(text)}).`, EXIT.usage)
}

const known = ({ drill, title, stages, met_when, passes_when, needs_receiver = false }: Drill) => ({
  drill,
  title,
  stages: stages.map(({ text }) => text),
  met_when: met_when.text,
  passes_when: passes_when.map(({ text }) => text).join('; '),
  needs_receiver,
})

const listed = (drills: readonly Drill[]): string =>
  table(
    ['DRILL', 'NEEDS', 'WHAT'],
    drills.map(({ drill, title, needs_receiver }) => [drill, needs_receiver ? '--receiver' : '-', title]),
  )
