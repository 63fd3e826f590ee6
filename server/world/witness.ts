import { JUDGED } from '../domain/facts.ts'
import { tokyoDay as windowOfDay } from '../domain/limits/windows.ts'
import type { Services } from '../domain/services.ts'
import { isInboxUrl } from '../domain/webhooks/inbox-url.ts'
import type { HostClock } from '../kernel/host-clock.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Store } from '../store/store.ts'
import { lastLedgerEntry, neverSent } from '../store/tables/events.ts'
import { tokyoDay } from '../verdicts/days.ts'
import type { AttemptSeen, ChangeSeen, Moment, Observation, RequestSeen, Standing } from '../verdicts/observations.ts'
import { Recent } from '../verdicts/recent.ts'
import type { VerdictSettings } from '../verdicts/settings.ts'
import { WorldVerdicts } from '../verdicts/world-verdicts.ts'
import { type Left, requestSeen } from './request-seen.ts'

interface Parts {
  readonly store: Store
  readonly kernel: Pick<Kernel, 'catchUp' | 'leap' | 'reading'>
  readonly services: Services
  readonly after: HostClock['after']
  /** Real time since the runtime began, in microseconds. */
  readonly realTime: () => number
  readonly settings: VerdictSettings | undefined
  /** Whether anybody listens. If not, nothing is announced. */
  readonly hasListeners: () => boolean
  readonly onDefect: (error: unknown) => void
}

/** Real milliseconds until what was observed is told: long enough for many to be told at once. */
const UNTIL_TOLD = 20
/** Real milliseconds from then until what is new of it is announced: all rules are asked for that. */
const UNTIL_ANNOUNCED = 100
/** More than this many do not wait: each holds the bodies of its exchange. */
const MOST_WAITING = 64
/** Tokyo days of which it is known how many requests were counted. */
const MOST_DAYS = 1_024
const MOST_SUPPRESSED = 10_000
const WEBHOOK_WRITES: readonly (string | null)[] = ['createWebhook', 'updateWebhook', 'deleteWebhook']

/** What a person did, to which the witness adds when. */
type Change = Pick<ChangeSeen, 'what' | 'tenant'> & Partial<Pick<ChangeSeen, 'fault_id'>>

/**
 * Tells the judge of a world what clients, their receivers and people at the control API do. What happens is noted as it happens; what rules
 * need of it is made up later, for many exchanges at once.
 */
export class Witness {
  readonly verdicts: WorldVerdicts
  readonly #parts: Parts
  readonly #waiting: (Left | ChangeSeen | AttemptSeen)[] = []
  #isPlanned = false
  #isNews = false
  #isClosed = false
  /** When the faults expire that have hit a request. */
  readonly #expiring = new Map<number, Instant>()
  /** Of the keys that were used, by their ids, whose they are. */
  readonly #keys = new Map<string, number>()
  /** Webhooks that clients have registered. */
  readonly #registered = new Set<number>()
  readonly #counted = new Recent<string, { readonly tenant: string; readonly day: string; requests: number }>(MOST_DAYS)
  /** The newest entry of the ledger that was there before. */
  readonly #ledger: number

  constructor(parts: Parts) {
    this.#parts = parts
    this.verdicts = new WorldVerdicts(parts.settings)
    this.#ledger = lastLedgerEntry(parts.store)
  }

  /** This moment on both clocks. */
  now(): Moment {
    const { kernel, realTime } = this.#parts
    const { added: leapt, factor } = kernel.leap
    return { real_us: realTime(), at: kernel.reading, leapt, factor }
  }

  /** An answer has left, was cut, or had nobody to go to. */
  left(exchange: Omit<Left, 'ended'>): void {
    const { origin, endpoint, status } = exchange.exchange.conclusion?.row ?? {}
    if (origin === 'client') this.#add({ ...exchange, ended: this.now() })
    else if (WEBHOOK_WRITES.includes(endpoint ?? null) && status !== undefined && status < 300)
      this.changed({ what: 'webhooks', tenant: exchange.exchange.turn.caller?.slug ?? null })
  }

  changed({ what, tenant, fault_id = null }: Change): void {
    this.#add({ kind: 'change', at: this.now(), what, tenant, fault_id })
  }

  attempted(attempt: AttemptSeen): void {
    this.#add(attempt)
  }

  /** How the world stands now, or at its end. */
  standing({ ended = false }: { ended?: boolean } = {}): Standing {
    const { kernel, services } = this.#parts
    // What falls due by now may be observed as well.
    kernel.catchUp()
    this.#tell()
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

  close(): void {
    this.#isClosed = true
    this.#waiting.length = 0
  }

  #add(seen: Left | ChangeSeen | AttemptSeen): void {
    if (this.#isClosed || !this.verdicts.isOn) return
    this.#waiting.push(seen)
    if (this.#waiting.length >= MOST_WAITING) this.#tell()
    else if (!this.#isPlanned) {
      this.#isPlanned = true
      this.#parts.after(UNTIL_TOLD, () => {
        this.#isPlanned = false
        this.#tell()
        this.#planNews()
      })
    }
  }

  #planNews(): void {
    const { after, hasListeners } = this.#parts
    if (this.#isNews || !hasListeners()) return
    this.#isNews = true
    after(UNTIL_ANNOUNCED, () => {
      this.#isNews = false
      if (!this.#isClosed) this.#announce()
    })
  }

  #announce(): void {
    const { services, onDefect } = this.#parts
    try {
      for (const { finding } of this.verdicts.news(this.standing())) services.facts.emit('verdict', finding.finding_id)
      services.facts.emit('verdict', JUDGED)
    } catch (error) {
      // Nobody has asked, so there is nobody else to be told of a store that cannot be read.
      onDefect(error)
    }
  }

  #tell(): void {
    if (this.#waiting.length === 0) return
    const observations: Observation[] = []
    for (const seen of this.#waiting.splice(0)) {
      if ('kind' in seen) {
        observations.push(seen)
        continue
      }
      const request = requestSeen(seen, this.verdicts.actors)
      if (request === undefined) continue
      observations.push(...this.#expiredBy(request.began), request)
      this.#note(seen, request)
    }
    this.verdicts.hears(observations)
  }

  /** What is to be known of a world that is not a matter of rules. */
  #note({ exchange }: Left, { fault_id, counted, began, endpoint, status }: RequestSeen): void {
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
