import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { OWNER_ONLY, writePrivately } from './private-file.ts'

/** Who uses a store folder, and where it answers. The file `ringback.lock` in the folder contains this as JSON. */
export interface LockHolder {
  readonly pid: number
  /** `null` until the holder answers requests. */
  readonly url: string | null
  /** Distinguishes a process from a later one with the same number; `null` where the system does not tell. */
  readonly process: string | null
}

/** Another process, or this one, already uses the folder. The command line ends with exit code 5. */
export class StoreInUseError extends Error {
  readonly code = 'store_in_use'
  readonly folder: string
  readonly holder: LockHolder | undefined

  constructor(folder: string, holder: LockHolder | undefined) {
    const where = holder?.url ? ` at ${holder.url}` : ''
    const who = holder === undefined ? 'another process' : `process ${holder.pid}${where}`
    super(`The store ${folder} is in use by ${who}. Stop that process, or choose another folder with --store.`)
    this.folder = folder
    this.holder = holder
  }
}

interface FolderLock {
  /** Records where the holder answers. */
  announce(url: string): void
  release(): void
}

const LOCK_FILE = 'ringback.lock'

/**
 * Locks a store folder for this process, and makes the folder if it is missing. The lock of a process that has ended is taken over.
 *
 * @throws StoreInUseError
 */
export function lockFolder(folder: string): FolderLock {
  const path = resolve(folder)
  makeFolder(path)
  const file = join(path, LOCK_FILE)
  const own: LockHolder = { pid: process.pid, url: null, process: processMark(process.pid) }
  while (!create(file, own)) {
    const holder = readLock(path)
    if (holder !== undefined && isRunning(holder)) throw new StoreInUseError(folder, holder)
    setAside(file)
  }
  let held = true
  return {
    announce: url => write(file, { ...own, url }),
    release: () => {
      if (held) rmSync(file, { force: true })
      held = false
    },
  }
}

/**
 * The running holder of a store folder, or `undefined`. Process 1 does not count: it always runs, so a lock that came with a folder could
 * name it.
 */
export function findHolder(folder: string): LockHolder | undefined {
  const holder = readLock(folder)
  return holder !== undefined && holder.pid !== 1 && isRunning(holder) ? holder : undefined
}

function readLock(folder: string): LockHolder | undefined {
  try {
    const lock = JSON.parse(readFileSync(join(folder, LOCK_FILE), 'utf8')) as Partial<LockHolder>
    return typeof lock.pid === 'number' && Number.isSafeInteger(lock.pid) && lock.pid > 0
      ? { pid: lock.pid, url: lock.url ?? null, process: lock.process ?? null }
      : undefined
  } catch {
    return undefined
  }
}

/** The file appears with its whole content or not at all, so that nobody reads half of it. */
function create(file: string, holder: LockHolder): boolean {
  const draft = `${file}.${process.pid}`
  writePrivately(draft, JSON.stringify(holder))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    // The file system has no hard links.
    return createExclusively(file, holder)
  } finally {
    rmSync(draft, { force: true })
  }
}

function createExclusively(file: string, holder: LockHolder): boolean {
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: OWNER_ONLY.file })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function write(file: string, holder: LockHolder): void {
  const draft = `${file}.${process.pid}`
  writePrivately(draft, JSON.stringify(holder))
  renameSync(draft, file)
}

/** Of several processes that find the same stale lock, one moves it away. SQLite's own lock protects the rest of the race. */
function setAside(file: string): void {
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  rmSync(aside, { force: true })
}

function isRunning({ pid, process: mark }: LockHolder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM means that it runs, as another user.
    if (codeOf(error) !== 'EPERM') return false
  }
  // Where the system marks its processes, a lock without a mark was not written by one of ours.
  return mark === null ? processMark(process.pid) === null : mark === processMark(pid)
}

/** When machine and process were started (Linux). In containers, the same few process numbers return after every start. */
function processMark(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command, in parentheses, may contain blanks; the start time is the 20th field after it.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return started === undefined ? null : `${boot}:${started}`
  } catch {
    return null
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
