import type { Command } from 'commander'
import type { AssumptionView, Json } from '../../index.ts'
import { facts, table } from '../output.ts'
import { onWorld, type Target, withExamples } from '../target.ts'

export function configure(command: Command): void {
  withExamples(command, 'ringback assumptions list --relied-on', 'ringback assumptions set calls.order oldest_first')
  const list = command
    .command('list', { isDefault: true })
    .summary('what the contract leaves open, and what is assumed')
    .option('--relied-on', 'only those that the requests so far rest on')
    .option('--changed', 'only those that are not at their default')
  onWorld(list, async ({ world, print }) => {
    const { reliedOn, changed } = list.opts<{ reliedOn?: boolean; changed?: boolean }>()
    const all = await world.assumptions.list()
    const shown = all.filter(row => (!reliedOn || row.relied_on > 0) && (!changed || row.changed))
    print(shown, () =>
      table(
        ['ASSUMPTION', 'VALUE', 'RELIED ON', 'WHAT'],
        shown.map(row => [row.id, shortValue(row), row.relied_on, row.title]),
      ),
    )
  })
  onWorld(command.command('show <id>').summary('one assumption'), async (target, id: string) =>
    showAssumption(target, await target.world.assumptions.get(id)),
  )
  onWorld(
    command.command('set <id> <value>').summary('assume something else'),
    async (target, id: string, value: string) => showAssumption(target, await setText(target, id, value)),
  )
  onWorld(command.command('reset <id>').summary('back to the default'), async (target, id: string) =>
    showAssumption(target, await target.world.assumptions.reset(id)),
  )
}

/** Text that reads as JSON is sent as such where the register does not take the text itself. */
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
      ['Touches', row.touches.join(', ')],
      ['Relied on by', `${row.relied_on} requests`],
    ]),
  )
}

const LONGEST_SHOWN = 40

function shortValue({ value, changed }: AssumptionView): string {
  const text = JSON.stringify(value)
  return (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text) + (changed ? ' (changed)' : '')
}
