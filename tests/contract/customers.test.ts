import { beforeEach, describe, expect, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'

describe('customers', () => {
  let emulator: TestEmulator
  let pro: TestTenant
  let max: TestTenant
  beforeEach(async () => {
    emulator = await TestEmulator.start({ fixture: 'empty' })
    pro = await emulator.tenant('pro')
    max = await emulator.tenant('max')
    return () => emulator[Symbol.asyncDispose]()
  })

  test('creation answers 201 with the customer, its id and its times', async () => {
    const reply = await pro.post('/customers', pro.customer({ external_id: 'crm-1', name_kana: 'ヤマダ タロウ' }))
    expect(reply.status).toBe(201)
    expect(reply.json.data).toEqual({
      customer_id: expect.any(Number),
      external_id: 'crm-1',
      name: '山田 太郎',
      name_kana: 'ヤマダ タロウ',
      tel1: '+819012345678',
      project_id: pro.project,
      created_at: '2026-03-10T03:00:00.000Z',
      updated_at: '2026-03-10T03:00:00.000Z',
    })
  })

  test('what was created is in the list, in the count and under its id', async () => {
    const { customer_id } = (await pro.post('/customers', pro.customer())).json.data
    const list = (await pro.get('/customers')).json
    expect(list.data.map((row: { customer_id: number }) => row.customer_id)).toEqual([customer_id])
    expect(list.pagination).toEqual({ current_page: 1, per_page: 50, total: 1, last_page: 1 })
    expect((await pro.get(`/customers/${customer_id}`)).json.data.customer_id).toBe(customer_id)
  })

  test('the phonetic reading is name_kana, or kana where the register says so, in and out', async () => {
    await emulator.assume('customers.phonetic_key', 'kana')
    const { data } = (await pro.post('/customers', pro.customer({ kana: 'ヤマダ' }))).json
    expect(data.kana).toBe('ヤマダ')
    expect(data).not.toHaveProperty('name_kana')
    expect((await pro.post('/customers', pro.customer({ name_kana: 'ヤマダ' }))).json.error.details).toHaveProperty(
      'name_kana',
    )
  })

  test.each([
    ['project_id', { project_id: undefined }],
    ['name', { name: undefined }],
    ['tel1', { tel1: undefined }],
    ['tel1', { tel1: '090-1234-5678' }],
    ['tel1', { tel1: '+12' }],
    ['external_id', { external_id: 'x'.repeat(256) }],
    ['external_id', { external_id: 7 }],
    ['nickname', { nickname: 'x' }],
    ['project_id', { project_id: '1' }],
    ['project_id', { project_id: 999_999 }],
  ])('an invalid %s is 422, and details name the field: %j', async (field, change) => {
    const reply = await pro.post('/customers', pro.customer(change))
    expect([reply.status, reply.json.error.code]).toEqual([422, 'validation_error'])
    expect(Object.keys(reply.json.error.details)).toEqual([field])
    expect((await pro.get('/customers')).json.pagination.total).toBe(0)
  })

  test('external_id has at most 255 characters, counted in code points (threat E8)', async () => {
    const external_id = '😀'.repeat(255)
    expect((await pro.post('/customers', pro.customer({ external_id }))).json.data.external_id).toBe(external_id)
  })

  test("another tenant's project is like one that does not exist", async () => {
    const theirs = await pro.post('/customers', pro.customer({ project_id: max.project }))
    const nobodys = await pro.post('/customers', pro.customer({ project_id: 999_999 }))
    expect(theirs.bytes).toEqual(nobodys.bytes)
    await emulator.assume('calls.unknown_reference', 404)
    expect((await pro.post('/customers', pro.customer({ project_id: max.project }))).status).toBe(404)
  })

  test("another tenant's customer answers with the same bytes as a missing one", async () => {
    const { customer_id } = (await max.post('/customers', max.customer())).json.data
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { name: 'x' }],
    ] as const) {
      const theirs = await pro.ask(method, `/customers/${customer_id}`, { body })
      const missing = await pro.ask(method, '/customers/999999', { body })
      expect([theirs.status, theirs.json.error.code]).toEqual([404, 'not_found'])
      expect(theirs.bytes).toEqual(missing.bytes)
    }
  })

  test.each(['0', '-1', '1.5', 'abc', '01', '1e3', '%2F', '%00', '%zz', '99999999999999999999', 'null', '１'])(
    'customer id %s names nothing: 404 (threat E12)',
    async id => {
      expect((await pro.get(`/customers/${id}`)).status).toBe(404)
    },
  )

  test('an update changes only what is sent, and moves updated_at', async () => {
    const { customer_id, created_at } = (await pro.post('/customers', pro.customer({ external_id: 'a' }))).json.data
    await emulator.advance({ by: 'PT1H' })
    const reply = await pro.put(`/customers/${customer_id}`, { name: '鈴木 花子' })
    expect(reply.status).toBe(200)
    expect(reply.json.data).toMatchObject({ name: '鈴木 花子', external_id: 'a', tel1: '+819012345678', created_at })
    expect(reply.json.data.updated_at).toBe('2026-03-10T04:00:00.000Z')
  })

  test('project_id is fixed at creation: an update that sends it is 422, or ignored where the register says so', async () => {
    const { customer_id } = (await pro.post('/customers', pro.customer())).json.data
    const other = pro.view.project_ids[1]
    expect((await pro.put(`/customers/${customer_id}`, { project_id: other })).json.error.details).toHaveProperty(
      'project_id',
    )
    await emulator.assume('customers.update_project_id', 'ignore')
    expect((await pro.put(`/customers/${customer_id}`, { project_id: other })).json.data.project_id).toBe(pro.project)
  })

  test('a refused update leaves updated_at where it was', async () => {
    const { customer_id, updated_at } = (await pro.post('/customers', pro.customer())).json.data
    await emulator.advance({ by: 'PT1H' })
    await pro.put(`/customers/${customer_id}`, { tel1: 'nonsense' })
    expect((await pro.get(`/customers/${customer_id}`)).json.data.updated_at).toBe(updated_at)
  })

  test('lists have 50 a page; the pages together are the whole, without a duplicate (threat E11)', async () => {
    const customers = Array.from({ length: 101 }, (_, index) => pro.customer({ external_id: `crm-${index}` }))
    await pro.post('/customers/bulk', { customers })
    const pages = await Promise.all([1, 2, 3, 4].map(page => pro.get(`/customers?page=${page}`)))
    expect(pages.map(page => page.json.data.length)).toEqual([50, 50, 1, 0])
    expect(pages.map(page => page.json.pagination)).toEqual(
      [1, 2, 3, 4].map(current_page => ({ current_page, per_page: 50, total: 101, last_page: 3 })),
    )
    const ids = pages.flatMap(page => page.json.data.map((row: { customer_id: number }) => row.customer_id))
    expect(new Set(ids).size).toBe(101)
  })

  test.each(['0', '-1', 'x', '1.5', '1e309', ''])(
    'page %s is 422, or the first page where the register says so (threat E11)',
    async page => {
      expect((await pro.get(`/customers?page=${page}`)).status).toBe(422)
      await emulator.assume('paging.invalid_page', 'first')
      await emulator.assume('queries.empty_values', 'ignore')
      expect((await pro.get(`/customers?page=${page}`)).json.pagination.current_page).toBe(1)
    },
  )

  test('the list is narrowed by external_id, project_id, tel1, and by a part of the name', async () => {
    const [first, second] = pro.view.project_ids
    await pro.post('/customers', pro.customer({ external_id: 'a', name: '佐藤 一郎' }))
    await pro.post(
      '/customers',
      pro.customer({ external_id: 'b', name: '鈴木 次郎', project_id: second, tel1: '+15551230000' }),
    )
    const found = async (query: string) =>
      (await pro.get(`/customers?${query}`)).json.data.map((row: { external_id: string }) => row.external_id)
    expect(await found('external_id=a')).toEqual(['a'])
    expect(await found(`project_id=${second}`)).toEqual(['b'])
    expect(await found(`project_id=${first}&external_id=b`)).toEqual([])
    expect(await found('tel1=%2B15551230000')).toEqual(['b'])
    expect(await found(`name=${encodeURIComponent('郎')}`)).toEqual(['a', 'b'])
    expect(await found(`name=${encodeURIComponent('次')}`)).toEqual(['b'])
    expect(await found('name=%25')).toEqual([])
  })

  test('external ids of customers may repeat, unless the register says that they are unique', async () => {
    const create = () => pro.post('/customers', pro.customer({ external_id: 'same' }))
    expect((await create()).status).toBe(201)
    expect((await create()).status).toBe(201)
    await emulator.assume('customers.external_id_unique', 'yes')
    expect((await create()).json.error).toMatchObject({
      code: 'duplicate_external_id',
      details: { external_id: 'same' },
    })
    expect((await max.post('/customers', max.customer({ external_id: 'same' }))).status).toBe(201)
  })

  test('text comes back as it went in: emoji, NFC and NFD, bidi, markup (threat D11)', async () => {
    for (const name of [
      '👩‍👩‍👧',
      'é',
      'é',
      '\u202eabc',
      '<img src=x onerror=alert(1)>',
      "'; DROP TABLE customers;--",
      '￿',
    ])
      expect((await pro.post('/customers', pro.customer({ name }))).json.data.name).toBe(name)
  })
})

describe('bulk registration of customers', () => {
  let emulator: TestEmulator
  let pro: TestTenant
  beforeEach(async () => {
    emulator = await TestEmulator.start({ fixture: 'empty' })
    pro = await emulator.tenant('pro')
    return () => emulator[Symbol.asyncDispose]()
  })
  const total = async () => (await pro.get('/customers')).json.pagination.total
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => pro.customer({ external_id: `crm-${index}` }))

  test.each([1, 500])('%i customers are stored, and answered with their ids', async count => {
    const reply = await pro.post('/customers/bulk', { customers: many(count) })
    expect([reply.status, reply.json.data.length]).toEqual([201, count])
    expect(await total()).toBe(count)
  })

  test.each([0, 501])('%i customers are 422', async count => {
    const reply = await pro.post('/customers/bulk', { customers: many(count) })
    expect([reply.status, Object.keys(reply.json.error.details)]).toEqual([422, ['customers']])
    expect(await total()).toBe(0)
  })

  test.each([{}, { customers: null }, { customers: {} }, { customers: 'x' }, []])('%j is 422', async body => {
    expect((await pro.post('/customers/bulk', body)).status).toBe(422)
  })

  test.each([
    ['customers.3.tel1', { tel1: 'nonsense' }],
    ['customers.3.project_id', { project_id: 999_999 }],
  ])('one bad element is 422 with %s, and nothing is stored', async (field, change) => {
    const customers = many(10)
    customers[3] = pro.customer(change)
    const reply = await pro.post('/customers/bulk', { customers })
    expect([reply.status, Object.keys(reply.json.error.details)]).toEqual([422, [field]])
    expect(await total()).toBe(0)
  })

  test('an unknown project is 404 where the register says so, as for a single customer', async () => {
    await emulator.assume('calls.unknown_reference', 404)
    const customers = [...many(3), pro.customer({ project_id: 999_999 })]
    const reply = await pro.post('/customers/bulk', { customers })
    expect([reply.status, reply.json.error.code]).toEqual([404, 'not_found'])
    expect(await total()).toBe(0)
  })

  test('a duplicate found half-way takes back what was stored before it', async () => {
    await emulator.assume('customers.external_id_unique', 'yes')
    const customers = [...many(5), pro.customer({ external_id: 'crm-0' })]
    expect((await pro.post('/customers/bulk', { customers })).status).toBe(409)
    expect(await total()).toBe(0)
  })

  test('partial, where the register says so: the good ones are stored, the others named', async () => {
    await emulator.assume('customers.bulk_atomic', 'partial')
    const customers = [pro.customer(), pro.customer({ tel1: 'nonsense' }), pro.customer({ project_id: 999_999 })]
    const { status, json } = await pro.post('/customers/bulk', { customers })
    expect(status).toBe(200)
    expect(json.data.results[0]).toMatchObject({ index: 0, customer: { project_id: pro.project } })
    expect(json.data.results[1]).toMatchObject({ index: 1, errors: { tel1: [expect.any(String)] } })
    expect(json.data.results[2]).toMatchObject({ index: 2, errors: { project_id: [expect.any(String)] } })
    expect(await total()).toBe(1)
  })

  test('partial where external ids are unique: an id that is taken is named at its element', async () => {
    await emulator.assume('customers.bulk_atomic', 'partial')
    await emulator.assume('customers.external_id_unique', 'yes')
    const customers = ['a', 'b', 'a', 'c'].map(external_id => pro.customer({ external_id }))
    const { status, json } = await pro.post('/customers/bulk', { customers })
    expect(status).toBe(200)
    const named = json.data.results.map(({ index, errors }: { index: number; errors?: object }) => [index, errors])
    expect(named).toEqual([
      [0, undefined],
      [1, undefined],
      [2, { external_id: [expect.any(String)] }],
      [3, undefined],
    ])
    expect(await total()).toBe(3)
  })

  test('the count alone, where the register says so', async () => {
    await emulator.assume('customers.bulk_response', 'created_count')
    expect((await pro.post('/customers/bulk', { customers: many(3) })).json).toEqual({ data: { created_count: 3 } })
  })

  test('it counts as one request', async () => {
    await pro.post('/customers/bulk', { customers: many(50) })
    expect((await pro.limits()).day.used).toBe(1)
  })
})
