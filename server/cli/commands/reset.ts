import type { Command } from 'commander'
import { addFlags, type FlagName, flagsGiven } from '../start-flags.ts'
import { toStartOptions } from '../start-settings.ts'
import { onWorld, withExamples } from '../target.ts'

const FLAGS: FlagName[] = ['seed', 'fixture', 'world-file', 'clock']

export function configure(command: Command): void {
  const asItIs = 'as before'
  addFlags(command, FLAGS, { seed: asItIs, fixture: asItIs, 'world-file': asItIs, clock: asItIs })
  withExamples(command, 'ringback reset', 'ringback reset --fixture empty --clock 2026-03-10T14:59:50Z')
  onWorld(command, async ({ world, print }) => {
    await world.reset(toStartOptions(flagsGiven(command, FLAGS).values))
    const { view } = world
    print(view, `World ${view.world_id} was reset: fixture ${view.fixture}, seed ${view.seed}, clock ${view.now}.`)
  })
}
