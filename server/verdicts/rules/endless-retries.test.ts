import { expect, test } from 'vitest'
import { accusations, casesOf, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { type ObservedClient, ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { rate } from '../../../tests/support/refusals.ts'
import { told } from '../../../tests/support/said.ts'
import { Judge } from '../judge.ts'
import type { Outcome } from '../rule.ts'
import { RULES } from '../rules.ts'
import { endlessRetries } from './endless-retries.ts'

const rule = endlessRetries
const FAILED: RequestSays = { status: 500, code: 'server_error' }

interface Tries {
  readonly method?: string
  readonly times: number
  /** Seconds between them. */
  readonly gap: number
  readonly says?: RequestSays
}

function tries(client: ObservedClient, { method = 'PUT', times, gap, says = FAILED }: Tries): void {
  for (let time = 0; time < times; time += 1) {
    client.sends(method, '/customers/1', says)
    client.world.passes(gap)
  }
}

function tried(...parts: readonly Tries[]): string[] {
  const world = new ObservedWorld()
  const client = world.client()
  for (const part of parts) tries(client, part)
  return accusations(world)
}

const [ERROR, WARNING] = [['endless_retries: error'], ['endless_retries: warning']]

test('more than twenty attempts at one write are an error', () => {
  expect(tried({ times: 20, gap: 2 })).toEqual([])
  const world = new ObservedWorld()
  tries(world.client(), { times: 21, gap: 2 })
  expect(accusations(world)).toEqual(ERROR)
  expect(told(outcomeOf(rule, world))).toEqual({
    findings: ['error: 21 attempts at one write, from #1 on, and no success.'],
    passed: 0,
    open: 0,
  })
  saysTheSameInAnyBatching(rule, world)
})

test('an answer that broke off is no success, one that arrived begins anew', () => {
  expect(tried({ times: 21, gap: 2, says: { answered: 'cut' } })).toEqual(ERROR)
  expect(tried({ times: 20, gap: 2 }, { times: 1, gap: 2, says: {} }, { times: 20, gap: 2 })).toEqual([])
})

test('a refusal is no success', () => {
  const world = new ObservedWorld()
  tries(world.client(), { times: 21, gap: 2, says: { status: 400 } })
  expect(outcomeOf(rule, world).findings).toHaveLength(1)
})

test('attempts after a wait that was kept are not counted', () => {
  expect(tried({ times: 60, gap: 5, says: rate(5) })).toEqual([])
  expect(tried({ times: 1, gap: 2 }, { times: 60, gap: 5, says: rate(5) }, { times: 18, gap: 2 })).toEqual([])
  expect(tried({ times: 1, gap: 2 }, { times: 60, gap: 5, says: rate(5) }, { times: 19, gap: 2 })).toEqual([])
  expect(tried({ times: 1, gap: 2 }, { times: 60, gap: 5, says: rate(5) }, { times: 21, gap: 2 })).toEqual(ERROR)
})

test('an hour without an attempt begins anew', () => {
  expect(tried({ times: 19, gap: 2 }, { times: 1, gap: 3_600 }, { times: 20, gap: 2 })).toEqual([])
  expect(tried({ times: 19, gap: 2 }, { times: 1, gap: 3_599 }, { times: 20, gap: 2 })).toEqual(ERROR)
})

test('more than fifty attempts at one read within ten minutes are a warning', () => {
  expect(tried({ method: 'GET', times: 50, gap: 11 })).toEqual([])
  expect(tried({ method: 'GET', times: 51, gap: 11 })).toEqual(WARNING)
  expect(tried({ method: 'GET', times: 51, gap: 11.998 })).toEqual(WARNING)
  expect(tried({ method: 'GET', times: 200, gap: 12 })).toEqual([])
  const world = new ObservedWorld()
  tries(world.client(), { method: 'GET', times: 51, gap: 11 })
  expect(told(outcomeOf(rule, world)).findings).toEqual([
    'warning: 51 attempts at one read, from #1 on, more than 50 of them within 10 minutes, and never a success.',
  ])
})

test('a read that has ever succeeded is no case of it', () => {
  expect(tried({ method: 'GET', times: 1, gap: 2, says: {} }, { method: 'GET', times: 80, gap: 2 })).toEqual([])
})

test('different writes, and those of different clients, are counted apart', () => {
  const world = new ObservedWorld()
  for (const client of [world.client(), world.client()]) tries(client, { times: 15, gap: 2 })
  const client = world.client()
  for (let id = 0; id < 30; id += 1) client.sends('PUT', `/customers/${id}`, FAILED)
  expect(accusations(world)).toEqual([])
})

test('a write that came again without any backoff is a case of the stronger rule', () => {
  expect(tried({ times: 30, gap: 0.1 })).toEqual(['no_backoff: error'])
})

test('what the stronger rule took is neither passed nor open here', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const said = () => {
    const judge = new Judge(RULES, ({ options }) => options ?? {})
    judge.hears(world.observations)
    const { passed, open } = judge.outcomes(world.standing()).get(rule.id) as Outcome
    return [passed.total, open.total, [...passed.actors()].flatMap(actor => passed.casesOf(actor))]
  }
  tries(client, { times: 5, gap: 0.1 })
  expect(said()).toEqual([0, 0, []])
  tries(client, { times: 1, gap: 0.1, says: {} })
  expect(said()).toEqual([0, 0, []])
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 1, open: 0 })
})

test('a write that fails is open, and passed once it succeeds or nobody tries it any more', () => {
  const world = new ObservedWorld()
  const client = world.client()
  tries(client, { times: 2, gap: 2 })
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 0, open: 1 })
  tries(client, { times: 1, gap: 2, says: {} })
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 1, open: 0 })
  expect(casesOf(outcomeOf(rule, world))).toEqual([[1, 3]])
  tries(client, { times: 1, gap: 3_600 })
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 2, open: 0 })
})

test('a write that succeeds at once is no case of it', () => {
  const world = new ObservedWorld()
  tries(world.client(), { times: 30, gap: 0, says: {} })
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 0, open: 0 })
})

test('ten thousand failing writes leave no more than the newest', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let id = 0; id < 10_000; id += 1) client.sends('PUT', `/customers/${id}`, { ...FAILED, takes: 0 })
  expect(outcomeOf(rule, world).open.total).toBe(4_096)
})
