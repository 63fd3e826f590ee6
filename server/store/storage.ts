import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { BytesDraft, copyInto, type Draft, type FileDraft, type Fill } from './draft.ts'
import { DRAFTS, draftBelow, removeDrafts, written } from './draft-folder.ts'
import { type FindProblem, removeTrial, TRIAL } from './inspect.ts'
import { makeFolder } from './make-folder.ts'
import { CorruptStoreError } from './migrate.ts'
import { isLink, keepPrivate } from './private-file.ts'
import { Store } from './store.ts'
import { asNoMoreFiles, storeFailure } from './store-failure.ts'
import { UnusableFileError } from './unusable-file.ts'

const FICLONE = constants.COPYFILE_FICLONE

/** A database that is ready to replace that of a world. */
export interface Prepared {
  /**
   * Puts it in place and opens it; the old store must be closed by then. The old database is kept until `done` or `undo`.
   *
   * @throws StoreFailureError, and then nothing has changed
   */
  commit(): Store
  /** Removes the old database. */
  done(): void
  /** Puts the old database back; the new store must be closed by then. */
  undo(): void
}

/** A stored snapshot: its size, and its database to read. */
export interface KeptSnapshot {
  readonly name: string
  readonly bytes: number
}

/** Where the databases of worlds are stored. */
export interface Storage {
  /** Ids of the worlds that exist. */
  worlds(): string[]
  /**
   * `findProblem` checks the rows first; a file in which it finds something is left as it is.
   *
   * @throws UnusableFileError, StoreFailureError
   */
  open(world_id: string, findProblem?: FindProblem): Store
  /**
   * Prepares a database for a world, and takes it over. Whatever can fail happens here, while the world still has its old one; what `fill`
   * writes is part of the beginning.
   */
  prepare(world_id: string, draft: Draft, fill: Fill): Prepared
  /** Throws `StoreFailureError`. */
  remove(world_id: string): void
  /** Snapshots of a world, ordered by name. */
  snapshots(world_id: string): KeptSnapshot[]
  /** Stores a snapshot, perhaps in place of one with the same name. Either the old one or the new one is there, never half of one. */
  saveSnapshot(world_id: string, name: string, draft: Draft): void
  /** A copy of an existing snapshot. */
  copySnapshot(world_id: string, name: string): Draft | undefined
  removeSnapshot(world_id: string, name: string): boolean
  /** What `new Database` opens to read an existing snapshot. */
  snapshotSource(world_id: string, name: string): string | Buffer
  /** A copy of a world in its present state. */
  copyOf(store: Store): Draft
  /** An empty file for an upload. */
  incoming(): FileDraft
}

/** Databases that end with the process. */
export function memoryStorage(): Storage {
  const snapshots = new Map<string, Map<string, Buffer>>()
  const of = (world_id: string) => snapshots.get(world_id) ?? new Map<string, Buffer>()
  return {
    worlds: () => [],
    open: world_id => {
      throw new Error(`A world in memory cannot be opened again: ${world_id}.`)
    },
    prepare: (_world_id, draft, fill) => {
      const store = filled(draft.takeBytes(), fill)
      return { commit: () => store, done: () => undefined, undo: () => undefined }
    },
    remove: world_id => void snapshots.delete(world_id),
    snapshots: world_id => [...of(world_id)].map(([name, { length: bytes }]) => ({ name, bytes })).sort(byName),
    saveSnapshot: (world_id, name, draft) => void snapshots.set(world_id, of(world_id).set(name, draft.takeBytes())),
    copySnapshot: (world_id, name) => {
      const bytes = of(world_id).get(name)
      return bytes && new BytesDraft(bytes)
    },
    removeSnapshot: (world_id, name) => of(world_id).delete(name),
    snapshotSource: (world_id, name) => of(world_id).get(name) ?? Buffer.alloc(0),
    copyOf: store => new BytesDraft(store.serialize()),
    // An upload must not be in memory twice, nor before it is known what it is.
    incoming: () => draftBelow(tmpdir()),
  }
}

/** One file per world, below a folder that is made if it is missing. Ids and names must be safe as file names. */
export function folderStorage(path: string, options: { durable?: boolean } = {}): Storage {
  // Messages name the whole path, however the folder was given.
  const folder = resolve(path)
  const worlds = join(folder, 'worlds')
  const fileOf = (world_id: string) => join(worlds, `${world_id}.db`)
  const snapshotsOf = (world_id: string) => join(folder, 'snapshots', world_id)
  const snapshotFile = (world_id: string, name: string) => join(snapshotsOf(world_id), `${name}.db`)
  const drafts = join(folder, DRAFTS)
  makeFolder(worlds)
  removeDrafts(drafts)
  for (const path of [worlds, join(folder, 'snapshots')]) keepPrivate(path, 'folder')
  for (const name of readdirSync(worlds)) {
    if (name.endsWith(`.db${ASIDE}`)) recover(join(worlds, name.slice(0, -ASIDE.length)))
    if (name.endsWith(`.db${TRIAL}`)) removeTrial(join(worlds, name))
  }
  const namesIn = (path: string) =>
    existsSync(path)
      ? readdirSync(path)
          .filter(name => name.endsWith('.db'))
          .map(name => name.slice(0, -3))
          .sort()
      : []
  return {
    worlds: () => namesIn(worlds),
    open: (world_id, findProblem) => openFile(fileOf(world_id), { ...options, begun: true, findProblem }),
    prepare: (world_id, draft, fill) => {
      const file = fileOf(world_id)
      draft.change(fill)
      const next = writeNext(file, draft)
      let isAside = false
      const undo = () => {
        if (!isAside) return
        removeDatabase(file)
        putBack(file)
      }
      return {
        commit: () => {
          try {
            isAside = moveAside(file)
            renameSync(next, file)
            return openFile(file, options)
          } catch (error) {
            undo()
            removeNext(next)
            const reason = error instanceof UnusableFileError ? error.cause : error
            throw asNoMoreFiles(error) ?? storeFailure('The new database could not take the place of', file, reason)
          }
        },
        done: () => forgetAside(file),
        undo,
      }
    },
    remove: world_id => {
      try {
        removeDatabase(fileOf(world_id))
        rmSync(snapshotsOf(world_id), { recursive: true, force: true })
      } catch (error) {
        throw storeFailure('Nothing could be removed of', fileOf(world_id), error)
      }
    },
    snapshots: world_id =>
      namesIn(snapshotsOf(world_id)).map(name => ({ name, bytes: statSync(snapshotFile(world_id, name)).size })),
    saveSnapshot: (world_id, name, draft) => {
      makeFolder(snapshotsOf(world_id))
      const file = snapshotFile(world_id, name)
      renameSync(writeNext(file, draft), file)
    },
    copySnapshot: (world_id, name) => {
      const file = snapshotFile(world_id, name)
      return existsSync(file) ? written(draftBelow(drafts), to => copyFileSync(file, to, FICLONE)) : undefined
    },
    removeSnapshot: (world_id, name) => {
      const file = snapshotFile(world_id, name)
      if (!existsSync(file)) return false
      rmSync(file)
      return true
    },
    snapshotSource: snapshotFile,
    copyOf: store => written(draftBelow(drafts), to => copyInto(store, to)),
    incoming: () => draftBelow(drafts),
  }
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

function filled(bytes: Buffer, fill: Fill): Store {
  const store = Store.open(bytes)
  try {
    store.transaction(() => fill(store))
    return store
  } catch (error) {
    store.close()
    throw error
  }
}

/** Writes a whole file next to another, on the same file system, so that a rename can put it in its place. */
function writeNext(file: string, draft: Draft): string {
  const next = `${file}.next`
  try {
    draft.moveTo(next)
  } catch (error) {
    removeNext(next)
    throw asNoMoreFiles(error) ?? storeFailure('Nothing could be written to', next, error)
  }
  return next
}

/** If something else is in its place by now, that stays. */
function removeNext(next: string): void {
  try {
    rmSync(next, { force: true })
  } catch {}
}

function openFile(
  file: string,
  options: { durable?: boolean; begun?: boolean; findProblem?: FindProblem | undefined },
): Store {
  try {
    if (existsSync(`${file}${ASIDE}`) && !existsSync(file)) putBack(file)
    for (const end of ['', '-wal', '-shm', '-journal']) {
      // SQLite would write through the link, to a file that is not ours.
      if (isLink(file + end)) throw new CorruptStoreError('is a link to somewhere else')
      keepPrivate(file + end, 'file')
    }
    return Store.open(file, options)
  } catch (error) {
    throw asNoMoreFiles(error) ?? new UnusableFileError(file, error)
  }
}

/** The ending of a database that is being replaced, until the new one has been opened. */
const ASIDE = '.previous'

/** Whether there was one. Either all of its files move, or none. */
function moveAside(file: string): boolean {
  if (!existsSync(file)) {
    setOrphanAside(file)
    return false
  }
  removeDatabase(`${file}${ASIDE}`)
  rmSync(`${file}-shm`, { force: true })
  // The database first: without its log it is not complete, and it is found by its name.
  renameSync(file, `${file}${ASIDE}`)
  try {
    // A closed database has a log only when the log could not be written into the file.
    if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${file}${ASIDE}-wal`)
    return true
  } catch (error) {
    renameSync(`${file}${ASIDE}`, file)
    throw error
  }
}

/** Removes the log of a database that somebody moved away: SQLite would write it into the one that takes its place. */
function setOrphanAside(file: string): void {
  rmSync(`${file}-shm`, { force: true })
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${file}.orphan-wal`)
}

function putBack(file: string): void {
  if (existsSync(`${file}${ASIDE}-wal`)) renameSync(`${file}${ASIDE}-wal`, `${file}-wal`)
  renameSync(`${file}${ASIDE}`, file)
}

/** What cannot be removed is removed by the next start. */
function forgetAside(file: string): void {
  try {
    removeDatabase(`${file}${ASIDE}`)
  } catch {}
}

/** A process that ended in the middle has left the old database aside, or both. */
function recover(file: string): void {
  if (existsSync(file)) forgetAside(file)
  else putBack(file)
}

function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
}
