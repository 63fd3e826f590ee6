import type { PlannedAttemptView } from '../../../server/control/protocol/clock.ts'
import type { AttemptView, DeliveryDetailView } from '../../../server/control/protocol/deliveries.ts'

/** An attempt of a delivery, made or planned, in order. */
export interface Link {
  attempt: number
  at: number
  state: 'delivered' | 'failed' | 'planned'
  trigger: AttemptView['trigger']
  /** What came of it; `null` while it is to come. */
  made: AttemptView | null
}

const isDelivered = ({ error, status_code }: AttemptView) =>
  error === null && status_code !== null && status_code >= 200 && status_code < 300

/** The attempts of a delivery to the end of its retries, as they will be made while every one of them fails. Pure. */
export function chainOf(
  { attempts }: Pick<DeliveryDetailView, 'attempts'>,
  planned: readonly PlannedAttemptView[],
): Link[] {
  const made = attempts.map(
    (attempt): Link => ({
      attempt: attempt.attempt,
      at: Date.parse(attempt.started_at),
      state: isDelivered(attempt) ? 'delivered' : 'failed',
      trigger: attempt.trigger,
      made: attempt,
    }),
  )
  const known = new Set(made.map(({ attempt }) => attempt))
  const coming = planned
    .filter(({ attempt }) => !known.has(attempt))
    .map(({ attempt, at, trigger }): Link => ({ attempt, at: Date.parse(at), state: 'planned', trigger, made: null }))
  return [...made, ...coming].toSorted((one, other) => one.at - other.at)
}

/** A chain without what comes only if its next attempt fails. Pure. */
export function toNext(chain: readonly Link[]): Link[] {
  const next = chain.findIndex(({ state }) => state === 'planned')
  return chain.filter(({ state }, index) => state !== 'planned' || index === next)
}

/** The attempt that was delivered after others had failed, how many they were, and how long after the first of them it was. */
export interface Recovery {
  delivered: Link
  failures: number
  /** In milliseconds. */
  after: number
}

/** How a delivery has recovered; `undefined` when nothing had failed before, or nothing was delivered. Pure. */
export function recoveryOf(chain: readonly Link[]): Recovery | undefined {
  const index = chain.findIndex(({ state }) => state === 'delivered')
  const [first, delivered] = [chain[0], chain[index]]
  if (first === undefined || delivered === undefined || index === 0) return undefined
  return { delivered, failures: index, after: delivered.at - first.at }
}

/** Nobody tells apart what is closer than this. */
const ON_TIME_MS = 1_000

/**
 * How much later than it was due an attempt was made, in milliseconds, and below 0 how much earlier; `undefined` when it was in time, or
 * when nobody knows when it was due. Pure.
 */
export function lateBy({ due_at, started_at }: Pick<AttemptView, 'due_at' | 'started_at'>): number | undefined {
  if (due_at === null) return undefined
  const late = Date.parse(started_at) - Date.parse(due_at)
  return Math.abs(late) >= ON_TIME_MS ? late : undefined
}

/** A wait of the retry schedule, between two places of a chain. */
export interface Wait {
  readonly from: number
  readonly to: number
}

/** Between two neighbours that no wait of the schedule goes over: what came after was sent by hand, or by a fault. Pure. */
export function pausesOf(chain: readonly Pick<Link, 'trigger'>[]): Wait[] {
  const waits = waitsOf(chain)
  return chain
    .slice(1)
    .map((_, from) => ({ from, to: from + 1 }))
    .filter(({ from, to }) => !waits.some(wait => wait.from <= from && wait.to >= to))
}

/** The waits of the schedule: what was sent by hand, or by a fault, has followed nothing. Pure. */
export function waitsOf(chain: readonly Pick<Link, 'trigger'>[]): Wait[] {
  const scheduled = chain.flatMap(({ trigger }, index) => (trigger === 'scheduled' ? [index] : []))
  return scheduled.slice(1).map((to, before) => ({ from: scheduled[before] ?? 0, to }))
}
