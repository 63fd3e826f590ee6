import type { DrillView, KnownDrillView } from '../../../server/control/protocol/drills.ts'
import type { Tone } from '../../components/badge.tsx'
import type { IconName } from '../../components/icons.tsx'

export type DrillState = DrillView['state'] | 'not_run'

export const SIGNS = {
  not_run: { tone: 'quiet', icon: 'dashed' },
  staged: { tone: 'info', icon: 'clock' },
  on: { tone: 'info', icon: 'clock' },
  met: { tone: 'warn', icon: 'alert' },
  passed: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  undecided: { tone: 'warn', icon: 'alert' },
  not_met: { tone: 'quiet', icon: 'minus' },
  ended: { tone: 'quiet', icon: 'blocked' },
} as const satisfies Record<DrillState | 'on', { tone: Tone; icon: IconName }>

export const stateOf = ({ state }: KnownDrillView): DrillState => state ?? 'not_run'

export const COUNTED = ['on', 'failed', 'passed', 'undecided', 'not_met', 'not_run'] as const

/** How many drills are on, and how many ended in each way. One that ended with its world has not been run to its end. */
export function countStates(rows: readonly KnownDrillView[]): Readonly<Record<(typeof COUNTED)[number], number>> {
  const on = rows.filter(({ is_on }) => is_on).length
  const of = (wanted: DrillState) => rows.filter(row => !row.is_on && stateOf(row) === wanted).length
  const [failed, passed, undecided, not_met] = [of('failed'), of('passed'), of('undecided'), of('not_met')]
  const not_run = rows.length - on - failed - passed - undecided - not_met
  return { on, failed, passed, undecided, not_met, not_run }
}
