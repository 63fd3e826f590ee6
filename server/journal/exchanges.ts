import { type AnsweredFilter, DROPPED, GONE, TRUNCATED, UNANSWERED, type UnansweredAs } from '../contract/answered.ts'
import { API_PREFIX } from '../contract/constants.ts'
import { type FilterValues, NO_ENDPOINT } from '../contract/lists.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Randomness } from '../kernel/random.ts'
import type { FacetCounts } from '../store/facets.ts'
import { META, readMeta, writeMeta } from '../store/meta.ts'
import type { Newest } from '../store/narrow.ts'
import { relianceOfRequests } from '../store/reliance.ts'
import type { ExchangeRow } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import {
  bytesOf,
  ExchangeTable,
  type ExchangeFilters as ExchangeTableFilters,
  type LeftAs,
  NO_ENDPOINT_AT_ALL,
  NO_STATUS,
  NOBODY_THERE,
  NOT_WHOLE,
  NOT_YET,
  storeDeparture,
  storedDepartures,
  storedIdOf,
} from '../store/tables/journal.ts'
import { MOST_UNKNOWN, readMetRequests } from '../store/tables/met-rows.ts'
import { PendingRows } from '../store/write-behind.ts'
import { type Counted, merge, NOTHING_COUNTED } from './counted.ts'
import { type Departure, Departures } from './departures.ts'
import { numbersOf } from './packing.ts'
import { withoutKeys } from './redact.ts'

/**
 * The journal keeps this many exchanges, and no more than this many bytes of them. The oldest are removed in portions. In the file they
 * take up to twice their bytes, when rows are a little larger than half a page.
 */
export const JOURNAL_LIMIT: JournalLimit = { exchanges: 100_000, bytes: 80_000_000 }
const PORTION = { exchanges: 1_000, bytes: 0.02 }

export interface JournalLimit {
  readonly exchanges: number
  readonly bytes: number
}

export interface ExchangeFilters extends FilterValues<'requests'>, Pick<ExchangeTableFilters, 'among'> {}

const SEQ_DIGITS = 8
/** Characters of a path that is kept. */
const LONGEST_STRAY = 200

/**
 * The identifier of an exchange is a UUID: its first group is the sequence number, the rest is that of its world. So it is found without an
 * index of its own, takes no space in the store, and tells exchanges apart even where only its beginning is shown.
 */
export type NewExchange = Omit<ExchangeRow, 'request_id'>
const TOLD_BY_SEQ = ''

function seqIn(request_id: string): number | undefined {
  const seq = Number.parseInt(request_id.slice(0, SEQ_DIGITS), 16)
  return Number.isSafeInteger(seq) ? seq : undefined
}

/** An address may be typed with the prefix, as what is open shows it; paths are stored without. */
const withoutPrefix = (text: string) => (text.startsWith(`${API_PREFIX}/`) ? text.slice(API_PREFIX.length) : text)

/** Whether a database holds the very exchange that is called so. */
export function hasExchange(store: Store, { seq, request_id }: Pick<ExchangeRow, 'seq' | 'request_id'>): boolean {
  const stored = storedIdOf(store, seq)
  return stored === TOLD_BY_SEQ ? seqIn(request_id) === seq : stored === request_id
}

/** The requests and answers of a world, newest last. A sequence number is never used twice. */
export class Exchanges {
  /** How answers have left, as far as this process knows. */
  readonly departures: Departures
  /** Exchanges up to this one came with the store. */
  readonly #storedUpTo: number
  /** Exchanges up to this one were not met in this run. */
  #broughtUpTo = 0
  #trimmed = NOTHING_COUNTED
  readonly #store: Store
  readonly #table: ExchangeTable
  /** The part of every identifier after its first group. */
  readonly #ofWorld: string
  /** Recorded, but not written yet. */
  readonly #pending = new PendingRows<NewExchange>('exchanges', rows => this.#write(rows))
  readonly #limit: JournalLimit
  /** When those began whose answer a fault holds back, in real time since the world began, in microseconds. */
  readonly #held = new Map<number, number>()
  #last: number
  /** The bytes of everything that is kept; `undefined` when they have to be counted again. */
  #bytes: number | undefined
  /** Whether a rollback may undo what was counted. */
  #uncommitted = false

  constructor(store: Store, random: Randomness, limit: JournalLimit = JOURNAL_LIMIT) {
    this.#store = store
    this.#limit = limit
    this.departures = new Departures(limit.exchanges, broughtBy(store))
    this.#ofWorld = random.uuid('requests').slice(SEQ_DIGITS)
    store.writeBehind(this.#pending)
    this.#table = new ExchangeTable(store)
    this.#last = Math.max(this.#table.newest, Number(readMeta(store, META.exchange_floor) ?? 0))
    this.#storedUpTo = this.#last
    this.#bytes = this.#table.bytesUpTo(this.#last)
    store.onRollback(() => {
      if (this.#uncommitted) this.#bytes = undefined
    })
  }

  /** The next sequence number and identifier; neither is ever issued again. */
  next(): { seq: number; request_id: string } {
    const seq = ++this.#last
    return { seq, request_id: this.idOf(seq) }
  }

  /** The sequence number issued last. */
  get last(): number {
    return this.#last
  }

  /** What is there was not met in this run: it came with a file, or was counted before. */
  bring(): void {
    this.#broughtUpTo = this.#last
  }

  /** Call it in a transaction. */
  record(row: NewExchange): void {
    this.#pending.push(row)
  }

  /** Notes that a fault holds an answer back, and when its exchange began; call it in the transaction that records it. */
  hold(seq: number, began_us: number): void {
    this.#store.afterCommit(() => this.#held.set(seq, began_us))
  }

  /** When an exchange began whose answer is held; `undefined` once it has left. */
  heldSince(seq: number): number | undefined {
    return this.#held.get(seq)
  }

  /**
   * Notes how an answer left, or that its client had. `isKept` also stores it, with the emulated instant: rows that say no more than that all
   * is well are not written again. A store that is closed, or that cannot be written, is left alone.
   */
  left(seq: number, departure: Departure, { now, isKept }: { now: Instant; isKept: boolean }): void {
    this.departures.note(seq, departure)
    this.#held.delete(seq)
    if (!isKept || !this.#store.db.open) return
    const { answered, began_us, ended_us } = departure
    const left_ms = Math.max(0, ended_us - began_us) / 1_000
    try {
      this.#store.transaction(() =>
        storeDeparture(this.#store, seq, { answered, left_ms, left_at: now, left_after: this.#last }),
      )
    } catch (error) {
      if (this.#store.outage(error) === undefined) throw error
    }
  }

  /** Why the answer of an exchange has not left, as far as this world knows; `null` of one that has. */
  unanswered({ seq, answered, fault_id }: ExchangeRow): UnansweredAs | null {
    if (fault_id === null || this.departures.of(seq) !== undefined) return null
    if (answered === 'forked') return 'at_fork'
    if (answered !== 'held') return null
    return seq > this.#storedUpTo ? 'now' : 'at_save'
  }

  #write(rows: readonly NewExchange[]): void {
    const { exchanges, bytes } = this.#limit
    let kept = this.#bytes ?? this.#table.bytesUpTo(Number.MAX_SAFE_INTEGER)
    for (const row of rows) {
      this.#table.insert({ ...row, request_id: TOLD_BY_SEQ })
      kept += bytesOf(row)
      if (row.seq % PORTION.exchanges === 0 && row.seq > exchanges) kept -= this.#retire(row.seq - exchanges)
      else if (kept > bytes) kept -= this.#retire(this.#oldestOf(kept - bytes * (1 - PORTION.bytes), row.seq))
    }
    this.#bytes = kept
    this.#uncommitted = true
    this.#store.afterCommit(() => {
      this.#uncommitted = false
    })
  }

  /** The last of the oldest exchanges that together have this many bytes, but never the newest of all. */
  #oldestOf(bytes: number, newest: number): number {
    let [last, sum] = [0, 0]
    while (sum < bytes) {
      const rows = this.#table.sizesBetween(last, newest, PORTION.exchanges)
      if (rows.length === 0) break
      for (const row of rows) {
        if (sum >= bytes) break
        sum += row.bytes
        last = row.seq
      }
    }
    return last
  }

  /** What those have met that the journal had no more room for. */
  get trimmed(): Counted {
    return this.#trimmed
  }

  /** Counts a request that was meant for the emulated API and came beside it. */
  noteStray({ method, path }: { method: string; path: string }): void {
    const row = { method, path: withoutKeys(path).slice(0, LONGEST_STRAY), outside: 1, count: 1 }
    const merged = merge([this.#trimmed, { ...NOTHING_COUNTED, rows: { ...NOTHING_COUNTED.rows, unknown: [row] } }])
    // A client may make up paths without end.
    if (merged.rows.unknown.length <= MOST_UNKNOWN || this.#trimmed.rows.unknown.length === merged.rows.unknown.length)
      this.#trimmed = merged
  }

  /** Removes the oldest, but not what they have met; returns how many bytes they had. */
  #retire(upTo: number): number {
    const range = { after: this.#broughtUpTo, upTo }
    const counted = {
      rows: readMetRequests(this.#store, { ...range, gone: this.departures.seqsOf(['gone']) }),
      reliance: relianceOfRequests(this.#store, range),
    }
    this.#store.afterCommit(() => {
      this.#trimmed = merge([this.#trimmed, counted])
    })
    const bytes = this.#table.bytesUpTo(upTo)
    this.#table.removeUpTo(upTo)
    return bytes
  }

  find(request_id: string): ExchangeRow | undefined {
    const seq = seqIn(request_id)
    const row = seq === undefined ? undefined : this.bySeq(seq)
    return row?.request_id === request_id ? row : undefined
  }

  bySeq(seq: number): ExchangeRow | undefined {
    const row = this.#table.bySeq(seq)
    return row && this.#whole(row)
  }

  list(filters: ExchangeFilters, page: Newest): ExchangeRow[] {
    return this.#table.list(this.#asStored(filters), page).map(row => this.#whole(row))
  }

  /** What a list of these could be narrowed by, with figures. */
  facets(filters: ExchangeFilters): FacetCounts {
    const { total, facets } = this.#table.facets(this.#asStored(filters), this.#gone)
    const status = facets.status?.map(one => ({ ...one, value: UNSEEN.get(one.value) ?? one.value })) ?? []
    return { total, facets: { ...facets, status } }
  }

  get #gone(): readonly number[] {
    return this.departures.seqsOf([GONE])
  }

  #asStored({ status, q, answered, caller, endpoint, ...others }: ExchangeFilters): ExchangeTableFilters {
    return {
      ...others,
      endpoint: endpoint === NO_ENDPOINT ? NO_ENDPOINT_AT_ALL : endpoint,
      status: status === undefined ? undefined : { ranges: statusRanges(status), gone: this.#gone },
      caller: caller === undefined ? undefined : { text: caller, headers: HEADERS_OF_CALLER },
      left: answered?.map(way => this.#leftAs(way)),
      q:
        q === undefined
          ? undefined
          : { text: withoutPrefix(q), idTail: this.#ofWorld, headers: HEADERS_OF_CALLER, gone: this.#gone },
    }
  }

  #leftAs(way: AnsweredFilter): LeftAs {
    if (way === 'lost') return { as: way, seqs: this.departures.seqsOf(['cut']), gone: this.#gone }
    if (way === 'truncated') return { as: way, gone: this.#gone }
    return { as: 'among', seqs: this.departures.seqsOf([way]) }
  }

  /** The identifier of an exchange by its number, and the other way round; `undefined` when it is none of this world. */
  idOf(seq: number): string {
    return seq.toString(16).padStart(SEQ_DIGITS, '0') + this.#ofWorld
  }

  seqOf(request_id: string): number | undefined {
    const seq = seqIn(request_id)
    return seq !== undefined && seq <= this.#last && this.idOf(seq) === request_id ? seq : undefined
  }

  #whole(row: ExchangeRow): ExchangeRow {
    return row.request_id === TOLD_BY_SEQ ? { ...row, request_id: this.idOf(row.seq) } : row
  }

  /** Removes all exchanges; sequence numbers go on. */
  clear(): void {
    this.#bytes = undefined
    this.#trimmed = NOTHING_COUNTED
    this.#store.transaction(() => {
      this.#table.clear()
      writeMeta(this.#store, META.exchange_floor, String(this.#last))
    })
  }
}

/** The headers by which callers name themselves, in either form of the store. */
const HEADERS_OF_CALLER = ['user-agent', 'x-client-instance'].flatMap(name => [name, ...numbersOf(name).map(String)])

/** How answers left, as far as the store knows. */
function broughtBy(store: Store): ReadonlyMap<number, Departure['answered']> {
  return new Map(
    storedDepartures(store).flatMap(({ seq, answered }) =>
      answered === null || answered === 'held' || answered === 'forked' ? [] : [[seq, answered]],
    ),
  )
}

/** What stands in the place of a status that nobody has seen. */
const UNSEEN: ReadonlyMap<unknown, string> = new Map([
  [NO_STATUS, DROPPED],
  [NOBODY_THERE, GONE],
  [NOT_WHOLE, TRUNCATED],
  [NOT_YET, UNANSWERED],
])

function statusRanges(text: string): { from: number; to: number }[] {
  return text.split(',').map(part => {
    if (part === DROPPED) return { from: NO_STATUS, to: NO_STATUS }
    if (part === GONE) return { from: NOBODY_THERE, to: NOBODY_THERE }
    if (part === TRUNCATED) return { from: NOT_WHOLE, to: NOT_WHOLE }
    if (part === UNANSWERED) return { from: NOT_YET, to: NOT_YET }
    const digits = part.trim().replace(/x/gi, '')
    const from = Number(digits.padEnd(3, '0'))
    return Number.isFinite(from) && digits !== '' ? { from, to: Number(digits.padEnd(3, '9')) } : { from: -1, to: -1 }
  })
}
