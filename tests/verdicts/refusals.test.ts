import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InsideEmulator } from '../support/inside.ts'
import { JudgedWorld, type Send } from '../support/judged-world.ts'

let inside: InsideEmulator
beforeAll(async () => {
  inside = await InsideEmulator.start()
})
afterAll(() => inside.emulator.close())

async function onFree() {
  const world = await JudgedWorld.create(inside)
  const free = await world.tenant('free')
  return { world, free, send: world.clientOf(free) }
}
async function times(count: number, send: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < count; time++) await send()
}
/** Twenty requests fill the burst window of the plan. */
async function fillBurst(send: Send): Promise<void> {
  for (let n = 0; n < 20; n++) await send('GET', `/customers?name=n${n}`)
}

describe('a rate limit', () => {
  test('a client that asks again at once is blamed for that', async () => {
    const { world, send } = await onFree()
    await using _ = world
    await fillBurst(send)
    await times(2, () => send('GET', '/customers'))
    expect(world.blamed).toEqual({ retry_before_retry_after: ['error'] })
  })

  test('a client that waits as long as it is told is not', async () => {
    const { world, send } = await onFree()
    await using _ = world
    await fillBurst(send)
    const refused = await send('GET', '/customers')
    await world.advance(`PT${refused.headers['retry-after']}S`)
    expect((await send('GET', '/customers')).status).toBe(200)
    expect([world.blamed, world.stateOf('retry_before_retry_after')]).toEqual([{}, 'passed'])
  })

  test('a client that does not give up is hammering', async () => {
    const { world, send } = await onFree()
    await using _ = world
    await fillBurst(send)
    await times(6, () => send('GET', '/customers'))
    expect(world.blamed).toEqual({ hammering: ['error'] })
  })

  test("Node's fetch has several connections, although it sends one request at a time", async () => {
    const { world, free } = await onFree()
    await using _ = world
    const headers = { authorization: `Bearer ${free.key()}` }
    await times(6, async () => (await fetch(`${inside.url}/api/v1/customers`, { headers })).text())
    const { json } = await world.control('GET', '/requests')
    const connections = new Set((json.data as { connection: number }[]).map(({ connection }) => connection))
    expect(connections.size).toBeGreaterThan(1)
  })

  test("a client that goes on with Node's fetch, one request at a time, is hammering, and in no doubt", async () => {
    const { world, free, send } = await onFree()
    await using _ = world
    await fillBurst(send)
    const headers = { authorization: `Bearer ${free.key()}`, 'user-agent': 'crm-sync/1' }
    await times(12, async () => (await fetch(`${inside.url}/api/v1/customers`, { headers })).text())
    expect(world.blamed).toEqual({ hammering: ['error'] })
    expect(world.rows.flatMap(({ doubts }) => doubts ?? [])).toEqual([])
  })

  test('sixty requests at once know nothing of the first refusal', async () => {
    const { world, free } = await onFree()
    await using _ = world
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => free.get(`/customers?name=n${n}`)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
    // On a busy machine the last ones come so late that their workers might have heard.
    expect(Object.values(world.blamed).flat()).not.toContain('error')
  })

  test.each([
    ['a limit was raised', '/tenants/free/limits', 'PUT', { burst: { used: 0 }, minute: { used: 0 } }],
    ['the plan was changed', '/tenants/free', 'PATCH', { plan: 'max' }],
    ['the Open API was switched on', '/tenants/free', 'PATCH', { open_api_enabled: true }],
    ['a key was issued', '/tenants/free/keys', 'POST', { mode: 'live', scopes: ['customers:read'] }],
    ['a guess about limits was changed', '/assumptions/limits.rejected_counts', 'PUT', { value: 'yes' }],
  ])('a client may ask again when %s', async (_, path, method, body) => {
    const { world, send } = await onFree()
    await using _world = world
    await fillBurst(send)
    expect((await send('GET', '/customers')).status).toBe(429)
    await world.control(method, path, body)
    await send('GET', '/customers')
    expect(world.blamed).toEqual({})
  })
})

describe('the daily quota', () => {
  const refusedToday = async () => {
    const { world, free, send } = await onFree()
    await free.setLimits({ day: { used: 'limit' } })
    expect((await send('GET', '/customers')).json.error.code).toBe('quota_exceeded')
    return { world, send }
  }

  test('a client that goes on asking until midnight is blamed', async () => {
    const { world, send } = await refusedToday()
    await using _ = world
    await times(3, () => send('GET', '/customers'))
    expect(world.blamed).toEqual({ requests_after_quota: ['error'] })
  })

  test('a client that comes again after midnight in Tokyo is not', async () => {
    const { world, send } = await refusedToday()
    await using _ = world
    await world.control('POST', '/clock/advance', { to: 'next-tokyo-midnight' })
    expect((await send('GET', '/customers')).status).toBe(200)
    expect([world.blamed, world.stateOf('requests_after_quota')]).toEqual([{}, 'passed'])
  })
})

describe('an error of the server', () => {
  const failing = async (effect: object, more: object = {}) => {
    const { world, send } = await onFree()
    await world.control('POST', '/faults', { effect, ...more })
    return { world, send }
  }

  test('a client that repeats without a pause is blamed', async () => {
    let blamed: Record<string, string[]> = {}
    // A machine that stands still makes pauses that are not the client's: then it is tried again.
    for (let tries = 0; tries < 20 && blamed.no_backoff?.includes('error') !== true; tries++) {
      const { world, send } = await failing({ status: 500 }, { times: 5 })
      await using _ = world
      await times(6, () => send('GET', '/customers'))
      blamed = world.blamed
    }
    expect(blamed).toEqual({ no_backoff: ['error'] })
  })

  test('a client that waits longer each time is not', async () => {
    const { world, send } = await failing({ status: 500 }, { times: 3 })
    await using _ = world
    for (const pause of ['PT1S', 'PT2S', 'PT4S', 'PT8S']) {
      await send('GET', '/customers')
      await world.advance(pause)
    }
    expect([world.blamed, world.stateOf('no_backoff')]).toEqual([{}, 'passed'])
  })

  test('a client whose second wait is cut short has not backed off, even if that request succeeds', async () => {
    const { world, send } = await failing({ status: 503, retry_after: 5 }, { times: 2 })
    await using _ = world
    expect((await send('GET', '/customers')).status).toBe(503)
    await world.advance('PT5.1S')
    expect((await send('GET', '/customers')).status).toBe(503)
    expect((await send('GET', '/customers')).status).toBe(200)
    expect([world.blamed, world.stateOf('no_backoff')]).toEqual([{ retry_before_retry_after: ['error'] }, 'not_met'])
  })

  test('a request that may not have known of the refusal is not blamed, and is in doubt', async () => {
    const said = async () => {
      const { world, free, send } = await onFree()
      await using _ = world
      const sendBeside = world.clientOf(free, { worker: 1 })
      await Promise.all([send('GET', '/customers?name=a'), sendBeside('GET', '/customers?name=b')])
      await world.control('POST', '/faults', { effect: { status: 503, retry_after: 5 }, times: 1 })
      expect((await send('GET', '/customers')).status).toBe(503)
      expect((await sendBeside('GET', '/customers')).status).toBe(200)
      const { state, doubts } = world.rows.find(({ rule }) => rule === 'retry_before_retry_after') ?? {}
      return [world.blamed, state, doubts?.map(({ times }) => times)]
    }
    let last = await said()
    // On a machine that stands still, the second one comes so late that it must have known: then it is tried again.
    for (let tries = 1; tries < 20 && last[1] === 'failed'; tries++) last = await said()
    expect(last).toEqual([{}, 'not_met', [1]])
  })

  test('a client that repeats for ever what is never stored is blamed', async () => {
    const { world, send } = await failing({ status: 500 })
    await using _ = world
    for (let time = 0; time < 21; time++) {
      await send('POST', '/customers', { name: '山田' })
      await world.advance('PT30S')
    }
    expect(world.blamed).toEqual({ endless_retries: ['error'] })
  })

  test('a client need not wait for a fault that was removed, or whose time is over', async () => {
    const { world, send } = await failing({ code: 'rate_limit_exceeded' }, { ttl: 'PT1S' })
    await using _ = world
    expect((await send('GET', '/customers')).status).toBe(429)
    await world.advance('PT1S')
    expect((await send('GET', '/customers')).status).toBe(200)
    await world.control('POST', '/faults', { effect: { code: 'rate_limit_exceeded' } })
    expect((await send('GET', '/customers')).status).toBe(429)
    await world.control('DELETE', '/faults')
    expect((await send('GET', '/customers')).status).toBe(200)
    expect(world.blamed).toEqual({})
  })

  test('a fault that is spent was not removed', async () => {
    const { world, send } = await failing({ code: 'rate_limit_exceeded' }, { times: 1 })
    await using _ = world
    await times(2, () => send('GET', '/customers'))
    expect(world.blamed).toEqual({ retry_before_retry_after: ['error'] })
  })
})

describe('a refusal that is final', () => {
  const wrong = { name: 7 }

  test('a client that sends the same write again and again is blamed', async () => {
    const { world, send } = await onFree()
    await using _ = world
    await times(4, () => send('POST', '/customers', wrong))
    expect(world.blamed).toEqual({ retried_final_refusal: ['error'] })
  })

  test('a client that mends what it sends is not', async () => {
    const { world, free, send } = await onFree()
    await using _ = world
    await send('POST', '/customers', wrong)
    expect((await send('POST', '/customers', free.customer())).status).toBe(201)
    expect([world.blamed, world.stateOf('retried_final_refusal')]).toEqual([{}, 'passed'])
  })
})
