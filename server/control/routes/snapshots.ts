import type { ActionFacts } from '../../contract/action-kinds.ts'
import type { Json } from '../../contract/assumption-entry.ts'
import { objectOf } from '../../contract/control-bodies.ts'
import { MOST_KEPT_SNAPSHOTS } from '../../contract/kept-snapshots.ts'
import { START_OPTIONS } from '../../contract/start-options.ts'
import { compareLimits } from '../../domain/limits/compared-limits.ts'
import { USUAL_ASSUMPTIONS } from '../../domain/register.ts'
import { toIso } from '../../kernel/instant.ts'
import { type ContentChange, compareContents } from '../../store/contents.ts'
import type { Draft, FileDraft } from '../../store/draft.ts'
import { fileNameProblem } from '../../store/file-names.ts'
import { FILE_MAX_BYTES } from '../../store/snapshot-file.ts'
import type { KeptSnapshot } from '../../store/storage.ts'
import type { World } from '../../world/world.ts'
import { change } from '../change.ts'
import { invalid, invalidAs, notFound } from '../control-error.ts'
import { viewOpened } from '../opened.ts'
import type { ContentChangeView, SnapshotComparison } from '../protocol/journal.ts'
import type {
  OpenSnapshotBody,
  RestoreBody,
  RestoredWorld,
  SaveSnapshotBody,
  SnapshotsPage,
  SnapshotView,
} from '../protocol/snapshots.ts'
import { REVEAL_QUERY, revealOf } from '../reveal.ts'
import { fileAnswer, type WorldCall, type WorldRoute } from '../route.ts'
import { viewWorld } from '../views.ts'

/** More than anybody reads; the counts are whole. */
const MOST_CHANGES = 50
/** What is stored as JSON of a thing that is told about. */
const AS_JSON: ReadonlySet<string> = new Set(['match', 'effect', 'steps', 'value'])
/** Safe as a file name. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

export const snapshotRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/snapshots',
    summary: 'List the snapshots of the world by name',
    answers: 'SnapshotsPage',
    handle: ({ world }): SnapshotsPage => {
      const broken: SnapshotsPage['broken'] = []
      const data = world.snapshots.list().flatMap(kept => {
        try {
          return viewSnapshot(world, kept)
        } catch (error) {
          broken.push({ ...kept, reason: error instanceof Error ? error.message : String(error) })
          return []
        }
      })
      return { data, broken, next_cursor: null }
    },
  },
  {
    method: 'PUT',
    path: '/snapshots/{name}',
    summary: 'Save a snapshot; replaces one of the same name',
    answers: 'SnapshotView',
    body: objectOf({
      automatic: {
        type: 'boolean',
        description:
          'Nobody asked for it by name: it is there to take something back, and a restore with `undo` uses it up',
      },
    }),
    handle: ({ world, params, body: { automatic = false } }: WorldCall<SaveSnapshotBody>) => {
      const name = freeName(world, params)
      using snapshot = world.snapshot({ automatic })
      world.snapshots.save(name, snapshot)
      note(world, 'saved', name)
      return saved(world, name)
    },
  },
  {
    method: 'GET',
    path: '/snapshots/{name}/compare',
    summary: 'Compare a snapshot with another one, or with the world as it is now',
    answers: 'SnapshotComparison',
    query: { with: 'Name of the other snapshot; without it, the world as it is now' },
    handle: ({ world, params, query }): SnapshotComparison => {
      const name = nameOf(params)
      const other = query.get('with')
      using before = stored(world, name)
      using after = other === null ? world.copy() : stored(world, nameOf({ name: other }))
      const was = world.snapshots.describe(name).now
      const now = other === null ? world.runtime.kernel.now : world.snapshots.describe(other).now
      const [differences, limits] = before.look(left =>
        after.look(right => [
          compareContents(left, right, { most: MOST_CHANGES, usual: { assumptions: USUAL_ASSUMPTIONS } }),
          compareLimits({ db: left, now: was }, { db: right, now }),
        ]),
      )
      return {
        before: { name, now: toIso(was) },
        after: { name: other, now: toIso(now) },
        differences: differences.map(({ kind, changes, ...counts }) => ({
          kind,
          ...counts,
          changes: changes.map(one => viewChange(kind === 'requests' ? withRequestId(one, world) : one)),
        })),
        limits,
      }
    },
  },
  {
    method: 'DELETE',
    path: '/snapshots/{name}',
    summary: 'Delete a snapshot',
    status: 204,
    handle: ({ world, params }) => {
      const name = nameOf(params)
      if (!world.snapshots.remove(name)) throw notFound('snapshot', name)
      note(world, 'deleted', name)
      world.publish('world', 'snapshots')
    },
  },
  {
    method: 'POST',
    path: '/snapshots/{name}/restore',
    summary: 'Restore a snapshot',
    answers: 'RestoredWorld',
    body: objectOf({
      keep: {
        type: 'boolean',
        description: `Keep what is there now as a snapshot first: \`before-restore\`, \`before-restore-2\` and so on. The newest ${MOST_KEPT_SNAPSHOTS} of these are kept; the answer names what was kept and what went`,
      },
      undo: {
        type: 'boolean',
        description:
          'Take a restore back: delete the snapshot that it made, once the world is again what that holds. One that no restore made stays',
      },
    }),
    handle: async ({ world, params, emulator, body: { keep = false, undo = false } }: WorldCall<RestoreBody>) => {
      const name = nameOf(params)
      using copy = stored(world, name)
      const usedUp = undo && world.snapshots.describe(name).automatic ? name : undefined
      const { kept, dropped } = keep
        ? await restoreKeeping(world, copy, { name, usedUp })
        : await restoreOnly(world, copy, { usedUp })
      note(world, 'restored', name)
      for (const gone of dropped) note(world, 'deleted', gone)
      if (keep || dropped.length > 0) world.publish('world', 'snapshots')
      return { ...viewWorld(world, emulator.url), kept, dropped } satisfies RestoredWorld
    },
  },
  {
    method: 'POST',
    path: '/snapshots/{name}/open',
    summary: 'Open a snapshot in a new world, beside this one, as a file of it would open',
    status: 201,
    answers: 'OpenedCapsule',
    body: objectOf({ world_id: START_OPTIONS.world_id.schema }),
    errors: {
      '409': '`world_exists`: there is a world with this `world_id`.',
    },
    handle: async ({ world, params, emulator, body: { world_id } }: WorldCall<OpenSnapshotBody>) => {
      using copy = stored(world, nameOf(params))
      return viewOpened(await emulator.openCapsule(copy, world_id), emulator.url)
    },
  },
  {
    method: 'GET',
    path: '/snapshots/{name}/file',
    summary: 'Download a snapshot as a SQLite file; secrets are replaced unless revealed',
    type: 'application/octet-stream',
    query: { reveal: REVEAL_QUERY },
    handle: ({ world, params, query }) => {
      const name = nameOf(params)
      const file = revealOf(query) === 'secrets' ? world.snapshots.whole(name) : world.snapshots.redacted(name)
      if (file === undefined) throw notFound('snapshot', name)
      return fileAnswer(file, `${world.world_id}-${name}.db`)
    },
  },
  {
    method: 'POST',
    path: '/snapshots/{name}/file',
    summary: 'Upload a snapshot; damaged files and files of a newer version are refused',
    status: 201,
    answers: 'SnapshotView',
    rawBody: FILE_MAX_BYTES,
    handle: async ({ world, params, body }: WorldCall<FileDraft>) => {
      const name = freeName(world, params)
      await world.admit(body)
      world.snapshots.save(name, body)
      note(world, 'saved', name)
      return saved(world, name)
    },
  },
]

type Kept = Pick<RestoredWorld, 'kept' | 'dropped'>

/** A snapshot that goes once it is restored, if there is one. */
interface UsedUp {
  readonly usedUp: string | undefined
}

async function restoreOnly(world: World, copy: Draft, { usedUp }: UsedUp): Promise<Kept> {
  await world.restore(copy)
  return { kept: null, dropped: removed(world, usedUp === undefined ? [] : [usedUp]) }
}

const removed = ({ snapshots }: World, names: readonly string[]) => names.filter(name => snapshots.remove(name))

/** What is there stays as a snapshot of its own; what goes for it goes only once the world is as it was. */
async function restoreKeeping(
  world: World,
  copy: Draft,
  { name, usedUp }: UsedUp & { readonly name: string },
): Promise<Kept> {
  const { snapshots } = world
  let kept: string | null = null
  let leaving: readonly string[] = []
  const beforehand = () => {
    const next = snapshots.keptBeforeRestore(name)
    using snapshot = world.snapshot({ automatic: true })
    snapshots.save(next.name, snapshot)
    kept = next.name
    // With the one that is used up, there are as many as before.
    leaving = usedUp === undefined ? next.leaving : [usedUp]
  }
  try {
    await world.restore(copy, { beforehand })
  } catch (error) {
    // The world is as it was, and has nothing to keep.
    if (kept !== null) snapshots.remove(kept)
    throw error
  }
  return { kept, dropped: removed(world, leaving) }
}

function stored(world: World, name: string): Draft {
  const draft = world.snapshots.copy(name)
  if (draft === undefined) throw notFound('snapshot', name)
  return draft
}

/** The store tells a request by its number alone. */
const withRequestId = (change: ContentChange, { runtime: { exchanges } }: World): ContentChange => ({
  ...change,
  about: { ...change.about, request_id: change.about.request_id || exchanges.idOf(Number(change.id)) },
})

/** As the store has it, with instants as everybody else writes them. */
function viewChange({ id, change, about, fields }: ContentChange): ContentChangeView {
  const asSaid = (name: string, value: ContentChange['fields'][number]['before']) =>
    (name === 'at' || name.endsWith('_at')) && typeof value === 'number' ? toIso(value) : value
  return {
    id,
    change,
    about: Object.fromEntries(
      Object.entries(about).map(([name, value]) => [
        name,
        AS_JSON.has(name) && typeof value === 'string' ? (JSON.parse(value) as Json) : asSaid(name, value),
      ]),
    ),
    fields: fields.map(({ name, before, after, ...rest }) => ({
      name,
      before: asSaid(name, before),
      after: asSaid(name, after),
      ...rest,
    })),
  }
}

/** A snapshot that was saved does not tell of itself. */
function note(world: World, done: ActionFacts['snapshot']['done'], name: string): void {
  const { store } = world.runtime
  try {
    change(world, ({ actions }, now) => actions.note('snapshot', now, { done, name }))
  } catch (error) {
    // It is done, whether or not the world can be written.
    if (store.outage(error) === undefined) throw error
  }
}

function saved(world: World, name: string): SnapshotView {
  world.publish('world', 'snapshots')
  return viewSnapshot(world, world.snapshots.list().find(kept => kept.name === name) as KeptSnapshot)
}

function nameOf({ name = '' }: Readonly<Record<string, string>>): string {
  if (!NAME.test(name)) throw invalidAs('snapshot_name', { given: name })
  return name
}

/** A name that a file can have everywhere, and that differs enough from those that exist. */
function freeName(world: World, params: Readonly<Record<string, string>>): string {
  const name = nameOf(params)
  const others = world.snapshots.list().map(kept => kept.name)
  const problem = fileNameProblem(name, others)
  if (problem !== undefined) throw invalid(problem)
  return name
}

function viewSnapshot(world: World, { name, bytes }: KeptSnapshot): SnapshotView {
  const { created_at, now, schema_version, automatic, sending, brings_verdicts, contents } =
    world.snapshots.describe(name)
  return {
    name,
    created_at: toIso(created_at),
    now: toIso(now),
    bytes,
    schema_version,
    automatic,
    sending,
    brings_verdicts,
    holds: contents,
  }
}
