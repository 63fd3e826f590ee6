import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import manifest from '../../../package.json' with { type: 'json' }
import type { MeasuredFile } from '../../contract/measured-file.ts'
import { counted } from '../../contract/sentences.ts'
import { type MeasureOutcome, type MeasureSetting, measure, planMeasurement } from '../../measure/measure.ts'
import { proxyAddress } from '../../measure/proxy.ts'
import { CommandError, EXIT, type ExitCode } from '../exit-codes.ts'
import { checkOutput, readInput, writeOutput } from '../files.ts'
import { abortableClock, openLedger, readLedger } from '../measure-files.ts'
import { type MeasureFlags, settingOf } from '../measure-flags.ts'
import { measureJunit } from '../measure-junit.ts'
import { changesText, planText, residueText, resultText } from '../measure-text.ts'
import { printer } from '../output.ts'
import { type ExitWith, withExamples } from '../target.ts'

const DEFAULT_OUTPUT = 'ringback.measured.json'

export function configure(command: Command, exitWith: ExitWith): void {
  command
    .argument('[base]', 'base address of the real service, such as https://api.example.com/api/v1')
    .option('--key-file <file>', 'file with the API key (default: RINGBACK_MEASURE_KEY)')
    .option('--second-key-file <file>', 'file with a key that has fewer scopes (default: RINGBACK_MEASURE_SECOND_KEY)')
    .option('--run <classes>', 'send: safe, or harm classes such as 0,1,2 (without it, only the plan is printed)')
    .option('--only <ids>', 'only these assumptions, or contract for documented sentences that none is about')
    .option('--plan <name>', 'plan of the tenant: free, pro, max or none')
    .option('--day-used <number>', 'requests of the day that the tenant has used already')
    .option('--staff-id <id>', 'staff member of initiations with a test key (default: one of the call list)')
    .option('--project-id <id>', 'project of what is created (default: one of the customer list)')
    .option('--open-api-off', 'the Open API of the tenant is switched off')
    .option('--receiver <url>', 'public https address that leads to the measuring inbox, for class 2R')
    .option('--receiver-port <number>', 'port of the measuring inbox on this machine')
    .option(
      '--watch <duration>',
      'how long the run may wait for what happens by itself, such as P3D (default: not at all)',
    )
    .option(
      '--i-own-this-tenant <name>',
      'type the name of the tenant, to use up its day (class 4) on another plan than Free',
    )
    .option('--proxy <url>', 'HTTP proxy through which requests go (default: none, whatever the environment says)')
    .option('--live-key-for-writes', 'allow a live key in classes above 0')
    .option('--resume <file>', 'go on with the run of this ledger')
    .option('--har <file>', 'read recorded traffic instead of sending anything')
    .option('--diff <files...>', 'compare two measured files')
    .option('-o, --output <file>', 'file for the result', DEFAULT_OUTPUT)
    .option('--junit <file>', 'also write a JUnit file')
    .option('--json', 'print JSON')
  withExamples(
    command,
    'ringback measure https://api.example.com/api/v1 --key-file key.txt',
    'ringback measure https://api.example.com/api/v1 --key-file key.txt --plan pro --run safe',
    'ringback measure --har traffic.har',
    'ringback measure --diff old.json new.json',
  ).action(async (base: string | undefined) => {
    const flags = command.opts<MeasureFlags>()
    exitWith(await act(base, flags))
  })
}

async function act(base: string | undefined, flags: MeasureFlags): Promise<ExitCode> {
  const print = printer(flags.json === true)
  if (flags.diff !== undefined) return compare(flags.diff, print)
  if (flags.har !== undefined) {
    const { measureHar } = await import('../../measure/passive.ts')
    const { plan } = flags
    const known = plan === 'free' || plan === 'pro' || plan === 'max' ? plan : undefined
    const text = readInput(flags.har).toString('utf8')
    const { file, leftOut } = measureHar(text, { base, plan: known, version: manifest.version, run: runId() })
    write(flags, file)
    print(file, () => `${resultText(file)}\n${counted(leftOut, 'request')} to other addresses left out.`)
    return codeOf(file)
  }
  if (base === undefined) throw new CommandError('Give the base address of the service, --har or --diff.', EXIT.usage)
  const interrupt = new AbortController()
  const setting = settingOf({
    base,
    flags,
    clock: abortableClock(interrupt.signal),
    resume: flags.resume === undefined ? undefined : readLedger(flags.resume),
  })
  const plan = await planMeasurement(setting, { receiver: flags.receiver !== undefined })
  if (flags.run === undefined) {
    const steps = plan.steps.map(step => ({ ...planned(step), requests: plan.counts.get(step.name) }))
    print(
      {
        base,
        requests: plan.requests,
        sure: plan.sure,
        waits: plan.waits ?? null,
        steps,
        left_out: Object.fromEntries(plan.leftOut),
      },
      () => `${planText(base, plan)}\n\nNothing was sent. Send it with --run and the classes; --run safe is class 0.`,
    )
    return EXIT.done
  }
  process.stderr.write(`${planText(base, plan)}\n\n`)
  return run({ setting, flags, interrupt, print })
}

const planned = ({ name, class: harm, method, path, query }: Parameters<typeof planText>[1]['steps'][number]) => ({
  step: name,
  class: harm,
  request: `${method} ${path}${query === undefined ? '' : `?${query}`}`,
})

async function run({
  setting,
  flags,
  interrupt,
  print,
}: {
  setting: MeasureSetting
  flags: MeasureFlags
  interrupt: AbortController
  print: ReturnType<typeof printer>
}): Promise<ExitCode> {
  checkOutput(flags.output)
  const proxy = flags.proxy === undefined ? undefined : proxyAddress(flags.proxy)
  const [{ nodeWire }, { startMeasuringInbox }] = await Promise.all([
    import('../../measure/wire.ts'),
    import('../../measure/inbox.ts'),
  ])
  const id = runId()
  const ledger = openLedger(flags.resume, id)
  const stop = () => interrupt.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  using wire = nodeWire({ proxy })
  await using inbox =
    flags.receiver === undefined
      ? undefined
      : await startMeasuringInbox({
          publicUrl: flags.receiver,
          port: Number(flags.receiverPort ?? 0),
          now: () => setting.clock.now(),
          own: setting.clock,
        })
  if (inbox !== undefined) process.stderr.write(`The measuring inbox listens at ${inbox.localUrl}.\n`)
  const outcome: MeasureOutcome = await measure(setting, {
    wire,
    receiver: inbox,
    write: ledger.write,
    run: id,
    version: manifest.version,
    signal: interrupt.signal,
  })
  process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop)
  write(flags, outcome.file)
  writeOutput(ledger.file.replace(/\.jsonl$/, '.har'), JSON.stringify(outcome.har, null, 1), { secret: true })
  if (outcome.leftOut.length > 0)
    process.stderr.write(`Not sent, as no answer showed what they need: ${outcome.leftOut.join(', ')}.\n`)
  process.stderr.write(`${residueText(outcome.file, ledger.file)}\n`)
  print(outcome.file, () => resultText(outcome.file))
  return codeOf(outcome.file)
}

const runId = () => randomBytes(2).toString('hex')

function write({ output, junit }: MeasureFlags, file: MeasuredFile): void {
  writeOutput(output, `${JSON.stringify(file, null, 2)}\n`)
  if (junit !== undefined) writeOutput(junit, measureJunit(file))
}

function codeOf({ contradictions, stopped }: MeasuredFile): ExitCode {
  if (contradictions.length > 0) return EXIT.verdict
  return stopped === null ? EXIT.done : EXIT.failed
}

async function compare(files: readonly string[], print: ReturnType<typeof printer>): Promise<ExitCode> {
  const [earlier, later, ...more] = files
  if (earlier === undefined || later === undefined || more.length > 0)
    throw new CommandError('--diff takes two files: the earlier one, then the later one.', EXIT.usage)
  const { changesBetween } = await import('../../measure/diff.ts')
  const changes = changesBetween(measuredFile(earlier), measuredFile(later))
  print({ changes }, () => changesText(changes))
  return changes.length === 0 ? EXIT.done : EXIT.verdict
}

function measuredFile(name: string): MeasuredFile {
  try {
    const file = JSON.parse(readInput(name).toString('utf8')) as MeasuredFile
    if (file.version === 1 && typeof file.entries === 'object' && Array.isArray(file.contradictions)) return file
  } catch (error) {
    if (error instanceof CommandError) throw error
  }
  throw new CommandError(`${name} is not what "ringback measure" writes. Name another file.`, EXIT.usage)
}
