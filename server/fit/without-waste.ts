import { least as lowest } from '../contract/figure-text.ts'
import { limitsOfPlan, PLAN_NAMES, type PlanName } from '../contract/plans.ts'
import { burstWindow, TOKYO, tokyoDay } from '../domain/limits/windows.ts'
import { dateIn } from '../kernel/instant.ts'
import type { FitPlanReport, FitReport } from './fit-report.ts'
import type { Source } from './source.ts'
import { FIRST_FAILURE, type Trace } from './trace.ts'

/** By how much a phase can shift the traffic. */
const PHASE = burstWindow(0).end - burstWindow(0).start

interface Question {
  readonly trace: Trace
  readonly wasted: Source['wasted']
  readonly plans: (plan: PlanName) => FitPlanReport
  readonly least: PlanName | null
}

/**
 * The least plan that would do without the requests that are known to have been sent in vain, if that is less than what does as it was sent.
 * Which ones they were is not known, only how many the quota of a day has counted. So this is told only of a plan whose minutes and bursts
 * hold all of the traffic: they then hold a part of it too.
 */
export function withoutWaste({ trace, wasted, plans, least }: Question): FitReport['without_waste'] {
  if (wasted === undefined || wasted.size === 0) return null
  const days = askedByDay(trace)
  // Somebody has counted other requests than those that are here, and so may mean others.
  if ([...wasted].some(([day, { counted }]) => days.get(day)?.asked !== counted)) return null
  const most = [...days].map(([day, { asked, before }]) => asked + before - (wasted.get(day)?.inVain ?? 0))
  const does = PLAN_NAMES.find(plan => {
    const { per_day } = limitsOfPlan(plan)
    const { headroom, features_lost, suppressed_events } = plans(plan)
    const holds = [headroom.minute, headroom.burst].every(room => lowest(room ?? 1) >= 1)
    return holds && features_lost.length === 0 && suppressed_events === 0 && most.every(count => count <= per_day)
  })
  if (does === undefined || (least !== null && PLAN_NAMES.indexOf(does) >= PLAN_NAMES.indexOf(least))) return null
  return { requests: [...wasted.values()].reduce((sum, { inVain }) => sum + inVain, 0), minimum_plan: does }
}

/** The successes of each Tokyo day, and of those that come at the end of the day before, which a phase may move into it. */
function askedByDay(trace: Trace): ReadonlyMap<string, { asked: number; before: number }> {
  const days = new Map<string, { asked: number; before: number }>()
  const of = (start: number) => {
    const name = dateIn(start, TOKYO)
    const day = days.get(name) ?? { asked: 0, before: 0 }
    days.set(name, day)
    return day
  }
  for (let row = 0; row < trace.length; row++) {
    if ((trace.status[row] as number) >= FIRST_FAILURE) continue
    const { start, end } = tokyoDay(trace.at[row] as number)
    of(start).asked++
    if ((trace.at[row] as number) >= end - PHASE) of(end).before++
  }
  return days
}
