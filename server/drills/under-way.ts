import type { ExchangeRow } from '../store/schema.ts'
import type { Observation } from '../verdicts/observations.ts'
import type { WorldRuntime } from '../world/runtime.ts'

/** Requests of which it is not known yet how their answers left: a fault holds them, or they are just leaving. */
export class UnderWay {
  readonly #runtime: WorldRuntime
  readonly #seqs = new Set<number>()
  #noneLeft: (() => void) | undefined

  constructor(runtime: WorldRuntime) {
    this.#runtime = runtime
  }

  begin(seq: number): void {
    this.#seqs.add(seq)
  }

  hears(observations: readonly Observation[]): void {
    for (const seen of observations) if (seen.kind === 'request') this.#seqs.delete(seen.seq)
    if (this.isEmpty) this.#noneLeft?.()
  }

  get isEmpty(): boolean {
    return this.#seqs.size === 0
  }

  /** In their order. */
  get rows(): readonly ExchangeRow[] {
    const rows = [...this.#seqs].flatMap(seq => this.#runtime.exchanges.bySeq(seq) ?? [])
    return rows.toSorted((one, other) => one.seq - other.seq)
  }

  /** Until all that are under way have left. */
  untilNone(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#noneLeft = resolve
    return promise
  }
}
