import type { Command } from 'commander'
import { shown } from '../../contract/shown.ts'
import { ADVANCE_TARGETS, type AdvanceResult, type ClockView } from '../../index.ts'
import { toIsoDuration } from '../durations.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { facts, table } from '../output.ts'
import { here } from '../own-command.ts'
import { onWorld, type Target, withExamples, withSubcommandExamples } from '../target.ts'

/** `tokyo-midnight` as well as `next-tokyo-midnight`. */
const JUMPS = ADVANCE_TARGETS.map(target => target.replace(/^next-/, ''))

const TIMEOUT = 'limit in real time (default: 60s)'

export function configure(command: Command): void {
  withExamples(
    command,
    'ringback clock advance 90s',
    'ringback clock jump tokyo-midnight --offset=-1s',
    'ringback clock pace 60',
  )
  onWorld(command.command('show', { isDefault: true }).summary('show the clock'), async target => {
    showClock(target, await target.world.clock.get())
  })
  const advance = command
    .command('advance')
    .argument('<duration>', 'how far: 90s, 1h30m, 2d or PT90S')
    .summary('advance the clock by 90s, 1h30m, 2d or PT90S')
    .option('--timeout <duration>', TIMEOUT)
    // A duration may begin with a minus; the server says that time does not go back.
    .allowUnknownOption()
  onWorld(advance, async (target, duration: string) => {
    const body = { by: toIsoDuration(duration), ...timeoutOf(advance) }
    showAdvance(target, await target.world.clock.advance(body))
  })
  const jump = command
    .command('jump')
    .argument('<target>', `${JUMPS.join(', ')}, or an ISO 8601 instant`)
    .summary(`advance the clock to ${JUMPS.join(', ')}, or an ISO 8601 instant`)
    .option('--offset <duration>', 'added to the target, such as -1s')
    .option('--timeout <duration>', TIMEOUT)
  onWorld(jump, async (target, to: string) => {
    const { offset } = jump.opts<{ offset?: string }>()
    const body = {
      to: jumpTarget(to),
      offset: offset === undefined ? undefined : toIsoDuration(offset),
      ...timeoutOf(jump),
    }
    showAdvance(target, await target.world.clock.advance(body))
  })
  onWorld(command.command('freeze').summary('freeze the clock'), async target => {
    showClock(target, await target.world.clock.freeze())
  })
  onWorld(command.command('live').summary('run the clock at the speed of real time'), async target => {
    showClock(target, await target.world.clock.live())
  })
  onWorld(
    command.command('eager').summary('run it live, and leap to what is due next after 2 s without a request'),
    async target => showClock(target, await target.world.clock.eager()),
  )
  onWorld(
    command
      .command('pace')
      .argument('<factor>', 'how many times as fast as real time: 60')
      .summary('run the clock at a multiple of real time'),
    async (target, factor: string) => {
      if (!(Number(factor) > 0))
        throw new CommandError(`pace takes a number such as 60 (got ${shown(factor)}).`, EXIT.usage)
      showClock(target, await target.world.clock.run(Number(factor)))
    },
  )
  const planned = command
    .command('planned')
    .summary('list what is to come, with every retry')
    .option('--until <when>', 'how far to look: 12h, or an ISO 8601 instant (default: 2d)')
  onWorld(planned, async ({ world, print }) => {
    const { until } = planned.opts<{ until?: string }>()
    const rows = await world.clock.planned({ until: until === undefined ? undefined : untilOf(until) })
    print(rows, () =>
      table(
        ['AT', 'WHAT'],
        rows.map(({ at, says }) => [at, says]),
        'Nothing is planned.',
      ),
    )
  })
  onWorld(command.command('pending').summary('list pending jobs'), async ({ world, print }) => {
    const jobs = await world.clock.pending()
    print(jobs, () =>
      table(
        ['DUE', 'WHAT', 'OF'],
        jobs.map(({ due_at, kind, subject }) => [due_at, kind, subject]),
        'Nothing is scheduled.',
      ),
    )
  })
  withSubcommandExamples(command, {
    show: 'ringback clock show',
    advance: ['ringback clock advance 1h30m', 'ringback clock advance 2d --timeout 5m'],
    jump: ['ringback clock jump tokyo-midnight --offset=-1s', 'ringback clock jump minute'],
    freeze: 'ringback clock freeze',
    live: 'ringback clock live',
    eager: 'ringback clock eager',
    pace: 'ringback clock pace 60',
    planned: 'ringback clock planned --until 12h',
    pending: 'ringback clock pending',
  })
}

function timeoutOf(command: Command): { timeout?: string } {
  const { timeout } = command.opts<{ timeout?: string }>()
  return timeout === undefined ? {} : { timeout: toIsoDuration(timeout) }
}

const isInstant = (text: string): boolean => /^\d{4}-/.test(text)

const untilOf = (text: string): string => (isInstant(text) ? text : toIsoDuration(text))

function jumpTarget(text: string): string {
  if (JUMPS.includes(text)) return `next-${text}`
  if ((ADVANCE_TARGETS as readonly string[]).includes(text) || isInstant(text)) return text
  throw new CommandError(`jump takes ${JUMPS.join(', ')}, or an ISO 8601 instant (got ${shown(text)}).`, EXIT.usage)
}

function showClock({ print }: Target, clock: ClockView): void {
  const { now, pace, tokyo, next_job: next } = clock
  print(clock, () =>
    facts([
      ['Now', now],
      ['Tokyo', tokyo],
      ['Pace', typeof pace === 'number' ? `${pace} times real time` : pace],
      ['Next', next === null ? 'nothing is scheduled' : `${next.kind} at ${next.due_at}`],
      ...hostFacts(clock.host),
    ]),
  )
}

/** Nothing while the clock agrees with the machine's. */
function hostFacts({ offset_seconds, reason }: ClockView['host']): [string, string][] {
  if (offset_seconds === 0) return []
  const [side, what] = offset_seconds > 0 ? ['ahead of', 'set back'] : ['behind', 'set too far forward']
  const apart = `${Math.abs(offset_seconds)} s ${side} the clock of the machine, which was ${what} (${reason})`
  return [['Apart', `${apart}; "${here('reset')}" ends it`]]
}

function showAdvance({ print }: Target, result: AdvanceResult): void {
  print(result, () => {
    const fired = result.fired.map(({ due_at, kind, subject, ...details }) => [
      due_at,
      kind,
      subject,
      Object.entries(details)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    ])
    const jobs = fired.length === 0 ? '' : `${table(['AT', 'WHAT', 'OF', 'RESULT'], fired)}\n`
    return `${jobs}${result.happened.says} It is ${result.now}.`
  })
}
