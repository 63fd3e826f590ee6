import type { Command } from 'commander'
import { counted } from '../../contract/sentences.ts'
import type { AssumptionView, Json } from '../../index.ts'
import { facts, table } from '../output.ts'
import { onWorld, type Target, withExamples, withSubcommandExamples } from '../target.ts'

export function configure(command: Command): void {
  withExamples(command, 'ringback assumptions list --relied-on', 'ringback assumptions set calls.order oldest_first')
  const list = command
    .command('list', { isDefault: true })
    .summary('list assumptions')
    .option('--relied-on', 'only those that requests so far rely on')
    .option('--changed', 'only those changed from their default')
  onWorld(list, async ({ world, print }) => {
    const { reliedOn, changed } = list.opts<{ reliedOn?: boolean; changed?: boolean }>()
    const all = await world.assumptions.list()
    const shown = all.filter(row => (!reliedOn || row.relied_on > 0) && (!changed || row.changed))
    print(shown, () =>
      table(
        ['ASSUMPTION', 'VALUE', 'RELIED ON', 'WHAT'],
        shown.map(row => [row.id, shortValue(row), row.relied_on, row.title]),
        'No assumptions of that kind.',
      ),
    )
  })
  onWorld(
    command.command('show').argument('<id>', 'id of the assumption').summary('show an assumption'),
    async (target, id: string) => showAssumption(target, await target.world.assumptions.get(id)),
  )
  onWorld(
    command
      .command('set')
      .argument('<id>', 'id of the assumption')
      .argument('<value>', 'its new value: a word, or JSON')
      .summary('change an assumption'),
    async (target, id: string, value: string) => showAssumption(target, await setText(target, id, value)),
  )
  onWorld(
    command.command('reset').argument('<id>', 'id of the assumption').summary('reset an assumption to its default'),
    async (target, id: string) => showAssumption(target, await target.world.assumptions.reset(id)),
  )
  withSubcommandExamples(command, {
    list: 'ringback assumptions list --relied-on',
    show: 'ringback assumptions show calls.order',
    set: 'ringback assumptions set calls.order oldest_first',
    reset: 'ringback assumptions reset calls.order',
  })
}

/** Sends the text as it is and, if the register does not accept that, what it is as JSON. */
async function setText({ world }: Target, id: string, text: string): Promise<AssumptionView> {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    value = text
  }
  return world.assumptions.set(id, value)
}

function showAssumption({ print }: Target, row: AssumptionView): void {
  print(row, () =>
    facts([
      ['Assumption', row.id],
      ['What', row.title],
      ['Value', JSON.stringify(row.value)],
      ['Default', JSON.stringify(row.default)],
      ['Others', row.alternatives.map(value => JSON.stringify(value)).join(', ') || null],
      [
        'Kind',
        row.own && row.kind !== 'measured'
          ? `${row.kind}, Ringback's own: the real service has nothing of the kind`
          : row.kind,
      ],
      ['Measured', measuredText(row)],
      ['Touches', row.touches.join(', ')],
      ['Relied on by', reliance(row)],
      ['Answered under', answeredUnder(row)],
    ]),
  )
}

/** `"kana", 2026-12-03 at https://api.example.com, seen 4 times: …` */
function measuredText({ measured }: AssumptionView): string | null {
  if (measured === null) return null
  const { value, measured_at, base_origin, observations, evidence } = measured
  return `${JSON.stringify(value)}, ${measured_at.slice(0, 10)} at ${base_origin}, seen ${observations} times: ${evidence[0] ?? ''}`
}

const LONGEST_SHOWN = 40

function shortValue({ value, changed, kind }: AssumptionView): string {
  const text = JSON.stringify(value)
  return (
    (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text) +
    (kind === 'measured' ? ' (measured)' : changed ? ' (changed)' : '')
  )
}

/** Under which values requests were answered, where not all were under the present one. */
function answeredUnder({ answered_under: under, value }: AssumptionView): string | null {
  const counts = new Map<string, number>()
  for (const { value: then, requests } of under) {
    const text = JSON.stringify(then)
    counts.set(text, (counts.get(text) ?? 0) + requests)
  }
  if ([...counts.keys()].every(text => text === JSON.stringify(value))) return null
  return [...counts].map(([text, requests]) => `${text}: ${counted(requests, 'request')}`).join(', ')
}

/** `3 requests, 1 calls`: kinds without any are left out. */
function reliance({ relied_on_by: by }: AssumptionView): string {
  const kinds = Object.entries(by).filter(([, count]) => count > 0)
  return (
    kinds
      .map(([kind, count]) => `${count} ${count === 1 ? ONE[kind as keyof typeof by] : MANY[kind as keyof typeof by]}`)
      .join(', ') || 'nothing'
  )
}
const ONE = {
  requests: 'request',
  calls: 'call',
  events: 'event',
  deliveries: 'delivery',
  ledger: 'ledger entry',
}
const MANY = {
  requests: 'requests',
  calls: 'calls',
  events: 'events',
  deliveries: 'deliveries',
  ledger: 'ledger entries',
}
