import type { Command } from 'commander'
import { ControlRefusal } from '../../index.ts'
import { readyLine } from '../banner.ts'
import { printer } from '../output.ts'
import { addTargetFlags, tokenOf, withExamples } from '../target.ts'
import { addWaitFlags, connectWaiting, type WaitFlags } from '../wait-flags.ts'

export function configure(command: Command): void {
  addWaitFlags(addTargetFlags(command))
  withExamples(command, 'ringback ready --wait', 'ringback ready --wait 5s --ready-file ringback.json').action(
    async () => {
      const flags = command.opts<WaitFlags>()
      await using emulator = await connectWaiting(flags).catch(error => {
        // Whoever only asks whether it answers, as the health check of a container, need not know its token.
        if (!(error instanceof ControlRefusal) || error.status !== 401 || tokenOf(flags) !== undefined) throw error
        printer(flags.json === true)({ event: 'answers' }, 'Ringback answers, and asks for a token.')
        return undefined
      })
      if (emulator === undefined) return
      const { version, worlds } = await emulator.health()
      const count = `${worlds} ${worlds === 1 ? 'world' : 'worlds'}`
      const { pid: _, ...line } = readyLine(emulator)
      printer(flags.json === true)(line, `Ringback ${version} answers at ${emulator.url} with ${count}.`)
    },
  )
}
