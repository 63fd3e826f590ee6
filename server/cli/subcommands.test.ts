import { Command } from 'commander'
import { expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { subcommandFirst } from './subcommands.ts'

/** A command of the command line, set up as it is there. */
async function commandOf(name: string): Promise<Command> {
  const command = new Command(name)
  const { configure } = await (COMMANDS.find(one => one.name === name) as (typeof COMMANDS)[number]).load()
  configure(command, () => undefined, COMMANDS)
  return command
}

test.each([
  ['verdicts', '--url http://127.0.0.1:4010 list --json', 'list --url http://127.0.0.1:4010 --json'],
  ['logs', '--world crm --json show 13', 'show --world crm --json 13'],
  ['clock', '--url=http://127.0.0.1:4010 advance 90s', 'advance --url=http://127.0.0.1:4010 90s'],
  ['deliveries', '--world list list', 'list --world list'],
])('flags of %s may stand before the subcommand: %s', async (name, line, read) => {
  expect(subcommandFirst(await commandOf(name), line.split(' '))).toEqual(read.split(' '))
})

test.each([
  ['logs', 'show 13 --json'],
  ['logs', '--status 4xx --tenant pro'],
  ['logs', '--json lsit'],
  ['logs', '--nothing-like-it list'],
  ['world', '--world list'],
])('what %s is told otherwise stays as it is: %s', async (name, line) => {
  expect(subcommandFirst(await commandOf(name), line.split(' '))).toEqual(line.split(' '))
})
