import type { ClockState, ClockStore, HostClockReason } from '../kernel/job.ts'
import { META, readMeta, removeMeta, writeMeta } from './meta.ts'
import type { Insert, Store } from './store.ts'
import { PendingRows } from './write-behind.ts'

interface Reading {
  /** The id of the only row. */
  readonly id: 1
  readonly pace: string
  readonly instant: number
  readonly wall: number
}

/** Equal to nothing that is ever written, because a rollback may have undone what was. */
const UNKNOWN = ''

const REASONS = [
  'host_clock_set_back',
  'host_clock_followed',
  'host_clock_too_far_ahead',
] as const satisfies readonly HostClockReason[]

/** Where the kernel saves its clock. Every job moves the clock, so it is written once for all jobs of a transaction. */
export class ClockTable implements ClockStore {
  readonly #store: Store
  readonly #save: Insert<Reading>
  /** Saved but not written yet; only the last one counts. */
  readonly #readings = new PendingRows<Reading>('clock', readings => this.#save.run(readings.at(-1) as Reading))

  /** What was last written about the host's clock. */
  #host: string | undefined

  constructor(store: Store) {
    this.#store = store
    store.onRollback(() => {
      this.#host = UNKNOWN
    })
    store.writeBehind(this.#readings)
    this.#save = store.insertInto('clock', { replacing: ['id'] })
  }

  load(): ClockState | undefined {
    const row = this.#store.get(this.#store.query.selectFrom('clock').selectAll())
    if (row === undefined) return undefined
    const pace = row.pace === 'frozen' || row.pace === 'live' || row.pace === 'eager' ? row.pace : Number(row.pace)
    this.#host = readMeta(this.#store, META.host_clock)
    return { pace, instant: row.instant, wall: row.wall, ...hostClockIn(this.#host) }
  }

  save({ pace, instant, wall, offset = 0, reason = null, boot }: ClockState): void {
    // This part changes only when somebody sets the clock or the pace; the reading changes with every job.
    const isPlain = offset === 0 && reason === null && boot === undefined
    this.#saveHost(isPlain ? undefined : JSON.stringify({ offset, reason, boot } satisfies HostClockFacts))
    this.#readings.push({ id: 1, pace: String(pace), instant, wall })
    if (!this.#store.inTransaction) this.#readings.flush()
  }

  #saveHost(text: string | undefined): void {
    if (text === this.#host) return
    if (text === undefined) removeMeta(this.#store, META.host_clock)
    else writeMeta(this.#store, META.host_clock, text)
    this.#host = text
  }
}

/** Freezes the clock of a copy, where it is or at an instant. */
export function stopClock(store: Store, instant?: number): void {
  const clock = store.query.updateTable('clock').set({ pace: 'frozen' })
  store.run(instant === undefined ? clock : clock.set({ instant }))
}

/**
 * Lets the running clock of a stored copy go on from `instant` at this moment of the host, as if no time had passed since it was saved. One
 * that follows the host's clock would otherwise show what that shows now. A frozen or a scaled one does so by itself.
 */
export function resumeClock(
  store: Store,
  { instant, wall, boot }: Pick<ClockState, 'instant' | 'wall' | 'boot'>,
): void {
  const clock = new ClockTable(store)
  const saved = clock.load()
  if (saved?.pace !== 'live' && saved?.pace !== 'eager') return
  clock.save({ ...saved, instant: Math.max(saved.instant, instant), wall, boot })
}

type HostClockFacts = Pick<ClockState, 'offset' | 'reason' | 'boot'>

/** What was saved about the host's clock. Whatever is not in our form is left out, because the file may come from anybody. */
function hostClockIn(text: string | undefined): HostClockFacts {
  try {
    const { offset, reason, boot } = JSON.parse(text ?? '{}') as HostClockFacts
    const isBoot = typeof boot?.id === 'string' && Number.isSafeInteger(boot.started_at)
    return {
      offset: Number.isSafeInteger(offset) ? offset : 0,
      reason: REASONS.find(known => known === reason) ?? null,
      boot: isBoot ? boot : undefined,
    }
  } catch {
    return {}
  }
}
