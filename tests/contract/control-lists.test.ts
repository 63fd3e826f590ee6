import { beforeAll, describe, expect, test } from 'vitest'
import { filtersOf, LISTS, type ListName } from '../../server/contract/lists.ts'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { EventView } from '../../server/control/protocol/events.ts'
import type { FacetsView } from '../../server/control/protocol/journal.ts'
import { TestEmulator } from '../support/api.ts'
import { subscribeInbox } from '../support/subscriber.ts'

const SLUGS = ['free', 'pro', 'max', 'unplanned', 'disabled', 'neighbour']
/** What no row has, by how a filter is read. */
const NOTHING = {
  text: 'none-such',
  search: 'none-such',
  path: '/none-such',
  number: '987654321',
  status: '599',
  interval: '2026-01-01T00:00:00Z/2026-01-02T00:00:00Z',
}

/** A world that has at least two different rows in each list. */
async function furnished(): Promise<TestEmulator> {
  const emulator = await TestEmulator.start({ fixture: 'empty' })
  const [pro, max] = [await emulator.tenant('pro'), await emulator.tenant('max')]
  for (const [slug, tenant] of Object.entries({ pro, max })) {
    const { webhook_id } = await subscribeInbox(tenant, slug)
    const call = { tenant: slug, phone_number: '+81312345678', external_id: slug }
    await emulator.control('POST', '/calls', call)
    await emulator.control('POST', '/events', { tenant: slug, event: 'call.missed' })
    await tenant.post('/customers', tenant.customer())
    await tenant.put(`/webhooks/${webhook_id}`, { is_enabled: false })
    await emulator.control('POST', '/events', { tenant: slug, event: 'call.completed' })
  }
  await emulator.advance({ by: 'PT1H' })
  return emulator
}

const filters = (Object.keys(LISTS) as ListName[]).flatMap(list => filtersOf(list).map(filter => ({ list, ...filter })))

describe('a filter of a list', () => {
  let emulator: TestEmulator
  beforeAll(async () => {
    emulator = await furnished()
    return () => emulator[Symbol.asyncDispose]()
  })
  const rows = async (list: string, query = '') =>
    (await emulator.control('GET', `/${list}?limit=200&${query}`)).json.data as object[]

  // A row may have none of its values, and two of them.
  const narrowing = filters.filter(({ name }) => !['refused_by', 'used', 'of_limit'].includes(name))
  test.each(narrowing)('$name narrows $list', async ({ list, name, takes }) => {
    const all = await rows(list)
    expect(all.length).toBeGreaterThan(1)
    if (typeof takes === 'string' && takes !== 'tenant')
      return expect(await rows(list, `${name}=${NOTHING[takes]}`)).toEqual([])
    // Every row has one of the values, and no row two.
    const values = takes === 'tenant' ? SLUGS : takes
    const parts = await Promise.all(values.map(value => rows(list, `${name}=${value}`)))
    const shown = (some: object[]) => some.map(row => JSON.stringify(row)).sort()
    expect(shown(parts.flat())).toEqual(shown(all))
    expect(takes === 'tenant' ? parts.filter(part => part.length > 0).length : 2).toBeGreaterThan(1)
  })

  test.each(filters)('$name of $list is in the OpenAPI file', async ({ list, name, about }) => {
    const { json } = await emulator.tryControl('GET', '/openapi.json')
    const { parameters } = json.paths[`/control/worlds/{world}/${list}`].get
    expect(parameters).toContainEqual(expect.objectContaining({ name, in: 'query', description: about }))
  })

  const counted = (Object.keys(LISTS) as ListName[]).filter(list => list !== 'actions')
  const facetsOf = async (list: string, query = ''): Promise<FacetsView> =>
    (await emulator.control('GET', `/facets/${list}?${query}`)).json

  test.each(counted)('the facets of %s count the rows that each of their values leaves', async list => {
    const { total, facets } = await facetsOf(list)
    expect(total).toBe((await rows(list)).length)
    for (const [name, values] of Object.entries(facets)) {
      expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(total)
      for (const { value, count } of values)
        if (value !== null)
          expect([name, value, (await rows(list, `${name}=${value}`)).length]).toEqual([name, value, count])
    }
    expect(facets.tenant?.map(({ value }) => value)).toEqual(expect.arrayContaining(['max', 'pro']))
  })

  test('events are found by their id, external_id, call, webhook, and the number that it went to, as lists show that too', async () => {
    const found = async (q: string) =>
      ((await rows('events', `q=${encodeURIComponent(q)}`)) as EventView[]).map(({ event_id }) => event_id)
    const all = (await rows('events')) as EventView[]
    const ofCall = all.filter(({ call_id }) => call_id !== null)
    const [one] = ofCall
    expect(ofCall.length).toBeGreaterThan(0)
    expect(await found(one?.event_id.toUpperCase() ?? '')).toEqual([one?.event_id])
    expect(await found(one?.call_id ?? '')).toContain(one?.event_id)
    expect(await found(one?.external_id ?? '')).toContain(one?.event_id)
    const ids = ofCall.map(({ event_id }) => event_id)
    for (const number of ['12345678', '813****5678']) expect([number, await found(number)]).toEqual([number, ids])
    for (const number of ['031****5678', '813****5679']) expect([number, await found(number)]).toEqual([number, []])
    const webhook = all.flatMap(({ deliveries }) => deliveries)[0]?.webhook_id
    const sentTo = all.filter(({ deliveries }) => deliveries.some(delivery => delivery.webhook_id === webhook))
    expect(await found(`Webhook ${webhook}`)).toEqual(sentTo.map(({ event_id }) => event_id))
    expect(await found(`webhook ${webhook}0`)).toEqual([])
  })

  test('calls are found by a part of their number, as it is dialled in Japan and from abroad', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await emulator.tenant('pro')
    for (const phone_number of ['+81312345678', '090-8765-4321'])
      await emulator.control('POST', '/calls', { tenant: 'pro', phone_number })
    const found = async (q: string) =>
      (await emulator.control('GET', `/calls?${new URLSearchParams({ q })}`)).json.data.map(
        ({ phone_number }: { phone_number: string }) => phone_number,
      )
    for (const part of [
      '031234',
      '03-1234',
      '+81 3 12',
      '2345',
      '5678',
      '０３１２３４５６７８',
      '（03）1234',
      '0081312345678',
      '００８１-3-1234-5678',
    ])
      expect(await found(part)).toEqual(['813****5678'])
    for (const part of ['0908765', '090-87', '81908765', '8765-43']) expect(await found(part)).toEqual(['090****4321'])
    expect(await found('0812')).toEqual([])
  })

  test('a call is found by the beginning of its id, and not by letters within; in full width as in half', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await emulator.tenant('pro')
    const { json: call } = await emulator.control('POST', '/calls', {
      tenant: 'pro',
      phone_number: '+81312345678',
      external_id: 'crm-3',
    })
    const found = async (q: string) =>
      (await emulator.control('GET', `/calls?${new URLSearchParams({ q })}`)).json.data.length
    const drawn = call.call_id.slice('call_'.length)
    for (const part of [call.call_id, call.call_id.slice(0, 9), drawn, drawn.slice(0, 5), drawn.toUpperCase()])
      expect([part, await found(part)]).toEqual([part, 1])
    for (const part of [drawn.slice(4), call.call_id.slice(7, 12), 'cal', 'call'])
      expect([part, await found(part)]).toEqual([part, 0])
    for (const part of ['ｃｒｍ－３', 'CRM-3', 'rm-']) expect([part, await found(part)]).toEqual([part, 1])
  })

  test('calls are found by the name of the customer who has their number, in the tenant that knows the customer', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    const made = await pro.post(
      '/customers',
      pro.customer({ name: '佐藤 花子', name_kana: 'サトウ ハナコ', tel1: '+81312345678' }),
    )
    expect(made.status).toBe(201)
    for (const [tenant, phone_number] of [
      ['pro', '0312345678'],
      ['max', '+81312345678'],
      ['pro', '+81312345670'],
    ])
      await emulator.control('POST', '/calls', { tenant, phone_number })
    const found = async (q: string) =>
      (await emulator.control('GET', `/calls?${new URLSearchParams({ q })}`)).json.data.map(
        (call: { tenant: string; phone_number: string }) => `${call.tenant} ${call.phone_number}`,
      )
    for (const q of ['佐藤', '佐藤花子', '佐藤　花', 'さとう'])
      expect([q, await found(q)]).toEqual([q, ['pro 031****5678']])
    expect(await found('鈴木')).toEqual([])
  })

  test('calls are found by the name of their staff member, and counted by staff members with their names', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await emulator.tenant('pro')
    await emulator.control('POST', '/calls', { tenant: 'pro', phone_number: '+81312345678' })
    const { data: staff } = (await emulator.control('GET', '/tenants/pro/staff')).json
    const [{ staff_id, name }] = staff
    const { json: all } = await emulator.control('GET', '/calls')
    expect(all.data).toMatchObject([{ staff_id, staff_name: name }])
    const found = async (q: string) =>
      (await emulator.control('GET', `/calls?${new URLSearchParams({ q })}`)).json.data.length
    for (const part of [name, name.toUpperCase(), name.slice(1, 4), name.replace(' ', ''), name.replace(' ', '　')])
      expect([part, await found(part)]).toEqual([part, 1])
    expect(await found(`${name}x`)).toBe(0)
    const { json } = await emulator.control('GET', '/facets/calls')
    expect(json.facets.staff_id).toEqual([{ value: String(staff_id), count: 1 }])
    expect(json.names).toEqual({ staff_id: { [staff_id]: name } })
    // One who has none of these calls is named as well, and nobody who does not exist.
    const other = await emulator.control('GET', `/facets/calls?status=busy&staff_id=${staff_id}`)
    expect(other.json).toMatchObject({ facets: { staff_id: [] }, names: { staff_id: { [staff_id]: name } } })
    expect((await emulator.control('GET', '/facets/events')).json.names).toEqual({})
  })

  test('calls are narrowed to those that were initiated in an interval', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await emulator.tenant('pro')
    const before = (await emulator.control('GET', '/clock')).json.now
    await emulator.control('POST', '/calls', { tenant: 'pro', phone_number: '+81312345678' })
    await emulator.advance({ by: 'PT24H' })
    const day = (await emulator.control('GET', '/clock')).json.now
    await emulator.control('POST', '/calls', { tenant: 'pro', phone_number: '+81312349999' })
    const numbers = async (within: string) =>
      (await emulator.control('GET', `/calls?within=${within}`)).json.data.map(
        ({ phone_number }: { phone_number: string }) => phone_number,
      )
    expect(await numbers(`${before}/${day}`)).toEqual(['813****5678'])
    expect(await numbers(`${day}/..`)).toEqual(['813****9999'])
    expect((await emulator.control('GET', `/facets/calls?within=${day}/..`)).json.total).toBe(1)
  })

  test('deliveries are found by the number that their call went to, as lists show it too, and by their webhook', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    const [one, other] = [await subscribeInbox(pro, 'one'), await subscribeInbox(pro, 'other')]
    await emulator.control('POST', '/calls', { tenant: 'pro', phone_number: '+81312345678' })
    await emulator.control('POST', '/calls', { tenant: 'pro', phone_number: '+81312349999' })
    await emulator.advance({ by: 'PT1H' })
    const found = async (q: string) =>
      (await emulator.control('GET', `/deliveries?q=${encodeURIComponent(q)}`)).json.data.map(
        ({ phone_number, webhook_id }: DeliveryView) => `${phone_number} ${webhook_id}`,
      )
    const ofCall = [`813****5678 ${one.webhook_id}`, `813****5678 ${other.webhook_id}`]
    for (const number of ['03-1234-5678', '813****5678']) expect((await found(number)).sort()).toEqual(ofCall)
    expect((await found(`Webhook ${one.webhook_id}`)).sort()).toEqual([
      `813****5678 ${one.webhook_id}`,
      `813****9999 ${one.webhook_id}`,
    ])
    expect(await found('webhook 99')).toEqual([])
  })

  test('deliveries, events and what was not delivered are found by the label of the webhook', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    const hook = (name: string, label: string) =>
      pro.post('/webhooks', { url: `https://inbox.ringback.test/${name}`, events: ['call.completed'], label })
    const { webhook_id } = (await hook('a', 'Sync of 顧客 (CRM)')).json.data
    const other = (await hook('b', 'Billing')).json.data
    await pro.put(`/webhooks/${other.webhook_id}`, { is_enabled: false })
    await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.completed' })
    const found = async (list: string, q: string) =>
      (await emulator.control('GET', `/${list}?${new URLSearchParams({ q })}`)).json.data
    for (const q of ['顧客', 'sync of', '(crm)']) {
      expect([q, await found('deliveries', q)]).toMatchObject([q, [{ webhook_id }]])
      expect([q, await found('events', q)]).toMatchObject([q, [{ deliveries: [{ webhook_id }] }]])
      expect([q, await found('ledger', q)]).toEqual([q, []])
    }
    expect(await found('ledger', 'billing')).toMatchObject([{ webhook_id: other.webhook_id, reason: 'disabled' }])
    for (const list of ['deliveries', 'events']) expect(await found(list, 'billing')).toEqual([])
  })

  test('a filter narrows the counts of all facets but its own', async () => {
    const all = await facetsOf('events')
    const ofPro = await facetsOf('events', 'tenant=pro')
    expect(ofPro.facets.tenant).toEqual(all.facets.tenant)
    expect(ofPro.total).toBe((await rows('events', 'tenant=pro')).length)
    const missed = await rows('events', 'tenant=pro&event=call.missed')
    expect(ofPro.facets.event).toContainEqual({ value: 'call.missed', count: missed.length })
    expect(missed.length).toBeLessThan((await rows('events', 'event=call.missed')).length)
  })

  const strict = filters.filter(
    ({ takes }) => typeof takes !== 'string' || ['number', 'tenant', 'status', 'interval'].includes(takes),
  )
  test.each(strict)('$name of $list refuses what it does not take', async ({ list, name, takes }) => {
    const { status, json } = await emulator.attempt('GET', `/${list}?${name}=no-such`)
    expect([status, json.error.message]).toEqual([takes === 'tenant' ? 404 : 422, expect.stringContaining(name)])
  })
})

describe('what a limit has refused', () => {
  test('is listed as often as its window counts, and nothing else that is 429', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const [pro, max] = [await emulator.tenant('pro'), await emulator.tenant('max')]
    const limits = (body: object) => emulator.control('PUT', '/tenants/pro/limits', body)
    const refused = async () => expect((await pro.get('/customers')).status).toBe(429)
    await limits({ minute: { used: 'limit' } })
    await refused()
    await emulator.advance({ by: 'PT1M' })
    // Another tenant, a fault, and what came before this window.
    await emulator.control('PUT', '/tenants/max/limits', { minute: { used: 'limit' } })
    expect((await max.get('/customers')).status).toBe(429)
    await emulator.control('POST', '/faults', { match: { tenant: 'pro' }, effect: { status: 429 }, times: 1 })
    await refused()
    await limits({ minute: { used: 'limit' } })
    await refused()
    await refused()
    await limits({ burst: { used: 'limit' } })
    await refused()
    await limits({ minute: { used: 0 } })
    await refused()
    await limits({ burst: { used: 0 }, day: { used: 'limit' } })
    await refused()
    const { json: history } = await emulator.control('GET', '/tenants/pro/limits/history')
    const counts: Record<string, number> = {}
    for (const limit of ['minute', 'burst', 'day']) {
      const { window_start, resets_at, refused: count } = history[limit].windows.at(-1)
      const within = encodeURIComponent(`${window_start}/${resets_at}`)
      const { json } = await emulator.control('GET', `/requests?tenant=pro&refused_by=${limit}&within=${within}`)
      expect([limit, json.data.length]).toEqual([limit, count])
      const facets = await emulator.control('GET', `/facets/requests?tenant=pro&refused_by=${limit}&within=${within}`)
      expect([limit, facets.json.total]).toEqual([limit, count])
      counts[limit] = count
    }
    expect(counts).toEqual({ minute: 3, burst: 2, day: 1 })
    const all = async (limits: string) =>
      (await emulator.control('GET', `/requests?tenant=pro&refused_by=${limits}`)).json.data.length
    expect([await all('minute'), await all('minute,burst'), await all('minute,burst,day')]).toEqual([4, 5, 6])
  })
})

test('Customers of all tenants are found by name, reading and external id, also by a part of one and without the space of a name', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const [pro, max] = [await emulator.tenant('pro'), await emulator.tenant('max')]
  const phonetic = { name_kana: 'ヤマダ タロウ' }
  const mine = (await pro.post('/customers', pro.customer({ ...phonetic, external_id: 'CRM-1001' }))).json.data
  const other = (await max.post('/customers', max.customer({ name: 'Ann Smith' }))).json.data
  const found = async (q: string) =>
    (await emulator.control('GET', `/customers?${new URLSearchParams({ q })}`)).json.data as { customer_id: number }[]
  expect(await found('crm-10')).toEqual([
    {
      customer_id: mine.customer_id,
      tenant: 'pro',
      name: '山田 太郎',
      phonetic: 'ヤマダ タロウ',
      external_id: 'CRM-1001',
    },
  ])
  for (const text of ['山田太郎', '田 太', 'ヤマダタ', 'やまだ た'])
    expect((await found(text)).map(({ customer_id }) => customer_id)).toEqual([mine.customer_id])
  expect((await found('smith')).map(({ customer_id }) => customer_id)).toEqual([other.customer_id])
  expect(await found('%')).toEqual([])
})

test('A customer is found by its own id, which is no text that another one may have in its external id', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const { customer_id } = (await pro.post('/customers', pro.customer())).json.data
  await pro.post('/customers', pro.customer({ external_id: `crm-${customer_id}` }))
  const { data } = (await emulator.control('GET', `/customers?customer_id=${customer_id}`)).json
  expect(data).toMatchObject([{ customer_id, tenant: 'pro' }])
})

test('Customers are found by their number, however it is written, and by no part of it', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const { customer_id } = (await pro.post('/customers', pro.customer({ tel1: '+81312340001' }))).json.data
  await pro.post('/customers', pro.customer({ tel1: '+81312340002' }))
  for (const [number, ids] of [
    ['+81312340001', [customer_id]],
    ['03-1234-0001', [customer_id]],
    ['(03) 1234 0001', [customer_id]],
    ['1234-0001', []],
    ['none', []],
  ] as const) {
    const query = new URLSearchParams({ tenant: 'pro', phone_number: number })
    const { data } = (await emulator.control('GET', `/customers?${query}`)).json
    expect(
      data.map((found: { customer_id: number }) => found.customer_id),
      number,
    ).toEqual(ids)
  }
})
