import { readFileSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { SnapshotView } from '../../index.ts'
import { table } from '../output.ts'
import { onWorld, withExamples } from '../target.ts'

export function configure(command: Command): void {
  withExamples(command, 'ringback snapshot save before-import', 'ringback snapshot restore before-import')
  onWorld(command.command('list', { isDefault: true }).summary('what is kept'), async ({ world, print }) => {
    const snapshots = await world.snapshots.list()
    print(snapshots, () => snapshotTable(snapshots))
  })
  onWorld(
    command.command('save <name>').summary('keep the state of the world'),
    async ({ world, print }, name: string) => {
      const snapshot = await world.snapshots.take(name)
      print(snapshot, `Kept as ${snapshot.name} (${snapshot.bytes} bytes).`)
    },
  )
  onWorld(
    command.command('restore <name>').summary('put a kept state in the place of everything'),
    async ({ world, print }, name: string) => {
      const view = await world.snapshots.restore(name)
      print(view, `World ${view.world_id} is at ${view.now} again.`)
    },
  )
  onWorld(command.command('remove <name>').summary('forget a kept state'), async ({ world, print }, name: string) => {
    await world.snapshots.remove(name)
    print({ removed: name }, `Removed ${name}.`)
  })
  onWorld(
    command.command('download <name> <file>').summary('write a kept state to a file'),
    async ({ world, print }, name: string, file: string) => {
      const bytes = await world.snapshots.download(name)
      writeFileSync(file, bytes)
      print({ file, bytes: bytes.length }, `Wrote ${file} (${bytes.length} bytes).`)
    },
  )
  onWorld(
    command.command('upload <file> <name>').summary('keep a state from a file'),
    async ({ world, print }, file: string, name: string) => {
      const snapshot = await world.snapshots.upload(name, readFileSync(file))
      print(snapshot, `Kept as ${snapshot.name}. "ringback snapshot restore ${snapshot.name}" goes there.`)
    },
  )
}

function snapshotTable(snapshots: readonly SnapshotView[]): string {
  return table(
    ['NAME', 'CLOCK', 'KEPT AT', 'BYTES'],
    snapshots.map(row => [row.name, row.now, row.created_at, row.bytes]),
  )
}
