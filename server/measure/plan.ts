import { ASSUMPTION_IDS, type AssumptionId } from '../contract/assumptions.ts'
import { limitsOfPlan, type PlanName } from '../contract/plans.ts'
import type { HarmClass } from './exchange.ts'
import { isNever, type Probe } from './probe.ts'
import { PROBES } from './probes/all.ts'
import { NEEDS, type Need, type Step, usesOf } from './step.ts'
import { STEPS } from './steps/all.ts'

/** Sent before anything else: it shows whether the key works. */
export const FIRST_STEP = 'customers'

export interface Plan {
  /** In the order in which they are sent. */
  readonly steps: readonly Step[]
  /** How many requests each step takes. */
  readonly counts: ReadonlyMap<string, number>
  /** Requests of this sitting, class 3 not counted. */
  readonly requests: number
  /** Why an entry is not asked about in this sitting. */
  readonly leftOut: ReadonlyMap<AssumptionId, readonly string[]>
}

interface PlanOptions {
  readonly classes: ReadonlySet<HarmClass>
  readonly given: ReadonlySet<Need>
  readonly most: number
  readonly only?: readonly AssumptionId[] | undefined
  readonly plan?: PlanName | undefined
  /** How often each step was sent by the run that is continued. */
  readonly done?: ReadonlyMap<string, number> | undefined
}

const byName = new Map(STEPS.map(step => [step.name, step]))

function stepNamed(name: string): Step {
  const step = byName.get(name)
  if (step === undefined) throw new Error(`There is no step ${name}.`)
  return step
}

/** A probe's steps with those that they need, in any order. */
export function stepsOf(probe: Probe): readonly Step[] {
  const found = new Map<string, Step>()
  const add = (name: string) => {
    if (found.has(name)) return
    const step = stepNamed(name)
    found.set(name, step)
    for (const used of usesOf(step)) add(used)
  }
  add(FIRST_STEP)
  for (const name of probe.send) add(name)
  return [...found.values()]
}

/** How many requests filling a window takes: the window and one over, with a few refusals to see what they use. */
export function fillCount(fill: NonNullable<Step['fill']>, plan: PlanName | undefined): number {
  const { burst, per_minute } = limitsOfPlan(plan ?? null)
  return fill === 'burst' ? burst + REFUSED_ON_PURPOSE + 1 : per_minute + 1
}
export const REFUSED_ON_PURPOSE = 5

/** What would be sent for the entries, within what is given and allowed. */
export function makePlan({ classes, given, most, only = ASSUMPTION_IDS, plan, done = new Map() }: PlanOptions): Plan {
  const counts = new Map<string, number>()
  const leftOut = new Map<AssumptionId, readonly string[]>()
  const costOf = (step: Step) =>
    step.fill === undefined ? Math.max(0, (step.times ?? 1) - (done.get(step.name) ?? 0)) : fillCount(step.fill, plan)
  const counted = (steps: Iterable<Step>) =>
    [...steps].filter(step => step.fill === undefined).reduce((sum, step) => sum + costOf(step), 0)
  const chosen = new Map<string, Step>()
  const add = (step: Step) => {
    chosen.set(step.name, step)
    counts.set(step.name, costOf(step))
  }
  add(stepNamed(FIRST_STEP))
  for (const id of inOrder(only)) {
    const probe = PROBES[id]
    if (isNever(probe)) continue
    const steps = stepsOf(probe)
    const missing = missingFor(probe, steps, { classes, given })
    if (missing.length > 0) {
      leftOut.set(id, missing)
      continue
    }
    const further = steps.filter(step => !chosen.has(step.name))
    if (counted(chosen.values()) + counted(further) > most) leftOut.set(id, [`budget for more than ${most} requests`])
    else for (const step of further) add(step)
  }
  const steps = STEPS.filter(step => chosen.has(step.name))
  return { steps, counts, requests: counted(steps), leftOut }
}

/** Harmless entries first, so that a small budget goes to them. */
function inOrder(ids: readonly AssumptionId[]): readonly AssumptionId[] {
  const rank = (id: AssumptionId) => {
    const probe = PROBES[id]
    return isNever(probe) ? 0 : STEPS.indexOf(stepNamed(probe.send[0] ?? FIRST_STEP))
  }
  return [...ids].sort((one, other) => rank(one) - rank(other))
}

function missingFor(
  probe: Probe,
  steps: readonly Step[],
  { classes, given }: Pick<PlanOptions, 'classes' | 'given'>,
): readonly string[] {
  const harm = new Set([probe.class, ...steps.map(step => step.class)])
  const needs = new Set([...(probe.needs ?? []), ...steps.flatMap(step => step.needs ?? [])])
  return [
    ...[...harm].filter(name => !classes.has(name)).map(name => `class:${name}`),
    ...[...needs].filter(need => !given.has(need)).map(need => NEEDS[need]),
  ]
}
