import { API_PREFIX } from '../contract/constants.ts'
import { type Cue, DRILLED_LISTS, type DrilledList } from '../contract/drill.ts'
import { isInboxUrl } from '../domain/webhooks/inbox-url.ts'
import type { ExchangeRow } from '../store/schema.ts'
import type { WorldRuntime } from '../world/runtime.ts'
import type { DrillWebhooks } from './drill-webhooks.ts'
import type { Evidence } from './evidence.ts'
import type { Occasion } from './staging.ts'
import type { UnderWay } from './under-way.ts'

const ANSWERS = 4
const isDrilledList = (endpoint: string | null): endpoint is DrilledList =>
  DRILLED_LISTS.some(list => list === endpoint)

interface Watched {
  readonly runtime: WorldRuntime
  readonly evidence: Pick<Evidence, 'pages'>
  readonly webhooks: Pick<DrillWebhooks, 'isTried'>
  readonly underWay: Pick<UnderWay, 'begin'>
  readonly onCue: (cue: Cue, occasion: Occasion) => void
}

/** Tells when the cues of a drill come, from what clients are answered and what receivers acknowledge. */
export class CueWatch {
  readonly #runtime: WorldRuntime
  readonly #evidence: Watched['evidence']
  readonly #webhooks: Watched['webhooks']
  readonly #underWay: Watched['underWay']
  readonly #onCue: Watched['onCue']
  readonly #looked = new Set<number | string>()
  #answers = 0
  #tenant: number | null = null
  /** Lists of which a first page was answered. */
  readonly #paged = new Set<DrilledList>()

  constructor({ runtime, evidence, webhooks, underWay, onCue }: Watched) {
    this.#runtime = runtime
    this.#evidence = evidence
    this.#webhooks = webhooks
    this.#underWay = underWay
    this.#onCue = onCue
  }

  /** Whose request came first. */
  get tenant(): number | null {
    return this.#tenant
  }

  hears(topic: 'exchange' | 'delivery', subject: number | string): void {
    if (this.#looked.has(subject)) return
    if (topic === 'delivery') this.#hearsDelivery(String(subject))
    else this.#hearsExchange(Number(subject))
  }

  #hearsDelivery(delivery_id: string): void {
    const { deliveries, webhooks } = this.#runtime.services
    const delivery = deliveries.find(delivery_id)
    if (delivery?.status !== 'delivered' || delivery.forged !== null) return
    this.#looked.add(delivery_id)
    if (!this.#webhooks.isTried(delivery.webhook_id)) return
    const webhook = webhooks.findIncludingDeleted(delivery.webhook_id)
    if (webhook === undefined || isInboxUrl(new URL(webhook.url))) return
    this.#onCue('acknowledged', { tenant_id: delivery.tenant_id, delivery_id })
  }

  #hearsExchange(seq: number): void {
    const row = this.#runtime.exchanges.bySeq(seq)
    if (row === undefined || row.origin !== 'client') return
    this.#looked.add(seq)
    this.#underWay.begin(seq)
    const { tenant_id } = row
    if (tenant_id === null) return
    if (this.#tenant === null) {
      this.#tenant = tenant_id
      this.#onCue('first_request', { tenant_id })
    }
    this.#answers++
    if (this.#answers % (ANSWERS + 1) === ANSWERS) this.#onCue('four_answers', { tenant_id })
    this.#hearsPage(row, tenant_id)
  }

  #hearsPage({ seq, endpoint, status, path, response_body }: ExchangeRow, tenant_id: number): void {
    if (status !== 200 || response_body === null || !isDrilledList(endpoint)) return
    const { data, pagination } = JSON.parse(response_body.toString()) as {
      data: { customer_id: number }[]
      pagination: { current_page: number; last_page: number }
    }
    if (endpoint === 'listCustomers')
      this.#evidence.pages.set(
        seq,
        data.map(({ customer_id }) => customer_id),
      )
    if (pagination.current_page !== 1 || pagination.last_page < 2 || this.#paged.has(endpoint)) return
    this.#paged.add(endpoint)
    const below = path.startsWith(API_PREFIX) ? path.slice(API_PREFIX.length) : path
    this.#onCue('first_page', { tenant_id, list: { endpoint, path: below, bytes: response_body.length } })
  }
}
