import type { Command } from 'commander'
import { ADVANCE_TARGETS, type AdvanceResult, type ClockView } from '../../index.ts'
import { toIsoDuration } from '../durations.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { facts, table } from '../output.ts'
import { onWorld, type Target, withExamples } from '../target.ts'

/** `tokyo-midnight` as well as `next-tokyo-midnight`. */
const JUMPS = ADVANCE_TARGETS.map(target => target.replace(/^next-/, ''))

export function configure(command: Command): void {
  withExamples(
    command,
    'ringback clock advance 90s',
    'ringback clock jump tokyo-midnight --offset=-1s',
    'ringback clock pace 60',
  )
  onWorld(command.command('show', { isDefault: true }).summary('what time it is'), async target => {
    showClock(target, await target.world.clock.get())
  })
  onWorld(
    command.command('advance <duration>').summary('move time on: 90s, 5m, 2h, 1d or PT90S'),
    async (target, duration: string) =>
      showAdvance(target, await target.world.clock.advance({ by: toIsoDuration(duration) })),
  )
  const jump = command
    .command('jump <target>')
    .summary(`move time to ${JUMPS.join(', ')}, or an ISO 8601 instant`)
    .option('--offset <duration>', 'added to the target, such as -1s')
  onWorld(jump, async (target, to: string) => {
    const { offset } = jump.opts<{ offset?: string }>()
    const body = { to: jumpTarget(to), ...(offset === undefined ? {} : { offset: toIsoDuration(offset) }) }
    showAdvance(target, await target.world.clock.advance(body))
  })
  onWorld(command.command('freeze').summary('stop the clock where it is'), async target => {
    showClock(target, await target.world.clock.freeze())
  })
  onWorld(command.command('live').summary('let the clock run as fast as real time'), async target => {
    showClock(target, await target.world.clock.live())
  })
  onWorld(
    command.command('pace <factor>').summary('let the clock run at a multiple of real time'),
    async (target, factor: string) => {
      if (!(Number(factor) > 0)) throw new CommandError(`pace takes a number such as 60 (got ${factor}).`, EXIT.usage)
      showClock(target, await target.world.clock.run(Number(factor)))
    },
  )
  onWorld(command.command('pending').summary('what is to come'), async ({ world, print }) => {
    const jobs = await world.clock.pending()
    print(jobs, () =>
      table(
        ['DUE', 'WHAT', 'OF'],
        jobs.map(({ due_at, kind, subject }) => [due_at, kind, subject]),
      ),
    )
  })
}

function jumpTarget(text: string): string {
  if (JUMPS.includes(text)) return `next-${text}`
  if ((ADVANCE_TARGETS as readonly string[]).includes(text) || /^\d{4}-/.test(text)) return text
  throw new CommandError(`jump takes ${JUMPS.join(', ')}, or an ISO 8601 instant (got ${text}).`, EXIT.usage)
}

function showClock({ print }: Target, clock: ClockView): void {
  const { now, pace, tokyo, next_job: next } = clock
  print(clock, () =>
    facts([
      ['Now', now],
      ['Tokyo', tokyo],
      ['Pace', typeof pace === 'number' ? `${pace} times real time` : pace],
      ['Next', next === null ? 'nothing is planned' : `${next.kind} at ${next.due_at}`],
    ]),
  )
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
    const happened = fired.length === 0 ? 'Nothing fell due.' : table(['AT', 'WHAT', 'OF', 'RESULT'], fired)
    return `${happened}\nIt is ${result.now}.`
  })
}
