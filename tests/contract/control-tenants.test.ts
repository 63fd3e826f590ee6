import { describe, expect, test } from 'vitest'
import type { KeyView, TenantView } from '../../server/control/protocol/worlds.ts'
import { TestEmulator } from '../support/api.ts'

const start = () => TestEmulator.start({ fixture: 'empty' })

describe('tenants over the control API', () => {
  test('a new tenant has the staff and projects asked for, ids of its own and no key', async () => {
    await using emulator = await start()
    const before = (await emulator.view).tenants
    const body = { tenant: 'acme', plan: 'pro', staff: 4, projects: 1 }
    const reply = await emulator.control('POST', '/tenants', body)
    expect(reply.status).toBe(201)
    const acme = reply.json as TenantView
    expect(acme).toMatchObject({ tenant: 'acme', plan: 'pro', open_api_enabled: true, keys: [] })
    expect([acme.staff_ids.length, acme.project_ids.length]).toEqual([4, 1])
    const taken = before.flatMap(tenant => tenant.staff_ids)
    expect(acme.staff_ids.filter(id => taken.includes(id))).toEqual([])
    const staff = (await emulator.control('GET', '/tenants/acme/staff')).json.data
    expect(staff.map((row: { staff_id: number }) => row.staff_id)).toEqual(acme.staff_ids)
    for (const { name } of staff) expect(name).toMatch(/^\p{sc=Han}{1,3} \p{sc=Han}{1,3}$/u)
    expect((await emulator.control('GET', '/tenants/acme/projects')).json.data).toHaveLength(1)
    expect((await emulator.control('GET', '/tenants/acme')).json).toEqual(acme)
    expect((await emulator.control('GET', '/tenants')).json.data).toHaveLength(before.length + 1)
  })

  test('the same commands on the same seed name the tenant and its staff alike', async () => {
    const added = async () => {
      await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
      const { json } = await emulator.control('POST', '/tenants', { tenant: 'acme', plan: null })
      return [json, (await emulator.control('GET', '/tenants/acme/staff')).json]
    }
    expect(await added()).toEqual(await added())
  })

  test('every key and secret that Ringback mints contains its name, so that nobody takes one for real', async () => {
    await using emulator = await start()
    const issued = (await emulator.control('POST', '/tenants/pro/keys', { mode: 'test', scopes: [] })).json as KeyView
    const pro = await emulator.tenant('pro')
    const { data } = (await pro.post('/webhooks', { url: 'https://inbox.ringback.test/a', events: ['call.missed'] }))
      .json
    const keys = (await emulator.view).tenants.flatMap(tenant => tenant.keys.flatMap(({ key }) => key ?? []))
    expect(keys).toHaveLength(18)
    for (const key of [...keys, issued.key]) expect(key).toMatch(/^svc_(live|test)_ringback[A-Za-z0-9]{24}$/)
    expect(data.secret).toMatch(/^whsec_ringback[A-Za-z0-9]{24}$/)
  })

  test('a name that is taken is refused with 409, an unknown tenant with 404, a bad plan with 422', async () => {
    await using emulator = await start()
    const taken = await emulator.attempt('POST', '/tenants', { tenant: 'pro', plan: 'max' })
    expect([taken.status, taken.json.error.code]).toEqual([409, 'tenant_exists'])
    expect((await emulator.attempt('GET', '/tenants/nobody')).status).toBe(404)
    const bad = await emulator.attempt('PATCH', '/tenants/pro', { plan: 'gold' })
    expect([bad.status, Object.keys(bad.json.error.details)]).toEqual([422, ['plan']])
  })

  test('a changed plan holds at once, and what was used stays used', async () => {
    await using emulator = await start()
    const max = await emulator.tenant('max')
    expect((await max.get('/customers')).headers.get('X-RateLimit-Limit')).toBe('1000')
    const changed = await emulator.control('PATCH', '/tenants/max', { plan: 'free', name: 'Smaller' })
    expect(changed.json).toMatchObject({ plan: 'free', name: 'Smaller' })
    const reply = await max.get('/customers')
    expect(reply.headers.get('X-RateLimit-Limit')).toBe('60')
    expect(reply.headers.get('X-RateLimit-Remaining')).toBe('58')
  })

  test('switching the Open API off answers 403 license_required, switching it on lets requests in again', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await emulator.control('PATCH', '/tenants/pro', { open_api_enabled: false })
    expect((await pro.get('/customers')).json.error.code).toBe('license_required')
    await emulator.control('PATCH', '/tenants/pro', { open_api_enabled: true })
    expect((await pro.get('/customers')).status).toBe(200)
  })
})

describe('keys over the control API', () => {
  const issue = async (emulator: TestEmulator, body: object, tenant = 'pro') =>
    (await emulator.control('POST', `/tenants/${tenant}/keys`, body)).json as KeyView

  test('an issued key opens the API with its scopes, and its plaintext is never shown again (threat A12)', async () => {
    await using emulator = await start()
    const issued = await issue(emulator, { mode: 'live', scopes: ['customers:read'], label: 'ci' })
    expect(issued.key).toMatch(/^svc_live_[A-Za-z0-9]{32}$/)
    expect(issued.masked).toBe(`svc_live_…${issued.key?.slice(-4)}`)
    expect((await emulator.api('GET', '/customers', { key: issued.key })).status).toBe(200)
    const refused = await emulator.api('GET', '/calls?from=2026-03-01&to=2026-03-02', { key: issued.key })
    expect(refused.json.error.code).toBe('insufficient_scope')
    const { key, ...rest } = issued
    expect((await emulator.control('GET', '/tenants/pro/keys')).json.data.at(-1)).toEqual(rest)
    await emulator.control('PUT', '/snapshots/all')
    const everything = await emulator.control('GET', '/snapshots/all/file?reveal=secrets')
    expect(everything.bytes.includes(key ?? 'no key')).toBe(false)
  })

  test('a test key carries the prefix of test keys', async () => {
    await using emulator = await start()
    expect((await issue(emulator, { mode: 'test', scopes: [] })).key).toMatch(/^svc_test_/)
  })

  test('a revoked key gets 401 at once, like a key that never was', async () => {
    await using emulator = await start()
    const issued = await issue(emulator, { mode: 'live', scopes: ['customers:read'] })
    expect((await emulator.control('DELETE', `/tenants/pro/keys/${issued.key_id}`)).status).toBe(204)
    const revoked = await emulator.api('GET', '/customers', { key: issued.key })
    const unknown = await emulator.api('GET', '/customers', { key: 'svc_live_never_issued' })
    expect([revoked.status, revoked.json]).toEqual([401, unknown.json])
    const [listed] = (await emulator.control('GET', '/tenants/pro/keys')).json.data.slice(-1)
    expect(listed.revoked_at).toBe('2026-03-10T03:00:00.000Z')
    expect((await emulator.attempt('DELETE', '/tenants/max/keys/none')).status).toBe(404)
  })

  test('no value is given out twice, also after a revocation', async () => {
    await using emulator = await start()
    const seen = new Set<string>()
    for (let round = 0; round < 10; round++) {
      const { key, key_id } = await issue(emulator, { mode: 'live', scopes: [] })
      seen.add(key ?? '').add(key_id)
      await emulator.control('DELETE', `/tenants/pro/keys/${key_id}`)
    }
    expect(seen.size).toBe(20)
  })

  test('two worlds of one seed never issue the same key', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    await emulator.tryControl('POST', '/worlds', { world_id: 'other', fixture: 'empty' })
    const here = await issue(emulator, { mode: 'live', scopes: [] })
    const there = (await emulator.control('POST', '/tenants/pro/keys', { mode: 'live', scopes: [] }, 'other')).json
    expect(there.key).not.toBe(here.key)
    expect(there.key_id).not.toBe(here.key_id)
  })

  test('an issued key opens its own world and leaves no trace in another', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    await emulator.tryControl('POST', '/worlds', { world_id: 'other', fixture: 'empty' })
    const { key } = (
      await emulator.control('POST', '/tenants/pro/keys', { mode: 'live', scopes: ['customers:read'] }, 'other')
    ).json
    expect((await emulator.api('GET', '/customers', { key })).status).toBe(200)
    expect((await emulator.control('GET', '/requests')).json.data).toEqual([])
    expect((await emulator.control('GET', '/requests', undefined, 'other')).json.data).toHaveLength(1)
  })
})
