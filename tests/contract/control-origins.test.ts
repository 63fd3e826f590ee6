import { describe, expect, test } from 'vitest'
import type { CoverageView } from '../../server/contract/coverage.ts'
import { ORIGINS } from '../../server/contract/origins.ts'
import type { AssumptionView } from '../../server/control/protocol/assumptions.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import type { LimitsView } from '../../server/control/protocol/limits.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'

const HEADER = 'X-Ringback-Origin'

describe('who sent a request (finding D4)', () => {
  const ask = (tenant: TestTenant, path: string, headers: Record<string, string>) =>
    tenant.ask('GET', path, { headers })
  const listed = async (emulator: TestEmulator, query = '') =>
    (await emulator.control('GET', `/requests${query}`)).json.data as ExchangeView[]

  test('is what its header says; without one, and with any other value, it was a client', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    for (const origin of [...ORIGINS, 'Dashboard', 'nobody', '']) await ask(max, '/customers', { [HEADER]: origin })
    await max.get('/customers')
    const rows = (await listed(emulator)).reverse()
    expect(rows.map(({ origin }) => origin)).toEqual([...ORIGINS, 'client', 'client', 'client', 'client'])
  })

  test('is taken off before the exchange is kept', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await ask(await emulator.tenant('max'), '/customers', { 'x-ringback-ORIGIN': 'cli' })
    const { request, origin } = await emulator.lastExchange()
    expect(origin).toBe('cli')
    expect(JSON.stringify(request.headers).toLowerCase()).not.toContain('origin')
  })

  test('is the replay of the one that was run again, whoever sent that', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await ask(await emulator.tenant('max'), '/customers', { [HEADER]: 'dashboard' })
    const [first] = await listed(emulator)
    await emulator.control('POST', `/requests/${first?.request_id}/replay`)
    expect((await listed(emulator)).map(({ origin }) => origin)).toEqual(['replay', 'dashboard'])
    expect((await listed(emulator, '?origin=client')).length).toBe(0)
    expect((await listed(emulator, '?origin=client,replay')).map(({ origin }) => origin)).toEqual(['replay'])
    await expect(listed(emulator, '?origin=nobody')).rejects.toThrow(
      `origin must be one or more of ${ORIGINS.join(', ')}`,
    )
  })

  test('decides whether coverage and assumptions count it: only clients do', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    const counted = async () => {
      const { endpoints, unknown_routes } = (await emulator.control('GET', '/coverage')).json as CoverageView
      const register = (await emulator.control('GET', '/assumptions')).json.data as AssumptionView[]
      const run = (await emulator.tryControl('GET', '/coverage')).json
      return {
        met: endpoints.reduce((sum, { requests }) => sum + requests, 0),
        unknown: unknown_routes.length,
        relied: register.some(({ relied_on }) => relied_on > 0),
        run: run.assumptions_relied_on.length > 0 || run.totals.endpoints[0] > 0,
      }
    }
    for (const origin of ORIGINS.filter(origin => origin !== 'client'))
      for (const path of ['/customers', '/customers/1', '/nowhere']) await ask(max, path, { [HEADER]: origin })
    expect(await counted()).toEqual({ met: 0, unknown: 0, relied: false, run: false })
    for (const path of ['/customers', '/customers/1', '/nowhere']) await max.get(path)
    expect(await counted()).toEqual({ met: 2, unknown: 1, relied: true, run: true })
  })
})

describe('the data of a tenant as stored (finding D4)', () => {
  const RANGE = 'from=2026-03-01&to=2026-03-10'
  const LISTS = [
    ['/customers', ''],
    ['/calls', RANGE],
    ['/reports/summary', RANGE],
    ['/reports/calls', RANGE],
    ['/reports/users', RANGE],
  ] as const

  test.each(LISTS)('GET %s says what the emulated API answers', async (path, query) => {
    await using emulator = await TestEmulator.start()
    const max = await emulator.tenant('max')
    const stored = await emulator.control('GET', `/tenants/max${path}?${query}`)
    expect(stored.json).toEqual((await max.get(`${path}?${query}`)).json)
  })

  test('uses no limit, fires no fault and is in no journal, also when the last request is left', async () => {
    await using emulator = await TestEmulator.start()
    await emulator.control('PUT', '/tenants/max/limits', { day: { used: 'limit-1' } })
    await emulator.control('POST', '/faults', { effect: { status: 500 } })
    const limits = async () => (await emulator.control('GET', '/tenants/max/limits')).json as LimitsView
    const before = await limits()
    const [{ customer_id }] = (await emulator.control('GET', '/tenants/max/customers')).json.data
    for (const [path, query] of LISTS) await emulator.control('GET', `/tenants/max${path}?${query}`)
    const one = await emulator.control('GET', `/tenants/max/customers/${customer_id}`)
    expect(one.json.data).toMatchObject({ customer_id, tel1: expect.stringMatching(/^\+/) })
    expect(await limits()).toEqual(before)
    expect((await emulator.control('GET', '/faults')).json.data[0]).toMatchObject({ fired: 0 })
    expect((await emulator.control('GET', '/requests')).json.data).toEqual([])
    const register = (await emulator.control('GET', '/assumptions')).json.data as AssumptionView[]
    expect(register.filter(({ relied_on }) => relied_on > 0)).toEqual([])
  })

  test('is there for a tenant whose plan, switch or limits would refuse it', async () => {
    await using emulator = await TestEmulator.start()
    await emulator.control('PUT', '/tenants/free/limits', { day: { used: 'limit' } })
    const report = await emulator.control('GET', `/tenants/free/reports/summary?${RANGE}`)
    expect(report.json.data.totals.total_calls).toBeGreaterThan(0)
    await emulator.control('PATCH', '/tenants/free', { open_api_enabled: false })
    expect((await emulator.control('GET', '/tenants/free/customers')).json.data.length).toBeGreaterThan(0)
  })

  test('names the parameter that is wrong, and the customer that is not there', async () => {
    await using emulator = await TestEmulator.start()
    const read = (path: string) => emulator.attempt('GET', `/tenants/${path}`)
    const range = await read('max/calls?from=2026-03-01')
    expect([range.status, range.json.error.code, range.json.error.details]).toEqual([
      422,
      'invalid_request',
      { to: ['Is required: a date as YYYY-MM-DD.'] },
    ])
    const [{ customer_id }] = (await read('max/customers')).json.data
    const foreign = await read(`pro/customers/${customer_id}`)
    expect([foreign.status, foreign.json.error.message]).toEqual([404, `There is no customer ${customer_id}.`])
    expect((await read('nobody/customers')).status).toBe(404)
  })
})

describe('an answer that a fault broke off (finding D10)', () => {
  test.each([
    [{ drop: true }, 'dropped'],
    [{ truncate: 5 }, 'truncated'],
    [{ status: 503 }, null],
  ])('with the effect %j is listed as %s, also when the fault is gone', async (effect, expected) => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    const fault = (await emulator.control('POST', '/faults', { effect, times: 1 })).json
    await fetch(`${emulator.url}/api/v1/customers/1`, { headers: { Authorization: `Bearer ${max.key()}` } })
      .then(answer => answer.text())
      .catch(() => undefined)
    await emulator.control('DELETE', `/faults/${fault.id}`)
    const [row] = (await emulator.control('GET', '/requests')).json.data
    expect(row.broken_off).toBe(expected)
  })
})
