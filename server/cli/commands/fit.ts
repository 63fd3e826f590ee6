import { type Command, Option } from 'commander'
import { FIT_PLANS, type FitOptions, type FitPlan, type FitReport } from '../../fit/fit-report.ts'
import { CSV_PRESET_NAMES, type CsvPreset } from '../../fit/read/csv.ts'
import { readRecording } from '../../fit/read/recording.ts'
import { fitOf } from '../../fit/report.ts'
import { UnreadableSource } from '../../fit/source.ts'
import { fitPage } from '../../fit/told/page.ts'
import { toMilliseconds } from '../durations.ts'
import { CommandError, EXIT, type ExitCode } from '../exit-codes.ts'
import { checkOutput, readInput, writeOutput } from '../files.ts'
import { fitText } from '../fit-text.ts'
import { printer } from '../output.ts'
import { addTargetFlags, connect, type ExitWith, type TargetFlags, withExamples, worldIdOf } from '../target.ts'

interface Flags extends TargetFlags {
  har?: string
  csv?: string
  sketch?: string
  preset: CsvPreset
  base?: string
  tenant?: string
  plan?: FitPlan
  polite?: boolean
  serial?: boolean
  tolerate: string
  html?: string
}

type Kind = 'har' | 'csv' | 'sketch'
const KIND_OF: { readonly [ending: string]: Kind } = { har: 'har', csv: 'csv', log: 'csv', json: 'sketch' }

/** Needs no emulator, unless the traffic is that of a world. */
export function configure(command: Command, exitWith: ExitWith): void {
  command
    .argument('[file]', 'recording or sketch: .har, .csv, .log or .json')
    .option('--har <file>', 'HTTP archive, as browsers and proxies save it')
    .option('--csv <file>', 'rows with at, method, path and, if you have them, status and key; or an access log')
    .option('--sketch <file>', 'a team that does not exist yet, as JSON')
    .addOption(new Option('--preset <form>', 'form of an access log').choices(CSV_PRESET_NAMES).default('columns'))
    .option('--base <url>', 'address of the service in the archive (default: the one with the most requests)')
    .option(
      '--tenant <slug>',
      'the tenant of a world or of an archive of Ringback (default: the one with the most requests), or the key of another recording',
    )
    .addOption(new Option('--plan <plan>', 'ask about one plan; ends with 3 when it does not fit').choices(FIT_PLANS))
    .option('--polite', 'also tell how a client fares that waits as it is told, as the page does')
    .option('--serial', 'a polite client sends nothing while one of its requests waits')
    .option('--tolerate <duration>', 'longest delay that a polite client may have', '1m')
    .option('--html <file>', 'write the report as a page, with a picture of each day')
  addTargetFlags(command)
  withExamples(
    command,
    'ringback fit monday.har',
    'ringback fit access.log --preset nginx-combined --plan pro',
    'ringback fit team.json --polite --html team.html',
    'ringback fit --world default',
  ).action(async (file: string | undefined) => {
    const flags = command.opts<Flags>()
    if (flags.html !== undefined) checkOutput(flags.html)
    const report = await reportOf(file, flags)
    if (flags.html !== undefined) writeOutput(flags.html, fitPage(report))
    printer(flags.json === true)(report, () => fitText(report, { polite: flags.polite === true }))
    const asked = flags.plan === undefined ? undefined : report.plans[flags.plan]
    const verdict: ExitCode = asked === undefined || asked.fits ? EXIT.done : EXIT.verdict
    exitWith(verdict)
  })
}

async function reportOf(file: string | undefined, flags: Flags): Promise<FitReport> {
  const { plan, serial, polite } = flags
  const named = namedFile(file, flags)
  const tolerate = toMilliseconds(flags.tolerate)
  const options: FitOptions = { plan, serial, polite, tolerate }
  if (named !== undefined) return fitOfFile(named, flags, options)
  if (flags.world === undefined)
    throw new CommandError(
      'Name a recording (.har, .csv, .log), a sketch (.json) or a world (--world default).',
      EXIT.usage,
    )
  await using emulator = await connect(flags)
  // Awaited here, because the connection ends with this block.
  const report = await emulator.client.call<FitReport>('POST', '/control/fit', {
    body: { world: worldIdOf(flags), tenant: flags.tenant, plan, serial, tolerate: `PT${tolerate / 1_000}S` },
  })
  if (Object.keys(report.plans).length > 0) return report
  throw new CommandError(
    `No client has asked ${report.source.name} anything that counts, so nothing is said about plans. Send requests with its keys first.`,
    EXIT.usage,
  )
}

interface NamedFile {
  readonly kind: Kind
  readonly file: string
}

function namedFile(file: string | undefined, { har, csv, sketch }: Flags): NamedFile | undefined {
  const named = Object.entries({ har, csv, sketch }).flatMap(([kind, path]) =>
    path === undefined ? [] : [{ kind: kind as Kind, file: path }],
  )
  if (file !== undefined) {
    const kind = KIND_OF[file.split('.').at(-1)?.toLowerCase() ?? '']
    if (kind === undefined)
      throw new CommandError(`${file} does not say what it is. Name it with --har, --csv or --sketch.`, EXIT.usage)
    named.push({ kind, file })
  }
  if (named.length > 1) throw new CommandError('Name one recording or sketch.', EXIT.usage)
  return named[0]
}

function fitOfFile({ kind, file }: NamedFile, { base, preset, tenant }: Flags, options: FitOptions): FitReport {
  const text = readInput(file).toString('utf8')
  try {
    return fitOf(readRecording(text, { form: kind === 'csv' ? preset : kind, name: file, base, tenant }), options)
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error
    throw new CommandError(`${error.message}${kind === 'csv' ? FORMS : ''}`, EXIT.usage)
  }
}

const FORMS = ` --preset says which form the file has: ${CSV_PRESET_NAMES.join(', ')}.`
