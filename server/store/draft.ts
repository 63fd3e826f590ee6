import {
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import Database from 'better-sqlite3'
import { makeFolder } from './make-folder.ts'
import { writePrivately } from './private-file.ts'
import type { OpenDatabase } from './raw-tables.ts'
import { Store } from './store.ts'
import { isFull, noRoom, storeFailure } from './store-failure.ts'
import { HEADER_BYTES, withoutWalMark } from './wal-mark.ts'

/** What is written into a database before anybody sees it. */
export type Fill = (store: Store) => void

/**
 * A database that nobody uses yet: an upload, a copy of a world, a snapshot to be restored. Nothing that is done to it shows elsewhere
 * until it is handed over. Once it is handed over, or disposed of, nothing of it is left here.
 */
export interface Draft extends Disposable {
  readonly bytes: number
  /** Its first bytes, without the mark of a journal that it does not have. */
  head(): Buffer
  /** Reads it as it is, whatever its schema. */
  look<Result>(work: (db: OpenDatabase) => Result): Result
  /** Migrates it to the newest schema and writes into it. With `compact`, no trace is left of what was deleted or replaced. */
  change(fill: Fill, options?: { compact?: boolean }): void
  /** Tries something on a copy that nobody sees. */
  trial<Result>(work: (store: Store) => Result): Result
  /** Returns its bytes, to be read. */
  content(): Buffer | Readable
  takeBytes(): Buffer
  /** Makes it the file with this name, which is on the disk when this returns. Throws an error of the file system. */
  moveTo(file: string): void
}

/** A draft in memory. */
export class BytesDraft implements Draft {
  #bytes: Buffer

  /** The bytes do not change. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get bytes(): number {
    return this.#bytes.length
  }

  head(): Buffer {
    const head = withoutWalMark(Buffer.from(this.#bytes.subarray(0, HEADER_BYTES)))
    if (!this.#bytes.subarray(0, HEADER_BYTES).equals(head))
      this.#bytes = Buffer.concat([head, this.#bytes.subarray(HEADER_BYTES)])
    return head
  }

  look<Result>(work: (db: OpenDatabase) => Result): Result {
    return closing(new Database(this.#bytes), work)
  }

  change(fill: Fill, { compact = false }: { compact?: boolean } = {}): void {
    this.#bytes = closing(Store.open(this.#bytes), store => {
      store.transaction(() => fill(store))
      if (compact) store.db.exec('VACUUM')
      return store.serialize()
    })
  }

  trial<Result>(work: (store: Store) => Result): Result {
    return closing(Store.open(this.#bytes), work)
  }

  content(): Buffer {
    return this.#bytes
  }

  takeBytes(): Buffer {
    return this.#bytes
  }

  moveTo(file: string): void {
    writePrivately(file, this.#bytes, { flush: true })
  }

  [Symbol.dispose](): void {
    this.#bytes = Buffer.alloc(0)
  }
}

/** The beginning of the names of their folders. */
export const DRAFT = 'draft-'

/** A draft in a file, alone in a folder that is made for it and removed with it. It is never in memory as a whole. */
export class FileDraft implements Draft {
  readonly file: string

  private constructor(file: string) {
    this.file = file
  }

  /** A new, empty one below this folder. Throws an error of the file system. */
  static below(folder: string): FileDraft {
    makeFolder(folder)
    const file = join(mkdtempSync(join(folder, DRAFT)), 'world.db')
    writePrivately(file, '')
    return new FileDraft(file)
  }

  get bytes(): number {
    return statSync(this.file).size
  }

  /** Throws `StoreFailureError` when its disk has no room for this many bytes. */
  requireRoom(bytes: number): void {
    const failure = noRoom(this.file, bytes)
    if (failure !== undefined) throw failure
  }

  head(): Buffer {
    return this.#onDisk(() => {
      const descriptor = openSync(this.file, 'r+')
      try {
        const head = Buffer.alloc(Math.min(HEADER_BYTES, this.bytes))
        readSync(descriptor, head, 0, head.length, 0)
        writeSync(descriptor, withoutWalMark(head), 0, head.length, 0)
        return head
      } finally {
        closeSync(descriptor)
      }
    })
  }

  look<Result>(work: (db: OpenDatabase) => Result): Result {
    return this.#onDisk(() => closing(new Database(this.file, { readonly: true }), work))
  }

  change(fill: Fill, { compact = false }: { compact?: boolean } = {}): void {
    const next = `${this.file}.compact`
    this.#onDisk(() => {
      closing(Store.open(this.file, { draft: true }), store => {
        store.transaction(() => fill(store))
        if (compact) copyInto(store, next)
      })
      if (compact) renameSync(next, this.file)
    })
  }

  trial<Result>(work: (store: Store) => Result): Result {
    const copy = `${this.file}.trial`
    try {
      return this.#onDisk(() => {
        copyFileSync(this.file, copy, constants.COPYFILE_FICLONE)
        return closing(Store.open(copy, { draft: true }), work)
      })
    } finally {
      rmSync(copy, { force: true })
    }
  }

  content(): Readable {
    return createReadStream(this.file).once('close', () => this[Symbol.dispose]())
  }

  takeBytes(): Buffer {
    const bytes = readFileSync(this.file)
    this[Symbol.dispose]()
    return bytes
  }

  moveTo(file: string): void {
    const descriptor = openSync(this.file, 'r+')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(this.file, file)
    this[Symbol.dispose]()
  }

  [Symbol.dispose](): void {
    rmSync(dirname(this.file), { recursive: true, force: true })
  }

  /** That the disk is full is not the fault of the file. */
  #onDisk<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw isFull(error) ? storeFailure('Nothing could be written to', this.file, error) : error
    }
  }
}

/** The draft with what was written into it. If that fails, the draft is removed. */
export function changed(draft: Draft, fill: Fill, options: { compact?: boolean } = {}): Draft {
  try {
    draft.change(fill, options)
    return draft
  } catch (error) {
    draft[Symbol.dispose]()
    throw error
  }
}

/** Writes the present state of a database into a new file that only its owner may read. */
export function copyInto(store: Store, file: string): void {
  store.endBatch()
  // SQLite fills an empty file. One that it created itself would be readable for others.
  writePrivately(file, '')
  store.db.prepare('VACUUM INTO ?').run(file)
}

function closing<Open extends { close(): void }, Result>(open: Open, work: (open: Open) => Result): Result {
  try {
    return work(open)
  } finally {
    open.close()
  }
}
