import type { AssumptionValues } from '../contract/assumptions.ts'
import type { RunCoverageView } from '../contract/coverage.ts'
import { lastRows, type RelianceSince, relianceOf, totalOf } from '../store/reliance.ts'
import type { Store } from '../store/store.ts'
import { MOST_SLOW, slowestAcknowledged, undelivered, unspentFaults } from '../store/tables/left-behind.ts'
import { readMetRows } from '../store/tables/met-rows.ts'
import { type Counted, isNothing, merge, ofRequests } from './counted.ts'
import { coverageOf } from './coverage.ts'
import type { Exchanges } from './exchanges.ts'

/** A journal, to be counted. */
export interface Journal {
  readonly store: Store
  readonly exchanges: Exchanges
}

/** What worlds have left behind, each with its world; the first hundred of each world. */
type LeftBehind = Pick<RunCoverageView, 'undelivered' | 'unspent_faults'>

type Acknowledged = RunCoverageView['slowest_acknowledgements']

/** As many are kept of what ended worlds have left behind. */
const MOST_LEFT_BEHIND = 1_000
/** Ended journals that are kept apart before they are merged. */
const MOST_APART = 64

const sizeOf = ({ undelivered, unspent_faults }: LeftBehind): number => undelivered.length + unspent_faults.length

const slowestOf = (rows: Acknowledged): Acknowledged =>
  [...rows].sort((one, other) => other.duration_ms - one.duration_ms).slice(0, MOST_SLOW)

/**
 * What the whole run has met and left behind: in the worlds that are there, and in those that were removed or reset, which are counted when they
 * end. Tests remove and reset their worlds all the time, and what these have met must not go with them.
 */
export class RunTally {
  readonly #ended: Counted[] = []
  readonly #left: LeftBehind[] = []
  /** What a world has left behind that ended last under an id. */
  readonly #latest = new Map<string, LeftBehind>()
  /** The slowest acknowledgements of ended worlds, and those of the world that ended last under an id. */
  #slowest: Acknowledged = []
  readonly #latestSlowest = new Map<string, Acknowledged>()
  /** What journals already had when they were brought in. */
  readonly #brought = new WeakMap<Store, RelianceSince>()
  /** The last delivery before those that count as left behind. */
  readonly #deliveriesBefore = new WeakMap<Store, number>()

  /** A journal came with a snapshot: what it has was counted where it was met, or met in another run. */
  bring({ store, exchanges }: Journal): void {
    const last = lastRows(store)
    this.#brought.set(store, { ...last, requests: exchanges.last })
    this.#deliveriesBefore.set(store, last.deliveries)
    exchanges.bring()
  }

  /** A world that was to end goes on with what it had: what it has met was counted, but it has left nothing behind yet. */
  resume(world_id: string, { before, after }: { readonly before: Journal; readonly after: Journal }): void {
    const left = this.#latest.get(world_id)
    if (left !== undefined && this.#left.includes(left)) this.#left.splice(this.#left.indexOf(left), 1)
    const slowest = this.#latestSlowest.get(world_id)
    this.#slowest = this.#slowest.filter(row => !slowest?.includes(row))
    this.bring(after)
    this.#deliveriesBefore.set(after.store, this.#deliveriesBefore.get(before.store) ?? 0)
  }

  /** Counts the requests of a journal that is about to be cleared; its world goes on. */
  clear(journal: Journal): void {
    this.#keep(ofRequests(this.#count(journal)))
  }

  /** Counts a world that is about to end. */
  end(world_id: string, journal: Journal): void {
    this.#keep(this.#count(journal))
    this.#endSlowest(world_id, journal)
    const left = this.#leftBehind(world_id, journal)
    const kept = this.#left.reduce((sum, one) => sum + sizeOf(one), 0)
    if (sizeOf(left) === 0 || kept >= MOST_LEFT_BEHIND) return
    this.#left.push(left)
    this.#latest.set(world_id, left)
  }

  /** Of the run, with the worlds that are there, by their ids. */
  coverage(journals: ReadonlyMap<string, Journal>, values: AssumptionValues): RunCoverageView {
    const all = [...this.#ended, ...[...journals.values()].map(journal => this.#count(journal))]
    const left = [...journals].map(([world_id, journal]) => this.#leftBehind(world_id, journal))
    const { reliance } = merge(all)
    return {
      ...coverageOf(
        all.map(({ rows }) => rows),
        values,
      ),
      assumptions_relied_on: [...reliance]
        .map(([id, rows]) => ({ id, relied_on: totalOf(rows) }))
        .sort((one, other) => other.relied_on - one.relied_on || (one.id < other.id ? -1 : 1)),
      undelivered: [...this.#left, ...left].flatMap(one => one.undelivered),
      unspent_faults: [...this.#left, ...left].flatMap(one => one.unspent_faults),
      slowest_acknowledgements: slowestOf([
        ...this.#slowest,
        ...[...journals].flatMap(([world_id, journal]) => this.#acknowledged(world_id, journal)),
      ]),
    }
  }

  #endSlowest(world_id: string, journal: Journal): void {
    const acknowledged = this.#acknowledged(world_id, journal)
    if (acknowledged.length === 0) return
    this.#slowest = slowestOf([...this.#slowest, ...acknowledged])
    this.#latestSlowest.set(world_id, acknowledged)
  }

  #keep(counted: Counted): void {
    if (!isNothing(counted)) this.#ended.push(counted)
    if (this.#ended.length > MOST_APART) this.#ended.splice(0, this.#ended.length, merge(this.#ended))
  }

  #count({ store, exchanges }: Journal): Counted {
    const since = this.#brought.get(store)
    const rows = readMetRows(store, { since, gone: exchanges.departures.seqsOf(['gone']) })
    return merge([exchanges.trimmed, { rows, reliance: relianceOf(store, since) }])
  }

  #leftBehind(world_id: string, { store }: Journal): LeftBehind {
    return {
      undelivered: undelivered(store, this.#deliveriesBefore.get(store) ?? 0).map(row => ({ world_id, ...row })),
      unspent_faults: unspentFaults(store).map(row => ({ world_id, ...row })),
    }
  }

  #acknowledged(world_id: string, { store }: Journal): Acknowledged {
    return slowestAcknowledged(store, this.#deliveriesBefore.get(store) ?? 0).map(row => ({ world_id, ...row }))
  }
}
