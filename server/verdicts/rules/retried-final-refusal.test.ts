import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { type ObservedClient, ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { retriedFinalRefusal } from './retried-final-refusal.ts'

const rule = retriedFinalRefusal
const INVALID: RequestSays = { status: 422, code: 'validation_error' }

interface Sends {
  readonly method?: string
  readonly says?: RequestSays
  readonly times: number
  /** Seconds between them. */
  readonly gap?: number
}

function sends({ method = 'POST', says = INVALID, times, gap = 2 }: Sends): {
  world: ObservedWorld
  client: ObservedClient
} {
  const world = new ObservedWorld()
  const client = world.client()
  for (let time = 0; time < times; time += 1) {
    if (time > 0) world.passes(gap)
    client.sends(method, '/customers', says)
  }
  return { world, client }
}
const severities = (how: Sends) => outcomeOf(rule, sends(how).world).findings.map(({ severity }) => severity)
const [WARNED, ACCUSED] = [['retried_final_refusal: warning'], ['retried_final_refusal: error']]

test('a write that comes again as it was refused is a warning, the third time an error', () => {
  expect(accusations(sends({ times: 1 }).world)).toEqual([])
  expect(accusations(sends({ times: 2 }).world)).toEqual(WARNED)
  expect(accusations(sends({ times: 3 }).world)).toEqual(WARNED)
  expect(accusations(sends({ times: 4 }).world)).toEqual(ACCUSED)
})

test('it says how often', () => {
  const { world } = sends({ times: 4 })
  const outcome = outcomeOf(rule, world)
  expect(told(outcome)).toEqual({
    findings: ['error: After #1 had been answered 422, the same request came again 3 times, just as it was.'],
    passed: 0,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2, 3, 4]])
  saysTheSameInAnyBatching(rule, world)
})

test.each([400, 403, 409, 413, 415, 422])('a write that was answered %i is final', status => {
  expect(severities({ says: { status }, times: 2 })).toEqual(['warning'])
})

test.each([401, 404, 405])(
  'a request that was answered %i is information, from the tenth repeat on a warning',
  status => {
    expect(severities({ says: { status }, times: 2 })).toEqual(['information'])
    expect(severities({ says: { status }, times: 10 })).toEqual(['information'])
    expect(severities({ says: { status }, times: 11 })).toEqual(['warning'])
  },
)

test('a read is information, from the tenth repeat on a warning', () => {
  expect(severities({ method: 'GET', times: 10 })).toEqual(['information'])
  expect(severities({ method: 'GET', times: 11 })).toEqual(['warning'])
})

test.each([402, 408, 410, 429, 500])('an answer of %i is not final', status => {
  expect(severities({ says: { status }, times: 4 })).toEqual([])
})

test('an answer that did not arrive tells the client nothing', () => {
  expect(severities({ says: { ...INVALID, answered: 'cut' }, times: 4 })).toEqual([])
})

test('what is sent after a minute is another try, on either clock', () => {
  expect(severities({ times: 2, gap: 60 })).toEqual(['warning'])
  expect(severities({ times: 4, gap: 60.1 })).toEqual([])
  expect(severities({ times: 4, gap: 40 })).toEqual(['error'])
  const { world, client } = sends({ times: 1 })
  world.advances(61)
  client.sends('POST', '/customers', INVALID)
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 1, open: 1 })
})

test('a request that began before the refusal had ended is no repeat', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const [one, other] = [client.begins('POST', '/customers', INVALID), client.begins('POST', '/customers', INVALID)]
  world.passes(0.1)
  one.ends()
  world.passes(0.1)
  other.ends()
  expect(accusations(world)).toEqual([])
})

test('another write, and the same one of another client, are no repeats', () => {
  const { world, client } = sends({ times: 1 })
  client.sends('POST', '/customers', { ...INVALID, external_id: 7 })
  world.client().sends('POST', '/customers', INVALID)
  expect(accusations(world)).toEqual([])
})

test('a repeat is one whatever it is answered, unless it succeeds', () => {
  const repeated = (says: RequestSays) => {
    const { world, client } = sends({ times: 1 })
    client.sends('POST', '/customers', says)
    return accusations(world)
  }
  expect(repeated({ status: 500 })).toEqual(WARNED)
  expect(repeated({ status: 201 })).toEqual([])
})

test('a write of the tenant that succeeds begins anew, one of another tenant or a read does not', () => {
  const after = (method: string, says: RequestSays, tenant: string) => {
    const { world, client } = sends({ times: 1 })
    world.client({ tenant, product: 'other' }).sends(method, '/customers/2', says)
    client.sends('POST', '/customers', INVALID)
    return accusations(world)
  }
  expect(after('PUT', {}, 'pro')).toEqual([])
  expect(after('PUT', INVALID, 'pro')).toEqual(WARNED)
  expect(after('PUT', { status: 300 }, 'pro')).toEqual(WARNED)
  expect(after('PUT', {}, 'free')).toEqual(WARNED)
  expect(after('GET', {}, 'pro')).toEqual(WARNED)
})

test.each(['limits', 'plan', 'keys', 'open_api', 'assumption', 'fault_removed', 'webhooks'] as const)(
  'a change of %s of the tenant begins anew',
  what => {
    const after = (tenant: string | null) => {
      const { world, client } = sends({ times: 1 })
      world.change(what, { tenant })
      client.sends('POST', '/customers', INVALID)
      return accusations(world)
    }
    expect(after('pro')).toEqual([])
    expect(after(null)).toEqual([])
    expect(after('free')).toEqual(WARNED)
  },
)

test('the clock that moves by less than a minute does not', () => {
  const { world, client } = sends({ times: 1 })
  world.advances(30)
  client.sends('POST', '/customers', INVALID)
  expect(accusations(world)).toEqual(WARNED)
})

test('a refusal that is not repeated is open for a minute, or until another write succeeds, and passed then', () => {
  const { world, client } = sends({ times: 1 })
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 0, open: 1 })
  client.sends('POST', '/customers', { external_id: 7 })
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 1, open: 0 })
  client.sends('POST', '/customers', INVALID)
  world.passes(60)
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 1, open: 1 })
  world.passes(0.001)
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 2, open: 0 })
})

test.each(['GET', 'POST'])('%s that succeeds passes a minute later, and within it proves nothing', method => {
  const after = (seconds: number) => {
    const { world, client } = sends({ method, says: { status: 404 }, times: 1 })
    world.passes(seconds)
    client.sends(method, '/customers')
    return told(outcomeOf(rule, world))
  }
  expect(after(61)).toEqual({ findings: [], passed: 1, open: 0 })
  expect(after(1)).toEqual({ findings: [], passed: 0, open: 0 })
})

test('ten thousand refused writes leave no more than the newest', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let id = 0; id < 10_000; id += 1) client.sends('PUT', `/customers/${id}`, { ...INVALID, takes: 0 })
  expect(outcomeOf(rule, world).open.total).toBe(4_096)
})
