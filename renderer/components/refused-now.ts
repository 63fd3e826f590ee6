import type { TFunction } from 'i18next'
import { pathPattern } from '../../server/contract/path-pattern.ts'
import { limitsOfPlan, needsLicense } from '../../server/contract/plans.ts'
import type { FaultView } from '../../server/control/protocol/faults.ts'
import type { TraceStep } from '../../server/control/protocol/journal.ts'
import type { LimitName, LimitsView } from '../../server/control/protocol/limits.ts'
import { useAssumedValue } from '../data/assumptions.ts'
import { isLive } from '../data/fault-state.ts'
import { useFaults } from '../data/faults.ts'
import { limitsAt } from '../data/limit-window.ts'
import { useLimits } from '../data/queries.ts'
import { wallClock, ZONE_NAMES } from '../data/time-text.ts'
import { gateName, keyOf, refusedText, type Told } from './gate-words.ts'

/** What would refuse a request if it came again. */
export interface Refuser {
  /** Its check, as the trace would have it. */
  readonly step: TraceStep
  /** Of a limit: those that are used up, and when the last of them has room again, in milliseconds. */
  readonly limits?: { readonly names: readonly LimitName[]; readonly until: number } | undefined
}

/** What the world is now, as far as the page knows it. */
export interface Present {
  /** The instant at which the request would come, in milliseconds. */
  readonly at: number
  readonly limits: LimitsView | undefined
  readonly faults: readonly FaultView[]
  /** What is refused to a tenant whose Open API is off: everything but where the world assumes less. */
  readonly offRefuses?: unknown
  /** Whether a tenant without a plan has the licence. */
  readonly withoutPlan?: unknown
}

const CHECKED = { rate: ['minute', 'burst'], quota: ['day'] } as const satisfies Record<string, readonly LimitName[]>

function byLimit(step: TraceStep, { limits, at }: Present): Refuser | undefined {
  const current = limits === undefined ? undefined : limitsAt(limits, at)
  const names = current ? CHECKED[step.gate as keyof typeof CHECKED].filter(name => current[name].remaining === 0) : []
  if (current === undefined || names.length === 0) return undefined
  return { step, limits: { names, until: Math.max(...names.map(name => Date.parse(current[name].resets_at))) } }
}

function byLicense(step: TraceStep, { exchange, world }: Told, { offRefuses, withoutPlan }: Present): TraceStep {
  const tenant = world?.tenants.find(({ tenant: slug }) => slug === exchange.tenant)
  if (tenant === undefined) return step
  const { plan, open_api_enabled } = tenant
  const needed = needsLicense(exchange.path)
  const lacks = plan === null ? withoutPlan === 'refused' : !limitsOfPlan(plan).open_api_advanced
  const refuses = (!open_api_enabled && (needed || offRefuses !== 'licensed')) || (needed && lacks)
  return {
    ...step,
    outcome: refuses ? 'rejected' : 'passed',
    figures: { open_api_enabled, plan, needs_open_api_advanced: needed },
  }
}

function byKey(step: TraceStep, told: Told): TraceStep {
  const key = keyOf(told)
  if (key === undefined) return step
  if (step.gate === 'authenticate') return { ...step, outcome: key.revoked_at === null ? 'passed' : 'rejected' }
  const { required } = step.figures ?? {}
  if (required === undefined) return step
  const has = key.scopes.some(scope => scope === required)
  return { ...step, outcome: has ? 'passed' : 'rejected', figures: { required, held: key.scopes } }
}

const refuses = ({ outcome }: TraceStep) => outcome === 'rejected' || outcome === 'would_reject'

/** Whether a fault of requests can be for it, whatever its share of them and however it is answered. */
const canBeFor = ({ exchange }: Told, { match = {}, tenant }: FaultView) =>
  (tenant === null || tenant === exchange.tenant) &&
  (match.method === undefined || match.method.toUpperCase() === exchange.method) &&
  (match.path === undefined || pathPattern(match.path)(exchange.path))

/** Whether it is for it also where it is not known how it is answered. */
const isFor = (told: Told, fault: FaultView) => fault.match?.outcome === undefined && canBeFor(told, fault)

const isOfDeliveries = ({ effect: { reorder, delay, duplicate, forge } }: FaultView) =>
  (reorder ?? delay ?? duplicate ?? forge) !== undefined

/** Whether a fault hits it for certain where no newer one does. */
const hitsIt = (told: Told, fault: FaultView) =>
  (fault.probability === undefined || fault.probability >= 1) && isFor(told, fault)

/** The same of one that answers it. */
const answersIt = (told: Told, fault: FaultView) =>
  (fault.effect.status !== undefined || fault.effect.code !== undefined) && hitsIt(told, fault)

/** The fault that would answer it for certain. */
function byFault(told: Told, { faults, at }: Present): Refuser | undefined {
  const fault = faults.find(one => isLive(one, at) && answersIt(told, one))
  return fault && { step: { gate: 'fault', outcome: 'rejected', figures: { fault_id: fault.id } } }
}

/** Whether this fault answers the request for certain if it comes at that instant: no newer one, which comes first, can hit it. Pure. */
export const isAnsweredBy = (fault: FaultView, told: Told, { faults, at }: Pick<Present, 'faults' | 'at'>): boolean =>
  isLive(fault, at) &&
  answersIt(told, fault) &&
  !faults.some(one => one.id > fault.id && isLive(one, at) && !isOfDeliveries(one) && isFor(told, one))

/** The same of a fault that lets it come about. A newer one that waits for what the answer is can take its place. */
const actsOn =
  (acts: (effect: FaultView['effect']) => boolean) =>
  (fault: FaultView, told: Told, { faults, at }: Pick<Present, 'faults' | 'at'>): boolean =>
    isLive(fault, at) &&
    acts(fault.effect) &&
    hitsIt(told, fault) &&
    !faults.some(one => one.id > fault.id && isLive(one, at) && !isOfDeliveries(one) && canBeFor(told, one))

/** Whether it holds the answer back. Pure. */
export const isHeldBy = actsOn(({ latency }) => latency !== undefined)

/** Whether it drops the answer or cuts it short. Pure. */
export const isEndedBy = actsOn(({ drop, truncate }) => drop === true || truncate !== undefined)

/** Whether a fault may answer the request if it comes then, or keep its answer from it; `undefined` where none may. Pure. */
export function mayMeet(
  told: Told,
  { faults, at }: Pick<Present, 'faults' | 'at'>,
): 'answering' | 'keeping' | undefined {
  const met = faults.filter(one => isLive(one, at) && !isOfDeliveries(one) && canBeFor(told, one))
  if (met.some(({ effect: { status, code } }) => (status ?? code) !== undefined)) return 'answering'
  return met.some(({ effect: { drop, truncate } }) => drop === true || truncate !== undefined) ? 'keeping' : undefined
}

/**
 * Every check that is known to refuse a request if it comes again as it was, in the order in which they are asked: what it was refused by
 * then says nothing of now. Pure.
 */
export function refusersOf(told: Told, present: Present): readonly Refuser[] {
  const fault = byFault(told, present)
  const checks = told.exchange.trace.flatMap((step): readonly Refuser[] => {
    if (step.gate in CHECKED) return [byLimit(step, present)].filter(refuser => refuser !== undefined)
    if (step.gate === 'fault') return []
    const now =
      step.gate === 'license'
        ? byLicense(step, told, present)
        : step.gate === 'scope' || step.gate === 'authenticate'
          ? byKey(step, told)
          : step
    return refuses(now) ? [{ step: { ...now, outcome: 'rejected' } }] : []
  })
  return fault === undefined ? checks : [fault, ...checks]
}

/** The same of this world, at an instant; `undefined` until it is known. */
export function useRefusersAt(told: Told, at: number): readonly Refuser[] | undefined {
  const limits = useLimits(told.exchange.tenant ?? '').data
  const faults = useFaults().data?.data
  const offRefuses = useAssumedValue('license.open_api_disabled')
  const withoutPlan = useAssumedValue('license.without_plan')
  if (limits === undefined || faults === undefined || offRefuses === undefined) return undefined
  return refusersOf(told, { at, limits, faults, offRefuses, withoutPlan })
}

/** Whether a check, and not a limit that is used up until some time, would have refused the request then as well: that stands there with its reason. */
export function refusedThen({ step, limits }: Refuser, { exchange }: Told): boolean {
  const then = limits === undefined ? exchange.trace.find(({ gate }) => gate === step.gate) : undefined
  return then !== undefined && refuses(then)
}

function sayingOf(t: TFunction, refuser: Refuser, told: Told): string | undefined {
  const { step, limits } = refuser
  if (step.gate === 'fault') return t('trace.fault_answers', { fault_id: String(step.figures?.fault_id) })
  if (step.gate === 'authenticate') return t('trace.key_revoked')
  if (limits === undefined) return refusedThen(refuser, told) ? undefined : refusedText(t, step, told)
  const { date, time } = wallClock(limits.until, 'tokyo')
  return t('trace.used_up_until', { at: `${date.slice('yyyy-'.length)} ${time} ${ZONE_NAMES.tokyo}` })
}

/** The names of all that refuse, with what is new of each. */
export const refusersText = (t: TFunction, refusers: readonly Refuser[], told: Told): string =>
  refusers
    .map(refuser => {
      const said = sayingOf(t, refuser, told)
      const name = gateName(t, refuser.step.gate)
      return said === undefined ? name : `${name}${t('common.in_brackets', { text: said })}`
    })
    .join(t('requests.between'))
