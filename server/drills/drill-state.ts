import type { Drill } from '../contract/drill.ts'
import { isForGood } from '../contract/drill-reasons.ts'
import type { ConditionJudged, Judgement } from './judgement.ts'

export type DrillState = 'staged' | 'met' | 'passed' | 'failed' | 'undecided' | 'not_met' | 'ended'

interface Standing {
  readonly judgement: Judgement
  readonly is_over: boolean
  /** Whether its faults or limits were taken away. */
  readonly is_undone: boolean
  /** Whether a URL that counts its work was named. */
  readonly is_probed: boolean
}

const isOfRules = ({ passes_when }: Drill, { text }: ConditionJudged): boolean =>
  passes_when.some(row => row.text === text && row.rules !== undefined)

/** Whether a rule of the drill was broken, which fails it whether its situation comes or not. */
export const isRuleBroken = (drill: Drill, one: ConditionJudged): boolean =>
  !one.holds && one.reason !== null && isForGood(one.reason) && isOfRules(drill, one)

/** How a drill stands, or has come out, whose world was there for all of it. */
export function stateOf(drill: Drill, { judgement, is_over, is_undone, is_probed }: Standing): DrillState {
  const { met, conditions } = judgement
  const holds = conditions.every(one => one.holds)
  if (!is_over) return met === null ? 'staged' : holds ? 'passed' : 'met'
  // Where its faults or limits were taken away before its situation came, nothing is judged.
  if (met === null && is_undone) return 'undecided'
  // A rule that was broken is broken, whether the rest of the situation came or not.
  const isBroken = conditions.some(({ reason }) => reason?.decided)
  if (!holds && !isBroken) return met === null ? 'not_met' : 'undecided'
  if (!holds) return met !== null || conditions.some(one => !one.holds && isOfRules(drill, one)) ? 'failed' : 'not_met'
  if (met === null) return 'not_met'
  // Whoever names a probe asks what only it can tell.
  return is_probed && judgement.not_tried.length > 0 ? 'undecided' : 'passed'
}

/** Of a drill whose world cannot be read any more. */
export const UNREADABLE: Judgement = {
  met: null,
  not_met_because: 'the world cannot be read',
  came: null,
  sent_nothing: false,
  receiver_answered: null,
  not_come_by: null,
  conditions: [],
  not_tried: [],
  verdicts: [],
  early: new Map(),
  too_early: null,
  told_to_wait: {
    all: 0,
    counted: 0,
    in_doubt: 0,
    not_counted: 0,
    in_time: 0,
    failed_otherwise: 0,
    shortest_seconds: null,
    longest_seconds: null,
  },
}
