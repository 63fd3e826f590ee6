import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { CreateWorldBody, WorldView } from '../../index.ts'
import { writeCapsule } from '../capsules.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { table } from '../output.ts'
import { onWorld, withExamples } from '../target.ts'

interface CreateFlags {
  seed?: string
  fixture?: string
  clock?: string
  pace?: string
}

export function configure(command: Command): void {
  withExamples(
    command,
    'ringback world create qa --fixture empty --clock 2026-03-10T14:59:50Z',
    'ringback world show --world qa',
  )
  onWorld(command.command('list', { isDefault: true }).summary('all worlds'), async ({ emulator, print }) => {
    const worlds = await emulator.worlds()
    print(worlds, () =>
      table(
        ['WORLD', 'FIXTURE', 'SEED', 'CLOCK', 'PACE'],
        worlds.map(row => [row.world_id, row.fixture, row.seed, row.now, row.pace]),
      ),
    )
  })
  onWorld(command.command('show').summary('the world with its tenants and keys'), async ({ world, print }) => {
    print(world.view, () => keyTable(world.view))
  })
  const create = command
    .command('create [id]')
    .summary('a further world')
    .option('--seed <number>', 'seed of everything that is drawn')
    .option('--fixture <name>', 'what it starts with')
    .option('--clock <start>', 'live, or an ISO 8601 instant at which the clock stands')
    .option('--pace <pace>', 'live, frozen, or a multiple of real time')
  onWorld(create, async ({ emulator, print }, id: string | undefined) => {
    const { seed, ...flags } = create.opts<CreateFlags>()
    if (seed !== undefined && !/^\d+$/.test(seed))
      throw new CommandError(`--seed takes a whole number (got ${seed}).`, EXIT.usage)
    const { fixture, clock, pace } = flags
    const settings: CreateWorldBody = {
      ...(id === undefined ? {} : { world_id: id }),
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(fixture === undefined ? {} : { fixture }),
      ...(clock === undefined ? {} : { clock }),
      ...(pace === undefined ? {} : { pace }),
    }
    const { view } = await emulator.createWorld(settings)
    print(view, () => `World ${view.world_id} is at ${view.now}.\n\n${keyTable(view)}`)
  })
  const capsule = command
    .command('capsule <file>')
    .summary('write the world to a file that opens at a request, the newest that failed')
    .option('--request <request_id>', 'at this request')
    .option('--reveal <what>', 'secrets: leave them in')
  onWorld(capsule, async ({ world, print }, file: string) => {
    const { request, reveal } = capsule.opts<{ request?: string; reveal?: string }>()
    if (reveal !== undefined && reveal !== 'secrets')
      throw new CommandError(`--reveal knows secrets only (got ${reveal}).`, EXIT.usage)
    const bytes = await writeCapsule(world, file, {
      ...(request === undefined ? {} : { request_id: request }),
      ...(reveal === undefined ? {} : { reveal }),
    })
    print({ file, bytes }, `Wrote ${file} (${bytes} bytes). "ringback world open ${file}" opens it.`)
  })
  onWorld(
    command.command('open <file>').summary('open a capsule in a world of its own'),
    async (target, file: string) => {
      const { emulator, print } = target
      const { world, request_id } = await emulator.openCapsule(readFileOf(file))
      const at =
        request_id === null
          ? ''
          : ` at request ${request_id}:\n  ringback logs show ${request_id} --world ${world.id}\n  ringback logs replay ${request_id} --world ${world.id}`
      print({ world_id: world.id, request_id }, `World ${world.id} is open${at}`)
    },
  )
  onWorld(command.command('remove <id>').summary('remove a world'), async ({ emulator, print }, id: string) => {
    await (await emulator.openWorld(id)).remove()
    print({ removed: id }, `Removed ${id}.`)
  })
}

function readFileOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, EXIT.usage)
  }
}

function keyTable({ tenants }: WorldView): string {
  const rows = tenants.flatMap(({ tenant, plan, keys }) =>
    keys.map(({ label, mode, key, masked, revoked_at }) => [
      tenant,
      plan ?? 'none',
      label,
      mode,
      revoked_at === null ? (key ?? masked) : 'revoked',
    ]),
  )
  return table(['TENANT', 'PLAN', 'KEY', 'MODE', 'VALUE'], rows)
}
