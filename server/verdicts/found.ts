import type { EndpointId } from '../contract/endpoints.ts'
import { MOST_EVIDENCE, MOST_FINDINGS } from './bounds.ts'
import { exhibit } from './cases.ts'
import { tokyoDay } from './days.ts'
import type { Actor, AttemptSeen, RequestSeen } from './observations.ts'
import type { During, Evidence, Exhibit, Finding } from './rule.ts'

/** What rules keep of a request. Never all of it: its path and query are as long as the client likes. */
export interface Glimpse extends Exhibit {
  readonly actor: Actor
  readonly endpoint: EndpointId | null
}

export function glimpse(request: RequestSeen): Glimpse {
  const { actor, endpoint } = request
  return { ...exhibit(request), actor, endpoint }
}

/** What a finding says beside what its draft knows. */
type Said = Pick<Finding, 'severity' | 'message'> & Partial<Pick<Finding, 'figures' | 'takes' | 'provisional'>>

/** A finding that may still grow; bounded, whatever the client does. */
export class Draft {
  readonly id: string
  seen: Finding['seen']
  readonly actor: Actor | null
  readonly endpoint: EndpointId | null
  readonly evidence: Evidence[] = []
  readonly deliveries: string[] = []
  readonly wasted = new Map<string, number>()
  /** How many requests and how many deliveries there were, also beyond those that are kept. */
  #requests = 0
  #deliveries = 0

  constructor(of: { id: string; seen: Finding['seen']; actor: Actor | null; endpoint: EndpointId | null }) {
    this.id = of.id
    this.seen = instants(of.seen)
    this.actor = of.actor
    this.endpoint = of.endpoint
  }

  /** One that this request begins, and completes where it takes no more. */
  static by({ ended, actor, endpoint }: Pick<Glimpse, 'ended' | 'actor' | 'endpoint'>, id: string): Draft {
    return new Draft({ id, seen: ended, actor, endpoint })
  }

  /** One on a receiver, which this attempt completes. */
  static on({ ended }: Pick<AttemptSeen, 'ended'>, id: string): Draft {
    return new Draft({ id, seen: ended, actor: null, endpoint: null })
  }

  get times(): number {
    return this.#requests + this.#deliveries
  }

  /** It holds from here on, where it takes several. */
  holdsSince({ ended }: Pick<Glimpse, 'ended'>): void {
    this.seen = instants(ended)
  }

  /** The first one is what the others are held against, as repeats of it if they are nothing else. */
  add(request: Exhibit, role: Evidence['role'] = 'repeat', during?: During): void {
    this.#requests++
    if (this.evidence.length === MOST_EVIDENCE) return
    const as = this.evidence.length === 0 ? 'first' : role
    this.evidence.push({ request: exhibit(request), role: as, ...(during !== undefined && { during }) })
  }

  addDelivery(id: string): void {
    this.#deliveries++
    if (this.deliveries.length < MOST_EVIDENCE) this.deliveries.push(id)
  }

  /** Says that a request was sent in vain, which matters where the quota has counted it. */
  waste({ counted, began }: Pick<RequestSeen, 'counted' | 'began'>): void {
    if (!counted) return
    const day = tokyoDay(began.at)
    this.wasted.set(day, (this.wasted.get(day) ?? 0) + 1)
  }

  finding(said: Said): Finding {
    const { id, seen, actor, endpoint } = this
    const [evidence, deliveries] = [[...this.evidence], [...this.deliveries]]
    const wasted = this.wasted.size === 0 ? undefined : new Map(this.wasted)
    const totals = { evidence: this.#requests, deliveries: this.#deliveries }
    return { id, seen, actor, endpoint, cause: null, figures: {}, ...said, evidence, deliveries, totals, wasted }
  }
}

const instants = ({ at, real_us }: Finding['seen']): Finding['seen'] => ({ at, real_us })

/** The findings of a rule so far: the first ones, and how many more there were. */
export class Found<Of> {
  readonly #kept: Of[] = []
  #unlisted = 0

  get kept(): readonly Of[] {
    return this.#kept
  }

  get unlisted(): number {
    return this.#unlisted
  }

  /** Keeps it while there is room; where there is none, it may grow all the same and nobody sees it. */
  add(finding: Of): void {
    if (this.#kept.length < MOST_FINDINGS) this.#kept.push(finding)
    else this.#unlisted++
  }
}

/** As many findings as are listed, and how many more there are. */
export function atMost(findings: readonly Finding[], unlisted = 0): { findings: readonly Finding[]; more: number } {
  return { findings: findings.slice(0, MOST_FINDINGS), more: unlisted + Math.max(0, findings.length - MOST_FINDINGS) }
}
