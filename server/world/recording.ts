import type { Store } from '../store/store.ts'
import { UndoLog } from '../store/undo-log.ts'

/** Whether a life remembers the state that each exchange found, so that a capsule can be opened there. */
export class Recording {
  readonly #store: Store
  #log: UndoLog | undefined

  constructor(store: Store, { on }: { on: boolean }) {
    this.#store = store
    if (on) this.start()
  }

  get on(): boolean {
    return this.#log !== undefined
  }

  start(): void {
    this.#log ??= new UndoLog(this.#store)
  }

  stop(): void {
    this.#log?.remove()
    this.#log = undefined
  }

  /** Remembers the state at hand as the one that an exchange finds. To be called in its transaction, before anything changes. */
  mark(seq: number): void {
    this.#log?.mark(seq)
  }

  /** Statements that lead a copy of the database back to where an exchange found it; `undefined` where that is not known. */
  wayBackTo(seq: number): string[] | undefined {
    return this.#log?.wayBackTo(seq)
  }
}
