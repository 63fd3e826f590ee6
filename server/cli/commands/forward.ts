import type { Command } from 'commander'
import { CommandError } from '../exit-codes.ts'
import { table } from '../output.ts'
import { here } from '../own-command.ts'
import { onWorld, withExamples, withSubcommandExamples } from '../target.ts'

export function configure(command: Command): void {
  withExamples(command, 'ringback forward add https://crm.example.com http://127.0.0.1:3000', 'ringback forward list')
  onWorld(
    command
      .command('add')
      .argument('<origin>', 'the https origin of the webhooks: https://crm.example.com')
      .argument('<target>', 'the local address: http://127.0.0.1:3000')
      .summary('deliver webhooks of an https origin to a local address'),
    async ({ world, print }, from: string, to: string) => {
      const rules = await world.forwards.add({ from, to })
      print(rules, `Webhooks of ${from} are delivered to ${to}.`)
    },
  )
  onWorld(command.command('list').summary('list forwards'), async ({ world, print }) => {
    const rules = await world.forwards.get()
    print(rules, () =>
      table(
        ['ORIGIN', 'TARGET'],
        rules.map(({ from, to }) => [from, to]),
        'No forwards.',
      ),
    )
  })
  onWorld(
    command.command('remove').argument('<origin>', 'the https origin, as list shows it').summary('remove a forward'),
    async ({ world, print }, origin: string) => {
      const rules = await world.forwards.get()
      const others = rules.filter(({ from }) => from !== origin)
      if (others.length === rules.length)
        throw new CommandError(`There is no forward of ${origin}. "${here('forward list')}" shows them.`)
      print(await world.forwards.set(others), `Webhooks of ${origin} are no longer forwarded.`)
    },
  )
  withSubcommandExamples(command, {
    add: 'ringback forward add https://crm.example.com http://127.0.0.1:3000',
    list: 'ringback forward list',
    remove: 'ringback forward remove https://crm.example.com',
  })
}
