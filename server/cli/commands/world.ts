import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Command, Option } from 'commander'
import { shown } from '../../contract/shown.ts'
import { START_OPTIONS } from '../../contract/start-options.ts'
import type { RecordingView } from '../../control/protocol/process.ts'
import { checkWorldFile, type WorldHandle } from '../../index.ts'
import { writeCapsule } from '../capsules.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { checkInput, checkOutput, writeOutput } from '../files.ts'
import { checkForkName, checkRecorded, ofForkFlags } from '../fork-refusals.ts'
import { forkOf, forkText } from '../fork-text.ts'
import { keyTable } from '../key-table.ts'
import { tokyoTime } from '../log-table.ts'
import { namedIn, numberOf, requestIdOf } from '../named-request.ts'
import { printer, table } from '../output.ts'
import { here } from '../own-command.ts'
import { addFlags, type FlagName, flagsGiven } from '../start-flags.ts'
import { toStartOptions } from '../start-settings.ts'
import { onWorld, withExamples, withSubcommandExamples } from '../target.ts'
import { wholeNumber } from '../whole-number.ts'
import { withEveryProblem } from '../world-file-problems.ts'
import { STARTER_NAME, starterIn } from '../world-starter.ts'

const MAX_SEED = START_OPTIONS.seed.schema.maximum
const CREATE_FLAGS: FlagName[] = ['seed', 'fixture', 'world-file', 'clock', 'pace']

export function configure(command: Command): void {
  withExamples(
    command,
    'ringback world create qa --fixture empty --clock 2026-03-10T14:59:50Z',
    'ringback world show qa',
    'ringback world fork --at 16',
    'ringback world init && ringback world check ringback.world.jsonc',
  )
  onWorld(command.command('list', { isDefault: true }).summary('list worlds'), async ({ emulator, print }) => {
    const [worlds, broken] = [await emulator.worlds(), await emulator.brokenWorlds()]
    const lines = broken.map(({ world_id, reason }) => `\nWorld ${shown(world_id)} cannot be opened: ${reason}.`)
    print(
      worlds,
      () =>
        table(
          ['WORLD', 'FIXTURE', 'SEED', 'CLOCK (JST)', 'PACE'],
          worlds.map(row => [row.world_id, row.fixture, row.seed, tokyoTime(row.now), row.pace]),
        ) + lines.join(''),
    )
  })
  onWorld(
    command
      .command('show')
      .argument('[id]', 'id of the world (default: that of --world)')
      .summary('show a world with its tenants and keys'),
    async ({ emulator, world, print }, id: string | undefined) => {
      const { view } = id === undefined ? world : await emulator.openWorld(id)
      print(view, () => keyTable(view))
    },
  )
  const create = command
    .command('create')
    .argument('[id]', 'id of the new world (default: a generated one)')
    .summary('create a world')
  addFlags(create, CREATE_FLAGS)
  onWorld(create, async ({ emulator, print }, id: string | undefined) => {
    const { view } = await emulator.createWorld({
      world_id: id,
      ...toStartOptions(flagsGiven(create, CREATE_FLAGS).values),
    })
    print(view, () => `World ${view.world_id} is at ${view.now}.\n\n${keyTable(view)}`)
  })
  const forking = command
    .command('fork')
    .argument('[id]', 'id of the new world (default: a generated one); --world names the one that is forked')
    .summary('make a new world that goes on where this one was; its clock stands still, and its keys are its own')
    .option(
      '--at <when>',
      'before a request (16, or its id), or at an ISO 8601 instant, of a world that records (default: now)',
    )
    .option('--keep-forwards', 'deliver where the world delivers (default: to inboxes only)')
    .option('--seed <number>', 'another seed for what chance decides from there on')
  onWorld(forking, async ({ world, print }, id: string | undefined) => {
    const { at, keepForwards, seed } = forking.opts<{ at?: string; keepForwards?: true; seed?: string }>()
    checkForkName(id)
    const newSeed = seed === undefined ? undefined : wholeNumber('seed', seed, { to: MAX_SEED })
    const place = at === undefined ? undefined : await requestIdOf(world, at)
    const given = at === undefined ? undefined : { at, oldest: await checkRecorded(world) }
    const forked = await world
      .fork({ at: place, world_id: id, forwards: keepForwards ? 'keep' : 'off', seed: newSeed })
      .catch(error => {
        throw ofForkFlags(error, world, given)
      })
    const fork = await forkOf(forked, world, { reseeded: seed !== undefined })
    print({ ...forked.view, sending: fork.sending }, () => forkText(forked.view, fork))
  })
  const capsule = command
    .command('capsule')
    .argument('<file>', 'where to write it')
    .summary('write a capsule: the world in a file that opens at a request')
    .option(
      '--at <request>',
      'the request: 16, or its id (default: that of the gravest finding, or else the newest of a client that failed)',
    )
    // As it was called before.
    .addOption(new Option('--request <request>').hideHelp())
    .option('--reveal <what>', 'secrets: keep them in the file')
  onWorld(capsule, async ({ world, print }, file: string) => {
    const { at, request = at, reveal } = capsule.opts<{ at?: string; request?: string; reveal?: string }>()
    if (reveal !== undefined && reveal !== 'secrets')
      throw new CommandError(`--reveal takes only secrets (got ${shown(reveal)}).`, EXIT.usage)
    checkOutput(file)
    const { bytes, place, rewound } = await writeCapsule(world, file, {
      request_id: request === undefined ? undefined : await requestIdOf(world, request),
      reveal,
    })
    const isOfNow = place === undefined || rewound ? '' : ', with the world as it is now, since it did not record'
    const opens = place === undefined ? '' : ` It opens ${place}${isOfNow}.`
    print(
      { file, bytes, opens: place ?? null, rewound },
      `Wrote ${file} (${bytes} bytes).${opens} Open it with "${here(`world open ${file}`)}".`,
    )
  })
  onWorld(
    command.command('open').argument('<file>', 'a capsule or a snapshot').summary('open a capsule in a new world'),
    async (target, file: string) => {
      const { emulator, print } = target
      const { world, request_id, rewound } = await emulator.openCapsule(checkInput(file)).catch(error => {
        throw noCapsule(file, error)
      })
      const at =
        request_id === null
          ? '.'
          : `${rewound ? ', as it was just before' : ' at'} request ${await namedIn(world, request_id)}${rewound ? '' : '. It did not record, so it is as it was when the capsule was written, with what that request did: sending it again comes on top'}:\n  ${here(`logs show ${numberOf(request_id)} --world ${world.id}`)}\n  ${here(`logs replay ${numberOf(request_id)} --world ${world.id}`)}`
      print(
        { world_id: world.id, request_id, rewound },
        `World ${world.id} is open${at}\nIts clock is frozen, and it delivers to inboxes only. To let it send everywhere:\n  ${here(`world sending everywhere --world ${world.id}`)}`,
      )
    },
  )
  const exported = command
    .command('export')
    .argument('[file]', 'where to write it (default: a name after the world; a world file goes to standard output)')
    .summary('write the world to a file: one that people read, a capsule, or a snapshot')
    .addOption(new Option('--as <form>', 'the form of the file').choices(FORMS).default(FORMS[0]))
    .option('--reveal', 'keep keys and secrets in it')
  onWorld(exported, async ({ world, print }, file: string | undefined) => {
    const { as: form, reveal: shown } = exported.opts<{ as: (typeof FORMS)[number]; reveal?: true }>()
    const reveal = shown === undefined ? undefined : ('secrets' as const)
    if (file !== undefined) checkOutput(file)
    if (form === 'world-file' && file === undefined) {
      print(JSON.parse(await world.export({ reveal })), await world.export({ reveal }))
      return
    }
    const name = file ?? `${world.id}.ringback-${form}`
    const bytes = await bytesOf(world, form, reveal)
    writeOutput(name, bytes, { secret: true })
    print({ file: name, bytes: bytes.length }, `Wrote ${name} (${bytes.length} bytes).`)
  })
  command
    .command('check')
    .argument('<file>', 'the world file')
    .summary('check a world file as if a world were made of it; needs no emulator')
    .option('--json', 'print one line of JSON to stdout')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const content = await checkWorldFile(file).catch(error => {
        throw withEveryProblem(file, error)
      })
      const tenants = (content.tenants ?? []).map(({ tenant }) => tenant)
      printer(json === true)({ file, valid: true, tenants }, `${file} is valid.`)
    })
  command
    .command('init')
    .argument('[file]', 'where to write it')
    .summary(`write a world file with comments to begin with (default: ${STARTER_NAME})`)
    .action((file = STARTER_NAME) => {
      if (existsSync(file))
        throw new CommandError(`${file} is there already. Name another file, or remove that one.`, EXIT.usage)
      writeOutput(file, starterIn(path.dirname(file)))
      process.stdout.write(
        `Wrote ${file}. Edit it, check it with "${here(`world check ${file}`)}", and start with "${here(`start --world-file ${file}`)}".\n`,
      )
    })
  const recording = command
    .command('recording')
    .argument('[on_or_off]', 'on or off; without it, nothing is changed')
    .summary('show or set whether the world records what a fork or a capsule before a request needs')
  onWorld(recording, async ({ world, print }, wanted: string | undefined) => {
    if (wanted !== undefined && wanted !== 'on' && wanted !== 'off')
      throw new CommandError(`recording takes on or off (got ${shown(wanted)}).`, EXIT.usage)
    const view =
      wanted === undefined
        ? await world.client.get<RecordingView>(['recording'])
        : await world.client.send<RecordingView>('PUT', ['recording'], { recording: wanted === 'on' })
    print(view, recordingText(world.id, view))
  })
  const sending = command
    .command('sending')
    .argument('[where]', 'everywhere or inbox_only; without it, nothing is changed')
    .summary('show or set where deliveries go: everywhere, or inbox_only (the default after opening a file)')
  onWorld(sending, async ({ world, print }, where: string | undefined) => {
    if (where !== undefined && where !== 'everywhere' && where !== 'inbox_only')
      throw new CommandError(`sending takes everywhere or inbox_only (got ${shown(where)}).`, EXIT.usage)
    const view = await world.sending(where)
    print(view, `World ${world.id} delivers ${view.sending === 'everywhere' ? 'everywhere' : 'to inboxes only'}.`)
  })
  onWorld(
    command
      .command('remove')
      .argument('<id>', 'id of the world')
      .summary('remove a world, even one that cannot be opened'),
    async ({ emulator, print }, id: string) => {
      await emulator.removeWorld(id)
      print({ removed: id }, `Removed ${id}.`)
    },
  )
  withSubcommandExamples(command, {
    list: 'ringback world list',
    show: 'ringback world show qa',
    create: [
      'ringback world create qa --fixture empty --clock 2026-03-10T14:59:50Z',
      'ringback world create ours --world-file ringback.world.jsonc',
    ],
    fork: ['ringback world fork what-if --at 16', 'ringback world fork --at 2026-03-10T15:00:00Z'],
    capsule: ['ringback world capsule crash.ringback-capsule', 'ringback world capsule crash.ringback-capsule --at 16'],
    open: 'ringback world open crash.ringback-capsule',
    export: ['ringback world export ringback.world.jsonc', 'ringback world export --as snapshot qa.db'],
    check: 'ringback world check ringback.world.jsonc',
    init: 'ringback world init',
    recording: ['ringback world recording', 'ringback world recording on --world qa'],
    sending: 'ringback world sending everywhere',
    remove: 'ringback world remove qa',
  })
}

function recordingText(world_id: string, { recording, oldest }: RecordingView): string {
  const on = `world recording on${world_id === 'default' ? '' : ` --world ${world_id}`}`
  if (!recording) return `World ${world_id} does not record. "${here(on)}" lets it begin.`
  return oldest === null
    ? `World ${world_id} records. No request has come since that began.`
    : `World ${world_id} records, from ${oldest.request} on.`
}

/** The emulator was sent bytes and speaks of a snapshot; here it is known which file it was, and what it was to be. */
function noCapsule(file: string, error: unknown): unknown {
  const { code, details } = error as { code?: string; details?: { reason?: unknown } | null }
  if (code !== 'not_a_snapshot' || typeof details?.reason !== 'string') return error
  return new CommandError(
    `${file} is no capsule that can be opened: ${details.reason}. Copy the file again, or write one with "${here('world capsule <file>')}" or "${here('exec --capsule <folder>')}".`,
  )
}

const FORMS = ['world-file', 'capsule', 'snapshot'] as const
/** A snapshot is kept before it can be downloaded. */
const PASSING = 'world-export'

async function bytesOf(
  world: WorldHandle,
  form: (typeof FORMS)[number],
  reveal: 'secrets' | undefined,
): Promise<Buffer> {
  if (form === 'world-file') return Buffer.from(await world.export({ reveal }))
  if (form === 'capsule') return await world.capsule({ reveal })
  await world.snapshots.take(PASSING)
  try {
    return await world.snapshots.download(PASSING, { reveal })
  } finally {
    await world.snapshots.remove(PASSING)
  }
}
