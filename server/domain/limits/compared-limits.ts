import { limitsOfPlan, type PlanName } from '../../contract/plans.ts'
import type { Instant } from '../../kernel/instant.ts'
import { type UsedWindow, usedIn } from '../../store/contents.ts'
import type { OpenDatabase } from '../../store/raw-tables.ts'
import { LIMIT_OF } from './limits.ts'
import { COUNTER_KINDS, COUNTER_WINDOWS, type CounterKind } from './windows.ts'

interface State {
  readonly db: OpenDatabase
  readonly now: Instant
}

interface ComparedLimit {
  readonly tenant: string
  readonly name: CounterKind
  readonly before: number
  readonly after: number
  readonly limit: number | null
}

/** What each tenant has used of its present windows in two states of a world, where that differs. */
export function compareLimits(before: State, after: State): ComparedLimit[] {
  return COUNTER_KINDS.flatMap(name => {
    const was = new Map(present(before, name).map(({ tenant, used }) => [tenant, used]))
    return present(after, name).flatMap(({ tenant, plan, used }) => {
      const earlier = was.get(tenant) ?? 0
      if (earlier === used) return []
      const limit = LIMIT_OF[name](limitsOfPlan(plan as PlanName | null))
      return [{ tenant, name, before: earlier, after: used, limit }]
    })
  })
}

const present = ({ db, now }: State, name: CounterKind): UsedWindow[] =>
  usedIn(db, name, COUNTER_WINDOWS[name](now).start)
