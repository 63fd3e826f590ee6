import type { Command } from 'commander'
import { onWorld, withExamples } from '../target.ts'
import { wholeNumber } from '../whole-number.ts'

export function configure(command: Command): void {
  command
    .option('--seed <number>', 'use another seed')
    .option('--fixture <name>', 'use another fixture')
    .option('--clock <start>', 'use another start time: live, or an ISO 8601 instant')
  withExamples(command, 'ringback reset', 'ringback reset --fixture empty --clock 2026-03-10T14:59:50Z')
  onWorld(command, async ({ world, print }) => {
    const { seed, fixture, clock } = command.opts<{ seed?: string; fixture?: string; clock?: string }>()
    await world.reset({
      seed: seed === undefined ? undefined : wholeNumber('seed', seed),
      fixture,
      clock,
    })
    const { view } = world
    print(view, `World ${view.world_id} was reset: fixture ${view.fixture}, seed ${view.seed}, clock ${view.now}.`)
  })
}
