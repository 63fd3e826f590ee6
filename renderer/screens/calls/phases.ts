import type { CallDetailView } from '../../../server/control/protocol/calls.ts'

const PHASES = ['dial', 'ring', 'talk', 'wait'] as const
type PhaseKind = (typeof PHASES)[number]

interface Phase {
  kind: PhaseKind
  /** Milliseconds since 1970, emulated. */
  from: number
  to: number
  /** Under way, and nothing is planned that ends it: `to` is where the picture does. */
  isOpen?: true
}

/** Of the time before a phase without an end, so much is left for it at least, that its name has room; of no time, a second. */
const OPEN_SHARE = 0.4
const OPEN_MS = 1_000

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

/** Whether it goes on, and nothing that is planned moves it: somebody has to. */
export const isInHand = ({ ended_at, pending_steps }: Pick<Steps, 'ended_at' | 'pending_steps'>): boolean =>
  ended_at === null && pending_steps.length === 0

interface Known {
  analysisDue?: string | undefined
  /** Milliseconds since 1970, emulated; without it, what is under way without an end is left out. */
  now?: number | undefined
}

/** The phases of a call from its initiation, past and planned, and the one that is under way. A phase that took no time is left out. */
export function phasesOf(
  call: Steps,
  { analysisDue, now }: Known = {},
): { start: number; end: number; phases: Phase[] } {
  const start = Date.parse(call.initiated_at)
  const analysis = call.ai_ready_at ?? analysisDue
  const marks = [
    { at: start, to: 'initiated' },
    ...pastSteps(call).map(({ at, to }) => ({ at: Date.parse(at), to })),
    ...call.pending_steps.map(({ due_at, to }) => ({ at: Date.parse(due_at), to })),
    ...(analysis === undefined ? [] : [{ at: Date.parse(analysis), to: 'analysis' }]),
  ]
  const phases: Phase[] = marks.flatMap(({ at, to }, index) => {
    const kind = BEGUN_BY[to]
    const until = marks[index + 1]?.at
    return kind === undefined || until === undefined || until <= at ? [] : [{ kind, from: at, to: until }]
  })
  const last = marks.at(-1)!
  const kind = BEGUN_BY[last.to]
  if (!isInHand(call) || now === undefined || kind === undefined) return { start, end: last.at, phases }
  const end = Math.max(now, last.at + ((last.at - start) * OPEN_SHARE || OPEN_MS))
  return { start, end, phases: [...phases, { kind, from: last.at, to: end, isOpen: true }] }
}
