import type { CallStatus } from '../../server/contract/calls.ts'
import type { Tone } from './badge.tsx'
import type { IconName } from './icons.tsx'

export interface Sign {
  tone: Tone
  icon: IconName
}

/** What became of a call: the colours of badges, of charts and of the axis follow from it. */
export const CALL_SIGNS = {
  initiating: { tone: 'quiet', icon: 'more' },
  ringing: { tone: 'info', icon: 'live' },
  connected: { tone: 'good', icon: 'calls' },
  missed_call: { tone: 'warn', icon: 'missed' },
  no_answer: { tone: 'warn', icon: 'minus' },
  busy: { tone: 'warn', icon: 'blocked' },
  failed: { tone: 'bad', icon: 'cross' },
} as const satisfies Record<CallStatus, Sign>

/** Of several that share a tone, one has it lighter in a chart and one darker, so that each stands out from the ground. */
const MIXED: Partial<Record<CallStatus, string>> = { busy: '68%, var(--rb-panel)', missed_call: '45%, var(--rb-ink)' }

/** The colour of an outcome in a chart. */
export function callColour(status: CallStatus): string {
  const { tone } = CALL_SIGNS[status]
  const ink = `var(--rb-${tone === 'quiet' ? 'ink-dim' : tone})`
  const mixed = MIXED[status]
  return mixed === undefined ? ink : `color-mix(in srgb, ${ink} ${mixed})`
}
