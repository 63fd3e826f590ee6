import { afterAll, describe, expect, test } from 'vitest'
import { ENDPOINTS, type Endpoint } from '../../server/contract/endpoints.ts'
import type { TestTenant } from '../support/api.ts'
import { TestEmulator } from '../support/api.ts'

/** Every endpoint with a path that names something, and the headers of errors. */
const PATHS = ENDPOINTS.map((endpoint: Endpoint) => ({
  endpoint,
  title: `${endpoint.method} ${endpoint.path}`,
  path: endpoint.path.replace(/\{\w+\}/, '1'),
}))

describe('the checks reject in the documented order', async () => {
  const emulator = await TestEmulator.start({ fixture: 'empty' })
  afterAll(() => emulator.close())
  const [free, pro, disabled] = [
    await emulator.tenant('free'),
    await emulator.tenant('pro'),
    await emulator.tenant('disabled'),
  ]

  // A key that holds no scope of the endpoint at hand: one is issued for each, with all the others.
  const issued = new Map<string, Promise<string>>()
  const keyWithout = (tenant: TestTenant, scope: string): Promise<string> => {
    const scopes = tenant.view.keys.find(key => key.label === 'live')?.scopes.filter(held => held !== scope)
    const name = `${tenant.view.tenant} ${scope}`
    const issue = () => emulator.control('POST', `/tenants/${tenant.view.tenant}/keys`, { mode: 'live', scopes })
    const key = issued.get(name) ?? issue().then(({ json }) => json.key as string)
    issued.set(name, key)
    return key
  }
  const used = (tenant: TestTenant, day: string | number) =>
    tenant.setLimits({ day: { used: day }, minute: { used: 0 }, burst: { used: 0 } })
  const codeOf = (reply: { json: { error?: { code: string } } | undefined }) => reply.json?.error?.code

  test.each(PATHS)('$title without a key is 401 unauthorized', async ({ endpoint, path }) => {
    const reply = await emulator.api(endpoint.method, path)
    expect([reply.status, codeOf(reply)]).toEqual([401, 'unauthorized'])
    expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer')
  })

  test.each(PATHS)(
    '$title with a key that lacks the scope is 403 insufficient_scope, details null',
    async ({ endpoint, path }) => {
      await used(pro, 0)
      const reply = await emulator.api(endpoint.method, path, { key: await keyWithout(pro, endpoint.scope) })
      expect([reply.status, reply.json.error.code, reply.json.error.details]).toEqual([403, 'insufficient_scope', null])
    },
  )

  test.each(PATHS)(
    '$title on the Free plan is 403 license_required where the licence is needed',
    async ({ endpoint, path }) => {
      await used(free, 0)
      const reply = await emulator.api(endpoint.method, path, { key: free.key() })
      if (endpoint.licensed) expect([reply.status, codeOf(reply)]).toEqual([403, 'license_required'])
      else expect(codeOf(reply)).not.toBe('license_required')
    },
  )

  test.each(PATHS)('$title is 403 license_required while the Open API is switched off', async ({ endpoint, path }) => {
    await used(disabled, 0)
    const reply = await emulator.api(endpoint.method, path, { key: disabled.key() })
    expect([reply.status, codeOf(reply), reply.json.error.details]).toEqual([403, 'license_required', null])
  })

  test.each(PATHS)(
    '$title over the quota is 429 quota_exceeded, before scope, licence, route and values',
    async ({ endpoint, path }) => {
      for (const tenant of [pro, free, disabled]) {
        for (const key of [tenant.key(), await keyWithout(tenant, endpoint.scope)]) {
          await used(tenant, 'limit')
          const reply = await emulator.api(endpoint.method, path, { key })
          expect([reply.status, codeOf(reply)]).toEqual([429, 'quota_exceeded'])
        }
      }
    },
  )

  test.each(PATHS)('$title over the rate is 429 rate_limit_exceeded, before the quota', async ({ endpoint, path }) => {
    await pro.setLimits({ day: { used: 'limit' }, burst: { used: 'limit' } })
    const reply = await emulator.api(endpoint.method, path, { key: pro.key() })
    expect([reply.status, codeOf(reply)]).toEqual([429, 'rate_limit_exceeded'])
  })

  test('an unknown path is 404 only after rate, quota and Open API', async () => {
    await used(pro, 0)
    expect((await pro.get('/nowhere')).status).toBe(404)
    await used(pro, 'limit')
    expect((await pro.get('/nowhere')).status).toBe(429)
    expect((await disabled.get('/nowhere')).json.error.code).toBe('quota_exceeded')
    await used(disabled, 0)
    expect((await disabled.get('/nowhere')).json.error.code).toBe('license_required')
    expect((await emulator.api('GET', '/nowhere')).status).toBe(401)
  })

  test('with license before scope in the register, a Free key without the scope is told of the licence', async () => {
    const key = await keyWithout(free, 'reports:read')
    await used(free, 0)
    expect(codeOf(await emulator.api('GET', '/reports/users', { key }))).toBe('insufficient_scope')
    await emulator.assume('gates.order', 'rate,quota,license,scope,route,validation,conflict')
    expect(codeOf(await emulator.api('GET', '/reports/users', { key }))).toBe('license_required')
    await emulator.control('DELETE', '/assumptions/gates.order')
  })

  test('the trace names every check, and what else would have rejected', async () => {
    await used(free, 'limit')
    await free.get('/reports/summary')
    const { trace, explanation } = await emulator.lastExchange()
    expect(trace.map((step: { gate: string; outcome: string }) => `${step.gate} ${step.outcome}`)).toEqual([
      'authenticate passed',
      'rate passed',
      'quota rejected',
      'scope passed',
      'license would_reject',
      'route passed',
      'validation would_reject',
    ])
    expect(trace[2]).toMatchObject({ status: 429, code: 'quota_exceeded', figures: { used: 1_000, quota: 1_000 } })
    expect(trace[4]).toMatchObject({ status: 403, code: 'license_required' })
    expect(explanation).toContain('1000 of its 1000')
    expect(explanation).toContain('403 license_required')
  })
})
