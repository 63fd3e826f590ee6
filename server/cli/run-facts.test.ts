import { expect, test } from 'vitest'
import type { EmulatorHandle, RunVerdictView } from '../index.ts'
import { MOST_OF_RULE } from '../verdicts/named-requests.ts'
import { runFacts } from './run-facts.ts'

/** As the evidence of a doubt has it. */
const seen = (seq: number) => ({
  ...{ seq, request_id: `r${seq}`, real_us: seq * 1_000, at: '2026-03-10T00:00:00.000Z' },
  ...{ answered: 'whole', broken_off: null, role: seq === 1 ? 'first' : 'unaware' },
})

/** As the emulator keeps it, of a world that began then by the clock of the machine. */
const kept = (world_id: string, seq: number, began = '2026-07-01T09:00:00.000Z') => ({
  ...{ ...seen(seq), world_id, rules: ['hammering'], method: 'GET', path: '/customers' },
  sent_at: new Date(Date.parse(began) + seq).toISOString(),
})

async function namedIn(doubts: { world_id: string; seqs: number[] }[], data: unknown[]) {
  const rows = doubts.map(({ world_id, seqs }) => ({ world_id, actor: null, evidence: seqs.map(seen) }))
  const emulator = { world: { view: { world_id: 'default', seed: 1 } }, client: { call: async () => ({ data }) } }
  const { requests } = await runFacts(emulator as unknown as EmulatorHandle, {
    ...{ tellsRefused: false, started: 0, env: {} },
    verdicts: [{ rule: 'hammering', findings: [], doubts: rows }] as unknown as RunVerdictView[],
  })
  return requests.map(({ world_id, seq, kept: both, lost }) => [world_id, seq, both === undefined ? lost : 'kept'])
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('requests of which neither side is kept stand where they were sent, and not before all others', async () => {
  const doubts = [{ world_id: 'default', seqs: [1, 2, 3, 4] }]
  expect(await namedIn(doubts, [kept('default', 2), kept('default', 4)])).toEqual([
    ['default', 1, 'journal'],
    ['default', 2, 'kept'],
    ['default', 3, 'journal'],
    ['default', 4, 'kept'],
  ])
  // After a reset a world counts anew: what was sent later comes later, whatever its number.
  const later = kept('default', 2, '2026-07-01T09:05:00.000Z')
  expect(await namedIn([{ world_id: 'default', seqs: [2, 4] }], [kept('default', 4), later])).toEqual([
    ['default', 4, 'kept'],
    ['default', 2, 'kept'],
  ])
})

test('it is said whether others of the rule took the room in that world, or the journal has a request no more', async () => {
  const seqs = numbers(MOST_OF_RULE + 1)
  const doubts = [
    { world_id: 'default', seqs },
    { world_id: 'second', seqs: [1, 2] },
  ]
  const all = seqs.slice(0, -1).map(seq => kept('default', seq))
  const named = await namedIn(doubts, [...all, kept('second', 1)])
  expect(named.filter(([, , how]) => how !== 'kept')).toEqual([
    ['default', MOST_OF_RULE + 1, 'room'],
    ['second', 2, 'journal'],
  ])
})
