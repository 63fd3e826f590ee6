import type { Command } from 'commander'
import { type StartedEmulator, startEmulator } from '../../index.ts'
import { banner, keptWorldNote, readyLine } from '../banner.ts'
import { readConfigFile } from '../config-file.ts'
import { holdNewSpace } from '../new-space.ts'
import { addStartFlags, type FlagValues, flagsGiven } from '../start-flags.ts'
import { toStartOptions } from '../start-settings.ts'
import { onStopSignal } from '../stop-signal.ts'

const DEFAULT_PORT = 4010

export function configure(command: Command): void {
  addStartFlags(command)
    .addHelpText(
      'after',
      `
Examples:
  $ ringback start
  $ ringback start --store .ringback --forward https://crm.example.com=http://127.0.0.1:3000
  $ ringback start --json --port 0 --fixture empty --clock 2026-03-10T14:59:50Z`,
    )
    .action(async () => {
      const given = flagsGiven(command)
      const values = { ...(await readConfigFile(given.config)), ...given.values }
      const emulator = await startEmulator({ port: DEFAULT_PORT, ...toStartOptions(values) })
      onStopSignal(() => emulator.close())
      report(emulator, values)
      holdNewSpace()
    })
}

/** stdout is for the program that started us: one line with `--json`. Everything else goes to stderr. */
function report(emulator: StartedEmulator, values: FlagValues): void {
  const note = emulator.reopened ? keptWorldNote(emulator.world.view, Object.keys(values)) : undefined
  for (const text of [emulator.storeNote, note]) if (text !== undefined) process.stderr.write(`${text}\n`)
  if (values.json === true) process.stdout.write(`${JSON.stringify(readyLine(emulator))}\n`)
  else
    process.stdout.write(
      banner(emulator, { store: String(values.store ?? 'memory'), dashboard: values.dashboard !== false }),
    )
}
