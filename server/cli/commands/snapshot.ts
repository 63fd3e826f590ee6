import type { Command } from 'commander'
import { MOST_KEPT_SNAPSHOTS } from '../../contract/kept-snapshots.ts'
import { shown } from '../../contract/shown.ts'
import type { RestoredWorld, SnapshotView } from '../../index.ts'
import { comparisonText } from '../comparison-text.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { checkInput, checkOutput, writeOutput } from '../files.ts'
import { table } from '../output.ts'
import { here } from '../own-command.ts'
import { onWorld, withExamples, withSubcommandExamples } from '../target.ts'

export function configure(command: Command): void {
  withExamples(command, 'ringback snapshot save before-import', 'ringback snapshot restore before-import')
  onWorld(command.command('list', { isDefault: true }).summary('list snapshots'), async ({ world, print }) => {
    const snapshots = await world.snapshots.list()
    print(snapshots, () => snapshotTable(snapshots))
  })
  onWorld(
    command
      .command('save')
      .argument('<name>', 'name of the snapshot; one of that name is replaced')
      .summary('save a snapshot of the world'),
    async ({ world, print }, name: string) => {
      const snapshot = await world.snapshots.take(name)
      print(snapshot, `Saved as ${snapshot.name} (${snapshot.bytes} bytes stored).`)
    },
  )
  const restore = command
    .command('restore')
    .argument('<name>', 'name of the snapshot')
    .summary('restore a snapshot, and keep what was there as another')
    .option('--discard', 'do not keep what is there now')
  onWorld(restore, async ({ world, print }, name: string) => {
    const { discard = false } = restore.opts<{ discard?: boolean }>()
    const view = await world.snapshots.restore(name, { keep: !discard })
    print(view, restoredText(view))
  })
  onWorld(
    command
      .command('compare')
      .argument('<name>', 'name of the snapshot')
      .argument('[other]', 'name of the later one (default: the world as it is now)')
      .summary('say what has become of a snapshot until another one, or until now'),
    async ({ world, print }, name: string, other: string | undefined) => {
      const comparison = await world.snapshots.compare(name, { with: other })
      print(comparison, () => comparisonText(comparison))
    },
  )
  onWorld(
    command.command('remove').argument('<name>', 'name of the snapshot').summary('remove a snapshot'),
    async ({ world, print }, name: string) => {
      await world.snapshots.remove(name)
      print({ removed: name }, `Removed ${name}.`)
    },
  )
  const download = command
    .command('download')
    .argument('<name>', 'name of the snapshot')
    .argument('<file>', 'where to write it')
    .summary('write a snapshot to a file, with secrets replaced')
    .option('--reveal <what>', 'secrets: keep them in the file')
  onWorld(download, async ({ world, print }, name: string, file: string) => {
    const { reveal } = download.opts<{ reveal?: string }>()
    if (reveal !== undefined && reveal !== 'secrets')
      throw new CommandError(`--reveal takes only secrets (got ${shown(reveal)}).`, EXIT.usage)
    checkOutput(file)
    const bytes = await world.snapshots.download(name, { reveal })
    writeOutput(file, bytes, { secret: true })
    const how = reveal === undefined ? 'secrets replaced' : 'secrets kept'
    print({ file, bytes: bytes.length }, `Wrote ${file} (${bytes.length} bytes, ${how}).`)
  })
  onWorld(
    command
      .command('upload')
      .argument('<file>', 'a file that download wrote')
      .argument('<name>', 'name that it gets')
      .summary('add a snapshot from a file'),
    async ({ world, print }, file: string, name: string) => {
      const snapshot = await world.snapshots.upload(name, checkInput(file))
      print(snapshot, `Saved as ${snapshot.name}. Restore it with "${here(`snapshot restore ${snapshot.name}`)}".`)
    },
  )
  withSubcommandExamples(command, {
    list: 'ringback snapshot list',
    save: 'ringback snapshot save before-import',
    restore: ['ringback snapshot restore before-import', 'ringback snapshot restore before-import --discard'],
    compare: ['ringback snapshot compare before-import', 'ringback snapshot compare before-import after-import'],
    remove: 'ringback snapshot remove before-import',
    download: 'ringback snapshot download before-import before-import.db',
    upload: 'ringback snapshot upload before-import.db imported',
  })
}

function restoredText({ world_id, now, pace, kept, dropped }: RestoredWorld): string {
  const runs =
    pace === 'frozen' ? '' : `, and goes on from there (${typeof pace === 'number' ? `${pace} times real time` : pace})`
  const lines = [
    `World ${world_id} is back at ${now}${runs}.`,
    ...(kept === null ? [] : [`What was there is kept: ${here(`snapshot restore ${kept}`)}`]),
    ...(dropped.length === 0
      ? []
      : [`Removed ${dropped.join(', ')}: of what restores keep, the newest ${MOST_KEPT_SNAPSHOTS} stay.`]),
  ]
  return lines.join('\n')
}

function snapshotTable(snapshots: readonly SnapshotView[]): string {
  return table(
    ['NAME', 'CLOCK', 'SAVED AT', 'BYTES STORED', 'REQUESTS', 'CALLS', 'DELIVERIES', 'CUSTOMERS'],
    snapshots.map(({ holds, ...row }) => [
      ...[row.name, row.now, row.created_at, row.bytes],
      ...[holds.requests, holds.calls, holds.deliveries, holds.customers],
    ]),
    `No snapshots. Save one with "${here('snapshot save <name>')}".`,
  )
}
