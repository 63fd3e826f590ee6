import type { PlanName } from '../contract/plans.ts'
import { MeasureRefusal } from './base-address.ts'
import type { Exchange, KeyName } from './exchange.ts'
import { isAccepted, told } from './exchange.ts'
import { fillWindow } from './fill.ts'
import type { Known } from './known.ts'
import type { Ledger } from './ledger.ts'
import { BUDGET, type MeasureClock, Pace } from './pace.ts'
import { FIRST_STEP, type Plan } from './plan.ts'
import { nextLength } from './probes/longest.ts'
import { parsedBody, reducedBody, reducedHeaders, reducedPath, reducedQuery } from './reduce.ts'
import type { Sender } from './sender.ts'
import type { Step } from './step.ts'
import type { Waiting } from './waiting.ts'
import { WireError } from './wire.ts'

interface RunParts {
  readonly plan: Plan
  readonly planName: PlanName | undefined
  readonly sender: Sender
  readonly known: Known
  readonly ledger: Ledger
  readonly clock: MeasureClock
  /** The receiver of class 2R, and what is waited for there. */
  readonly waiting: Waiting
  /** Told of each answer as it comes. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined
  readonly signal: AbortSignal
}

export interface RunEnd {
  /** Why it stopped early; `undefined` when everything was sent that could be. */
  readonly stopped: string | undefined
  /** Steps that were not sent, because what they need was not seen. */
  readonly leftOut: readonly string[]
}

const INTERRUPTED = 'it was interrupted'

/** Ends the run; what was seen so far is still read. */
class Stop extends Error {}

/** Sends a plan, one request after another. */
export async function runPlan(parts: RunParts): Promise<RunEnd> {
  const run = new Run(parts)
  try {
    await run.all()
    return { stopped: undefined, leftOut: run.leftOut }
  } catch (error) {
    if (error instanceof Stop || error instanceof WireError || error instanceof MeasureRefusal)
      return { stopped: error.message, leftOut: run.leftOut }
    throw error
  }
}

class Run {
  readonly leftOut: string[] = []
  readonly #parts: RunParts
  readonly #pace: Pace
  #group: string | undefined

  constructor(parts: RunParts) {
    this.#parts = parts
    this.#pace = new Pace(parts.clock)
  }

  async all(): Promise<void> {
    const { plan, clock } = this.#parts
    const last = plan.steps.findLast(step => step.class === '3')
    for (const step of plan.steps) {
      await this.#step(step, plan.counts.get(step.name) ?? 0)
      if (step === last) await clock.wait(BUDGET.silence)
    }
  }

  async #step(step: Step, times: number): Promise<void> {
    if (times === 0) return
    if (step.fill !== undefined) {
      const { planName: plan, clock } = this.#parts
      const ask = () => this.#send(step, { ...this.#filledIn(step), length: null })
      return fillWindow(step.fill, { plan, pace: this.#pace, clock, ask, most: times })
    }
    for (let n = 0; n < times && !step.until?.(this.#parts.known); n++) {
      if (step.waitsFor !== undefined) await this.#parts.waiting.until(step.waitsFor)
      if (this.#parts.signal.aborted) throw new Stop(INTERRUPTED)
      const length = step.longest === undefined ? null : this.#nextLength(step)
      const request = this.#requestOf(step, length)
      if (request === undefined) {
        this.leftOut.push(step.name)
        return
      }
      const { together } = step
      const after = step.gap?.(this.#parts.known) ?? step.after
      const first = together !== this.#group
      await this.#pace.next({ ...(after === undefined ? {} : { after }), together: together !== undefined, first })
      this.#group = together
      if (step.receiver !== undefined) this.#parts.waiting.answerTests(step.receiver)
      await this.#send(step, request)
      await this.#parts.waiting.receiver?.idle()
    }
  }

  async #send(step: Step, request: Filled): Promise<Exchange> {
    const { sender, known, ledger, clock, signal, onExchange } = this.#parts
    if (signal.aborted) throw new Stop(INTERRUPTED)
    const at = await clock.now()
    const key: KeyName = step.key ?? 'main'
    const answer = await sender.send({
      ...request,
      class: step.class,
      method: step.method,
      key,
      tag: known.tagIn(step.name),
    })
    const exchange: Exchange = {
      step: step.name,
      method: step.method,
      path: reducedPath(request.path),
      query: reducedQuery(request.query),
      key,
      at,
      request:
        step.body === undefined && step.longest === undefined ? null : reducedBody(request.body ?? Buffer.alloc(0)),
      length: request.length,
      status: answer.status,
      headers: reducedHeaders(answer.headers),
      body: reducedBody(answer.body),
    }
    known.add(exchange, parsedBody(answer.body))
    this.#pace.sent(exchange)
    ledger.keep(exchange)
    onExchange?.(exchange)
    const why = this.#pace.stopsAt(exchange, step)
    if (why !== undefined) throw new Stop(why)
    if (step.name === FIRST_STEP && exchange.status === 401)
      throw new Stop(`${told(exchange)}: the service does not know the key`)
    return exchange
  }

  #requestOf(step: Step, length: number | null): Filled | undefined {
    const { known } = this.#parts
    const [path, query] = [known.fill(step.path), known.fill(step.query ?? '')]
    if (path === undefined || query === undefined) return undefined
    const json = step.longest === undefined ? step.body?.(known) : step.longest.body(known, length ?? 0)
    const body = step.bytes?.(known) ?? (json === undefined ? undefined : Buffer.from(JSON.stringify(json)))
    const wantsBody = step.body !== undefined || step.bytes !== undefined || step.longest !== undefined
    if (wantsBody && body === undefined) return undefined
    const type: Record<string, string> = json === undefined ? {} : { 'Content-Type': 'application/json' }
    return { path, query, body, headers: { ...type, ...step.headers }, length }
  }

  #filledIn(step: Step): Omit<Filled, 'length'> {
    return { path: step.path, query: step.query ?? '', body: undefined, headers: {} }
  }

  #nextLength({ name, longest }: Step): number {
    const tries = this.#parts.known.seen
      .filter(exchange => exchange.step === name && exchange.length !== null)
      .map(exchange => ({ length: exchange.length ?? 0, accepted: isAccepted(exchange) }))
    return nextLength(longest?.lengths ?? [], tries)
  }
}

interface Filled {
  readonly path: string
  readonly query: string
  readonly body: Buffer | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly length: number | null
}
