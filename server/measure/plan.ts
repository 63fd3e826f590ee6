import { ASSUMPTION_IDS, type AssumptionId } from '../contract/assumptions.ts'
import { limitsOfPlan, type PlanName } from '../contract/plans.ts'
import { type Duration, toIsoDuration } from '../kernel/instant.ts'
import type { HarmClass } from './exchange.ts'
import { type Probe, sentFor } from './probe.ts'
import { PROBES } from './probes/all.ts'
import { CONTRACT_PROBES } from './probes/contract.ts'
import { NEEDS, type Need, type Step, usesOf } from './step.ts'
import { STEPS } from './steps/all.ts'
import { EVENT_CALL, typicalOf } from './watch.ts'

/** Sent before anything else: it shows whether the key works. */
export const FIRST_STEP = 'customers'

export interface Plan {
  /** In the order in which they are sent. */
  readonly steps: readonly Step[]
  /** How many requests each step takes, at most. */
  readonly counts: ReadonlyMap<string, number>
  /** Requests of this sitting at most, classes 3 and 4 not counted. */
  readonly requests: number
  /** How many of them are sent whatever is answered. The others are filled in with what earlier answers show, and left out otherwise. */
  readonly sure: number
  /** How long it waits for what happens by itself, if the service does what the register assumes. */
  readonly waits: string | undefined
  /** Why an entry, or a sentence of the contract, is not asked about in this sitting. */
  readonly leftOut: ReadonlyMap<string, readonly string[]>
}

/** An entry of the register, or the documented sentences that none of them is about. */
export type Asked = AssumptionId | 'contract'
/** What can be asked. */
export const ASKED: readonly Asked[] = [...ASSUMPTION_IDS, 'contract']

interface PlanOptions {
  readonly classes: ReadonlySet<HarmClass>
  readonly given: ReadonlySet<Need>
  readonly most: number
  readonly only?: readonly Asked[] | undefined
  readonly plan?: PlanName | undefined
  /** Requests of the day that are used already. */
  readonly dayUsed: number
  /** How long it may wait for what happens by itself. */
  readonly watch: Duration
  /** How often each step was sent by the run that is continued. */
  readonly done?: Done | undefined
}

const byName = new Map(STEPS.map(step => [step.name, step]))

function stepNamed(name: string): Step {
  const step = byName.get(name)
  if (step === undefined) throw new Error(`There is no step ${name}.`)
  return step
}

/** A probe's steps with those that they need, in any order. */
export function stepsOf(probe: Pick<Probe, 'send'>): readonly Step[] {
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

/**
 * How many requests filling a window takes: the window and one over, with a few refusals to see what they use. A day takes fewer when others
 * use it too.
 */
export function fillCount(
  fill: NonNullable<Step['fill']>,
  { plan, dayUsed }: { plan: PlanName | undefined; dayUsed: number },
): number {
  const { burst, per_minute, per_day } = limitsOfPlan(plan ?? null)
  if (fill === 'day') return Math.max(0, per_day - dayUsed) + 1
  return fill === 'burst' ? burst + REFUSED_ON_PURPOSE + 1 : per_minute + 1
}
export const REFUSED_ON_PURPOSE = 5

interface Row extends Pick<Probe, 'class' | 'send'> {
  readonly id: string
  readonly needs: readonly Need[]
}

function rowsFor(only: readonly Asked[]): readonly Row[] {
  return only.flatMap((id): Row[] => {
    if (id === 'contract')
      return CONTRACT_PROBES.map(({ needs = [], ...probe }) => ({
        ...probe,
        needs,
        id: `contract/README.md#${probe.sentence}`,
      }))
    const probe = sentFor(PROBES[id])
    return probe === undefined ? [] : [{ class: probe.class, needs: probe.needs ?? [], send: probe.send, id }]
  })
}

/** What would be sent for the entries, within what is given and allowed. */
export function makePlan(options: PlanOptions): Plan {
  const { classes, given, most, only = ASKED, plan, dayUsed, watch, done = new Map() } = options
  const leftOut = new Map<string, readonly string[]>()
  const costsOf = (steps: readonly Step[]) => costs(steps, { plan, dayUsed, done })
  const counted = (steps: readonly Step[]) => {
    const cost = costsOf(steps)
    return steps.filter(isCounted).reduce((sum, { name }) => sum + (cost.get(name) ?? 0), 0)
  }
  const chosen = new Map<string, Step>()
  const add = (step: Step) => chosen.set(step.name, step)
  add(stepNamed(FIRST_STEP))
  for (const row of inOrder(rowsFor(only))) {
    const steps = stepsOf(row)
    const missing = missingFor(row, steps, { classes, given })
    if (missing.length > 0) {
      leftOut.set(row.id, missing)
      continue
    }
    const further = steps.filter(step => !chosen.has(step.name))
    const waits = waitsOf([...chosen.values(), ...further])
    if (waitsOf(steps) > 0 && waits > watch) leftOut.set(row.id, [`--watch ${toIsoDuration(waits)}`])
    else if (isOver(steps, done)) leftOut.set(row.id, [OF_ITS_OWN])
    else if (counted([...chosen.values(), ...further]) > most)
      leftOut.set(row.id, [`a budget of more than ${most} requests (--plan, --day-used, or --resume afterwards)`])
    else for (const step of further) add(step)
  }
  const steps = STEPS.filter(step => chosen.has(step.name))
  const waits = waitsOf(steps)
  const sure = counted(
    steps.filter(step => usesOf(step).length === 0 && step.waitsFor === undefined && step.until === undefined),
  )
  return {
    steps,
    counts: costsOf(steps),
    requests: counted(steps),
    sure,
    waits: waits === 0 ? undefined : toIsoDuration(waits),
    leftOut,
  }
}

type Done = ReadonlyMap<string, number>

/**
 * How many requests each step takes after those that an earlier sitting has sent. What that sitting has created and deleted again is created
 * once more for the steps that still need it.
 */
function costs(
  steps: readonly Step[],
  { plan, dayUsed, done }: { plan: PlanName | undefined; dayUsed: number; done: Done },
): ReadonlyMap<string, number> {
  const left = new Map(
    steps.map(step => [
      step.name,
      step.fill === undefined
        ? Math.max(0, (step.times ?? 1) - (done.get(step.name) ?? 0))
        : fillCount(step.fill, { plan, dayUsed }),
    ]),
  )
  for (const remover of steps.filter(({ method, name }) => method === 'DELETE' && done.has(name))) {
    const [creation] = usesOf(remover)
    const isNeeded = steps.some(step => (left.get(step.name) ?? 0) > 0 && usesOf(step).includes(creation ?? ''))
    if (creation !== undefined && isNeeded) left.set(creation, 1).set(remover.name, 1)
  }
  return left
}

const OF_ITS_OWN = 'a new run: the event that this one has brought about is over'
/** Whether the call of an earlier sitting is over, and webhooks that wait for its event were not there in time. */
const isOver = (steps: readonly Step[], done: Done): boolean =>
  done.has(EVENT_CALL) &&
  steps.some(({ name }) => name === EVENT_CALL) &&
  steps.some(({ name, method, path }) => method === 'POST' && path === '/webhooks' && !done.has(name))

/** Classes 3 and 4 have budgets of their own. */
const isCounted = (step: Step) => step.class !== '3' && step.class !== '4'

/** A wait for what comes after a step that is not sent is none. */
function waitsOf(steps: readonly Step[]): Duration {
  const names = new Set(steps.map(({ name }) => name))
  const going = steps.reduce((sum, { takes = 0 }) => sum + takes, 0)
  const awaited = typicalOf(
    steps.flatMap(({ waitsFor }) =>
      waitsFor === undefined || (waitsFor.since !== undefined && !names.has(waitsFor.since)) ? [] : [waitsFor],
    ),
  )
  return going + awaited
}

/** What is harmless first, so that a small budget goes to it. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  const rank = ({ send }: Row) => STEPS.indexOf(stepNamed(send[0] ?? FIRST_STEP))
  return [...rows].sort((one, other) => rank(one) - rank(other))
}

function missingFor(
  probe: Pick<Row, 'class' | 'needs'>,
  steps: readonly Step[],
  { classes, given }: Pick<PlanOptions, 'classes' | 'given'>,
): readonly string[] {
  const harm = new Set([probe.class, ...steps.map(step => step.class)])
  const needs = new Set([...probe.needs, ...steps.flatMap(step => step.needs ?? [])])
  return [
    ...[...harm].filter(name => !classes.has(name)).map(name => `class:${name}`),
    ...[...needs].filter(need => !given.has(need)).map(need => NEEDS[need]),
  ]
}
