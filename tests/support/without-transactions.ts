import type { Store } from '../../server/store/store.ts'

/** For mutation checks: from now on every statement of a store commits by itself. */
export function withoutTransactions(store: Store): void {
  const plainly = <Result>(work: () => Result): Result => {
    const result = work()
    store.flush()
    return result
  }
  Object.assign(store, { transaction: plainly, batch: plainly })
  // Whoever asks whether it is in one goes on as if it were.
  Object.defineProperty(store, 'inTransaction', { value: true })
}
