import type { FindingView } from '../../server/control/protocol/verdicts.ts'
import type { Tone } from './badge.tsx'
import type { IconName } from './icons.tsx'

/** How grave a finding is, as a sign. */
export const SEVERITY_SIGNS = {
  error: { tone: 'bad', icon: 'cross' },
  warning: { tone: 'warn', icon: 'alert' },
  information: { tone: 'info', icon: 'info' },
} as const satisfies Record<FindingView['severity'], { tone: Tone; icon: IconName }>
