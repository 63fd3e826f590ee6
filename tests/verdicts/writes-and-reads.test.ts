import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestTenant } from '../support/api.ts'
import { InsideEmulator } from '../support/inside.ts'
import { JudgedWorld, type Send } from '../support/judged-world.ts'

let inside: InsideEmulator
beforeAll(async () => {
  inside = await InsideEmulator.start()
})
afterAll(() => inside.emulator.close())

async function onMax(slug = 'max') {
  const world = await JudgedWorld.create(inside)
  const tenant = await world.tenant(slug)
  return { world, tenant, send: world.clientOf(tenant) }
}

describe('an initiation whose answer is lost', () => {
  const dropOne = (world: JudgedWorld) =>
    world.control('POST', '/faults', { match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })
  const lose = (send: Send, call: object) => expect(send('POST', '/calls/initiate', call)).rejects.toThrow()

  test('a client that dials again without an external_id is blamed', async () => {
    const { world, tenant, send } = await onMax()
    await using _ = world
    await dropOne(world)
    await lose(send, tenant.call())
    await send('POST', '/calls/initiate', tenant.call())
    expect(world.blamed).toEqual({ double_call: ['error'] })
  })

  test('an answer of which a part arrived was cut, in the sentence and in the evidence', async () => {
    const { world, tenant, send } = await onMax()
    await using _ = world
    await world.control('POST', '/faults', {
      ...{ match: { path: '/calls/initiate' }, times: 1 },
      effect: { truncate: 10 },
    })
    await lose(send, tenant.call())
    await send('POST', '/calls/initiate', tenant.call())
    const [finding] = world.rows.find(({ rule }) => rule === 'double_call')?.findings ?? []
    expect(finding?.message).toMatch(/after the answer to #1 was cut[.]/)
    expect(finding?.evidence.map(({ broken_off }) => broken_off)).toEqual(['truncated', null])
  })

  test('a client that makes up another external_id for the repeat is blamed', async () => {
    const { world, tenant, send } = await onMax()
    await using _ = world
    await dropOne(world)
    await lose(send, tenant.call({ external_id: 'try-1' }))
    await send('POST', '/calls/initiate', tenant.call({ external_id: 'try-2' }))
    expect(world.blamed).toEqual({ fresh_external_id_on_retry: ['error'] })
  })

  test('a client that repeats it under the same external_id, and looks the call up, is not', async () => {
    const { world, tenant, send } = await onMax()
    await using _ = world
    await dropOne(world)
    await lose(send, tenant.call({ external_id: 'lead-7' }))
    expect((await send('POST', '/calls/initiate', tenant.call({ external_id: 'lead-7' }))).status).toBe(409)
    await send('GET', '/calls?from=2026-03-10&to=2026-03-10&external_id=lead-7')
    await world.advance('PT121S')
    expect([world.blamed, world.stateOf('double_call')]).toEqual([{}, 'passed'])
    expect(world.stateOf('conflict_not_resolved')).toBe('passed')
  })

  test('a client that leaves a conflict as it is, and goes on, is blamed', async () => {
    const { world, tenant, send } = await onMax()
    await using _ = world
    for (let time = 0; time < 2; time++) await send('POST', '/calls/initiate', tenant.call({ external_id: 'lead-8' }))
    await world.advance('PT61S')
    await send('GET', '/customers')
    expect(world.blamed).toEqual({ conflict_not_resolved: ['warning'] })
  })

  test.each([
    ['a call that nobody knows', '/calls/call_nope', 404],
    ['customers of that external_id', '/customers?external_id=ord-1', 200],
  ])('to ask for %s resolves no conflict', async (_, path, status) => {
    const { world, tenant, send } = await onMax()
    await using _world = world
    for (let time = 0; time < 2; time++) await send('POST', '/calls/initiate', tenant.call({ external_id: 'ord-1' }))
    expect((await send('GET', path)).status).toBe(status)
    expect(world.stateOf('conflict_not_resolved')).toBe('not_met')
    await world.advance('PT61S')
    await send('GET', '/customers')
    expect(world.blamed).toEqual({ conflict_not_resolved: ['warning'] })
  })

  test.each([
    ['a list that has no call', '/calls?from=2020-01-01&to=2020-01-02'],
    ['the external_id in the place of the call_id', '/calls/ord-1'],
  ])('to look for it in %s neither resolves a conflict nor is blamed, and the right list does', async (_, path) => {
    const { world, tenant, send } = await onMax()
    await using _world = world
    for (let time = 0; time < 2; time++) await send('POST', '/calls/initiate', tenant.call({ external_id: 'ord-1' }))
    await send('GET', path)
    await world.advance('PT61S')
    await send('GET', '/customers')
    expect([world.blamed, world.stateOf('conflict_not_resolved')]).toEqual([{}, 'not_met'])
    expect((await send('GET', '/calls?from=2026-03-10&to=2026-03-10&external_id=ord-1')).json.data).toHaveLength(1)
    expect(world.stateOf('conflict_not_resolved')).toBe('passed')
  })

  test('a call of its own under another external_id resolves a conflict, once it is placed', async () => {
    const { world, tenant, send } = await onMax()
    await using _ = world
    for (const external_id of ['ord-1', 'ord-1', 'ord-2'])
      await send('POST', '/calls/initiate', tenant.call({ external_id }))
    expect([world.blamed, world.stateOf('conflict_not_resolved')]).toEqual([{}, 'passed'])
  })
})

describe('calls to one person', () => {
  const saidOf = (world: JudgedWorld) => {
    const { findings = [] } = world.rows.find(({ rule }) => rule === 'same_person_twice') ?? {}
    return findings.map(({ message }) => message.replace(/, [\d.]+ m?s of real time after/, ', soon after'))
  }
  const dial = (send: Send, tenant: TestTenant, external_id: string) =>
    send('POST', '/calls/initiate', tenant.call({ external_id }))

  test('those that came while the one before was still under way are counted, those after its end are not', async () => {
    const { world, tenant, send } = await onMax()
    await using _ = world
    await dial(send, tenant, 'one')
    await dial(send, tenant, 'two')
    expect(saidOf(world)).toEqual([
      expect.stringMatching(
        /^#2 called \S+ again, soon after #1 had been answered and while the call before was still under way[.]$/,
      ),
    ])
    await dial(send, tenant, 'three')
    // The calls are over then, and two minutes are not.
    await world.advance('PT100S')
    await dial(send, tenant, 'four')
    expect(saidOf(world)).toEqual([
      expect.stringMatching(
        /^4 calls to \S+ were placed .*, from #1 on, 2 of them while the one before was still under way[.]$/,
      ),
    ])
    expect(world.blamed).toEqual({})
  })
})

describe('customers', () => {
  const register = async (send: Send, tenant: TestTenant, count: number) => {
    for (let n = 0; n < count; n++) await send('POST', '/customers', tenant.customer({ external_id: `c-${n}` }))
  }

  test('a client that registers a hundred of them one by one is blamed, in bulk it is not', async () => {
    const { world, tenant, send } = await onMax()
    await using _ = world
    await register(send, tenant, 100)
    expect(world.blamed).toEqual({ one_by_one: ['warning'] })
    const { world: other, tenant: max, send: sendOther } = await onMax()
    await using _other = other
    const customers = Array.from({ length: 100 }, (_, n) => max.customer({ external_id: `c-${n}` }))
    expect((await sendOther('POST', '/customers/bulk', { customers })).status).toBe(201)
    expect(other.blamed).toEqual({})
  })

  test('the handler says whether an update changed anything', async () => {
    const { world, tenant, send } = await onMax()
    await using _ = world
    const { data } = (await send('POST', '/customers', tenant.customer())).json
    for (const name of ['一', '二', '三', '三', '三']) await send('PUT', `/customers/${data.customer_id}`, { name })
    expect(world.stateOf('write_without_change')).toBe('passed')
    await send('PUT', `/customers/${data.customer_id}`, { name: '三' })
    expect([world.blamed, world.stateOf('write_without_change')]).toEqual([{}, 'failed'])
  })

  test('a bulk registers each of its rows, so one that comes again is found', async () => {
    const { world, tenant, send } = await onMax()
    await using _ = world
    await world.control('PUT', '/assumptions/customers.external_id_unique', { value: 'no' })
    await world.control('POST', '/faults', { match: { path: '/customers/bulk' }, effect: { drop: true }, times: 1 })
    const customers = ['a', 'b'].map(external_id => tenant.customer({ external_id }))
    await expect(send('POST', '/customers/bulk', { customers })).rejects.toThrow()
    await send('POST', '/customers', tenant.customer({ external_id: 'b' }))
    expect(world.blamed).toEqual({ duplicate_customer: ['warning'] })
  })
})

describe('lists', () => {
  const withPages = async () => {
    const { world, tenant, send } = await onMax()
    const customers = Array.from({ length: 120 }, () => tenant.customer())
    await send('POST', '/customers/bulk', { customers })
    return { world, tenant, send }
  }

  test('a client that asks for pages by a name that the contract does not have is blamed', async () => {
    const { world, send } = await withPages()
    await using _ = world
    for (const page of [1, 2, 3]) await send('GET', `/customers?offset=${page}`)
    expect(world.blamed).toEqual({ stuck_page: ['error'] })
  })

  test('a client that reads every page is not', async () => {
    const { world, send } = await withPages()
    await using _ = world
    const { pagination } = (await send('GET', '/customers')).json
    for (let page = 2; page <= pagination.last_page; page++) await send('GET', `/customers?page=${page}`)
    expect([world.blamed, world.stateOf('pages_left_out')]).toEqual([{}, 'passed'])
  })

  test('of a list that nothing was added to, nobody has noticed a change, however many read it at once', async () => {
    const { world, tenant } = await withPages()
    await using _ = world
    const reads = Array.from({ length: 60 }, (_, n) => tenant.get(`/customers?page=${(n % 3) + 1}`))
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]))
    expect([world.blamed, world.stateOf('pages_moved')]).toEqual([{}, 'not_met'])
  })

  test('a client that leaves a day out between two ranges is blamed, and not when it reads each once', async () => {
    const { world, send } = await onMax()
    await using _ = world
    for (const range of ['from=2026-02-01&to=2026-02-10', 'from=2026-02-12&to=2026-02-20'])
      await send('GET', `/calls?${range}`)
    expect(world.blamed).toEqual({ range_gap: ['warning'] })
    const { world: other, send: sendOther } = await onMax()
    await using _other = other
    for (const range of ['from=2026-02-01&to=2026-02-10', 'from=2026-02-11&to=2026-02-20'])
      await sendOther('GET', `/calls?${range}`)
    expect([other.blamed, other.stateOf('range_gap')]).toEqual([{}, 'passed'])
  })
})

describe('keys', () => {
  test('clients that send no key properly are told apart by what they send, and one that sends nothing keeps no key out of the address', async () => {
    await using own = await InsideEmulator.start({ fixture: 'empty' })
    for (const authorization of ['Basic YTpi', 'Basic YTpi', 'Basic Yzpk', 'Bearer none', undefined])
      await fetch(`${own.url}/api/v1/customers`, { headers: authorization === undefined ? {} : { authorization } })
    const { runtime } = own.emulator.defaultWorld
    const { callers } = runtime.verdicts.rows(runtime.standing()).find(({ rule }) => rule === 'key_in_url') as {
      callers: readonly { passed: number }[]
    }
    expect(callers.map(({ passed }) => passed)).toEqual([2, 1, 1])
    expect(JSON.stringify(callers)).not.toContain('YTpi')
  })

  test('a client that puts its key into the address is blamed, and the key is nowhere in the verdict', async () => {
    const { world, tenant, send } = await onMax()
    await using _ = world
    await send('GET', `/customers?api_key=${tenant.key()}`)
    expect(world.blamed).toEqual({ key_in_url: ['error'] })
    expect(JSON.stringify(world.rows)).not.toContain(tenant.key())
  })

  test('a client that brings a key of another service is blamed, one with a revoked key is not', async () => {
    const foreign = 'svc_live_Zq8Rk2Lw0Xn5Tb7Vc3Md'
    await using own = await InsideEmulator.start({ fixture: 'empty' })
    const asking = { headers: { authorization: `Bearer ${foreign}` } }
    await fetch(`${own.url}/api/v1/customers`, asking)
    const { runtime } = own.emulator.defaultWorld
    const rows = runtime.verdicts.rows(runtime.standing())
    expect(rows.find(({ rule }) => rule === 'foreign_key')).toMatchObject({ state: 'failed', severity: 'warning' })
    expect(JSON.stringify(rows)).not.toContain(foreign)

    const { world, tenant, send } = await onMax()
    await using _ = world
    await world.control('DELETE', `/tenants/max/keys/${tenant.view.keys[0]?.key_id}`)
    expect((await send('GET', '/customers')).status).toBe(401)
    expect(world.blamed).toEqual({})
  })
})
