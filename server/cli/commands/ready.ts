import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import type { EmulatorHandle } from '../../index.ts'
import { readyLine } from '../banner.ts'
import { toMilliseconds } from '../durations.ts'
import { EXIT, exitCodeOf } from '../exit-codes.ts'
import { printer } from '../output.ts'
import { addTargetFlags, connect, withExamples } from '../target.ts'

/** Real time between two looks, in milliseconds. */
const BETWEEN_LOOKS = 100

export function configure(command: Command): void {
  addTargetFlags(command).option('--wait <duration>', 'look again until it answers, at most so long', '0s')
  withExamples(command, 'ringback ready --wait 30s').action(async () => {
    const flags = command.opts<{ wait: string; json?: boolean }>()
    await using emulator = await waitFor(() => connect(flags), toMilliseconds(flags.wait))
    const { version, worlds } = await emulator.health()
    const count = `${worlds} ${worlds === 1 ? 'world' : 'worlds'}`
    const { pid: _, ...line } = readyLine(emulator)
    printer(flags.json === true)(line, `Ringback ${version} answers at ${emulator.url} with ${count}.`)
  })
}

async function waitFor(look: () => Promise<EmulatorHandle>, longest: number): Promise<EmulatorHandle> {
  const end = performance.now() + longest
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (exitCodeOf(error) !== EXIT.notReady || performance.now() >= end) throw error
      await pause(BETWEEN_LOOKS)
    }
  }
}
