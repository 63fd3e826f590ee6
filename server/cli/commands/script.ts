import type { Command } from 'commander'
import type { CallScriptBody } from '../../index.ts'
import { readJsonArgument } from '../json-argument.ts'
import { table } from '../output.ts'
import { onWorld, withExamples, withSubcommandExamples } from '../target.ts'
import { wholeNumber } from '../whole-number.ts'

interface AddFlags {
  match: string
  times?: string
}

export function configure(command: Command): void {
  withExamples(
    command,
    `ringback script add '[{"after":"PT2S","to":"ringing"},{"after":"PT20S","to":"no_answer"}]' --match '{"phone_suffix":"77"}'`,
    'ringback script list',
  )
  const add = command
    .command('add')
    .argument('<steps>', 'JSON: a list of steps, each with "after" and "to"')
    .summary('decide what happens in future calls; the steps are JSON')
    .option('--match <json>', 'which calls: phone_number, phone_suffix, staff_id, tenant', '{}')
    .option('--times <count>', 'for so many calls (default: until it is removed)')
  onWorld(add, async ({ world, print }, steps: string) => {
    const { match, times } = add.opts<AddFlags>()
    const script = await world.callScripts.add({
      steps: readJsonArgument<CallScriptBody['steps']>('steps', steps),
      match: readJsonArgument<CallScriptBody['match']>('--match', match),
      times: times === undefined ? undefined : wholeNumber('times', times, { from: 1 }),
    })
    print(script, `Script ${script.id} decides future calls that match.`)
  })
  onWorld(command.command('list').summary('list call scripts, the newest first'), async ({ world, print }) => {
    const scripts = await world.callScripts.list()
    const rows = scripts.map(({ id, match, steps }) => [
      id,
      JSON.stringify(match),
      steps.map(({ after, to }) => `${after} ${to}`).join(', '),
    ])
    print(scripts, () => table(['SCRIPT', 'MATCH', 'STEPS'], rows, 'No call scripts.'))
  })
  onWorld(
    command.command('remove').argument('<id>', 'id of the script, as list shows it').summary('remove a call script'),
    async ({ world, print }, id: string) => {
      await world.callScripts.remove(wholeNumber('id', id))
      print({ removed: Number(id) }, `Script ${id} is removed.`)
    },
  )
  withSubcommandExamples(command, {
    add: `ringback script add '[{"after":"PT5S","to":"busy"}]' --match '{"phone_suffix":"77"}' --times 3`,
    list: 'ringback script list',
    remove: 'ringback script remove 1',
  })
}
