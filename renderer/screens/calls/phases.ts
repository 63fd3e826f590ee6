import type { CallDetailView } from '../../../server/control/protocol/calls.ts'

const PHASES = ['dial', 'ring', 'talk', 'wait'] as const
type PhaseKind = (typeof PHASES)[number]

interface Phase {
  kind: PhaseKind
  /** Milliseconds since 1970, emulated. */
  from: number
  to: number
}

/** The phase that begins with a step; a step that ends the call begins none. */
const BEGUN_BY: Readonly<Record<string, PhaseKind>> = {
  initiated: 'dial',
  ringing: 'ring',
  connected: 'talk',
  ended: 'wait',
}

type Steps = Pick<
  CallDetailView,
  'initiated_at' | 'connected_at' | 'ended_at' | 'steps' | 'pending_steps' | 'ai_ready_at' | 'status'
>

export interface PastStep {
  at: string
  to: string
  by?: 'script' | 'hand'
}

/** The steps of a call so far. A call of the history has none written down: they follow from its instants. */
export function pastSteps({ steps, connected_at, ended_at, status }: Steps): readonly PastStep[] {
  if (steps.length > 0) return steps
  return [
    ...(connected_at === null ? [] : [{ at: connected_at, to: 'connected' }]),
    ...(ended_at === null ? [] : [{ at: ended_at, to: connected_at === null ? status : 'ended' }]),
  ]
}

/** The phases of a call from its initiation, past and planned. A phase that took no time is left out. */
export function phasesOf(call: Steps, analysisDue?: string): { start: number; end: number; phases: Phase[] } {
  const start = Date.parse(call.initiated_at)
  const analysis = call.ai_ready_at ?? analysisDue
  const marks = [
    { at: start, to: 'initiated' },
    ...pastSteps(call).map(({ at, to }) => ({ at: Date.parse(at), to })),
    ...call.pending_steps.map(({ due_at, to }) => ({ at: Date.parse(due_at), to })),
    ...(analysis === undefined ? [] : [{ at: Date.parse(analysis), to: 'analysis' }]),
  ]
  const phases = marks.flatMap(({ at, to }, index) => {
    const kind = BEGUN_BY[to]
    const until = marks[index + 1]?.at
    return kind === undefined || until === undefined || until <= at ? [] : [{ kind, from: at, to: until }]
  })
  return { start, end: marks.at(-1)!.at, phases }
}
