import { TEST_EVENT } from '../contract/events.ts'
import type { Duration } from '../kernel/instant.ts'
import type { Known } from './known.ts'
import type { Ledger } from './ledger.ts'
import type { MeasureClock } from './pace.ts'
import type { MeasureReceiver, Received } from './receiver.ts'
import type { ReceiverAnswer } from './step.ts'
import { FAILING } from './steps/events.ts'
import { EVENT_CALL, type Watch, waitLeft } from './watch.ts'

interface Parts {
  readonly receiver: MeasureReceiver | undefined
  readonly known: Known
  readonly ledger: Ledger
  readonly clock: MeasureClock
  /** How long may be waited in all. */
  readonly most: Duration
  readonly signal: AbortSignal
}

/** What a run does with its receiver: says how deliveries are answered, keeps what came, and waits for what is to come. */
export class Waiting {
  readonly #parts: Parts
  #tests: ReceiverAnswer = { status: 200 }
  #waited: Duration = 0
  #came = new AbortController()

  constructor(parts: Parts) {
    const { receiver, known, ledger } = parts
    this.#parts = parts
    receiver?.attach({
      secretOf: step => known.secretOf(known.get(`id:${step}`) ?? ''),
      isOwn: external_id => external_id === known.tag(EVENT_CALL),
      answerTo: delivery => this.#answerTo(delivery),
      took: delivery => {
        ledger.take(delivery)
        known.took(delivery)
        this.#came.abort()
      },
    })
  }

  get receiver(): MeasureReceiver | undefined {
    return this.#parts.receiver
  }

  /** What tests of webhooks are answered with from now on. */
  answerTests(next: ReceiverAnswer): void {
    this.#tests = next
  }

  /** Waits until it has happened, or may be waited for no longer. */
  async until(watch: Watch): Promise<void> {
    const { known, clock, most, signal } = this.#parts
    while (!signal.aborted) {
      // Before anything is looked at, so that nothing comes unnoticed in between.
      this.#came = new AbortController()
      const now = await clock.now()
      const left = Math.min(
        waitLeft(watch, { exchanges: known.seen, received: known.received, now }),
        most - this.#waited,
      )
      if (left <= 0) return
      await clock.wait(left, this.#came.signal)
      this.#waited += (await clock.now()) - now
    }
  }

  #answerTo({ event, step }: Received): ReceiverAnswer {
    if (event === TEST_EVENT) return this.#tests
    return { status: FAILING.includes(step) ? 500 : 200 }
  }
}
