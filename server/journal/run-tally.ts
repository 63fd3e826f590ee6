import type { AssumptionValues } from '../contract/assumptions.ts'
import type { Store } from '../store/store.ts'
import { type Coverage, coverageOf, lastEvent, type MetRows, readMetRows, type Since } from './coverage.ts'
import type { Exchanges } from './exchanges.ts'

/** A journal, to be counted. */
export interface Journal {
  readonly store: Store
  readonly exchanges: Exchanges
}

interface Counted {
  readonly rows: MetRows
  readonly reliance: ReadonlyMap<string, number>
}

export interface RunCoverage extends Coverage {
  assumptions_relied_on: { id: string; relied_on: number }[]
}

/**
 * What the whole run has met: of the worlds that are there, and of those that were removed or reset, whose journals are counted when they
 * end. Tests remove and reset their worlds all the time, and their coverage must not go with them.
 */
export class RunTally {
  readonly #ended: Counted[] = []
  /** What journals already had when they were brought in. */
  readonly #brought = new WeakMap<Store, Since>()

  /** A journal came with a snapshot: what it has was counted where it was met, or met in another run. */
  bring({ store, exchanges }: Journal): void {
    this.#brought.set(store, { exchange: exchanges.last, event: lastEvent(store) })
  }

  /** Counts a journal that is about to end. One that is only cleared keeps its events, which are counted later. */
  end(journal: Journal, { keepsEvents = false }: { keepsEvents?: boolean } = {}): void {
    const { rows, reliance } = this.#count(journal)
    const kept = keepsEvents ? { ...rows, events: [] } : rows
    if (kept.answers.length > 0 || kept.unknown.length > 0 || kept.events.length > 0)
      this.#ended.push({ rows: kept, reliance })
    if (this.#ended.length > MOST_APART) this.#ended.splice(0, this.#ended.length, merge(this.#ended))
  }

  coverage(journals: readonly Journal[], values: AssumptionValues): RunCoverage {
    const all = [...this.#ended, ...journals.map(journal => this.#count(journal))]
    const { reliance } = merge(all)
    return {
      ...coverageOf(
        all.map(({ rows }) => rows),
        values,
      ),
      assumptions_relied_on: [...reliance]
        .map(([id, relied_on]) => ({ id, relied_on }))
        .sort((one, other) => other.relied_on - one.relied_on || (one.id < other.id ? -1 : 1)),
    }
  }

  #count({ store, exchanges }: Journal): Counted {
    const since = this.#brought.get(store) ?? FROM_THE_BEGINNING
    return { rows: readMetRows(store, since), reliance: exchanges.reliance({ after: since.exchange }) }
  }
}

const FROM_THE_BEGINNING: Since = { exchange: 0, event: 0 }

/** Ended journals that are kept apart before they are put together. */
const MOST_APART = 64

/** Rows of the same kind become one, so that a run of thousands of worlds stays small. */
function merge(all: readonly Counted[]): Counted {
  const reliance = new Map<string, number>()
  for (const counted of all)
    for (const [id, times] of counted.reliance) reliance.set(id, (reliance.get(id) ?? 0) + times)
  return {
    reliance,
    rows: {
      answers: sum(all.flatMap(({ rows }) => rows.answers)),
      unknown: sum(all.flatMap(({ rows }) => rows.unknown)),
      events: sum(all.flatMap(({ rows }) => rows.events)),
    },
  }
}

function sum<Row extends { readonly count: number }>(rows: readonly Row[]): Row[] {
  const sums = new Map<string, Row>()
  for (const { count: times, ...what } of rows) {
    const key = JSON.stringify(what)
    sums.set(key, { ...what, count: (sums.get(key)?.count ?? 0) + times } as Row)
  }
  return [...sums.values()]
}
