import { describe, expect, test } from 'vitest'
import type { CoverageView, RunCoverageView } from '../../server/contract/coverage.ts'
import { ENDPOINTS } from '../../server/contract/endpoints.ts'
import { TestEmulator } from '../support/api.ts'

const start = () => TestEmulator.start({ fixture: 'empty' })
const coverage = async (emulator: TestEmulator) => (await emulator.control('GET', '/coverage')).json as CoverageView
const endpoint = ({ endpoints }: CoverageView, id: string) => endpoints.find(row => row.id === id)

describe('contract coverage', () => {
  test('lists every endpoint with its documented statuses and codes when nothing was asked', async () => {
    await using emulator = await start()
    const view = await coverage(emulator)
    expect(view.endpoints.map(row => row.id)).toEqual(ENDPOINTS.map(row => row.id))
    expect(endpoint(view, 'initiateCall')).toEqual({
      id: 'initiateCall',
      method: 'POST',
      path: '/calls/initiate',
      requests: 0,
      broken_off: 0,
      statuses: [200, 400, 401, 403, 409, 413, 415, 422, 429].map(status => ({
        status,
        count: 0,
        by_fault: 0,
        documented: true,
      })),
      codes: [
        'unauthorized',
        'insufficient_scope',
        'license_required',
        'rate_limit_exceeded',
        'quota_exceeded',
        'validation_error',
        'duplicate_external_id',
        'malformed_request',
        'payload_too_large',
        'unsupported_media_type',
      ].map(code => ({ code, count: 0, by_fault: 0 })),
    })
    expect(view.totals.endpoints).toEqual([0, ENDPOINTS.length])
    expect(view.totals.events).toEqual([0, 3])
    // All errors but those of the service itself and 405, which no path with this method can answer.
    expect(view.totals.codes).toEqual([0, 11])
    expect(view.unknown_routes).toEqual([])
  })

  test('counts what requests have met, and what the contract does not have', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    await max.post('/calls/initiate', max.call({ external_id: 'one' }))
    await max.post('/calls/initiate', max.call({ external_id: 'one' }))
    await max.get('/calls')
    await emulator.api('GET', '/calls')
    await max.get('/customer')
    await max.get('/customer')
    await max.ask('PATCH', '/customers')
    await max.ask('DELETE', '/calls/any')
    await max.ask('OPTIONS', '/customers')
    await max.post('/webhooks', { url: 'https://inbox.ringback.test/x', events: ['call.completed'] })
    await emulator.advance({ by: 'PT5M' })
    const view = await coverage(emulator)
    const initiate = endpoint(view, 'initiateCall')
    expect(initiate?.requests).toBe(2)
    expect(initiate?.statuses.filter(row => row.count > 0)).toEqual([
      { status: 200, count: 1, by_fault: 0, documented: true },
      { status: 409, count: 1, by_fault: 0, documented: true },
    ])
    expect(initiate?.codes.filter(row => row.count > 0)).toEqual([
      { code: 'duplicate_external_id', count: 1, by_fault: 0 },
    ])
    expect(endpoint(view, 'listCalls')?.codes.filter(row => row.count > 0)).toEqual([
      { code: 'unauthorized', count: 1, by_fault: 0 },
      { code: 'validation_error', count: 1, by_fault: 0 },
    ])
    expect(view.unknown_routes).toEqual([
      { method: 'GET', path: '/customer', count: 2 },
      { method: 'DELETE', path: '/calls/any', count: 1, takes: ['GET'] },
      { method: 'PATCH', path: '/customers', count: 1, takes: ['POST', 'GET'] },
    ])
    expect(view.events.find(row => row.event === 'call.completed')?.count).toBe(1)
    expect([view.totals.endpoints[0], view.totals.codes[0], view.totals.events[0]]).toEqual([3, 3, 1])
    // 200 and 409 of one, 401 and 422 of another, 201 of a third.
    expect(view.totals.statuses[0]).toBe(5)
  })

  test('lists what an injected fault answered, beside what the contract documents', async () => {
    await using emulator = await start()
    const max = await emulator.tenant('max')
    await emulator.control('POST', '/faults', { effect: { status: 503 }, times: 1 })
    await max.get('/customers')
    await emulator.control('POST', '/faults', { effect: { status: 418, code: 'teapot' }, times: 1 })
    await fetch(`${emulator.url}/api/v1/customers`, { headers: { Authorization: `Bearer ${max.key()}` } })
    const view = await coverage(emulator)
    const list = endpoint(view, 'listCustomers')
    expect(list?.statuses.filter(row => row.count > 0)).toEqual([
      { status: 503, count: 1, by_fault: 1, documented: true },
      { status: 418, count: 1, by_fault: 1, documented: false },
    ])
    expect(list?.codes.filter(row => row.count > 0).map(row => row.code)).toEqual(['teapot', 'service_unavailable'])
    expect(view.totals.statuses[0]).toBe(0)
  })

  test('counts what only a fault has answered apart, until the service itself answers so; also when its journal has ended', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    const seen = ({ endpoints, totals, by_fault_only }: CoverageView) => {
      const row = endpoints.find(({ id }) => id === 'listCustomers')
      return {
        status: row?.statuses.find(({ status }) => status === 429),
        code: row?.codes.find(({ code }) => code === 'quota_exceeded'),
        totals: [totals.endpoints[0], totals.statuses[0], totals.codes[0]],
        by_fault_only,
      }
    }
    const ofRun = async () => (await emulator.tryControl('GET', '/coverage')).json as CoverageView
    await emulator.control('POST', '/faults', { effect: { code: 'quota_exceeded' }, times: 2 })
    await max.get('/customers')
    await max.get('/customers')
    // A fault that only delays lets the service answer.
    await emulator.control('POST', '/faults', { effect: { latency: 'PT0.001S' }, times: 1 })
    await max.get('/customers')
    const injected = {
      status: { status: 429, count: 2, by_fault: 2, documented: true },
      code: { code: 'quota_exceeded', count: 2, by_fault: 2 },
      totals: [1, 1, 0],
      by_fault_only: { statuses: 1, codes: 1 },
    }
    expect(seen(await coverage(emulator))).toEqual(injected)
    await emulator.control('DELETE', '/faults')
    await emulator.control('POST', '/reset', {})
    expect(seen(await ofRun())).toEqual(injected)
    await emulator.control('PUT', '/tenants/max/limits', { day: { used: 'limit' } })
    expect((await max.get('/customers')).status).toBe(429)
    expect(seen(await ofRun())).toEqual({
      status: { status: 429, count: 3, by_fault: 2, documented: true },
      code: { code: 'quota_exceeded', count: 3, by_fault: 2 },
      totals: [1, 2, 1],
      by_fault_only: { statuses: 0, codes: 0 },
    })
  })

  test('counts an answer that a fault broke off as asked, and among no statuses and codes (finding D10)', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    const ask = () =>
      fetch(`${emulator.url}/api/v1/customers/1`, { headers: { Authorization: `Bearer ${max.key()}` } }).then(answer =>
        answer.text(),
      )
    for (const effect of [{ drop: true }, { truncate: 5 }, { drop: true, status: 503 }]) {
      await emulator.control('POST', '/faults', { effect, times: 1 })
      await expect(ask()).rejects.toThrow()
    }
    const seen = async (view: Promise<CoverageView>) => {
      const { endpoints, totals } = await view
      const row = endpoints.find(({ id }) => id === 'getCustomer')
      return {
        requests: row?.requests,
        broken_off: row?.broken_off,
        statuses: row?.statuses.filter(({ count }) => count > 0).map(({ status, count }) => [status, count]),
        codes: row?.codes.filter(({ count }) => count > 0),
        totals: [totals.endpoints[0], totals.statuses[0], totals.codes[0]],
      }
    }
    const ofRun = async () => (await emulator.tryControl('GET', '/coverage')).json as CoverageView
    const nothing = { requests: 3, broken_off: 3, statuses: [], codes: [], totals: [1, 0, 0] }
    expect(await seen(coverage(emulator))).toEqual(nothing)
    expect(await seen(ofRun())).toEqual(nothing)
    // The faults are gone and their journal ended: what broke off stays so.
    await emulator.control('DELETE', '/faults')
    await emulator.control('POST', '/reset', {})
    expect(await seen(ofRun())).toEqual(nothing)
    await emulator.control('POST', '/faults', { effect: { status: 503 }, times: 1 })
    await ask()
    await ask()
    expect(await seen(coverage(emulator))).toEqual({
      requests: 2,
      broken_off: 0,
      statuses: [
        [404, 1],
        [503, 1],
      ],
      codes: [
        { code: 'not_found', count: 1, by_fault: 0 },
        { code: 'service_unavailable', count: 1, by_fault: 1 },
      ],
      totals: [1, 1, 1],
    })
  })

  test('follows the assumptions of the world', async () => {
    await using emulator = await start()
    const max = await emulator.tenant('max')
    await emulator.assume('errors.validation', { status: 400, code: 'invalid' })
    await max.post('/customers', {})
    const list = endpoint(await coverage(emulator), 'createCustomer')
    expect(list?.codes.find(row => row.code === 'invalid')?.count).toBe(1)
    expect(list?.statuses.find(row => row.status === 422)).toBeUndefined()
  })

  test('ends with the journal', async () => {
    await using emulator = await start()
    const max = await emulator.tenant('max')
    await max.get('/customers')
    await emulator.control('DELETE', '/requests')
    expect((await coverage(emulator)).totals.endpoints[0]).toBe(0)
  })
})

describe('coverage of the whole run', () => {
  const ofRun = async (emulator: TestEmulator) =>
    (await emulator.tryControl('GET', '/coverage')).json as RunCoverageView
  const asked = (view: RunCoverageView) => endpoint(view, 'listCalls')?.requests
  const events = (view: RunCoverageView) => view.events.find(row => row.event === 'call.missed')?.count

  test('counts what a snapshot brings back once, also after the journal was cleared', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    await max.post('/webhooks', { url: 'https://inbox.ringback.test/x', events: ['call.missed'] })
    const act = async (times: number) => {
      for (let count = 0; count < times; count++) {
        await max.get('/calls?from=2026-03-10&to=2026-03-10')
        await emulator.control('POST', '/events', { tenant: 'max', event: 'call.missed' })
      }
    }
    await act(2)
    await emulator.control('PUT', '/snapshots/there')
    await act(3)
    await emulator.control('POST', '/snapshots/there/restore')
    await act(4)
    const run = await ofRun(emulator)
    expect([asked(run), events(run)]).toEqual([9, 9])
    expect(run.assumptions_relied_on.find(({ id }) => id === 'calls.order')?.relied_on).toBe(9)
    expect(endpoint(await coverage(emulator), 'listCalls')?.requests).toBe(6)
    await emulator.control('DELETE', '/requests')
    await act(1)
    const after = await ofRun(emulator)
    expect([asked(after), events(after)]).toEqual([10, 10])
  })

  test('leaves out what a capsule of another run has met', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    await max.get('/calls?from=2026-03-10&to=2026-03-10')
    await emulator.control('PUT', '/snapshots/kept')
    const { bytes } = await emulator.control('GET', '/snapshots/kept/file')
    const { world } = await emulator.handle.openCapsule(bytes)
    expect(asked(await ofRun(emulator))).toBe(1)
    await world.remove()
    expect(asked(await ofRun(emulator))).toBe(1)
  })
})
