import { shown } from '../contract/shown.ts'
import { AdvanceEndedError } from '../kernel/advance-limits.ts'
import { type Instant, toIso } from '../kernel/instant.ts'
import type { Fired } from '../kernel/job.ts'
import { lastLedgerEntry } from '../store/tables/events.ts'
import type { World } from '../world/world.ts'
import { advanceError } from './advance-errors.ts'
import { targetOf, timeoutOf } from './advance-target.ts'
import { invalid } from './control-error.ts'
import { viewHappened } from './happened.ts'
import type { AdvanceBody, AdvanceResult, FiredJob } from './protocol/clock.ts'

/** What has been done of the way to an instant, by one advance or by several that were sent for it one after the other. */
interface Journey {
  readonly target: Instant
  readonly from: Instant
  /** The newest entry of the ledger before it. */
  readonly ledger: number
  /** An attempt that was in flight when an advance ended gets its result here all the same. */
  readonly fired: readonly Fired[]
}

/**
 * The advances of one world as its clients ask for them. What one has done that ended before its target is kept: when it is sent again for
 * the same target, the answer tells of the whole way.
 */
class Journeys {
  readonly #world: World
  readonly #stops = new Set<AbortController>()
  #unfinished: Journey | undefined

  constructor(world: World) {
    this.#world = world
  }

  /** Ends what is under way and what waits for its turn, as if nobody waited for it any more; whoever does is told. */
  stop(): void {
    for (const stop of this.#stops) stop.abort()
  }

  /**
   * `left` is aborted when nobody waits any more.
   * @throws ControlError when it ends before its target, and what `Kernel.advance` throws
   */
  async advance(body: AdvanceBody, left: AbortSignal): Promise<AdvanceResult> {
    const { store, kernel, actions, signal } = this.#world.runtime
    const { pace } = kernel
    const within = timeoutOf(body)
    const isEnough = settledOf(this.#world, body)
    const stop = new AbortController()
    this.#stops.add(stop)
    let leg: { from: Instant; journey: Journey } | undefined
    let result: AdvanceResult | undefined
    const withFired = (more: readonly Fired[]) => leg && { ...leg.journey, fired: [...leg.journey.fired, ...more] }
    try {
      const { now, fired } = await kernel.advance(
        from => {
          const target = targetOf(body, from, kernel.next()?.due_at)
          const begun = this.#unfinished?.target === target ? this.#unfinished : undefined
          this.#unfinished = undefined
          leg = { from, journey: begun ?? { target, from, ledger: lastLedgerEntry(store), fired: [] } }
          return target
        },
        // Whoever gives a timeout may be waiting for a slow receiver.
        { within, patient: body.timeout !== undefined, signal: AbortSignal.any([left, stop.signal]), isEnough },
      )
      const journey = withFired(fired) ?? { from: now, ledger: lastLedgerEntry(store), fired }
      const happened = viewHappened(store, { ...journey, to: now })
      result = { now: toIso(now), fired: journey.fired.map(viewFired), happened }
      return result
    } catch (error) {
      if (!(error instanceof AdvanceEndedError)) throw error
      const journey = signal.aborted ? undefined : withFired(error.fired)
      this.#unfinished = journey
      throw advanceError(error, journey && viewHappened(store, { ...journey, to: error.now }))
    } finally {
      this.#stops.delete(stop)
      // An advance that broke off has moved the clock, too; what it brought about is told with the last one to its target.
      if (leg !== undefined && !signal.aborted) {
        const { from } = leg
        actions.clockMoved({ from, to: kernel.now, pace, pace_before: pace, happened: result?.happened })
      }
    }
  }
}

/** Whether the delivery is settled until which an advance goes; `undefined` where it goes all of its way. */
function settledOf({ runtime: { services } }: World, { delivery_id }: AdvanceBody): (() => boolean) | undefined {
  if (delivery_id === undefined) return undefined
  const isPending = () => services.deliveries.find(delivery_id)?.status === 'pending'
  if (services.deliveries.find(delivery_id) === undefined)
    throw invalid(`There is no delivery ${shown(delivery_id)} in this world. GET /deliveries lists them.`)
  return () => !isPending()
}

function viewFired({ due_at, kind, subject, details }: Fired): FiredJob {
  return { ...details, due_at: toIso(due_at), kind, subject }
}

/** By what a reset replaces, so that nothing is joined across one. */
const journeys = new WeakMap<World['runtime'], Journeys>()

export function journeysOf(world: World): Journeys {
  const known = journeys.get(world.runtime) ?? new Journeys(world)
  journeys.set(world.runtime, known)
  return known
}
