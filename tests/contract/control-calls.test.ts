import { beforeEach, describe, expect, test } from 'vitest'
import type { CallDetailView, CallView } from '../../server/control/protocol/calls.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'

let emulator: TestEmulator
let pro: TestTenant
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  pro = await emulator.tenant('pro')
  return () => emulator[Symbol.asyncDispose]()
})
const attempt = (method: string, path: string, body?: unknown) => emulator.attempt(method, path, body)
const place = async (body: Record<string, unknown> = {}) =>
  (await emulator.control('POST', '/calls', { tenant: 'pro', phone_number: '0312345678', ...body }))
    .json as CallDetailView
const list = async (query = '') => (await emulator.control('GET', `/calls?${query}`)).json as Page<CallView>
const detail = async (call_id: string) => (await emulator.control('GET', `/calls/${call_id}`)).json as CallDetailView

describe('POST /calls', () => {
  test("places an outbound live call of the tenant's first staff member and project", async () => {
    const reply = await attempt('POST', '/calls', { tenant: 'pro', phone_number: '0312340001', external_id: 'crm-1' })
    expect(reply.status).toBe(201)
    expect(reply.json).toEqual({
      call_id: expect.stringMatching(/^call_[a-z0-9]{20}$/),
      tenant: 'pro',
      call_type: 'outbound',
      status: 'initiating',
      phone_number: '0312340001',
      staff_id: pro.staff,
      staff_name: expect.stringMatching(/./),
      project_id: pro.project,
      external_id: 'crm-1',
      initiated_at: '2026-03-10T03:00:00.000Z',
      started_at: '2026-03-10T03:00:00.000Z',
      ringing_at: null,
      connected_at: null,
      ended_at: null,
      duration_seconds: null,
      nths: { initiated: expect.any(Number), ringing: null, connected: null, ended: null, ai_ready: null },
      origin: 'control',
      mode: 'live',
      possible_steps: ['ringing', 'connected', 'missed_call', 'no_answer', 'busy', 'failed'],
      request_id: null,
      assumptions: ['calls.magic_numbers'],
      steps: [],
      pending_steps: [
        { due_at: '2026-03-10T03:00:01.000Z', to: 'ringing' },
        { due_at: '2026-03-10T03:00:10.000Z', to: 'connected' },
        { due_at: '2026-03-10T03:01:10.000Z', to: 'ended' },
      ],
      ai_ready_at: null,
      events: [],
    })
    expect((await pro.get(`/calls/${reply.json.call_id}`)).json.data.status).toBe('initiating')
  })

  test('takes an inbound call, a staff member, a project and a script of its own', async () => {
    const [, staff_id] = pro.view.staff_ids
    const [, project_id] = pro.view.project_ids
    const script = [
      { after: 'PT2S', to: 'ringing' },
      { after: 'PT30S', to: 'missed_call' },
    ]
    const { call_id } = await place({ call_type: 'inbound', staff_id, project_id, script })
    await emulator.advance({ by: 'PT32S' })
    expect(await detail(call_id)).toMatchObject({
      call_type: 'inbound',
      staff_id,
      project_id,
      status: 'missed_call',
      ringing_at: '2026-03-10T03:00:02.000Z',
      connected_at: null,
      ended_at: '2026-03-10T03:00:32.000Z',
      steps: [
        { at: '2026-03-10T03:00:02.000Z', to: 'ringing', by: 'script' },
        { at: '2026-03-10T03:00:32.000Z', to: 'missed_call', by: 'script' },
      ],
      possible_steps: [],
    })
  })

  test('a step that is due at once is made before the answer', async () => {
    expect(await place({ script: [{ after: 'PT0S', to: 'busy' }] })).toMatchObject({
      status: 'busy',
      duration_seconds: 0,
    })
  })

  test('a second call with the external id of the first is 409, in this tenant only', async () => {
    await place({ external_id: 'crm-1' })
    const again = await attempt('POST', '/calls', { tenant: 'pro', phone_number: '0312345678', external_id: 'crm-1' })
    expect([again.status, again.json.error.code]).toEqual([409, 'duplicate_external_id'])
    expect(again.json.error.details).toEqual({ external_id: 'crm-1' })
    expect((await place({ tenant: 'max', external_id: 'crm-1' })).tenant).toBe('max')
  })

  test.each([
    ['phone_number', { phone_number: '12345' }],
    ['phone_number', { phone_number: '０３１２３４５６７８' }],
    ['phone_number', { phone_number: undefined }],
    ['staff_id', { staff_id: 1 }],
    ['project_id', { project_id: 1 }],
    ['call_type', { call_type: 'sideways' }],
    ['external_id', { external_id: '' }],
    ['script.0.to', { script: [{ after: 'PT1S', to: 'ended' }] }],
    [
      'script.1.to',
      {
        script: [
          { after: 'PT1S', to: 'busy' },
          { after: 'PT1S', to: 'connected' },
        ],
      },
    ],
    ['script.0.after', { script: [{ after: '1s', to: 'ringing' }] }],
    ['script.0.after', { script: [{ after: '-PT1S', to: 'ringing' }] }],
    ['extra', { extra: 1 }],
  ])('an invalid %s is 422 and places nothing: %j', async (field, change) => {
    const reply = await attempt('POST', '/calls', { tenant: 'pro', phone_number: '0312345678', ...change })
    expect([reply.status, reply.json.error.code]).toEqual([422, 'invalid_request'])
    expect(reply.json.error.message).toContain(field)
    expect((await list()).data).toEqual([])
  })

  test('an unknown tenant is 404', async () => {
    expect((await attempt('POST', '/calls', { tenant: 'nobody', phone_number: '0312345678' })).status).toBe(404)
  })
})

describe('GET /calls', () => {
  test('lists the calls of all tenants newest first, with masked numbers', async () => {
    const first = await place()
    await emulator.advance({ by: 'PT1S' })
    const second = await place({ tenant: 'max' })
    const { data, next_cursor } = await list()
    expect(data.map(call => [call.call_id, call.tenant, call.phone_number])).toEqual([
      [second.call_id, 'max', '031****5678'],
      [first.call_id, 'pro', '031****5678'],
    ])
    expect(next_cursor).toBeNull()
    expect(data[0]).not.toHaveProperty('steps')
  })

  test('filters by tenant, status, direction, number, external id and text, and combines filters', async () => {
    const busy = await place({ external_id: 'crm-1', script: [{ after: 'PT0S', to: 'busy' }] })
    const inbound = await place({ call_type: 'inbound', phone_number: '+81901112222' })
    const other = await place({ tenant: 'max' })
    const ids = async (query: string) => (await list(query)).data.map(call => call.call_id)
    expect(await ids('tenant=max')).toEqual([other.call_id])
    expect(await ids('status=busy')).toEqual([busy.call_id])
    expect(await ids('status=busy,initiating&tenant=pro')).toEqual([inbound.call_id, busy.call_id])
    expect(await ids('call_type=inbound')).toEqual([inbound.call_id])
    expect(await ids('external_id=crm-1')).toEqual([busy.call_id])
    expect(await ids(`staff_id=${other.staff_id}`)).toEqual([other.call_id])
    expect(await ids(`project_id=${busy.project_id}&call_type=outbound`)).toEqual([busy.call_id])
    expect(await ids('phone_number=%2B81901112222')).toEqual([inbound.call_id])
    // Not by a part of it.
    expect(await ids('phone_number=1112222')).toEqual([])
    // However it is written.
    expect(await ids('phone_number=090-111-2222')).toEqual([inbound.call_id])
    expect(await ids('q=CRM-')).toEqual([busy.call_id])
    expect(await ids('q=1112222')).toEqual([inbound.call_id])
    expect(await ids(`q=${other.call_id.slice(5, 15)}`)).toEqual([other.call_id])
    expect(await ids('q=crm&status=initiating')).toEqual([])
  })

  test('pages hold every call once', async () => {
    for (let index = 0; index < 5; index++) await place()
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page<CallView> = await list(`limit=2&cursor=${cursor}`)
      expect(page.data.length).toBeLessThanOrEqual(2)
      seen.push(...page.data.map(call => call.call_id))
      cursor = page.next_cursor
    }
    expect(new Set(seen).size).toBe(5)
    expect(seen).toHaveLength(5)
  })

  test('wait holds the answer until a call matches', async () => {
    const held = list('status=busy&wait=30s')
    await place()
    const busy = await place({ script: [{ after: 'PT0S', to: 'busy' }] })
    expect((await held).data.map(call => call.call_id)).toEqual([busy.call_id])
  })

  test.each([
    ['status=ended', 422],
    ['limit=0', 422],
    ['limit=201', 422],
    ['limit=x', 422],
    ['cursor=abc', 422],
    ['wait=soon', 422],
    ['wait=2m', 422],
    ['tenant=nobody', 404],
  ])('an invalid query is refused: %s', async (query, status) => {
    expect((await attempt('GET', `/calls?${query}`)).status).toBe(status)
  })

  test('an unknown call is 404', async () => {
    expect((await attempt('GET', '/calls/call_none')).status).toBe(404)
    expect((await attempt('POST', '/calls/call_none/steps', { to: 'ringing' })).status).toBe(404)
  })
})

describe('POST /calls/{call_id}/steps', () => {
  const step = (call_id: string, to: string) => attempt('POST', `/calls/${call_id}/steps`, { to })

  test('drives a call by hand and takes it off its script', async () => {
    const { call_id } = await place({ phone_number: '0312340002' })
    expect((await step(call_id, 'ringing')).json).toMatchObject({ status: 'ringing', pending_steps: [] })
    await emulator.advance({ by: 'PT20S' })
    expect((await step(call_id, 'connected')).json).toMatchObject({ status: 'connected', possible_steps: ['ended'] })
    await emulator.advance({ by: 'PT1M' })
    const ended = (await step(call_id, 'ended')).json as CallDetailView
    expect(ended).toMatchObject({
      status: 'connected',
      started_at: '2026-03-10T03:00:00.000Z',
      connected_at: '2026-03-10T03:00:20.000Z',
      ended_at: '2026-03-10T03:01:20.000Z',
      duration_seconds: 80,
      possible_steps: [],
      steps: [
        { to: 'ringing', by: 'hand' },
        { to: 'connected', by: 'hand' },
        { to: 'ended', by: 'hand' },
      ],
    })
  })

  test('an impossible step is 409 and names the possible ones', async () => {
    const { call_id } = await place()
    const early = await step(call_id, 'ended')
    expect([early.status, early.json.error.code]).toEqual([409, 'impossible_step'])
    expect(early.json.error.details.possible).toEqual([
      'ringing',
      'connected',
      'missed_call',
      'no_answer',
      'busy',
      'failed',
    ])
    await step(call_id, 'busy')
    expect((await step(call_id, 'ringing')).json.error.details.possible).toEqual([])
    expect((await detail(call_id)).steps).toHaveLength(1)
  })

  test('an unknown step is 422', async () => {
    const { call_id } = await place()
    expect((await step(call_id, 'initiating')).status).toBe(422)
  })
})

describe('call scripts', () => {
  const add = (body: unknown) => attempt('POST', '/call-scripts', body)
  const busy = { steps: [{ after: 'PT3S', to: 'busy' }] }

  test('the newest match wins, as often as times says, for API calls too', async () => {
    await add({ match: { phone_suffix: '0001' }, steps: [{ after: 'PT5S', to: 'failed' }] })
    const added = await add({ match: { phone_suffix: '0001', tenant: 'pro' }, ...busy, times: 1 })
    expect([added.status, added.json]).toEqual([
      201,
      { id: expect.any(Number), match: { phone_suffix: '0001', tenant: 'pro' }, ...busy, times: 1, used: 0 },
    ])
    const calls = [
      (await pro.post('/calls/initiate', pro.call())).json.data.call_id,
      (await pro.post('/calls/initiate', pro.call())).json.data.call_id,
      (await place({ tenant: 'max', phone_number: '03-9999-0001' })).call_id,
    ]
    await emulator.advance({ by: 'PT10S' })
    const statuses = await Promise.all(calls.map(async id => (await detail(id)).status))
    expect(statuses).toEqual(['busy', 'failed', 'failed'])
    const { data } = (await emulator.control('GET', '/call-scripts')).json
    expect(data.map((script: { used: number }) => script.used)).toEqual([1, 2])
  })

  test('signs do not count when numbers are compared', async () => {
    await add({ match: { phone_number: '+81-3-1234-0001' }, ...busy })
    expect((await place({ phone_number: '81312340001' })).pending_steps).toHaveLength(1)
    expect((await place({ phone_number: '81312340002' })).pending_steps).not.toHaveLength(1)
  })

  test('a script without steps leaves the call to be driven by hand', async () => {
    await add({ match: {}, steps: [] })
    const { call_id } = await place()
    await emulator.advance({ by: 'P1D' })
    expect(await detail(call_id)).toMatchObject({ status: 'initiating', pending_steps: [] })
  })

  test('a script that is taken back serves no further call, and cannot be taken back twice', async () => {
    const { id } = (await add({ match: {}, ...busy })).json
    expect((await attempt('DELETE', `/call-scripts/${id}`)).status).toBe(204)
    expect((await place()).pending_steps).not.toHaveLength(1)
    expect((await attempt('DELETE', `/call-scripts/${id}`)).status).toBe(404)
    expect((await attempt('DELETE', '/call-scripts/x')).status).toBe(404)
  })

  test.each([
    ['steps.0.to', { match: {}, steps: [{ after: 'PT1S', to: 'ended' }] }],
    ['steps.0.after', { match: {}, steps: [{ after: 'soon', to: 'ringing' }] }],
    ['match', { steps: [] }],
    ['match.phone_suffix', { match: { phone_suffix: 'abc' }, steps: [] }],
    ['match.phone_suffix', { match: { phone_suffix: '-+' }, steps: [] }],
    ['match.tenant', { match: { tenant: 'nobody' }, steps: [] }],
    ['match.staff_id', { match: { staff_id: 1 }, steps: [] }],
    ['times', { match: {}, steps: [], times: 0 }],
  ])('a script with an invalid %s is 422 and not kept', async (field, body) => {
    const reply = await add(body)
    expect(reply.status).toBe(422)
    expect(reply.json.error.message).toContain(field)
    expect((await emulator.control('GET', '/call-scripts')).json.data).toEqual([])
  })
})
