import { beforeEach, describe, expect, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'

let emulator: TestEmulator
let free: TestTenant
let pro: TestTenant
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  free = await emulator.tenant('free')
  pro = await emulator.tenant('pro')
  return () => emulator[Symbol.asyncDispose]()
})

const told = (reply: { status: number; json?: { error?: { code: string } } }) =>
  [reply.status, reply.json?.error?.code].join(' ').trim()

/** Every gate of the newest exchange, with what it said. */
async function traced(): Promise<string[]> {
  const { trace } = await emulator.lastExchange()
  return trace.map(({ gate, outcome }: { gate: string; outcome: string }) => `${gate} ${outcome}`)
}

const LICENSED = [
  ['GET', '/reports/summary'],
  ['GET', '/reports/nothing'],
  ['POST', '/reports/summary'],
  ['GET', '/reports/'],
  ['GET', '/webhooks'],
  ['PATCH', '/webhooks'],
  ['GET', '/webhooks/1'],
  ['GET', '/webhooks/1/2/3'],
  ['GET', '/webhooks-old'],
  ['DELETE', '/webhooks/'],
  ['OPTIONS', '/webhooks'],
  ['OPTIONS', '/webhooks/1/test'],
  ['OPTIONS', '/reports/calls'],
  ['OPTIONS', '/webhooks/1/2/3'],
] as const

describe('what needs the licence is refused to the Free plan, whatever the method and the rest of the path (finding T6)', () => {
  test.each(LICENSED)('%s %s is 403 license_required', async (method, path) => {
    expect(told(await free.ask(method, path))).toBe('403 license_required')
    expect(await traced()).toEqual([
      'authenticate passed',
      'rate passed',
      'quota passed',
      expect.stringMatching(/^scope (?:passed|not_reached)$/),
      'license rejected',
      expect.stringMatching(/^route (?:passed|would_reject)$/),
      expect.stringMatching(/^validation /),
    ])
    expect((await free.limits()).day.used).toBe(0)
  })

  test.each(LICENSED)('%s %s: after the rate and after the quota', async (method, path) => {
    await free.setLimits({ day: { used: 'limit' } })
    expect(told(await free.ask(method, path))).toBe('429 quota_exceeded')
    await free.setLimits({ burst: { used: 'limit' } })
    expect(told(await free.ask(method, path))).toBe('429 rate_limit_exceeded')
  })

  test.each([
    ['GET', '/reports', '404 not_found'],
    ['GET', '/customers', '200'],
    ['PATCH', '/customers', '405 method_not_allowed'],
    ['GET', '/calls/webhooks', '404 not_found'],
    ['OPTIONS', '/customers', '204'],
  ])('%s %s needs no licence: %s', async (method, path, answer) => {
    expect(told(await free.ask(method, path))).toBe(answer)
  })

  test('who has the licence hears what the path and the method are', async () => {
    expect(told(await pro.get('/webhooks/1/2/3'))).toBe('404 not_found')
    expect(await traced()).toContain('license passed')
    expect(told(await pro.ask('PATCH', '/webhooks'))).toBe('405 method_not_allowed')
    expect(told(await pro.ask('OPTIONS', '/webhooks'))).toBe('204')
    expect(told(await pro.get('/nothing'))).toBe('404 not_found')
    expect(await traced()).toContain('license not_reached')
  })

  test('a preflight, which has no key, gets the methods of the path', async () => {
    const reply = await emulator.api('OPTIONS', '/webhooks')
    expect([reply.status, reply.headers.get('Allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
  })

  test('it says so only where OPTIONS is answered at all', async () => {
    await emulator.assume('http.options', 'method_not_allowed')
    expect(told(await free.ask('OPTIONS', '/webhooks'))).toBe('403 license_required')
    expect(await traced()).toContain('route would_reject')
    expect(told(await pro.ask('OPTIONS', '/webhooks'))).toBe('405 method_not_allowed')
  })
})

describe('OPTIONS with a key (finding T12)', () => {
  test('shows the figures of its tenant, and uses none of them', async () => {
    await free.setLimits({ minute: { used: 20 } })
    for (const _ of [1, 2]) {
      const { status, headers } = await free.ask('OPTIONS', '/customers')
      const figures = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'].map(name => headers.get(name))
      expect([status, ...figures]).toEqual([204, '60', '40'])
    }
    expect(await traced()).toEqual(['authenticate passed'])
    const unknown = await emulator.api('OPTIONS', '/customers', { key: 'svc_live_nobody' })
    expect([unknown.status, unknown.headers.get('X-RateLimit-Remaining')]).toEqual([204, '300'])
  })
})
