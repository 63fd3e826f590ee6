import { execFileSync } from 'node:child_process'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { commandLine } from '../../electron/commands/cli.ts'
import { COMMAND_IDS, COMMANDS } from '../../electron/commands/table.ts'
import { COMMANDS as CLI } from '../../server/cli/commands.ts'

const context = { port: 4_010, store: '/home/u/My data', platform: 'linux' }

/** The words of a command line as a shell reads them; what the user has to fill in is filled in. */
function words(line: string): string[] {
  const filled = line.replaceAll(/<[^>]+>/g, 'x')
  return execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${filled}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
}

/** Takes every action away, so that reading the words is all that happens. */
function withoutActions(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => {} })
  if (command.commands.length === 0 || command.registeredArguments.length > 0) command.action(() => {})
  for (const child of command.commands) withoutActions(child)
}

async function readByCli(line: string): Promise<void> {
  const [program, ...args] = words(line)
  expect(program).toBe('ringback')
  const root = new Command('ringback').enablePositionalOptions().exitOverride()
  for (const { name, load } of CLI) {
    const command = root.command(name)
    if (args[0] === name) (await load()).configure(command, () => {}, CLI)
  }
  withoutActions(root)
  await root.parseAsync(args, { from: 'user' })
}

const ofCli = COMMAND_IDS.filter(id => !COMMANDS[id].cli.startsWith('curl '))

test.each(ofCli)('the CLI understands the command line of %s, for the default world and for another', async id => {
  for (const world of ['default', "o'hara"]) {
    await readByCli(commandLine(id, { ...context, url: 'http://127.0.0.1:4010', world }))
  }
})

test('a command line that the CLI does not know would be noticed', async () => {
  await expect(readByCli('ringback clock jump --backwards')).rejects.toThrow(/unknown option/)
  await expect(readByCli('ringback rewind')).rejects.toThrow(/unknown command/)
})
