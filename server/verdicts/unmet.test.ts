import { expect, test } from 'vitest'
import { dials } from '../../tests/support/dialling.ts'
import { ObservedClient, ObservedWorld } from '../../tests/support/observed.ts'
import { quota, rate, unavailable } from '../../tests/support/refusals.ts'
import { SAID } from '../world/values/said-rules.ts'
import { hashOf } from './fingerprints.ts'
import type { Said } from './said.ts'
import { markOf, openRequests } from './unmet.ts'
import type { VerdictView } from './wire.ts'
import { WorldVerdicts } from './world-verdicts.ts'

function rowOf(world: ObservedWorld, rule: string) {
  const verdicts = new WorldVerdicts()
  verdicts.hears(world.observations)
  const row = verdicts.rows(world.standing()).find(one => one.rule === rule)
  if (row === undefined) throw new Error(`There is no rule ${rule}.`)
  return row
}

const told = (world: ObservedWorld, rule: string) => {
  const { state, met, told_by, not_met_because } = rowOf(world, rule)
  const seqs = told_by.map(({ rule: other, requests }) => [other, ...requests.map(({ seq }) => seq)])
  return [state, met, seqs, not_met_because]
}

test('a rule whose only case hammering has taken says where it is told', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let n = 0; n < 7; n += 1) client.sends('GET', '/customers', rate(30))
  expect(told(world, 'retry_before_retry_after')).toEqual([
    'not_met',
    0,
    [['hammering', 1, 2, 3, 4, 5, 6, 7]],
    'The situation came up, and is reported under hammering (#1 to #7).',
  ])
  expect(told(world, 'requests_after_quota')).toEqual(['not_met', 0, [], null])
})

test('of a finding with more requests than are listed it says how many more there are', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let n = 0; n < 20; n += 1) client.sends('GET', '/customers', rate(30))
  expect(told(world, 'retry_before_retry_after')[3]).toBe(
    'The situation came up, and is reported under hammering (#1 to #12 and 8 more).',
  )
})

test('several findings are told apart, and what came between them is of none', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (const digits of ['0311110001', '0311110002']) {
    dials(client, { answered: 'cut', to: digits })
    dials(client, { to: digits })
    client.sends('GET', '/calls')
  }
  expect(told(world, 'call_without_external_id')[3]).toContain('reported under double_call (#1, #2; #4, #5)')
})

test.each([
  [4, '; #7, #8; 1 more time)'],
  [5, '; #7, #8; 2 more times)'],
])('of %i findings the first are named, and the others counted', (count, text) => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let n = 1; n <= count; n += 1) {
    dials(client, { answered: 'cut', to: `031111000${n}` })
    dials(client, { to: `031111000${n}` })
    client.sends('GET', '/calls')
  }
  expect(told(world, 'call_without_external_id')[3]).toContain(text)
})

test('hammering after the quota says that it was the quota, and the rule on it says where', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let n = 0; n < 7; n += 1) client.sends('GET', '/customers', quota(3_600))
  expect(rowOf(world, 'hammering').findings[0]?.message).toBe(
    '6 requests came after #1 had said that the requests of the day were used up (quota_exceeded) for another 1 h.',
  )
  expect(told(world, 'requests_after_quota')[3]).toContain('reported under hammering')
})

test('a request that came early without going on is told to the rule on hammering as well', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers', rate(30))
  client.sends('GET', '/customers')
  expect(told(world, 'hammering')[3]).toBe(
    'The situation came up, and is reported under retry_before_retry_after (#1, #2).',
  )
})

test('calls that a double call has taken are told there, whichever rule on repeats it is', () => {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, { answered: 'cut' })
  dials(client)
  expect(told(world, 'call_without_external_id')[3]).toContain('reported under double_call (#1, #2)')
  const fresh = new ObservedWorld()
  const other = fresh.client()
  dials(other, { answered: 'cut', as: 'one' })
  dials(other, { as: 'two' })
  expect(told(fresh, 'double_call')[3]).toContain('reported under fresh_external_id_on_retry')
  const half = new ObservedWorld()
  const third = half.client()
  dials(third, { answered: 'cut', as: 'one' })
  dials(third)
  expect(told(half, 'fresh_external_id_on_retry')[3]).toContain('reported under double_call')
})

test('attempts without backoff are told there, not unknown to the rule on endless ones', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let n = 0; n < 6; n += 1) {
    client.sends('GET', '/customers', unavailable(null))
    world.passes(0.1)
  }
  expect(told(world, 'endless_retries')[3]).toContain('reported under no_backoff')
})

test('where a situation is told, and what is in doubt, is still said by the process that goes on with the world', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let n = 0; n < 7; n += 1) client.sends('GET', '/customers', rate(30))
  const before = new WorldVerdicts()
  before.hears(world.observations)
  const after = new WorldVerdicts()
  const kept = [...before.saidOfWorld(world.standing())].map(([rule, said]) => {
    const stored = JSON.stringify(said)
    expect([rule, SAID.accepts(stored)]).toEqual([rule, true])
    return [rule, JSON.parse(stored) as Said] as const
  })
  after.takeOver(new Map(kept), [])
  const rule = 'retry_before_retry_after'
  const of = (rows: readonly VerdictView[]) => rows.find(one => one.rule === rule)
  const [was, is] = [of(before.rows(world.standing())), of(after.rowsOfWorld(world.standing()))]
  expect(was?.told_by).toHaveLength(1)
  expect(is).toEqual(was)
})

test('of what is in doubt after one refusal, more is listed than of a finding', () => {
  const world = new ObservedWorld()
  const one = world.client()
  const sharing = new ObservedClient(world, one.actor)
  const [first, second] = [one.begins('GET', '/customers/1'), sharing.begins('GET', '/customers/2')]
  world.passes(0.01)
  for (const pending of [first, second]) pending.ends()
  one.sends('GET', '/customers')
  for (let n = 0; n < 18; n += 1) one.sends('GET', '/customers', rate(5))
  const { doubts } = rowOf(world, 'hammering')
  expect(doubts.map(({ times, evidence }) => [times, evidence.length])).toEqual([[17, 18]])
})

test('of a request that came again with waits that show neither, the rule on backoff names the requests and their waits', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (const gap of [0.043, 0.18, 0.11]) {
    client.sends('GET', '/customers', unavailable(null))
    world.passes(gap)
  }
  client.sends('GET', '/customers')
  expect(told(world, 'no_backoff')).toEqual([
    'not_met',
    0,
    [],
    '1 request failed and came again until it was answered, after waits that were not all long enough to show backoff: not kept, and no finding either, which takes three failures in a row after short waits of about the same length. #1 to #4 (43 ms, 180 ms, 110 ms).',
  ])
  const row = rowOf(world, 'no_backoff')
  expect([markOf(row), row.open, row.inconclusive.length]).toEqual(['in_doubt', 0, 1])
})

test('of calls that were asked for during quick attempts, the rule on working first names each and how far into the attempt it came', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (const call of ['7', '8', '9', '10']) {
    const attempt = world.beginsAttempt({ call: hashOf(call) })
    world.passes(0.02)
    client.sends('GET', `/calls/${call}`, { takes: 0.01 })
    attempt.ends({})
    world.passes(1)
  }
  expect(told(world, 'works_before_answering')).toEqual([
    'not_met',
    0,
    [],
    'While 4 deliveries waited for their answer, a request asked for the call of each. The attempts were open for 250 ms or less: too quick to tell whether the receiver answered first. #2 (after 20 of 30 ms), #4 (after 20 of 30 ms), #6 (after 20 of 30 ms) and 1 more.',
  ])
  const row = rowOf(world, 'works_before_answering')
  expect([markOf(row), row.inconclusive.map(({ figures }) => figures.times)]).toEqual(['in_doubt', [[4]]])
  const verdicts = new WorldVerdicts()
  verdicts.hears(world.observations)
  const kept = verdicts.saidOfWorld(world.standing()).get('works_before_answering')
  expect(SAID.accepts(JSON.stringify(kept))).toBe(true)
})

test('what is open names its requests', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (const id of [1, 2]) client.sends('POST', `/customers/${id}`, unavailable(60))
  const row = rowOf(world, 'gave_up_write')
  expect([row.open, openRequests(row)]).toEqual([2, '#1, #2'])
  expect(openRequests({ ...row, open: 5 })).toBe('#1, #2 and 3 more')
  expect(openRequests({ ...row, open_cases: [] })).toBeUndefined()
  const open_cases = row.open_cases.map((one, index) => ({ ...one, world_id: ['default', 'orders'][index] }))
  expect(openRequests({ open: 3, open_cases })).toBe('#1, #2 (world orders) and 1 more')
})

test('what is open, and what showed nothing, is kept for the next process', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (const gap of [0.04, 0.18, 0.11]) {
    client.sends('POST', '/customers', unavailable(null))
    world.passes(gap)
  }
  client.sends('POST', '/customers')
  client.sends('POST', '/customers/2', unavailable(60))
  const verdicts = new WorldVerdicts()
  verdicts.hears(world.observations)
  const said = verdicts.saidOfWorld(world.standing())
  const kept = new Map([...said].map(([rule, one]) => [rule, JSON.parse(JSON.stringify(one)) as Said]))
  for (const [rule, one] of kept) expect([rule, SAID.accepts(JSON.stringify(one))]).toEqual([rule, true])
  const next = new WorldVerdicts()
  next.takeOver(kept, [])
  const rows = next.rowsOfWorld(new ObservedWorld().standing())
  const row = (id: string) => rows.find(({ rule }) => rule === id)
  expect([row('no_backoff')?.inconclusive.length, row('gave_up_write')?.open_cases.length]).toEqual([1, 1])
})
