import { expect, test } from 'vitest'
import { pastSteps, phasesOf } from './phases.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 10, 3, 0, seconds)).toISOString()
const planned = {
  initiated_at: at(0),
  connected_at: null,
  ended_at: null,
  status: 'initiating' as const,
  steps: [],
  pending_steps: [
    { due_at: at(1), to: 'ringing' },
    { due_at: at(10), to: 'connected' },
    { due_at: at(50), to: 'ended' },
  ],
  ai_ready_at: null,
}
const lengths = (call: Parameters<typeof phasesOf>[0], analysisDue?: string) =>
  phasesOf(call, { analysisDue }).phases.map(({ kind, from, to }) => `${kind} ${(to - from) / 1_000}`)

test('A planned call shows its phases before anything has happened', () => {
  expect(lengths(planned)).toEqual(['dial 1', 'ring 9', 'talk 40'])
})

test('What happened and what is to come make one call, up to the analysis', () => {
  const [ringing, connected] = planned.pending_steps
  const call = {
    ...planned,
    steps: [ringing!, connected!].map(({ due_at, to }) => ({ at: due_at, to, by: 'script' as const })),
    pending_steps: [{ due_at: at(50), to: 'ended' }],
  }
  expect(lengths(call, at(90))).toEqual(['dial 1', 'ring 9', 'talk 40', 'wait 40'])
})

test('A call that nobody answered has no talk, and a phase without length is left out', () => {
  const call = {
    ...planned,
    status: 'busy' as const,
    ended_at: at(4),
    steps: [
      { at: at(0), to: 'ringing', by: 'hand' as const },
      { at: at(4), to: 'busy', by: 'hand' as const },
    ],
    pending_steps: [],
  }
  expect(lengths(call)).toEqual(['ring 4'])
})

test('A call that is driven by hand shows the phase that is under way, whose end nobody has planned', () => {
  const ringing = {
    ...planned,
    status: 'ringing' as const,
    steps: [{ at: at(10), to: 'ringing', by: 'hand' as const }],
    pending_steps: [],
  }
  const drawn = (seconds: number, call: Parameters<typeof phasesOf>[0] = ringing) => {
    const { end, phases } = phasesOf(call, { now: Date.parse(at(seconds)) })
    expect(phases.at(-1)?.to).toBe(end)
    return phases.map(({ kind, from, to, isOpen }) => `${kind} ${(to - from) / 1_000}${isOpen ? ' …' : ''}`)
  }
  // At first it has the room for its name, and then as much as it has lasted.
  expect(drawn(10)).toEqual(['dial 10', 'ring 4 …'])
  expect(drawn(34)).toEqual(['dial 10', 'ring 24 …'])
  expect(drawn(5, { ...ringing, status: 'initiating', steps: [] })).toEqual(['dial 5 …'])
  expect(drawn(0, { ...ringing, status: 'initiating', steps: [] })).toEqual(['dial 1 …'])
  const talking = { ...ringing, steps: [...ringing.steps, { at: at(34), to: 'connected', by: 'hand' as const }] }
  expect(drawn(54, { ...talking, status: 'connected', connected_at: at(34) })).toEqual([
    'dial 10',
    'ring 24',
    'talk 20 …',
  ])
})

test('A call of the history, whose steps nobody wrote down, has those that its instants tell', () => {
  const talked = { ...planned, connected_at: at(9), ended_at: at(30), status: 'connected' as const, pending_steps: [] }
  expect(pastSteps(talked).map(({ to }) => to)).toEqual(['connected', 'ended'])
  const missed = { ...planned, ended_at: at(30), status: 'missed_call' as const, pending_steps: [] }
  expect(pastSteps(missed).map(({ to }) => to)).toEqual(['missed_call'])
})
