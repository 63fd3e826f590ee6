import type { Command } from 'commander'
import { readyLine } from '../banner.ts'
import { printer } from '../output.ts'
import { addTargetFlags, withExamples } from '../target.ts'
import { addWaitFlags, connectWaiting, type WaitFlags } from '../wait-flags.ts'

export function configure(command: Command): void {
  addWaitFlags(addTargetFlags(command))
  withExamples(command, 'ringback ready --wait', 'ringback ready --wait 5s --ready-file ringback.json').action(
    async () => {
      const flags = command.opts<WaitFlags>()
      await using emulator = await connectWaiting(flags)
      const { version, worlds } = await emulator.health()
      const count = `${worlds} ${worlds === 1 ? 'world' : 'worlds'}`
      const { pid: _, ...line } = readyLine(emulator)
      printer(flags.json === true)(line, `Ringback ${version} answers at ${emulator.url} with ${count}.`)
    },
  )
}
