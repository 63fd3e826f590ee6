import { toIso } from '../../kernel/instant.ts'
import { checkSnapshot } from '../../store/snapshot-file.ts'
import type { KeptSnapshot } from '../../store/storage.ts'
import type { World } from '../../world.ts'
import { invalid, notFound } from '../control-error.ts'
import type { Page, SnapshotView } from '../protocol.ts'
import { RawAnswer, type WorldCall, type WorldRoute } from '../route.ts'
import { viewWorld } from '../views.ts'

/** A snapshot with a journal of 100,000 exchanges fits. */
export const SNAPSHOT_MAX_BYTES = 256 * 1024 * 1024
/** Safe as the name of a file. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

export const snapshotRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/snapshots',
    summary: 'The snapshots of the world, by name',
    answers: 'Page<SnapshotView>',
    handle: ({ world }): Page<SnapshotView> => ({
      data: world.snapshots.list().map(kept => viewSnapshot(world, kept)),
      next_cursor: null,
    }),
  },
  {
    scope: 'world',
    method: 'PUT',
    path: '/snapshots/{name}',
    summary: 'Take a snapshot, in the place of one of that name',
    answers: 'SnapshotView',
    handle: ({ world, params }) => {
      const name = nameOf(params)
      world.snapshots.save(name, world.snapshot())
      return saved(world, name)
    },
  },
  {
    scope: 'world',
    method: 'DELETE',
    path: '/snapshots/{name}',
    summary: 'Remove a snapshot',
    status: 204,
    handle: ({ world, params }) => {
      const name = nameOf(params)
      if (!world.snapshots.remove(name)) throw notFound('snapshot', name)
      world.publish('world', 'snapshots')
    },
  },
  {
    scope: 'world',
    method: 'POST',
    path: '/snapshots/{name}/restore',
    summary: 'Put a snapshot in the place of everything in the world',
    answers: 'WorldView',
    handle: ({ world, params, emulator }) => {
      world.restore(bytesOf(world, nameOf(params)))
      return viewWorld(world, emulator.url)
    },
  },
  {
    scope: 'world',
    method: 'GET',
    path: '/snapshots/{name}/file',
    summary: 'A snapshot as a file: a SQLite database',
    type: 'application/octet-stream',
    handle: ({ world, params }) => {
      const name = nameOf(params)
      const headers = { 'Content-Disposition': `attachment; filename="${world.world_id}-${name}.db"` }
      return new RawAnswer('application/octet-stream', bytesOf(world, name), headers)
    },
  },
  {
    scope: 'world',
    method: 'POST',
    path: '/snapshots/{name}/file',
    summary: 'Keep a file as a snapshot of the world; a damaged one and one of a newer version are refused',
    status: 201,
    answers: 'SnapshotView',
    rawBody: SNAPSHOT_MAX_BYTES,
    handle: ({ world, params, body }: WorldCall<Buffer>) => {
      const name = nameOf(params)
      checkSnapshot(body)
      world.snapshots.save(name, body)
      return saved(world, name)
    },
  },
]

function saved(world: World, name: string): SnapshotView {
  world.publish('world', 'snapshots')
  return viewSnapshot(world, world.snapshots.list().find(kept => kept.name === name) as KeptSnapshot)
}

function nameOf({ name = '' }: Readonly<Record<string, string>>): string {
  if (!NAME.test(name)) throw invalid(`The name of a snapshot has 1 to 64 letters, digits, - and _ (got ${name}).`)
  return name
}

function bytesOf(world: World, name: string): Buffer {
  const bytes = world.snapshots.read(name)
  if (bytes === undefined) throw notFound('snapshot', name)
  return bytes
}

function viewSnapshot(world: World, { name, bytes }: KeptSnapshot): SnapshotView {
  const { created_at, now, schema_version } = world.snapshots.describe(name)
  return { name, created_at: toIso(created_at), now: toIso(now), bytes, schema_version }
}
