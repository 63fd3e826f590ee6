import { expect, test } from 'vitest'
import { casesOf } from '../../../tests/support/judged.ts'
import { type ObservedClient, ObservedWorld } from '../../../tests/support/observed.ts'
import { lists } from '../../../tests/support/paging.ts'
import { told } from '../../../tests/support/said.ts'
import { Judge } from '../judge.ts'
import type { Standing } from '../observations.ts'
import type { RuleOptions } from '../rule.ts'
import { RULES } from '../rules.ts'

interface Asked extends Partial<Standing> {
  readonly options?: RuleOptions | undefined
}

function outcome(world: ObservedWorld, { options, ...standing }: Asked) {
  const judge = new Judge(RULES, rule => ({ ...rule.options, ...(rule.id === 'wasted_quota' ? options : {}) }))
  judge.hears(world.observations)
  const said = judge.outcomes(world.standing(standing)).get('wasted_quota')
  if (said === undefined) throw new Error('wasted_quota is not in the table.')
  return said
}

function reads(client: ObservedClient, times: number): void {
  for (let at = 0; at < times; at++) client.sends('GET', '/customers/7', { answer: 1 })
}

const day = '2026-03-10'
const counted = (requests: number, tenant = 'pro') => [{ tenant, day, requests }]

test('the share of a day that told nothing new is information', () => {
  const world = new ObservedWorld()
  reads(world.client(), 101)
  const { real_us } = world.now
  world.passes(3_600)
  const said = outcome(world, { counted: counted(400) })
  expect(told(said)).toEqual({
    findings: [
      'information: 100 of 400 requests of clients that the quota of 2026-03-10 has counted told nothing new and changed nothing.',
    ],
    passed: 0,
    open: 0,
  })
  expect(said.findings[0]?.evidence).toEqual([])
  // It is of when the requests came, not of when somebody looks.
  expect(said.findings[0]?.seen.real_us).toBeLessThanOrEqual(real_us)
})

test('over a quarter it is a warning, on a day of many requests', () => {
  const world = new ObservedWorld()
  reads(world.client(), 101)
  const severityOf = (requests: number, options?: RuleOptions) =>
    outcome(world, { counted: counted(requests), options }).findings[0]?.severity
  expect(severityOf(400)).toBe('information')
  expect(severityOf(399)).toBe('warning')
  expect(severityOf(250)).toBe('warning')
  expect(severityOf(249)).toBe('information')
  expect(severityOf(249, { from: 200 })).toBe('warning')
  expect(severityOf(100, { from: 100 })).toBe('warning')
})

test('a total may still shrink until the world has ended', () => {
  const world = new ObservedWorld()
  reads(world.client(), 101)
  expect(outcome(world, { counted: counted(400) }).findings[0]?.provisional).toBe(true)
  expect(outcome(world, { counted: counted(400), ended: true }).findings[0]?.provisional).toBeUndefined()
})

test('a day without waste passes', () => {
  const world = new ObservedWorld()
  reads(world.client(), 4)
  const said = outcome(world, { counted: counted(4) })
  expect([told(said), casesOf(said)]).toEqual([{ findings: [], passed: 1, open: 0 }, [[1, 4]]])
})

test('it is said of the only caller what is said of everyone, and of none where several share the day', () => {
  const world = new ObservedWorld()
  const client = world.client()
  reads(client, 101)
  const actorOf = () => outcome(world, { counted: counted(400) }).findings[0]?.actor
  expect(actorOf()).toBe(client.actor)
  reads(world.client({ product: 'report/1' }), 1)
  expect(actorOf()).toBe(null)
})

test('a day of which no request was heard is not met', () => {
  expect(told(outcome(new ObservedWorld(), { counted: counted(4) }))).toEqual({ findings: [], passed: 0, open: 0 })
})

test('each source counts, and each request once', () => {
  const world = new ObservedWorld()
  const client = world.client()
  world.attempt()
  reads(client, 6)
  for (let at = 0; at < 3; at++) client.sends('PUT', `/customers/${at}`, { changed: false })
  for (let at = 0; at < 12; at++) client.sends('GET', '/calls/7', { answer: 1 })
  for (const p of [1, 2, 3, 4]) lists(client, `/customers?p=${p}`, { page: 1 })
  expect(told(outcome(world, { counted: counted(1_000) })).findings).toEqual([
    expect.stringContaining(`${5 + 3 + 11 + 3} of 1000`),
  ])
})

test('tenants and days are apart, and what the quota did not count was not wasted', () => {
  const world = new ObservedWorld()
  reads(world.client(), 5)
  reads(world.client({ tenant: 'max' }), 6)
  world.advances(86_400)
  reads(world.client(), 7)
  const uncounted = world.client()
  for (let at = 0; at < 9; at++) uncounted.sends('GET', '/calls', { answer: 1, counted: false })
  const all = [...counted(100), ...counted(100, 'max'), { tenant: 'pro', day: '2026-03-11', requests: 100 }]
  expect(told(outcome(world, { counted: all })).findings).toEqual([
    expect.stringContaining('4 of 100 requests of clients that the quota of 2026-03-10'),
    expect.stringContaining('5 of 100 requests of clients that the quota of 2026-03-10'),
    expect.stringContaining('6 of 100 requests of clients that the quota of 2026-03-11'),
  ])
})

test('a counter that was set back by hand says nothing', () => {
  const world = new ObservedWorld()
  reads(world.client(), 101)
  expect(told(outcome(world, { counted: counted(99) }))).toEqual({ findings: [], passed: 0, open: 0 })
})

test('a day of which every answer was lost is no proof that its requests told something', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', { counted: true, answered: 'cut' })
  client.sends('GET', '/customers/2', { counted: true, answered: 'gone' })
  expect(told(outcome(world, { counted: counted(2) }))).toEqual({ findings: [], passed: 0, open: 0 })
  client.sends('GET', '/customers/3', { counted: true })
  expect(told(outcome(world, { counted: counted(3) }))).toEqual({ findings: [], passed: 1, open: 0 })
})
