import type { Command } from 'commander'
import manifest from '../../../package.json' with { type: 'json' }
import { type EmulatorHandle, startEmulator } from '../../index.ts'
import { EXIT, exitCodeOf } from '../exit-codes.ts'
import { addTargetFlags, connect, type TargetFlags, withExamples } from '../target.ts'

export function configure(command: Command): void {
  addTargetFlags(command)
  withExamples(
    command,
    'ringback mcp --url http://127.0.0.1:4010',
    'claude mcp add ringback -- npx ringback mcp',
  ).action(async () => {
    await using emulator = await connectOrStart(command.opts<TargetFlags>())
    // Loaded only here: no other command needs the protocol.
    const { serveMcp } = await import('../../mcp/serve.ts')
    await serveMcp(emulator, manifest.version)
  })
}

/** The emulator that is named or runs here; else one of its own, for as long as the agent is there. */
async function connectOrStart(flags: TargetFlags): Promise<EmulatorHandle> {
  try {
    return await connect(flags)
  } catch (error) {
    const named = flags.url !== undefined || Boolean(process.env.RINGBACK_URL)
    if (named || exitCodeOf(error) !== EXIT.notReady) throw error
    return startEmulator({ port: 0 })
  }
}
