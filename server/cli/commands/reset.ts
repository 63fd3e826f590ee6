import type { Command } from 'commander'
import { CommandError, EXIT } from '../exit-codes.ts'
import { onWorld, withExamples } from '../target.ts'

export function configure(command: Command): void {
  command
    .option('--seed <number>', 'another seed')
    .option('--fixture <name>', 'another fixture')
    .option('--clock <start>', 'another start of the clock: live, or an ISO 8601 instant')
  withExamples(command, 'ringback reset', 'ringback reset --fixture empty --clock 2026-03-10T14:59:50Z')
  onWorld(command, async ({ world, print }) => {
    const { seed, fixture, clock } = command.opts<{ seed?: string; fixture?: string; clock?: string }>()
    if (seed !== undefined && !/^\d+$/.test(seed))
      throw new CommandError(`--seed takes a whole number (got ${seed}).`, EXIT.usage)
    await world.reset({
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(fixture === undefined ? {} : { fixture }),
      ...(clock === undefined ? {} : { clock }),
    })
    const { view } = world
    print(view, `World ${view.world_id} starts afresh: fixture ${view.fixture}, seed ${view.seed}, clock ${view.now}.`)
  })
}
