import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { addTargetFlags, connect, withExamples, worldIdOf } from '../target.ts'

interface Flags {
  control?: boolean
  json?: boolean
  output?: string
  url?: string
  token?: string
  world?: string
}

/** The contract is known without an emulator; with one named, it is as the assumptions of its world have it. */
export function configure(command: Command): void {
  command
    .option('--control', 'the control API of a running emulator instead')
    .option('-o, --output <file>', 'write it to a file')
  addTargetFlags(command)
  withExamples(command, 'ringback openapi -o openapi.json', 'ringback openapi --control').action(async () => {
    const flags = command.opts<Flags>()
    const text = `${JSON.stringify(await read(flags), null, flags.json ? 0 : 2)}\n`
    if (flags.output === undefined) process.stdout.write(text)
    else writeFileSync(flags.output, text)
  })
}

async function read(flags: Flags): Promise<unknown> {
  if (!flags.control && !flags.url && !process.env.RINGBACK_URL) {
    const { openApiDocument } = await import('../../contract/openapi.ts')
    return openApiDocument()
  }
  await using emulator = await connect(flags)
  // Awaited here: the connection ends with this block.
  const contract = `/control/contract/openapi.json?world=${encodeURIComponent(worldIdOf(flags))}`
  return await emulator.client.call('GET', flags.control ? '/control/openapi.json' : contract)
}
