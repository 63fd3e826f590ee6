import type { Command } from 'commander'
import { shown } from '../../contract/shown.ts'
import type { FaultBody, FaultView } from '../../index.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { readJsonArgument } from '../json-argument.ts'
import { table } from '../output.ts'
import { onWorld, withExamples, withSubcommandExamples } from '../target.ts'
import { wholeNumber } from '../whole-number.ts'

interface AddFlags {
  match?: string
  times?: string
  probability?: string
}

export function configure(command: Command): void {
  withExamples(
    command,
    `ringback fault add '{"status":503}' --times 2`,
    `ringback fault add '{"drop":true}' --match '{"method":"POST","path":"/calls/initiate"}' --times 1`,
    'ringback fault clear',
  )
  const add = command
    .command('add')
    .argument('<effect>', 'JSON, such as {"status":503}')
    .summary('make something go wrong; the effect is JSON')
    .option(
      '--match <json>',
      'what it hits: method, path, tenant, outcome (success, error); for deliveries event, tenant, webhook_id',
    )
    .option('--times <count>', 'how often (default: until it is removed)')
    .option('--probability <share>', 'with which probability: above 0, at most 1')
  onWorld(add, async ({ world, print }, effect: string) => {
    const { match, times, probability } = add.opts<AddFlags>()
    const fault = await world.faults.add({
      effect: readJsonArgument<FaultBody['effect']>('effect', effect),
      match: match === undefined ? undefined : readJsonArgument<FaultBody['match']>('--match', match),
      times: times === undefined ? undefined : wholeNumber('times', times, { from: 1 }),
      probability: probability === undefined ? undefined : shareOf(probability),
    })
    print(fault, () => [`Fault ${fault.id} acts from now on.`, fault.warning].filter(line => line !== null).join(' '))
  })
  onWorld(command.command('list').summary('list faults'), async ({ world, print }) => {
    const faults = await world.faults.list()
    print(faults, () => table(['FAULT', 'EFFECT', 'MATCH', 'FIRED', 'DRILL'], faults.map(rowOf), 'No faults.'))
  })
  onWorld(
    command.command('remove').argument('<id>', 'id of the fault, as list shows it').summary('end a fault'),
    async ({ world, print }, id: string) => {
      await world.faults.remove(wholeNumber('id', id))
      print({ removed: Number(id) }, `Fault ${id} has ended.`)
    },
  )
  onWorld(command.command('clear').summary('end all faults'), async ({ world, print }) => {
    await world.faults.clear()
    print({ cleared: true }, 'No fault acts any more.')
  })
  withSubcommandExamples(command, {
    add: [
      `ringback fault add '{"status":503}' --times 2`,
      `ringback fault add '{"duplicate":1}' --match '{"event":"call.completed"}'`,
    ],
    list: 'ringback fault list',
    remove: 'ringback fault remove 1',
    clear: 'ringback fault clear',
  })
}

const rowOf = ({ id, effect, match, fired, times, drill }: FaultView) => [
  id,
  JSON.stringify(effect),
  JSON.stringify(match ?? {}),
  times === undefined ? fired : `${fired} of ${times}`,
  drill?.drill ?? '',
]

/** @throws CommandError (usage) */
function shareOf(text: string): number {
  const share = Number(text)
  if (text.trim() !== '' && share > 0 && share <= 1) return share
  throw new CommandError(`--probability takes a number above 0, at most 1 (got ${shown(text)}).`, EXIT.usage)
}
