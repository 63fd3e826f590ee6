import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Store } from './store.ts'

/** Where the databases of the worlds are. */
export interface Storage {
  /** Ids of the worlds that are there already. */
  worlds(): string[]
  open(world_id: string): Store
  /** Begins a world's database anew from these bytes, in the place of what was there. The old store must be closed. */
  begin(world_id: string, bytes: Buffer): Store
  remove(world_id: string): void
  /** Snapshots of a world, by name. */
  snapshots(world_id: string): string[]
  saveSnapshot(world_id: string, name: string, bytes: Buffer): void
  readSnapshot(world_id: string, name: string): Buffer | undefined
  removeSnapshot(world_id: string, name: string): boolean
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
    begin: (_world_id, bytes) => Store.open(bytes),
    remove: world_id => void snapshots.delete(world_id),
    snapshots: world_id => [...of(world_id).keys()],
    saveSnapshot: (world_id, name, bytes) => void snapshots.set(world_id, of(world_id).set(name, bytes)),
    readSnapshot: (world_id, name) => of(world_id).get(name),
    removeSnapshot: (world_id, name) => of(world_id).delete(name),
  }
}

/** One file a world below a folder, which is made when it is missing. Ids and names must be safe as file names. */
export function folderStorage(folder: string, options: { durable?: boolean } = {}): Storage {
  const worlds = join(folder, 'worlds')
  const fileOf = (world_id: string) => join(worlds, `${world_id}.db`)
  const snapshotsOf = (world_id: string) => join(folder, 'snapshots', world_id)
  const snapshotFile = (world_id: string, name: string) => join(snapshotsOf(world_id), `${name}.db`)
  mkdirSync(worlds, { recursive: true })
  const namesIn = (path: string) =>
    existsSync(path)
      ? readdirSync(path)
          .filter(name => name.endsWith('.db'))
          .map(name => name.slice(0, -3))
          .sort()
      : []
  return {
    worlds: () => namesIn(worlds),
    open: world_id => Store.open(fileOf(world_id), options),
    begin: (world_id, bytes) => {
      replaceFile(fileOf(world_id), bytes)
      return Store.open(fileOf(world_id), options)
    },
    remove: world_id => {
      removeDatabase(fileOf(world_id))
      rmSync(snapshotsOf(world_id), { recursive: true, force: true })
    },
    snapshots: world_id => namesIn(snapshotsOf(world_id)),
    saveSnapshot: (world_id, name, bytes) => {
      mkdirSync(snapshotsOf(world_id), { recursive: true })
      replaceFile(snapshotFile(world_id, name), bytes)
    },
    readSnapshot: (world_id, name) => {
      const file = snapshotFile(world_id, name)
      return existsSync(file) ? readFileSync(file) : undefined
    },
    removeSnapshot: (world_id, name) => {
      const file = snapshotFile(world_id, name)
      if (!existsSync(file)) return false
      rmSync(file)
      return true
    },
  }
}

/** The old file or the new one is there, never a half of either. */
function replaceFile(file: string, bytes: Buffer): void {
  const next = `${file}.next`
  writeFileSync(next, bytes, { flush: true })
  for (const rest of ['-wal', '-shm']) rmSync(file + rest, { force: true })
  renameSync(next, file)
}

function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
}
