import { beforeEach, describe, expect, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'

describe('call initiation', () => {
  let emulator: TestEmulator
  let pro: TestTenant
  let max: TestTenant
  beforeEach(async () => {
    emulator = await TestEmulator.start({ fixture: 'empty' })
    pro = await emulator.tenant('pro')
    max = await emulator.tenant('max')
    return () => emulator[Symbol.asyncDispose]()
  })

  test('answers 200 with call_id, status initiating, staff_id and initiated_at, and an X-Request-ID', async () => {
    const reply = await pro.post('/calls/initiate', pro.call())
    expect(reply.status).toBe(200)
    expect(reply.json.data).toEqual({
      call_id: expect.any(String),
      status: 'initiating',
      staff_id: pro.staff,
      initiated_at: '2026-03-10T03:00:00.000Z',
    })
    expect(reply.headers.get('X-Request-ID')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each(['1234567', '03-1234-5678', '+819012345678', '-------', '12345678901234567890'])(
    'takes the phone number %s',
    async phone_number => {
      expect((await pro.post('/calls/initiate', pro.call({ phone_number }))).status).toBe(200)
    },
  )

  test.each([
    '123456',
    '123456789012345678901',
    '03 1234 5678',
    '(03)12345678',
    '０９０１２３４５６７８',
    '1234567\n',
    '',
    'abcdefg',
    81312345678,
    null,
  ])('refuses the phone number %j with 422 (threat E9)', async phone_number => {
    const reply = await pro.post('/calls/initiate', pro.call({ phone_number }))
    expect([reply.status, Object.keys(reply.json.error.details)]).toEqual([422, ['phone_number']])
  })

  test.each([
    ['phone_number', { phone_number: undefined }],
    ['staff_id', { staff_id: undefined }],
    ['project_id', { project_id: undefined }],
    ['staff_id', { staff_id: '101' }],
    ['staff_id', { staff_id: 999_999 }],
    ['project_id', { project_id: 999_999 }],
    ['external_id', { external_id: 'x'.repeat(256) }],
    ['external_id', { external_id: 1 }],
    ['metadata', { metadata: 'text' }],
    ['metadata', { metadata: [] }],
    ['extra', { extra: 1 }],
  ])('%s is refused with 422: %j', async (field, change) => {
    const reply = await pro.post('/calls/initiate', pro.call(change))
    expect([reply.status, Object.keys(reply.json.error.details)]).toEqual([422, [field]])
  })

  test("staff and project must be the caller's own; another tenant's are like missing ones", async () => {
    const theirs = await pro.post('/calls/initiate', pro.call({ staff_id: max.staff, project_id: max.project }))
    const missing = await pro.post('/calls/initiate', pro.call({ staff_id: 999_999, project_id: 999_999 }))
    expect(theirs.status).toBe(422)
    expect(theirs.bytes).toEqual(missing.bytes)
  })

  test('a duplicate external_id is 409 in the same tenant, and no matter in another', async () => {
    const call = { external_id: 'crm-1' }
    expect((await pro.post('/calls/initiate', pro.call(call))).status).toBe(200)
    const duplicate = await pro.post('/calls/initiate', pro.call(call))
    expect(duplicate.status).toBe(409)
    expect(duplicate.json.error).toMatchObject({ code: 'duplicate_external_id', details: { external_id: 'crm-1' } })
    expect((await max.post('/calls/initiate', max.call(call))).status).toBe(200)
  })

  test('values are checked before the conflict: an invalid duplicate is 422', async () => {
    await pro.post('/calls/initiate', pro.call({ external_id: 'crm-1' }))
    expect((await pro.post('/calls/initiate', pro.call({ external_id: 'crm-1', phone_number: 'x' }))).status).toBe(422)
  })

  test('external ids are compared byte by byte (threat E8)', async () => {
    for (const external_id of ['a', 'A', 'a ', '\u00e9', 'e\u0301'])
      expect((await pro.post('/calls/initiate', pro.call({ external_id }))).status).toBe(200)
  })

  test('of 50 initiations in parallel with one external_id exactly one succeeds, the others are 409', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => pro.post('/calls/initiate', pro.call({ external_id: 'once' }))),
    )
    expect(replies.filter(reply => reply.status === 200)).toHaveLength(1)
    expect(replies.filter(reply => reply.status === 409)).toHaveLength(49)
  })

  test('metadata is a free-form object; it is shown in the detail where the register says so', async () => {
    const metadata = { campaign: { id: 7, tags: ['a', null, true] } }
    const { call_id } = (await pro.post('/calls/initiate', pro.call({ metadata }))).json.data
    expect((await pro.get(`/calls/${call_id}`)).json.data).not.toHaveProperty('metadata')
    await emulator.assume('calls.metadata', 'detail')
    expect((await pro.get(`/calls/${call_id}`)).json.data.metadata).toEqual(metadata)
  })

  test('a test key places a simulated call, or one that stays initiating where the register says so', async () => {
    const place = async (external_id: string) =>
      (await pro.ask('POST', '/calls/initiate', { label: 'test', body: pro.call({ external_id }) })).json.data.call_id
    const first = await place('a')
    await emulator.assume('calls.test_key_lifecycle', 'initiating_only')
    const second = await place('b')
    await emulator.advance({ by: 'PT2M' })
    expect((await pro.get(`/calls/${first}`)).json.data.status).toBe('connected')
    expect((await pro.get(`/calls/${second}`)).json.data.status).toBe('initiating')
  })
})

describe('the call list', () => {
  let emulator: TestEmulator
  let pro: TestTenant
  beforeEach(async () => {
    emulator = await TestEmulator.start({ fixture: 'empty' })
    pro = await emulator.tenant('pro')
    return () => emulator[Symbol.asyncDispose]()
  })
  const today = 'from=2026-03-10&to=2026-03-10'

  test('shows a placed call with its list fields, the phone number masked', async () => {
    const { call_id } = (await pro.post('/calls/initiate', pro.call({ external_id: 'crm-1' }))).json.data
    await emulator.advance({ by: 'PT70S' })
    expect((await pro.get(`/calls?${today}`)).json.data).toEqual([
      {
        call_id,
        call_type: 'outbound',
        status: 'connected',
        phone_number: '031****0001',
        staff_id: pro.staff,
        project_id: pro.project,
        started_at: '2026-03-10T03:00:00.000Z',
        ended_at: '2026-03-10T03:01:10.000Z',
        duration_seconds: 70,
        external_id: 'crm-1',
      },
    ])
  })

  test.each([
    ['+819012345678', '819****5678'],
    ['03-1234-0001', '031****0001'],
    ['1234567', '123****4567'],
    ['-----1--', '1****'],
  ])('%s is masked as %s (threat E9)', async (phone_number, masked) => {
    await pro.post('/calls/initiate', pro.call({ phone_number }))
    expect((await pro.get(`/calls?${today}`)).json.data[0].phone_number).toBe(masked)
  })

  test('the detail shows the number in full, or masked where the register says so', async () => {
    const { call_id } = (await pro.post('/calls/initiate', pro.call())).json.data
    expect((await pro.get(`/calls/${call_id}`)).json.data.phone_number).toBe('03-1234-0001')
    await emulator.assume('calls.detail_phone', 'masked')
    expect((await pro.get(`/calls/${call_id}`)).json.data.phone_number).toBe('031****0001')
  })

  test.each([
    ['nothing', ''],
    ['from alone', 'from=2026-03-01'],
    ['to alone', 'to=2026-03-01'],
    ['a date that does not exist', 'from=2026-02-29&to=2026-03-01'],
    ['another notation', 'from=2026-3-1&to=2026-03-10'],
    ['a time', 'from=2026-03-01T00:00:00Z&to=2026-03-10'],
    ['from after to', 'from=2026-03-02&to=2026-03-01'],
    ['32 days', 'from=2026-02-01&to=2026-03-04'],
    ['32 days, both ends counted', 'from=2026-01-01&to=2026-02-01'],
    ['from 181 days ago', 'from=2025-09-10&to=2025-09-20'],
    ['a repeated parameter', 'from=2026-03-01&from=2026-03-02&to=2026-03-10'],
    ['a broken encoding', 'from=%zz&to=2026-03-10'],
    ['a NUL', 'from=2026-03-01%00&to=2026-03-10'],
  ])('%s is 422', async (_, query) => {
    const reply = await pro.get(`/calls?${query}`)
    expect([reply.status, reply.json.error.code]).toEqual([422, 'validation_error'])
  })

  test.each([
    ['31 days', 'from=2026-01-01&to=2026-01-31'],
    ['one day', 'from=2026-03-10&to=2026-03-10'],
    ['from exactly 180 days ago', 'from=2025-09-11&to=2025-09-20'],
    ['days to come', 'from=2026-03-10&to=2026-04-01'],
    ['a leap day', 'from=2026-02-28&to=2026-03-01'],
  ])('%s is taken', async (_, query) => {
    expect((await pro.get(`/calls?${query}`)).status).toBe(200)
  })

  test('the register may count the range as a difference, and name dates in UTC', async () => {
    await emulator.assume('dates.range_counting', 'difference')
    expect((await pro.get('/calls?from=2026-01-01&to=2026-02-01')).status).toBe(200)
    expect((await pro.get('/calls?from=2026-01-01&to=2026-02-02')).status).toBe(422)
  })

  test('a date is a Tokyo day, or a UTC day where the register says so', async () => {
    await emulator.advance({ to: '2026-03-10T15:30:00Z' })
    await pro.post('/calls/initiate', pro.call())
    const total = async (date: string) => (await pro.get(`/calls?from=${date}&to=${date}`)).json.pagination.total
    expect([await total('2026-03-10'), await total('2026-03-11')]).toEqual([0, 1])
    await emulator.assume('dates.zone', 'UTC')
    expect([await total('2026-03-10'), await total('2026-03-11')]).toEqual([1, 0])
  })

  test('newest first, or oldest first where the register says so; narrowed by its filters', async () => {
    const place = async (change: Record<string, unknown>) => {
      await pro.post('/calls/initiate', pro.call(change))
      await emulator.advance({ by: 'PT1M' })
    }
    await place({ external_id: 'a', phone_number: '03-1234-0001' })
    await place({ external_id: 'b', phone_number: '03-1234-0002', staff_id: pro.view.staff_ids[1] })
    await place({ external_id: 'c', phone_number: '03-1234-0003', project_id: pro.view.project_ids[1] })
    const found = async (query = '') =>
      (await pro.get(`/calls?${today}${query}`)).json.data.map((call: { external_id: string }) => call.external_id)
    expect(await found()).toEqual(['c', 'b', 'a'])
    expect(await found('&status=busy')).toEqual(['c'])
    expect(await found(`&staff_id=${pro.view.staff_ids[1]}`)).toEqual(['b'])
    expect(await found(`&project_id=${pro.view.project_ids[1]}`)).toEqual(['c'])
    expect(await found('&call_type=inbound')).toEqual([])
    expect(await found('&external_id=a&status=connected')).toEqual(['a'])
    await emulator.assume('calls.order', 'oldest_first')
    expect(await found()).toEqual(['a', 'b', 'c'])
  })

  test("another tenant's call, and ids that are none, answer with the same bytes", async () => {
    const max = await emulator.tenant('max')
    const { call_id } = (await max.post('/calls/initiate', max.call())).json.data
    const missing = await pro.get('/calls/call_00000000000000000000')
    expect(missing.status).toBe(404)
    for (const id of [call_id, 'x', '%00', '%2F', '..%2f..', '😀'.repeat(50)])
      expect((await pro.get(`/calls/${encodeURIComponent(id)}`)).bytes).toEqual(missing.bytes)
  })
})

describe('reports', () => {
  test('summary, calls and users agree with the call list over the same range', async () => {
    await using emulator = await TestEmulator.start()
    const max = await emulator.tenant('max')
    const range = 'from=2026-02-08&to=2026-03-10'
    const total = (await max.get(`/calls?${range}`)).json.pagination.total
    expect(total).toBeGreaterThan(50)
    const sum = (rows: Record<string, number>[], name: string) => rows.reduce((all, row) => all + (row[name] ?? 0), 0)
    for (const period of ['day', 'week', 'month']) {
      const { totals, periods } = (await max.get(`/reports/summary?${range}&period=${period}`)).json.data
      expect(totals.total_calls).toBe(total)
      expect(sum(periods, 'total_calls')).toBe(total)
      expect(sum(periods, 'connected_calls')).toBe(totals.connected_calls)
      expect(totals.success_rate).toBeCloseTo(totals.connected_calls / total, 4)
    }
    const users = (await max.get(`/reports/users?${range}`)).json
    expect(sum(users.data, 'call_count')).toBe(total)
    const pages = (await max.get(`/reports/calls?${range}`)).json.pagination.last_page
    const records = []
    for (let page = 1; page <= pages; page++)
      records.push(...(await max.get(`/reports/calls?${range}&page=${page}`)).json.data)
    expect(sum(records, 'call_count')).toBe(total)
  })

  test('the calls report is narrowed by date, staff and status', async () => {
    await using emulator = await TestEmulator.start()
    const max = await emulator.tenant('max')
    const staff_id = max.view.staff_ids[0]
    const { data } = (
      await max.get(`/reports/calls?from=2026-03-02&to=2026-03-06&staff_id=${staff_id}&status=connected`)
    ).json
    expect(data.length).toBeGreaterThan(0)
    for (const record of data) {
      expect(record).toMatchObject({ staff_id, status: 'connected' })
      expect(record.date >= '2026-03-02' && record.date <= '2026-03-06').toBe(true)
      expect(record.average_duration_seconds).toBeCloseTo(record.total_duration_seconds / record.call_count, 1)
    }
  })

  test.each(['summary', 'calls', 'users'])(
    '%s: ranges over 31 days, or from more than 180 days ago, are 422 (threat E10)',
    async report => {
      await using emulator = await TestEmulator.start({ fixture: 'empty' })
      const pro = await emulator.tenant('pro')
      const status = async (query: string) => (await pro.get(`/reports/${report}?${query}`)).status
      expect(await status('from=2026-01-01&to=2026-01-31')).toBe(200)
      expect(await status('from=2026-01-01&to=2026-02-01')).toBe(422)
      expect(await status('from=2025-09-10&to=2025-09-12')).toBe(422)
      expect(await status('')).toBe(422)
    },
  )

  test('a call that was placed moves the reports, unless calls without an end are left out', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    const totals = async () => (await pro.get('/reports/summary?from=2026-03-10&to=2026-03-10')).json.data.totals
    await pro.post('/calls/initiate', pro.call())
    expect(await totals()).toEqual({ total_calls: 1, connected_calls: 0, average_duration_seconds: 0, success_rate: 0 })
    await emulator.assume('reports.unfinished_calls', 'left_out')
    expect((await totals()).total_calls).toBe(0)
    await emulator.advance({ by: 'PT70S' })
    expect(await totals()).toEqual({
      total_calls: 1,
      connected_calls: 1,
      average_duration_seconds: 70,
      success_rate: 1,
    })
  })

  test('all three average over the calls that have ended, or over the connected ones of them (finding T1)', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    const place = (phone_number: string) => pro.post('/calls/initiate', pro.call({ phone_number }))
    // 70 seconds, 10 seconds of ringing in vain, and one that is still in talk.
    await Promise.all([place('03-1234-0001'), place('03-1234-0002')])
    await emulator.advance({ by: 'PT70S' })
    await place('03-1234-0001')
    await emulator.advance({ by: 'PT20S' })
    const read = async (report: string) => (await pro.get(`/reports/${report}?from=2026-03-10&to=2026-03-10`)).json.data
    const averages = async () => {
      const { totals, periods } = await read('summary')
      const [staff] = (await read('users')).filter((user: { call_count: number }) => user.call_count > 0)
      const records: { status: string; call_count: number; average_duration_seconds: number }[] = await read('calls')
      return {
        totals: [totals.total_calls, totals.average_duration_seconds],
        period: periods[0].average_duration_seconds,
        user: [staff.call_count, staff.average_duration_seconds],
        records: records.map(record => [record.status, record.call_count, record.average_duration_seconds]),
      }
    }
    expect(await averages()).toEqual({
      totals: [3, 40],
      period: 40,
      user: [3, 40],
      records: [
        ['connected', 2, 70],
        ['no_answer', 1, 10],
      ],
    })
    expect((await emulator.lastExchange()).assumptions).toContain('reports.average_over')
    await emulator.assume('reports.average_over', 'ended_connected_calls')
    expect(await averages()).toEqual({
      totals: [3, 70],
      period: 70,
      user: [3, 70],
      records: [
        ['connected', 2, 70],
        ['no_answer', 1, 0],
      ],
    })
  })

  test('longer periods are consecutive ranges, merged', async () => {
    await using emulator = await TestEmulator.start()
    const max = await emulator.tenant('max')
    const total = async (from: string, to: string) =>
      (await max.get(`/reports/summary?from=${from}&to=${to}`)).json.data.totals.total_calls
    const whole = await total('2026-02-01', '2026-02-28')
    expect((await total('2026-02-01', '2026-02-14')) + (await total('2026-02-15', '2026-02-28'))).toBe(whole)
  })
})
