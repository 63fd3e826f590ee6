import { JUDGED } from '../domain/facts.ts'
import { tokyoDay as windowOfDay } from '../domain/limits/windows.ts'
import type { Services } from '../domain/services.ts'
import { isInboxUrl } from '../domain/webhooks/inbox-url.ts'
import type { HostClock } from '../kernel/host-clock.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Store } from '../store/store.ts'
import { lastLedgerEntry, neverSent } from '../store/tables/events.ts'
import type { Conclusion, Exchange } from '../turn/answer.ts'
import { tokyoDay } from '../verdicts/days.ts'
import type { AttemptSeen, ChangeSeen, Moment, Observation, RequestSeen, Standing } from '../verdicts/observations.ts'
import { Recent } from '../verdicts/recent.ts'
import type { VerdictSettings } from '../verdicts/settings.ts'
import { WorldVerdicts } from '../verdicts/world-verdicts.ts'
import { type JudgedSince, KeptVerdicts } from './kept-verdicts.ts'
import { LastDialled } from './last-dialled.ts'
import { type Left, requestSeen } from './request-seen.ts'

interface Parts {
  readonly store: Store
  readonly kernel: Pick<Kernel, 'catchUp' | 'leap' | 'reading'>
  readonly services: Services
  readonly wall: Pick<HostClock, 'after' | 'elapsed' | 'now'>
  /** The newest request that was there before. */
  readonly last: number
  /** Real time since the runtime began, in microseconds. */
  readonly realTime: () => number
  readonly settings: VerdictSettings | undefined
  /** Whether anybody listens. If not, nothing is announced. */
  readonly hasListeners: () => boolean
  readonly onDefect: (error: unknown) => void
}

/** Real milliseconds until what is new is announced: all rules are asked for that, so many observations share it. */
const UNTIL_ANNOUNCED = 120
/** Real milliseconds until it is told that something was decided by time alone: of many cases, all of a second are told at once. */
const LEAST_UNTIL_LAPSED = 1_000
/** Real milliseconds until what is new is kept: as much is lost when the process is killed, and nothing when it ends. */
const UNTIL_KEPT = 500
/** Tokyo days of which it is known how many requests were counted. */
const MOST_DAYS = 1_024
const MOST_SUPPRESSED = 10_000
/** A timer holds no more; whoever is told then is told anew. */
const LONGEST_TIMER = 24 * 24 * 3_600_000
const WEBHOOK_WRITES: readonly (string | null)[] = ['createWebhook', 'updateWebhook', 'deleteWebhook']

/** What a person did, to which the witness adds when. */
type Change = Pick<ChangeSeen, 'what' | 'tenant'> & Partial<Pick<ChangeSeen, 'fault_id'>>

/**
 * Tells the judge of a world what clients, their receivers and people at the control API do, as it happens. An exchange is told when its answer
 * has left, at once: whatever waits outlives the collection of new objects, and that costs more than the rules do.
 */
export class Witness {
  readonly verdicts: WorldVerdicts
  readonly #parts: Parts
  readonly #kept: KeptVerdicts
  #isNews = false
  /** When a case that is open is decided by time alone, by the elapsed time of the host; what calls that off. */
  #lapse: { readonly at: number; readonly cancel: () => void } | undefined
  #isToBeKept = false
  #isClosed = false
  /** When the faults expire that have hit a request. */
  readonly #expiring = new Map<number, Instant>()
  /** Of the keys that were used, by their ids, whose they are. */
  readonly #keys = new Map<string, number>()
  /** Webhooks that clients have registered. */
  readonly #registered = new Set<number>()
  readonly #counted = new Recent<string, { readonly tenant: string; readonly day: string; requests: number }>(MOST_DAYS)
  readonly #dialled: LastDialled
  /** The newest entry of the ledger that was there before. */
  readonly #ledger: number

  constructor(parts: Parts) {
    this.#parts = parts
    this.verdicts = new WorldVerdicts(parts.settings)
    this.#ledger = lastLedgerEntry(parts.store)
    this.#dialled = new LastDialled(call_id => parts.services.calls.find(call_id))
    const { store, last, wall } = parts
    this.#kept = new KeptVerdicts({ store, verdicts: this.verdicts, last, now: wall.now() })
  }

  /** From which request on clients are judged, and what was judged before. */
  get judged(): JudgedSince {
    return this.#kept.since
  }

  /** Whether an earlier process has judged the world, under what was expected then. */
  get hasReopened(): boolean {
    return this.#kept.hasReopened
  }

  /** Call it in the transaction in which the runtime begins. */
  begin(): void {
    this.#kept.begin()
  }

  /** Keeps what is said of clients for the next process. */
  keep(): void {
    try {
      this.#kept.keep(() => this.standing())
    } catch (error) {
      // Nobody has asked, so there is nobody else to be told of a store that cannot be written.
      this.#parts.onDefect(error)
    }
  }

  /** This moment on both clocks. */
  now(): Moment {
    return this.#moment(this.#parts.realTime())
  }

  #moment(real_us: number): Moment {
    const { kernel } = this.#parts
    const { added: leapt, factor } = kernel.leap
    return { real_us, at: kernel.reading, leapt, factor }
  }

  /** An answer has left, was cut, or had nobody to go to. */
  left(left: Left): void {
    const { turn, conclusion } = left.exchange
    if (conclusion === undefined) return
    const { origin, endpoint, status } = conclusion.row
    if (origin === 'client') this.#request(left, conclusion)
    else if (WEBHOOK_WRITES.includes(endpoint) && status < 300)
      this.changed({ what: 'webhooks', tenant: turn.caller?.slug ?? null })
  }

  changed({ what, tenant, fault_id = null }: Change): void {
    this.#tell([{ kind: 'change', at: this.now(), what, tenant, fault_id }])
  }

  attempted(attempt: AttemptSeen): void {
    this.#tell([attempt])
  }

  /** How the world stands now, or at its end. */
  standing({ ended = false }: { ended?: boolean } = {}): Standing {
    const { kernel, services } = this.#parts
    // What falls due by now may be observed as well.
    kernel.catchUp()
    const now = this.now()
    this.verdicts.hears(this.#expiredBy(now))
    return {
      now,
      ended,
      dates_zone: services.register.values['dates.zone'],
      webhooks: this.#webhooks(),
      keys: this.#usedKeys(),
      suppressed: this.#suppressed(),
      counted: [...this.#counted.values()],
    }
  }

  /** Whoever was just told how clients behaved is told again when that is so no longer, though nothing comes. */
  watchesLapse(): void {
    const { wall, hasListeners } = this.#parts
    const seconds = this.verdicts.lapsesIn
    if (!Number.isFinite(seconds) || this.#isClosed || !hasListeners()) return
    const wait = Math.min(Math.max(Math.ceil(seconds * 1_000) + 1, LEAST_UNTIL_LAPSED), LONGEST_TIMER)
    const at = wall.elapsed() + wait
    if (this.#lapse !== undefined && this.#lapse.at <= at) return
    this.#lapse?.cancel()
    const cancel = wall.after(wait, () => {
      this.#lapse = undefined
      if (this.#isClosed) return
      this.#announce()
      this.#parts.services.facts.emit('world', 'verdicts')
    })
    this.#lapse = { at, cancel }
  }

  /** The clock was moved, or goes at another pace: waits may be over by that. */
  moved(): void {
    if (this.#isAsked && this.#lapse !== undefined) this.#planNews()
  }

  close(): void {
    this.#lapse?.cancel()
    if (this.#isToBeKept) this.keep()
    this.#isClosed = true
  }

  #request(left: Left, conclusion: Conclusion): void {
    if (!this.#isAsked) return
    const ended = this.#moment(left.ended_us)
    const request = requestSeen(left, { conclusion, ended, actors: this.verdicts.actors, dialled: this.#dialled })
    this.#tell(this.#expiring.size === 0 ? [request] : [...this.#expiredBy(request.began), request])
    this.#note(left.exchange, request)
  }

  #tell(observations: readonly Observation[]): void {
    if (!this.#isAsked) return
    this.verdicts.hears(observations)
    this.#planNews()
    this.#planKeeping()
  }

  get #isAsked(): boolean {
    return this.verdicts.isOn && !this.#isClosed
  }

  #planKeeping(): void {
    if (this.#isToBeKept || !this.#kept.isLasting) return
    this.#isToBeKept = true
    this.#parts.wall.after(UNTIL_KEPT, () => {
      this.#isToBeKept = false
      if (!this.#isClosed) this.keep()
    })
  }

  #planNews(): void {
    const { wall, hasListeners } = this.#parts
    if (this.#isNews || !hasListeners()) return
    this.#isNews = true
    wall.after(UNTIL_ANNOUNCED, () => {
      this.#isNews = false
      if (!this.#isClosed) this.#announce()
    })
  }

  #announce(): void {
    const { services, onDefect } = this.#parts
    try {
      for (const { finding } of this.verdicts.news(this.standing())) services.facts.emit('verdict', finding.finding_id)
      services.facts.emit('verdict', JUDGED)
      this.watchesLapse()
    } catch (error) {
      // Nobody has asked, so there is nobody else to be told of a store that cannot be read.
      onDefect(error)
    }
  }

  /** What is to be known of a world that is not a matter of rules. */
  #note(exchange: Exchange, { fault_id, counted, began, endpoint, status }: RequestSeen): void {
    const { caller } = exchange.turn
    const expires_at = exchange.fault?.expires_at ?? null
    if (fault_id !== null && expires_at !== null) this.#expiring.set(fault_id, expires_at)
    if (caller === undefined) return
    this.#keys.set(caller.key_id, caller.tenant_id)
    if (counted) {
      const day = tokyoDay(began.at)
      const { slug: tenant } = caller
      this.#counted.of(`${tenant} ${day}`, () => ({ tenant, day, requests: 0 })).requests++
    }
    if (endpoint !== 'createWebhook' || status >= 300) return
    const { data } = (exchange.conclusion?.answer.body ?? {}) as { data?: { webhook_id: number } }
    if (data !== undefined) this.#registered.add(data.webhook_id)
  }

  /** Faults that have hit requests and have expired since. */
  #expiredBy(now: Moment): ChangeSeen[] {
    if (this.#expiring.size === 0) return []
    const expired = [...this.#expiring].filter(([, expires_at]) => now.at >= expires_at)
    return expired.map(([fault_id]) => {
      this.#expiring.delete(fault_id)
      return { kind: 'change', at: now, tenant: null, what: 'fault_removed', fault_id }
    })
  }

  #webhooks(): Standing['webhooks'] {
    const { webhooks, tenants } = this.#parts.services
    const present = webhooks
      .everyone()
      .filter(({ deleted_at, url }) => deleted_at === null && !isInboxUrl(new URL(url)))
    return present.map(({ webhook_id, tenant_id, url, events, filters, is_enabled }) => ({
      webhook_id,
      tenant: tenants.byId(tenant_id).slug,
      url,
      events: JSON.parse(events) as string[],
      filters: filters === null ? null : JSON.parse(filters),
      enabled: is_enabled === 1,
      of_the_run: this.#registered.has(webhook_id),
    }))
  }

  #usedKeys(): Standing['keys'] {
    const { tenants } = this.#parts.services
    return [...new Set(this.#keys.values())].flatMap(tenant_id => {
      const tenant = tenants.byId(tenant_id).slug
      const used = tenants.keysOf(tenant_id).filter(({ key_id }) => this.#keys.has(key_id))
      return used.map(({ masked, scopes }) => ({ tenant, key: masked, scopes: JSON.parse(scopes) as string[] }))
    })
  }

  #suppressed(): Standing['suppressed'] {
    const { store, services } = this.#parts
    const entries = neverSent(store, { reason: 'daily_send_limit', after: this.#ledger, most: MOST_SUPPRESSED })
    return entries.map(({ tenant_id, at }) => ({
      tenant: services.tenants.byId(tenant_id).slug,
      at,
      resets_at: windowOfDay(at).end,
    }))
  }
}
