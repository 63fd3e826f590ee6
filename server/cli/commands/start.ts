import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { START_OPTIONS } from '../../contract/start-options.ts'
import { type StartedEmulator, startEmulator } from '../../index.ts'
import { banner, keptWorldNote, readyLine } from '../banner.ts'
import { openedByConfig, readConfigFile } from '../config-file.ts'
import { holdNewSpace } from '../new-space.ts'
import { ofTakenPort } from '../port-taken.ts'
import { prepareReadyFile } from '../ready-file.ts'
import { addStartFlags, type FlagValues, flagsGiven } from '../start-flags.ts'
import { startOptionsOf } from '../start-settings.ts'
import { startedAs } from '../started-as.ts'
import { onStopSignal } from '../stop-signal.ts'
import { ofWorldFile } from '../world-file-problems.ts'

const USUAL_PORT = START_OPTIONS.port.flag.default

export function configure(command: Command): void {
  addStartFlags(command, { defaults: { port: `${USUAL_PORT}; 0 picks a free one` } })
    .option('--make-token', 'without a token, make one and print it, as the container does')
    .option('--ready-file <file>', 'write what --json prints to this file when ready; removed on exit')
    .addHelpText(
      'after',
      `
Examples:
  $ ringback start
  $ ringback start --store .ringback --forward https://crm.example.com=http://127.0.0.1:3000
  $ ringback start --port 0 --ready-file ringback.json
  $ ringback start --json --port 0 --fixture empty --clock 2026-03-10T14:59:50Z`,
    )
    .action(async () => {
      const given = flagsGiven(command)
      const config = await readConfigFile(given.config)
      const { readyFile, makeToken } = command.opts<{ readyFile?: string; makeToken?: true }>()
      const base = { ...fromEnvironment(), ...config }
      const values = withToken({ ...base, ...given.values }, makeToken === true)
      const ready = readyFile === undefined ? undefined : prepareReadyFile(readyFile)
      const options = await startOptionsOf({ port: USUAL_PORT, ...base, token: values.token }, given.values).catch(
        error => {
          throw ofWorldFile(values['world-file'], error)
        },
      )
      const emulator = await startEmulator(
        options,
        startedAs({ argv: process.argv, cwd: process.cwd(), pid: process.pid }),
      ).catch(async error => {
        throw ofWorldFile(values['world-file'], await ofTakenPort(error))
      })
      onStopSignal(async () => {
        ready?.remove()
        await emulator.close()
      })
      ready?.write(readyLine(emulator))
      report(emulator, values, given.config === undefined ? openedByConfig(config, given.values) : undefined)
      holdNewSpace()
    })
}

/** Other users of the machine can read flags, but not the environment; and a container is configured by its environment. */
function fromEnvironment(): FlagValues {
  const { RINGBACK_TOKEN: token, RINGBACK_ALLOW_HOST: hosts } = process.env
  const values: FlagValues = {}
  if (token) values.token = token
  if (hosts) values['allow-host'] = hosts.split(',').map(host => host.trim())
  return values
}

/** A token of 128 bits for a start that other machines can reach and that nobody gave one. */
function withToken(values: FlagValues, makeOne: boolean): FlagValues {
  if (!makeOne || values.token !== undefined) return values
  const token = randomBytes(16).toString('hex')
  process.stderr.write(
    `No RINGBACK_TOKEN was given, so the control API and the dashboard take this one until the next start:\n\n  ${token}\n\n` +
      'Give one yourself to keep it (docker run -e RINGBACK_TOKEN="$(openssl rand -hex 16)" …). The API itself takes keys, no token.\n',
  )
  return { ...values, token }
}

/** stdout is for the program that started us: one line with `--json`. Everything else goes to stderr. */
function report(emulator: StartedEmulator, values: FlagValues, opened: string | undefined): void {
  const note = emulator.reopened ? keptWorldNote(emulator.world.view, Object.keys(values)) : undefined
  for (const text of [opened, emulator.storeNote, note]) if (text !== undefined) process.stderr.write(`${text}\n`)
  if (values.json === true) process.stdout.write(`${JSON.stringify(readyLine(emulator))}\n`)
  else
    process.stdout.write(
      banner(emulator, { store: String(values.store ?? 'memory'), dashboard: values.dashboard !== false }),
    )
}
