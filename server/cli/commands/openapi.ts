import type { Command } from 'commander'
import { UnreachableError } from '../../client/control-client.ts'
import { writeOutput } from '../files.ts'
import { addTargetFlags, connect, type TargetFlags, withExamples, worldIdOf } from '../target.ts'

interface Flags extends TargetFlags {
  control?: boolean
  output?: string
}

/** Prints the contract with the assumptions of a world or, when no emulator runs, with their defaults. */
export function configure(command: Command): void {
  command
    .option('--control', 'print the control API of a running emulator instead')
    .option('-o, --output <file>', 'write it to a file')
  addTargetFlags(command)
  withExamples(command, 'ringback openapi -o openapi.json', 'ringback openapi --control').action(async () => {
    const flags = command.opts<Flags>()
    const text = `${JSON.stringify(await read(flags), null, flags.json ? 0 : 2)}\n`
    if (flags.output === undefined) process.stdout.write(text)
    else writeOutput(flags.output, text)
  })
}

async function read(flags: Flags): Promise<unknown> {
  try {
    await using emulator = await connect(flags)
    // Awaited here, because the connection ends with this block.
    const contract = `/control/contract/openapi.json?world=${encodeURIComponent(worldIdOf(flags))}`
    return await emulator.client.call('GET', flags.control ? '/control/openapi.json' : contract)
  } catch (error) {
    const asksForOne = flags.control || flags.world || flags.url || process.env.RINGBACK_URL
    if (asksForOne || !(error instanceof UnreachableError)) throw error
    process.stderr.write(
      'No emulator is running here, so this is the contract with all assumptions at their defaults. Name an emulator with --url.\n',
    )
    const { openApiDocument } = await import('../../contract/openapi.ts')
    return openApiDocument()
  }
}
