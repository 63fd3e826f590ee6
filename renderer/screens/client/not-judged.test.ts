import { expect, test } from 'vitest'
import { type Asked, notJudged } from './not-judged.ts'

/** Refused, 1 ms after the one before it, with an answer within half of that. */
const refused = (seq: number, says: Partial<Asked> = {}): Asked => ({
  ...{ request_id: `r${seq}`, seq, key_id: 'key_1', product: 'crm/1', method: 'GET', path: '/calls', query: '' },
  ...{ status: 429, origin: 'client', connection: 4 },
  real: { began_us: seq * 1_000, ended_us: seq * 1_000 + 500 },
  ...says,
})
const REFUSAL = refused(10, { path: '/customers', query: 'page=0' })
const numbersOf = (journal: readonly Asked[], named: readonly number[] = [10, 12]) => {
  const { on_its_way, own_turn, elsewhere } = notJudged(journal, {
    refusal: REFUSAL,
    last: 12,
    named: new Set(named),
  })
  return [on_its_way, own_turn, elsewhere].map(those => those.map(({ seq }) => seq))
}

test('A request that repeats none and came on a connection without a refusal is said to have come elsewhere', () => {
  const first = refused(11, { path: '/customers', query: 'page=1', connection: 5 })
  expect(numbersOf([refused(12), first, REFUSAL])).toEqual([[], [], [11]])
  expect(numbersOf([refused(12), first, REFUSAL], [10, 11, 12])).toEqual([[], [], []])
})

test('Of what another caller sent, what was not refused, and what lies outside nothing is said', () => {
  const others = [{ product: 'other/1' }, { key_id: 'key_2' }, { status: 200 }, { origin: 'replay' as const }]
  for (const says of others) expect(numbersOf([REFUSAL, refused(11, { connection: 5, ...says })])).toEqual([[], [], []])
  expect(numbersOf([REFUSAL, refused(13, { connection: 5 })])).toEqual([[], [], []])
})

test('Nor of one on the connection of a refusal, or one that repeats it, as neither is a reason', () => {
  expect(numbersOf([REFUSAL, refused(11)])).toEqual([[], [], []])
  expect(numbersOf([REFUSAL, { ...REFUSAL, seq: 11, connection: 5, real: refused(11).real }])).toEqual([[], [], []])
})

test('One that was on its way when the refusal was answered, and one that had been refused before, are told apart', () => {
  const early = refused(11, { real: { began_us: 10_400, ended_us: 11_000 } })
  expect(numbersOf([REFUSAL, early])).toEqual([[11], [], []])
  expect(numbersOf([refused(3), REFUSAL, refused(11)])).toEqual([[], [11], []])
})
