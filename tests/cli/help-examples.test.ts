import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS } from '../../server/cli/commands.ts'
import { STARTER } from '../../server/cli/world-starter.ts'
import { type StartedEmulator, startEmulator } from '../../server/index.ts'
import { temporaryFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'
import { REPOSITORY } from '../support/readme-blocks.ts'

interface Helped {
  /** `snapshot compare` */
  readonly name: string
  readonly command: Command
  readonly examples: readonly string[]
}

/** A command as it is at the start of each line: all of them, with the flags of this one. */
async function programOf({ name, load }: (typeof COMMANDS)[number]): Promise<{ program: Command; command: Command }> {
  const program = new Command('ringback').enablePositionalOptions()
  const command = program.command(name)
  const { configure } = await load()
  configure(command, () => {}, COMMANDS)
  return { program, command }
}

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: piece => (text += piece) }).outputHelp()
  return text
}

const examplesIn = (help: string): string[] => [...help.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = '']) => line)

/** The arguments of a line as a shell reads them, without `ringback`. */
const argumentsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)]
    .map(([, single, double, bare]) => single ?? double ?? bare ?? '')
    .slice(1)

const all: Helped[] = []
for (const row of COMMANDS) {
  const { command } = await programOf(row)
  for (const one of [command, ...command.commands]) {
    const name = one === command ? row.name : `${row.name} ${one.name()}`
    all.push({ name, command: one, examples: examplesIn(helpOf(one)) })
  }
}
const isLeaf = ({ command }: Helped) => command.commands.length === 0

test('there are the subcommands that there are', () => {
  expect(all.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['snapshot compare', 'world capsule', 'clock advance', 'verdicts explain', 'call step']),
  )
})

test.for(all.map(one => [one.name, one] as const))(
  '%s --help has an example of it',
  ([name, { command, examples }]) => {
    expect(examples).not.toEqual([])
    if (command.commands.length > 0) return
    // The default subcommand may be left out.
    const [group = '', sub] = name.split(' ')
    for (const line of examples)
      expect(line).toMatch(
        sub === undefined || sub === 'list' ? new RegExp(`ringback ${group}\\b`) : new RegExp(`ringback ${name}\\b`),
      )
  },
)

test.for(all.flatMap(({ examples }) => examples).map(line => [line] as const))(
  'is understood as it stands: %s',
  async ([line]) => {
    for (const piece of line.split(/ && | \| (?!.*\))|[<$]\(|\)"?/).filter(text => text.startsWith('ringback '))) {
      const args = argumentsOf(piece)
      const row = COMMANDS.find(({ name }) => name === args[0])
      expect(row, piece).toBeDefined()
      const { program, command } = await programOf(row as (typeof COMMANDS)[number])
      let acted = false
      const act = () => {
        acted = true
      }
      for (const one of [program, command, ...command.commands])
        one.exitOverride().configureOutput({ writeErr: () => {} })
      for (const one of command.commands.length === 0 ? [command] : command.commands) one.action(act)
      await program.parseAsync(args, { from: 'user' })
      expect(acted, piece).toBe(true)
    }
  },
)

test.for(all.map(one => [one.name, one] as const))('%s says what each argument of it is', ([, { command }]) => {
  expect(command.registeredArguments.filter(one => one.description === '').map(one => one.name())).toEqual([])
})

test('each command but those that the README names has --json', () => {
  const without = all.filter(isLeaf).filter(({ command }) => !command.options.some(({ long }) => long === '--json'))
  expect(without.map(({ name }) => name)).toEqual(['exec', 'world init', 'completion'])
  const [, excepted = ''] =
    /JSON with `--json`, except ([^.]*)\./.exec(readFileSync(path.join(REPOSITORY, 'README.md'), 'utf8')) ?? []
  const named = [...excepted.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).filter(name => !name.startsWith('--'))
  expect(named).toEqual(without.map(({ name }) => name))
})

describe('As it is run', () => {
  const runLine = linesOfFile()
  test.for(all.filter(isLeaf).map(({ name, command }) => [name, command] as const))(
    '%s --help says what it does',
    async ([name, command]) => {
      const { stdout } = await runLine([...name.split(' '), '--help'])
      const summary = command.summary() || COMMANDS.find(row => row.name === name)?.summary
      expect(stdout.replace(/\s+/g, ' ')).toContain(` ${summary} `)
    },
  )
})

/** The examples of subcommands, which need an emulator that has what they name. */
/** What a list says of the rows that it leaves out. */
const OF_MORE = /^ringback: the newest \d+ of \d+ \w+; --limit \d+ shows them all\.\n$/

describe('In a world with what they name', () => {
  const runLine = linesOfFile()
  let emulator: StartedEmulator
  const folder = temporaryFolder()

  beforeAll(async () => {
    emulator = await startEmulator({ fixture: 'standard', clock: '2026-03-10T14:59:50Z', dashboard: false })
  })
  afterAll(async () => {
    await emulator.close()
    folder[Symbol.dispose]()
  })

  /** A world in which things were asked for, have happened and were kept, and the files that the examples read. */
  async function furnish() {
    const { world } = emulator
    for (const { world_id } of await emulator.worlds()) if (world_id !== world.id) await emulator.removeWorld(world_id)
    await world.reset()
    await world.record()
    const pro = world.tenant('pro')
    await world.webhooks.register({ tenant: 'pro', url: world.inbox('crm').url, events: ['call.missed'] })
    for (let count = 0; count < 16; count++)
      await fetch(`${emulator.url}/api/v1/customers`, { headers: { Authorization: `Bearer ${pro.key}` } })
    await world.clock.advance({ by: 'PT20S' })
    await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
    await world.deliveries.waitFor({ event: 'call.missed' })
    await world.calls.place({ tenant: 'pro', phone_number: '+81312340001' })
    await world.faults.add({ effect: { status: 503 }, match: { path: '/reports' } })
    await world.callScripts.add({ steps: [{ after: 'PT5S', to: 'busy' }], match: { phone_suffix: '77' } })
    await world.forwards.add({ from: 'https://crm.example.com', to: 'http://127.0.0.1:3000' })
    await world.snapshots.take('before-import')
    await world.snapshots.take('after-import')
    const file = (name: string) => path.join(folder.path, name)
    writeFileSync(file('before-import.db'), await world.snapshots.download('before-import'))
    writeFileSync(file('crash.ringback-capsule'), await world.capsule())
    writeFileSync(file('ringback.world.jsonc'), STARTER)
    await emulator.createWorld({ world_id: 'qa', fixture: 'empty' })
  }

  const lines = all
    .filter(one => isLeaf(one) && one.name.includes(' '))
    .flatMap(({ name, examples }) => examples.map(line => [line, name] as const))
    // It goes on until Ctrl+C.
    .filter(([line]) => !line.includes('--follow'))

  test.for(lines)('%s', async ([line, name]) => {
    await furnish()
    if (name === 'world create') await emulator.removeWorld('qa')
    if (name === 'world init') rmSync(path.join(folder.path, 'ringback.world.jsonc'))
    const { code, stderr } = await runLine(argumentsOf(line), {
      cwd: folder.path,
      env: { RINGBACK_URL: emulator.url },
    })
    expect({ code, stderr: stderr.replace(OF_MORE, '') }).toEqual({ code: 0, stderr: '' })
  })
})
