import { isForGood } from '../../../server/contract/drill-reasons.ts'
import type { DrillConditionView, DrillView, KnownDrillView } from '../../../server/control/protocol/drills.ts'
import type { Tone } from '../../components/badge.tsx'
import type { IconName } from '../../components/icons.tsx'

export type DrillState = DrillView['state'] | 'not_run'

export const SIGNS = {
  not_run: { tone: 'quiet', icon: 'dashed' },
  staged: { tone: 'info', icon: 'clock' },
  on: { tone: 'info', icon: 'clock' },
  met: { tone: 'info', icon: 'clock' },
  passed: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  undecided: { tone: 'warn', icon: 'alert' },
  not_met: { tone: 'quiet', icon: 'minus' },
  ended: { tone: 'quiet', icon: 'blocked' },
} as const satisfies Record<DrillState | 'on', { tone: Tone; icon: IconName }>

export const stateOf = ({ state }: KnownDrillView): DrillState => state ?? 'not_run'

/** The drills by whom they try, in the order in which they are listed. */
export const drillGroups = (rows: readonly KnownDrillView[]) =>
  [
    ['your_client', rows.filter(({ needs_receiver }) => !needs_receiver)],
    ['your_receiver', rows.filter(({ needs_receiver }) => needs_receiver)],
  ] as const

/** Which to run after the one in this place: the one below it, or else from the top, that is not passed. */
export const nextToRun = (order: readonly KnownDrillView[], at: number): KnownDrillView | undefined =>
  [...order.slice(at + 1), ...order.slice(0, Math.max(at, 0))].find(row => stateOf(row) !== 'passed')

export const COUNTED = ['on', 'failed', 'passed', 'undecided', 'not_met', 'not_run'] as const

/** How many drills are on, and how many ended in each way. One that ended with its world has not been run to its end. */
export function countStates(rows: readonly KnownDrillView[]): Readonly<Record<(typeof COUNTED)[number], number>> {
  const on = rows.filter(({ is_on }) => is_on).length
  const of = (wanted: DrillState) => rows.filter(row => !row.is_on && stateOf(row) === wanted).length
  const [failed, passed, undecided, not_met] = [of('failed'), of('passed'), of('undecided'), of('not_met')]
  const not_run = rows.length - on - failed - passed - undecided - not_met
  return { on, failed, passed, undecided, not_met, not_run }
}

/** Whether a drill that is on can no longer be met, since its faults were removed. */
export const isOutOfReach = ({ state, ended_at, not_come_by }: Pick<DrillView, 'state' | 'ended_at' | 'not_come_by'>) =>
  state === 'staged' && ended_at === null && not_come_by?.id === 'faults_removed'

/** Whether a drill of a receiver has tried none: all went to inboxes, which are not judged, or where nothing listens. */
export const isNobodyTried = ({ state, not_come_by }: Pick<DrillView, 'state' | 'not_come_by'>): boolean =>
  (state === 'staged' || state === 'not_met') &&
  (not_come_by?.id === 'to_inboxes' || not_come_by?.id === 'nothing_listens')

export type Progress = 'done' | 'now' | 'ahead' | 'failed' | 'undecided' | 'missed'

/** How far each of its three steps has come: what is done to the world, what comes upon the client, and what that one must do. */
export function progressOf(
  view: Pick<DrillView, 'state' | 'met' | 'ended_at' | 'not_come_by'>,
  { isUnsent = false }: { readonly isUnsent?: boolean } = {},
): readonly [Progress, Progress, Progress] {
  switch (view.state) {
    case 'ended':
      return ['ahead', 'ahead', 'ahead']
    case 'staged':
      if (isNobodyTried(view)) return ['done', 'missed', 'ahead']
      if (isUnsent) return ['now', 'ahead', 'ahead']
      return isOutOfReach(view) ? ['undecided', 'missed', 'ahead'] : ['done', 'now', 'ahead']
    case 'met':
      return ['done', 'done', 'now']
    case 'passed':
      return ['done', 'done', view.ended_at === null ? 'now' : 'done']
    case 'failed':
      return ['done', view.met === null ? 'ahead' : 'done', 'failed']
    case 'undecided':
      return view.met === null ? ['undecided', 'missed', 'ahead'] : ['done', 'done', 'undecided']
    case 'not_met':
      return ['done', 'missed', 'ahead']
  }
}

export type ConditionStanding = 'holds' | 'broken' | 'undecided' | 'open' | 'untried' | 'not_judged'

/**
 * Nothing holds before it was put to the test; and what a rule has found stays, while the rest may still be made good. What is missing where the
 * situation did not come is not held against the client.
 */
export function conditionStanding(
  { holds, reason }: Pick<DrillConditionView, 'holds' | 'reason'>,
  view: Pick<DrillView, 'state' | 'met' | 'ended_at' | 'not_come_by'>,
): ConditionStanding {
  if (view.state === 'ended' || view.state === 'not_met' || isOutOfReach(view) || isNobodyTried(view))
    return 'not_judged'
  if (view.state === 'undecided' && view.met === null) return 'not_judged'
  if (!holds) {
    // That waits were kept is shown by an answer that has not come yet.
    if (reason?.decided === false)
      return view.ended_at === null && reason.sentence.id === 'not_shown' ? 'open' : 'undecided'
    return view.ended_at === null && reason !== null && !isForGood(reason) ? 'open' : 'broken'
  }
  return view.met === null ? 'untried' : 'holds'
}
