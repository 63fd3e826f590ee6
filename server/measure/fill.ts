import { BURST_WINDOW_SECONDS } from '../contract/constants.ts'
import { limitsOfPlan, type PlanName } from '../contract/plans.ts'
import type { Exchange } from './exchange.ts'
import type { MeasureClock, Pace } from './pace.ts'
import { REFUSED_ON_PURPOSE } from './plan.ts'
import type { Step } from './step.ts'

interface Filling {
  readonly plan: PlanName | undefined
  readonly pace: Pace
  readonly clock: MeasureClock
  /** How many requests it takes at most. */
  readonly most: number
  /** Sends the request of the step at once. */
  readonly ask: () => Promise<Exchange>
}

const WINDOW = BURST_WINDOW_SECONDS * 1_000
/** How long a minute window is filled: that many bursts are a minute, on every plan that has the need. */
const BURSTS = 3

/** Fills a window on purpose: from the beginning of a minute, without pauses, and no further than it takes. */
export async function fillWindow(fill: NonNullable<Step['fill']>, filling: Filling): Promise<void> {
  if (fill === 'day') return fillDay(filling)
  await filling.pace.untilNextMinute()
  if (fill === 'burst') await fillBurst(filling)
  else await fillMinute(filling)
}

async function fillBurst({ plan, ask, clock }: Filling): Promise<void> {
  const { burst } = limitsOfPlan(plan ?? null)
  const began = await clock.now()
  let refused = 0
  for (let sent = 0; sent < burst + REFUSED_ON_PURPOSE && refused < REFUSED_ON_PURPOSE; sent++)
    if ((await ask()).status === 429) refused++
  await clock.wait(WINDOW - ((await clock.now()) - began))
  await ask()
}

async function fillMinute({ plan, ask, clock }: Filling): Promise<void> {
  const { burst } = limitsOfPlan(plan ?? null)
  const began = await clock.now()
  for (let window = 0; window < BURSTS; window++) {
    if (window > 0) await clock.wait(window * WINDOW - ((await clock.now()) - began))
    for (let sent = 0; sent < burst; sent++) if ((await ask()).status === 429) return
  }
  await ask()
}

/** At the usual pace, and until the first refusal: a day that is over is over for everybody in the tenant. */
async function fillDay({ most, pace, ask }: Filling): Promise<void> {
  for (let sent = 0; sent < most; sent++) {
    await pace.next({})
    if ((await ask()).status === 429) return
  }
}
