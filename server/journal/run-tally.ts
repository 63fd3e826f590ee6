import type { AssumptionValues } from '../contract/assumptions.ts'
import type { RunCoverageView } from '../contract/coverage.ts'
import {
  lastRows,
  noReliance,
  type Reliance,
  type RelianceSince,
  relianceOf,
  sumReliance,
  totalOf,
} from '../store/reliance.ts'
import type { Store } from '../store/store.ts'
import { type MetRows, readMetRows } from '../store/tables/met-rows.ts'
import { coverageOf } from './coverage.ts'
import type { Exchanges } from './exchanges.ts'

/** A journal to be counted. */
export interface Journal {
  readonly store: Store
  readonly exchanges: Exchanges
}

interface Counted {
  readonly rows: MetRows
  readonly reliance: ReadonlyMap<string, Reliance>
}

/**
 * What the whole run has met, in the worlds that exist and in those that were removed or reset, whose journals are counted when they end.
 * Tests remove and reset their worlds all the time, and their coverage must not be lost with them.
 */
export class RunTally {
  readonly #ended: Counted[] = []
  /** What journals already contained when they were brought in. */
  readonly #brought = new WeakMap<Store, RelianceSince>()

  /** A journal came with a snapshot. What it contains was counted where it was met, or belongs to another run. */
  bring({ store, exchanges }: Journal): void {
    this.#brought.set(store, { ...lastRows(store), requests: exchanges.last })
  }

  /** Counts a journal that is about to end. One that is only cleared keeps its events, which are counted later. */
  end(journal: Journal, { keepsEvents = false }: { keepsEvents?: boolean } = {}): void {
    const { rows, reliance } = this.#count(journal)
    if (keepsEvents) this.#ended.push({ rows: { ...rows, events: [] }, reliance: ofRequests(reliance) })
    else if (reliance.size > 0 || [rows.answers, rows.unknown, rows.events].some(({ length }) => length > 0))
      this.#ended.push({ rows, reliance })
    if (this.#ended.length > MOST_APART) this.#ended.splice(0, this.#ended.length, merge(this.#ended))
  }

  coverage(journals: readonly Journal[], values: AssumptionValues): RunCoverageView {
    const all = [...this.#ended, ...journals.map(journal => this.#count(journal))]
    const { reliance } = merge(all)
    return {
      ...coverageOf(
        all.map(({ rows }) => rows),
        values,
      ),
      assumptions_relied_on: [...reliance]
        .map(([id, rows]) => ({ id, relied_on: totalOf(rows) }))
        .sort((one, other) => other.relied_on - one.relied_on || (one.id < other.id ? -1 : 1)),
    }
  }

  #count({ store }: Journal): Counted {
    const since = this.#brought.get(store)
    return { rows: readMetRows(store, since), reliance: relianceOf(store, since) }
  }
}

/** When a journal is cleared, only its requests go; calls, events and deliveries are counted when the world ends. */
function ofRequests(reliance: Counted['reliance']): Counted['reliance'] {
  return new Map([...reliance].map(([id, { requests }]) => [id, { ...noReliance(), requests }]))
}

/** How many ended journals are kept apart before they are merged. */
const MOST_APART = 64

/** Joins rows of the same kind, so that a run of thousands of worlds stays small. */
function merge(all: readonly Counted[]): Counted {
  return {
    reliance: sumReliance(all.map(({ reliance }) => reliance)),
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
