import { get } from 'node:http'
import { Agent, request } from 'undici'
import { describe, expect, test } from 'vitest'
import type { Drill } from '../../server/contract/drill.ts'
import { type DrillSentenceId, drillSentence } from '../../server/contract/drill-sentences.ts'
import { DRILLS } from '../../server/contract/drills.ts'
import type { DrillView } from '../../server/control/protocol/drills.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'

const fixOf = (id: DrillSentenceId): string => `How to fix it: ${drillSentence(id, {})}`

const LIMITED = 10_000
const start = () => TestEmulator.start({ fixture: 'empty' })

async function stage(emulator: TestEmulator, body: object): Promise<DrillView> {
  const reply = await emulator.control('POST', '/drills', body)
  expect(reply.status).toBe(201)
  return reply.json
}

/** A request for customers that a fault of a drill holds, which its client can give up. */
async function hold(emulator: TestEmulator, fault: number | undefined): Promise<{ leave: () => Promise<unknown> }> {
  const { key } = await emulator.world.tenant('pro')
  const asking = get(`${emulator.url}/api/v1/customers`, { headers: { Authorization: `Bearer ${key}` } })
  asking.on('error', () => undefined)
  const arrived = (query: string) => emulator.control('GET', `/requests?wait=10s&fault=${fault}${query}`)
  await arrived('')
  return {
    leave: () => {
      asking.destroy()
      return arrived('&answered=gone')
    },
  }
}

/** A drill of somebody's own: every list of customers is refused once. */
const OWN: Drill = {
  drill: 'refused_once',
  title: 'The list is refused once',
  stages: [
    {
      text: 'one refusal',
      faults: [{ match: { method: 'GET', path: '/customers' }, effect: { status: 503 }, times: 1 }],
    },
  ],
  met_when: { text: 'it was refused', otherwise: 'your command listed no customers', requests: { status: 503 } },
  passes_when: [{ text: 'it is asked again', came_again: { of: { status: 503 }, until: 'success' } }],
}

const masked = (tenant: TestTenant) => tenant.key().replace(/^(svc_live_).*(.{4})$/, '$1…$2')
const callerOf = (tenant: TestTenant) => `node with ${masked(tenant)} of ${tenant.view.tenant}`

/** A client that goes on sending while the minute is used up. */
async function hammer(emulator: TestEmulator, tenant: TestTenant): Promise<void> {
  await emulator.control('PUT', `/tenants/${tenant.view.tenant}/limits`, { minute: { used: LIMITED } })
  const dispatcher = new Agent({ connections: 1, pipelining: 1 })
  const headers = { authorization: `Bearer ${tenant.key()}`, 'user-agent': 'sync/1' }
  for (let index = 0; index < 7; index++) {
    const reply = await request(`${emulator.url}/api/v1/customers`, { dispatcher, headers })
    await reply.body.dump()
    expect(reply.statusCode).toBe(429)
  }
  await dispatcher.close()
}

describe('a drill', () => {
  test('is listed with what it does, when it has come, and what passes it', async () => {
    await using emulator = await start()
    const { data } = (await emulator.control('GET', '/drills')).json
    expect(data).toHaveLength(12)
    expect(data[2]).toEqual({
      drill: 'lost_answer',
      title: 'The response to a call is lost',
      stages: ['the first initiation that places a call is handled, and its connection ends without a response'],
      met_when: 'a call was placed, and the response to it was lost',
      passes_when: 'the person is called once',
      conditions: ['the person is called once'],
      needs_receiver: false,
      drill_id: null,
      is_on: false,
      state: null,
      fault_ids: [],
      runs: [],
    })
  })

  test('is staged in the world, live, and says step by step how it stands; its end takes its faults away', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const kept = (await emulator.control('POST', '/faults', { match: { path: '/reports/*' }, effect: { status: 500 } }))
      .json
    const staged = await stage(emulator, { drill: OWN })
    expect(staged).toMatchObject({
      drill_id: '1',
      state: 'staged',
      fault_ids: [kept.id + 1],
      clock: { pace: 'live' },
      // The clock is live by then.
      steps: [{ text: 'one refusal', at: expect.stringMatching(/^2026-03-10T03:00:/), done: true }],
      conditions: [{ text: 'it is asked again', holds: true, because: null, reason: null }],
      met: null,
      awaits: null,
      ended_at: null,
      requests_sent: 0,
      not_met_because: 'your command listed no customers; no request came to /api/v1 at all',
      sent_nothing: true,
    })
    const state = async () => {
      const { state: now, conditions, not_met_because } = (await emulator.control('GET', '/drills/1')).json
      return [now, conditions[0].because, not_met_because]
    }
    await pro.get('/customers?page=1')
    expect(await state()).toEqual([
      'met',
      `1 request has not succeeded in the end (attempts: GET /customers 503). Caller: ${callerOf(pro)}. ${fixOf('mend_success')}`,
      null,
    ])
    const refused = { request_id: expect.any(String), seq: 1 }
    const met: DrillView = (await emulator.control('GET', '/drills/1')).json
    expect(met.met).toEqual({ at: expect.any(String), request: refused, delivery_id: null, attempt: null })
    expect(met.conditions[0]?.reasons).toEqual([met.conditions[0]?.reason])
    expect(met.conditions[0]?.reason).toEqual({
      text: met.conditions[0]?.because,
      finding_id: null,
      of: 'drill',
      sentence: { id: 'not_repeated', figures: { count: 1, what: 'GET /customers 503' } },
      rule: null,
      certify: false,
      decided: true,
      severity: null,
      callers: [{ tenant: 'pro', key: masked(pro), product: 'node', instance: null }],
      requests: [refused],
      at_fault: [refused],
      at_fault_total: 1,
      asked: [],
      opens: refused,
      deliveries: [],
      hit_by_others: [],
    })
    expect(met.requests).toMatchObject([
      { ...refused, method: 'GET', path: '/customers', query: 'page=1', status: 503, fault_id: kept.id + 1 },
    ])
    await pro.get('/customers?page=1')
    expect(await state()).toEqual(['passed', null, null])
    expect((await emulator.control('DELETE', '/drills/1')).json).toMatchObject({
      state: 'passed',
      ended_at: expect.any(String),
      requests_sent: 2,
    })
    expect((await emulator.control('GET', '/drills')).json.data).not.toContainEqual(
      expect.objectContaining({ state: 'passed' }),
    )
    expect((await emulator.control('GET', '/faults')).json.data).toMatchObject([{ id: kept.id }])
    // It is over: what comes now changes nothing.
    await pro.get('/customers')
    expect(await state()).toEqual(['passed', null, null])
  })

  test('tells of faults that are not of it, and is undecided where one of them had the last word', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const other = (
      await emulator.control('POST', '/faults', { match: { path: '/customers' }, effect: { truncate: 10 }, times: 1 })
    ).json
    const staged = await stage(emulator, { drill: OWN })
    expect(staged.other_faults).toEqual([{ fault_id: other.id, of: 'requests', is_live: true, hits: 0 }])
    await pro.get('/customers?page=1')
    await expect(pro.get('/customers?page=1')).rejects.toThrow()
    const ended: DrillView = (await emulator.control('DELETE', '/drills/1')).json
    expect(ended).toMatchObject({
      state: 'undecided',
      other_faults: [{ fault_id: other.id, of: 'requests', is_live: false, hits: 1 }],
      conditions: [
        {
          because: expect.stringContaining(
            `GET /customers 503, then an answer that did not arrive whole because of fault ${other.id} (#2), which is not of this drill`,
          ),
          reason: { decided: false, opens: { seq: 2 }, requests: [{ seq: 1 }, { seq: 2 }], hit_by_others: [] },
        },
      ],
    })
  })

  test('fails by what the client itself left undone, and names what a fault that is not of it has hit', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const drill = { ...OWN, passes_when: [{ text: 'it is asked again', came_again: { of: {}, until: 'success' } }] }
    await stage(emulator, { drill })
    await pro.get('/customers?page=1')
    const other = (
      await emulator.control('POST', '/faults', { match: { path: '/calls' }, effect: { status: 500 }, times: 1 })
    ).json
    await pro.get('/calls')
    await pro.get('/calls/none')
    const ended: DrillView = (await emulator.control('DELETE', '/drills/1')).json
    expect(ended.state).toBe('failed')
    expect(ended.conditions[0]?.because).toContain('(attempts: GET /customers 503, GET /calls/{callId} 404)')
    expect(ended.other_faults).toEqual([{ fault_id: other.id, of: 'requests', is_live: false, hits: 1 }])
  })

  test('judges nothing that began before it, whoever did it', async () => {
    await using emulator = await start()
    const [pro, max] = [await emulator.tenant('pro'), await emulator.tenant('max')]
    await hammer(emulator, max)
    const { seq } = (await emulator.control('GET', '/requests')).json.data[0]
    await stage(emulator, { drill: 'minute_full' })
    await pro.get('/customers')
    expect((await pro.get('/customers')).status).toBe(429)
    await emulator.control('POST', '/clock/advance', { by: 'PT20S' })
    expect((await pro.get('/customers')).status).toBe(200)
    const ended: DrillView = (await emulator.control('DELETE', '/drills/1')).json
    expect(ended.conditions.map(({ because }) => because)).toEqual([null, null])
    expect(ended.state).toBe('passed')
    expect(ended.requests.map(one => one.seq - seq)).toEqual([1, 2, 3])
    expect(ended.verdicts.map(({ rule, state, met }) => [rule, state, met])).toEqual([
      ['retry_before_retry_after', 'passed', 1],
      ['requests_after_quota', 'not_met', 0],
      ['hammering', 'passed', 1],
    ])
    // The world remembers it all the same.
    const { data } = (await emulator.control('GET', '/verdicts?rule=hammering')).json
    expect(data).toMatchObject([{ state: 'failed', failed: 1 }])
  })

  test('judges those whom it has come upon, and names the caller of what fails it', async () => {
    await using emulator = await start()
    const [pro, max] = [await emulator.tenant('pro'), await emulator.tenant('max')]
    const drill: Drill = { ...OWN, passes_when: [{ text: 'every range is accepted', succeeded: { range: true } }] }
    await stage(emulator, { drill })
    expect((await pro.get('/customers')).status).toBe(503)
    const range = (from: string) => `/calls?from=${from}&to=2026-03-10`
    expect((await max.get(range('2026-01-01'))).status).toBe(422)
    expect((await pro.get(range('2026-03-01'))).status).toBe(200)
    expect((await emulator.control('GET', '/drills/1')).json).toMatchObject({ state: 'passed', requests_sent: 3 })
    expect((await pro.get(range('2026-01-01'))).status).toBe(422)
    const { state, conditions } = (await emulator.control('DELETE', '/drills/1')).json
    expect([state, conditions[0].because, conditions[0].reason.callers]).toEqual([
      'failed',
      `1 request did not succeed (GET /calls 422). Caller: ${callerOf(pro)}. ${fixOf('mend_success')}`,
      [{ tenant: 'pro', key: masked(pro), product: 'node', instance: null }],
    ])
  })

  test('takes a person to be called twice where the answer was lost, and nobody whom somebody calls on purpose', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const call = (phone_number: string) => pro.post('/calls/initiate', pro.call({ phone_number }))
    await stage(emulator, { drill: 'lost_answer' })
    await expect(call('+81312340000')).rejects.toThrow('fetch failed')
    for (const _ of ['first', 'again']) expect((await call('+81312340001')).status).toBe(200)
    expect((await emulator.control('DELETE', '/drills/1')).json.state).toBe('passed')
  })

  test('whose event was lost by nobody who is at work is not passed by silence', async () => {
    await using emulator = await start()
    const { met_when, passes_when } = DRILLS.find(({ drill }) => drill === 'silent_day') as Drill
    const stages = DRILLS.find(({ drill }) => drill === 'silent_day')?.stages ?? []
    const endAfter = async (by: string, id: number) => {
      await stage(emulator, { drill: { ...OWN, stages, met_when, passes_when } })
      await emulator.control('POST', '/clock/advance', { by })
      const { state, conditions }: DrillView = (await emulator.control('DELETE', `/drills/${id}`)).json
      return [state, conditions[0]?.because]
    }
    // Nobody can have missed what comes after midnight before it.
    const [state, because] = await endAfter('PT2S', 1)
    expect([state, because]).toEqual([
      'undecided',
      expect.stringMatching(/^the drill was ended 1[78] s before midnight in Tokyo, so that nobody can tell/),
    ])
    expect(await endAfter('PT30S', 2)).toEqual([
      'failed',
      `after midnight nobody listed the calls of 2026-03-11. ${fixOf('mend_day')}`,
    ])
  })

  test('counts a request that came several times once, and says how often it came', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await stage(emulator, { drill: 'three_503s' })
    for (const path of ['/customers', '/customers', '/customers', '/calls']) await pro.get(path)
    const { conditions } = (await emulator.control('DELETE', '/drills/1')).json
    expect(conditions.map(({ because }: { because: string | null }) => because)).toContain(
      `2 requests have not got their final answer (attempts: GET /customers 503 × 3, GET /calls 503). Caller: ${callerOf(pro)}. ${fixOf('mend_final')}`,
    )
  })

  const NOBODY = '/customers/999999'

  test.each([
    ['minute_full', 'PT20S'],
    ['quota_gone', 'PT30S'],
  ] as const)('of a limit ends for a request with the answer that is its own, in %s', async (drill, by) => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const run = async (id: number, answers: readonly number[]) => {
      await stage(emulator, { drill })
      expect((await pro.get('/customers')).status).toBe(200)
      for (const [index, status] of answers.entries()) {
        if (index > 0) await emulator.control('POST', '/clock/advance', { by })
        expect((await pro.get(NOBODY)).status).toBe(status)
      }
      // The wait is over, and nothing came.
      if (answers.length === 1) await emulator.control('POST', '/clock/advance', { by })
      const { state, conditions }: DrillView = (await emulator.control('DELETE', `/drills/${id}`)).json
      return [state, conditions[1]?.because]
    }
    expect(await run(1, [429, 404])).toEqual(['passed', null])
    expect(await run(2, [429])).toEqual([
      'failed',
      `1 request has not got its final answer (attempts: GET /customers/{customerId} 429). Caller: ${callerOf(pro)}. ${fixOf('mend_final')}`,
    ])
  })

  test('of an absent service ends for a request with the answer that is its own, and not with a limit', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const run = async (id: number, last: () => Promise<{ status: number }>) => {
      await stage(emulator, { drill: 'three_503s' })
      for (let attempt = 1; attempt <= 3; attempt++) expect((await last()).status).toBe(503)
      const { status } = await last()
      const { state, conditions }: DrillView = (await emulator.control('DELETE', `/drills/${id}`)).json
      return [status, conditions[0]?.because ?? state]
    }
    expect((await run(1, () => pro.get(NOBODY)))[0]).toBe(404)
    expect((await emulator.control('GET', '/drills/1')).json.conditions[0].holds).toBe(true)
    expect((await run(2, () => pro.post('/customers', {})))[0]).toBe(422)
    expect((await emulator.control('GET', '/drills/2')).json.conditions[0].holds).toBe(true)
    await emulator.control('PUT', '/tenants/pro/limits', { minute: { used: LIMITED } })
    expect(await run(3, () => pro.get('/customers'))).toEqual([
      429,
      `1 request has not got its final answer (attempts: GET /customers 503 × 3). Caller: ${callerOf(pro)}. ${fixOf('mend_final')}`,
    ])
  })

  test('of an absent service is passed by waits that were seen, and not by silence', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const run = async (id: number, waits: readonly string[]) => {
      await stage(emulator, { drill: 'three_503s' })
      const statuses = [(await pro.get('/customers')).status]
      for (const by of waits) {
        await emulator.control('POST', '/clock/advance', { by })
        statuses.push((await pro.get('/customers')).status)
      }
      expect(statuses).toEqual([503, 503, 503, 200])
      const { state, conditions }: DrillView = (await emulator.control('DELETE', `/drills/${id}`)).json
      return [state, conditions[2]?.because]
    }
    expect(await run(1, ['PT2S', 'PT2S', 'PT2S'])).toEqual(['passed', null])
    // Too long for the rule to blame anybody, but the last is shorter than the one before.
    expect(await run(2, ['PT5S', 'PT5S', 'PT1S'])).toEqual([
      'undecided',
      expect.stringMatching(/^#8 came 1(?:\.\d)? s after /),
    ])
  })

  test('of a lost answer is not spent on an initiation that is refused anyway', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const state = async () => (await emulator.control('GET', '/drills/1')).json.state
    const lost = (body: object) => expect(pro.post('/calls/initiate', body)).rejects.toThrow('fetch failed')

    await stage(emulator, { drill: 'lost_answer' })
    expect((await pro.post('/calls/initiate', pro.call({ staff_id: 999_999 }))).status).toBe(422)
    expect(await state()).toBe('staged')
    await lost(pro.call({ external_id: 'order-1' }))
    expect((await pro.post('/calls/initiate', pro.call({ external_id: 'order-1' }))).status).toBe(409)
    expect((await emulator.control('DELETE', '/drills/1')).json).toMatchObject({
      state: 'passed',
      met: { request: { seq: 2 } },
    })

    await stage(emulator, { drill: 'lost_answer' })
    expect((await pro.post('/calls/initiate', pro.call({ staff_id: 999_999 }))).status).toBe(422)
    await lost(pro.call({ phone_number: '+81312340000' }))
    expect((await pro.post('/calls/initiate', pro.call({ phone_number: '+81312340000' }))).status).toBe(200)
    const { state: end, conditions } = (await emulator.control('DELETE', '/drills/2')).json
    expect([end, conditions[0].because]).toEqual([
      'failed',
      expect.stringMatching(/^#6 placed a second call to 813\*+0000, \d.* after the answer to #5 was lost[.]/),
    ])
  })

  test('of a list that grows waits for the list of customers, whatever is read before it', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    for (let index = 0; index < 51; index++) await pro.post('/calls/initiate', pro.call())
    await stage(emulator, { drill: 'last_page_grows' })
    const calls = (await pro.get('/calls?from=2026-03-10&to=2026-03-10')).json.pagination
    expect(calls.last_page).toBeGreaterThan(1)
    const totals: number[] = []
    for (let page = 1; page <= 2; page++) totals.push((await pro.get(`/customers?page=${page}`)).json.pagination.total)
    expect((totals[1] as number) - (totals[0] as number)).toBe(10)
    expect((await emulator.control('GET', '/drills/1')).json.met).toMatchObject({ request: { seq: 54 } })
  })

  test('whose situation does not come is not met, and says what was missing', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await stage(emulator, { drill: 'lost_answer' })
    await pro.get('/customers')
    expect((await emulator.control('DELETE', '/drills/1')).json).toMatchObject({
      state: 'not_met',
      not_met_because: 'your client sent no POST /calls/initiate that places a call',
    })
  })

  test('that asks for every range to be accepted fails for one that is too long, and says which request it was', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const { met_when, passes_when } = DRILLS.find(({ drill }) => drill === '31_days') as Drill
    await stage(emulator, { drill: { ...OWN, met_when, passes_when } })
    await pro.get('/calls?from=2026-03-01&to=2026-03-31')
    expect((await emulator.control('GET', '/drills/1')).json.state).toBe('passed')
    await pro.get('/calls?from=2026-01-01&to=2026-03-31')
    const { state, conditions } = (await emulator.control('DELETE', '/drills/1')).json
    expect([state, conditions[0].because]).toEqual([
      'failed',
      `1 request did not succeed (GET /calls 422). Caller: ${callerOf(pro)}. ${fixOf('mend_success')}`,
    ])
  })

  test('that asks for every range to be accepted forgives one that met a limit and came again, and none that did not', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const { met_when, passes_when } = DRILLS.find(({ drill }) => drill === '31_days') as Drill
    await stage(emulator, { drill: { ...OWN, met_when, passes_when } })
    const used = (minute: number) => emulator.control('PUT', '/tenants/pro/limits', { minute: { used: minute } })
    const state = async () => (await emulator.control('GET', '/drills/1')).json.conditions[0].because
    await used(LIMITED)
    expect((await pro.get('/calls?from=2026-03-01&to=2026-03-10')).status).toBe(429)
    expect(await state()).toBe(
      `1 request did not succeed (GET /calls 429). Caller: ${callerOf(pro)}. ${fixOf('mend_success')}`,
    )
    await used(0)
    expect((await pro.get('/calls?from=2026-03-01&to=2026-03-10')).status).toBe(200)
    expect(await state()).toBeNull()
  })

  test('that nobody met holds nothing against anybody, in no figure', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await stage(emulator, { drill: 'three_503s' })
    await pro.get('/customers')
    const { state, failed_total, failed_by, too_early } = (await emulator.control('DELETE', '/drills/1')).json
    expect([state, failed_total, failed_by, too_early]).toEqual(['not_met', 0, [], null])
    const [known] = (await emulator.control('GET', '/drills')).json.data.filter(
      ({ drill }: { drill: string }) => drill === 'three_503s',
    )
    expect(known.runs).toMatchObject([{ drill_id: '1', state: 'not_met', requests_sent: 1, failed_total: 0 }])
  })

  test('says of each condition whether it was put to the test', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const judgedIn = (view: DrillView) => view.conditions.map(({ holds, judged }) => [holds, judged])
    await stage(emulator, { drill: 'three_503s' })
    expect(judgedIn((await emulator.control('DELETE', '/drills/1')).json)).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ])
    await stage(emulator, { drill: 'three_503s' })
    for (let time = 0; time < 4; time++) await pro.get('/customers')
    const { conditions } = (await emulator.control('DELETE', '/drills/2')).json as DrillView
    expect(conditions.map(({ judged }) => judged)).toEqual([true, true, true])
  })

  test('whose faults somebody removes before its situation has come says so with the time, and judges nobody', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const { fault_ids } = await stage(emulator, { drill: 'three_503s' })
    await pro.get('/customers')
    await emulator.control('DELETE', '/faults')
    await pro.get('/customers')
    const on: DrillView = (await emulator.control('GET', '/drills/1')).json
    expect(on.steps).toMatchObject([{ done: true, removed_at: expect.stringMatching(/^2026-03-10T03:00:/) }])
    const said = {
      id: 'faults_removed',
      figures: { count: fault_ids.length - 1, time: expect.stringMatching(/^12:00:/) },
    }
    expect([on.state, on.not_come_by]).toEqual(['staged', said])
    const ended: DrillView = (await emulator.control('DELETE', '/drills/1')).json
    expect([ended.state, ended.not_come_by, ended.failed_total]).toEqual(['undecided', said, 0])
    expect(ended.not_met_because).toMatch(/faults of this drill were removed by hand/)
    expect(ended.not_met_because).not.toContain('your client met fewer')
  })

  test('says of some of its faults that were removed that the others may still bring it about', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const { fault_ids } = await stage(emulator, { drill: 'three_503s' })
    await emulator.control('DELETE', `/faults/${fault_ids.at(-1)}`)
    const standing = async () => (await emulator.control('GET', '/drills/1')).json
    const { not_come_by, not_met_because } = await standing()
    expect(not_come_by).toMatchObject({ id: 'some_removed', figures: { count: 1 } })
    expect(not_met_because).toMatch(/^1 fault of this drill was removed by hand at .*; those that are left may still/)
    for (let time = 0; time < 3; time++) await pro.get('/customers')
    expect((await standing()).met).not.toBeNull()
  })

  test.each([
    {
      does: 'gives a tenant more of the minute',
      change: { method: 'PUT', path: '/tenants/pro/limits', body: { minute: { used: 0 } } },
      id: 'raised_minute',
      text: /^by hand at 12:\d\d:\d\d \(JST\), pro was given 300 requests of the minute, where this drill had left 1/,
    },
    {
      does: 'changes its plan',
      change: { method: 'PATCH', path: '/tenants/pro', body: { plan: 'max' } },
      id: 'plan_raised',
      text: /^the plan of pro was changed by hand at 12:/,
    },
    {
      does: 'moves the clock past the minute',
      change: { method: 'POST', path: '/clock/advance', body: { by: 'PT20S' } },
      id: 'moved_past_minute',
      text: /^the clock was moved past 12:\d\d:00 \(JST\), when the requests of the minute begin anew/,
    },
  ])(
    'of a minute limit, where somebody $does while it runs, says so and blames no client',
    async ({ change, id, text }) => {
      await using emulator = await start()
      const pro = await emulator.tenant('pro')
      await stage(emulator, { drill: 'minute_full' })
      await emulator.control(change.method, change.path, change.body)
      for (let time = 0; time < 3; time++) expect((await pro.get('/customers')).status).toBe(200)
      const on: DrillView = (await emulator.control('GET', '/drills/1')).json
      expect([on.state, on.not_come_by?.id]).toEqual(['staged', `${id}_now`])
      const ended: DrillView = (await emulator.control('DELETE', '/drills/1')).json
      expect([ended.state, ended.not_come_by?.id, ended.failed_total]).toEqual(['undecided', id, 0])
      expect(ended.not_met_because).toMatch(text)
      expect(ended.not_met_because).not.toContain('your client')
    },
  )

  test('of a limit is not met where what somebody changed left no more of it, or was of a tenant that sent nothing', async () => {
    await using emulator = await start()
    const [pro] = [await emulator.tenant('pro'), await emulator.tenant('max')]
    await stage(emulator, { drill: 'minute_full' })
    await emulator.control('PUT', '/tenants/pro/limits', { minute: { used: 'limit-1' } })
    await emulator.control('PUT', '/tenants/max/limits', { minute: { used: 0 } })
    await pro.get('/customers')
    expect((await emulator.control('DELETE', '/drills/1')).json).toMatchObject({ state: 'not_met', not_come_by: null })
  })

  test('is judged by what it has met where its faults were removed after that', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await stage(emulator, { drill: OWN })
    await pro.get('/customers')
    await emulator.control('DELETE', '/faults')
    await pro.get('/customers')
    const { state, steps } = (await emulator.control('DELETE', '/drills/1')).json
    // The fault had nothing left to hit.
    expect([state, steps[0].removed_at]).toEqual(['passed', null])
  })

  test('counts and lists a request that it holds as one under way, and says when its client left', async () => {
    await using emulator = await start()
    const drill = { ...OWN, met_when: { ...OWN.met_when, requests: { answered: 'gone' } } }
    const { fault_ids } = await stage(emulator, {
      drill: { ...drill, stages: [{ text: 'one is held', faults: [{ effect: { latency: 'PT60S' }, times: 1 }] }] },
    })
    const held = await hold(emulator, fault_ids[0])
    const on: DrillView = (await emulator.control('GET', '/drills/1')).json
    expect(on).toMatchObject({
      state: 'staged',
      sent_nothing: false,
      requests_sent: 0,
      under_way: [{ seq: 1, path: '/customers', fault: on.fault_ids[0], held_ms: 60_000, unanswered: 'now' }],
      not_come_by: { id: 'held_now', figures: { request: 1 } },
      not_met_because: '#1 is held now; what the drill is about comes when your client leaves it',
    })
    await held.leave()
    const { under_way, requests, met }: DrillView = (await emulator.control('GET', '/drills/1')).json
    expect([under_way, requests.length]).toEqual([[], 1])
    // The situation comes as the client leaves.
    expect(met?.at).toBe(requests[0]?.ended_at)
    expect(Date.parse(requests[0]?.ended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(requests[0]?.at ?? ''))
  })

  test('goes on alone in its world, and ends with it', async () => {
    await using emulator = await start()
    await stage(emulator, { drill: OWN })
    const second = await emulator.attempt('POST', '/drills', { drill: OWN })
    expect([second.status, second.json.error.code]).toEqual([409, 'drill_running'])
    await emulator.control('POST', '/reset', {})
    expect((await emulator.control('GET', '/drills/1')).json.state).toBe('ended')
    expect(await stage(emulator, { drill: OWN })).toMatchObject({ drill_id: '2', state: 'staged' })
  })

  test('of a world that is none for it is refused, and leaves nothing on', async () => {
    await using emulator = await start()
    const reply = await emulator.attempt('POST', '/drills', { drill: '31_days' })
    expect([reply.status, reply.json.error.code]).toEqual([409, 'not_staged'])
    expect(reply.json.error.message).toContain('do not reach back 90 days')
    expect(reply.json.error.details).toEqual({ sentence: { id: 'no_history', figures: { days: 90 } } })
    await stage(emulator, { drill: OWN })
  })

  const stages = (...rows: object[]) => ({ ...OWN, stages: rows })
  test.each([
    ['nobody', 404, 'drill'],
    [{ ...OWN, stages: [] }, 422, 'stages'],
    [{ ...OWN, colour: 'red' }, 422, 'colour is not known'],
    [stages({ text: 'nothing' }), 422, 'does nothing'],
    [stages({ text: 'two', call_ends: true, history: { days: 1 } }), 422, 'each stage does one thing'],
    [stages({ text: 'when?', cuts_next_page: true }), 422, 'needs "when": "first_page"'],
    [
      stages({ text: 'whose', when: 'first_request', list: 'listCalls', customers: { more: 1 } }),
      422,
      'list says whose',
    ],
    [
      stages({ text: 'of what', faults: [{ match: { outcome: 'success' }, effect: { status: 503 } }] }),
      422,
      'in its place',
    ],
    [stages({ text: 'late', when: 'first_page', history: { days: 9 } }), 422, 'leave out "when"'],
    [stages({ text: 'what', faults: [{ effect: { retry_after: 3 } }] }), 422, 'Add the status'],
    [stages({ text: 'how long', when: 'four_answers', holds_next: 'PT' }), 422, 'no duration'],
    [{ ...OWN, met_when: { text: 'a', otherwise: 'b' } }, 422, 'says nothing that could be met'],
    [{ ...OWN, passes_when: [{ text: 'a', rules: ['no_such_rule'] }] }, 422, 'no_such_rule is no rule'],
    [{ ...OWN, met_when: { ...OWN.met_when, requests: { endpoint: 'nowhere' } } }, 422, 'nowhere is no endpoint'],
  ])('that makes no sense is refused with the place: %j', async (drill, status, message) => {
    await using emulator = await start()
    const reply = await emulator.attempt('POST', '/drills', { drill })
    expect([reply.status, reply.json.error.message]).toEqual([status, expect.stringContaining(message)])
  })

  test.each([
    [{ receiver: 'somewhere' }, 'must be a URL'],
    [{ receiver: 'https://93.184.216.34/hooks' }, 'local address'],
    [{ receiver: 'http://127.0.0.1:1/hooks', secret: 'short' }, 'secret'],
  ])('goes to local receivers only: %j', async (given, message) => {
    await using emulator = await start()
    const reply = await emulator.attempt('POST', '/drills', { drill: 'forged', ...given })
    expect([reply.status, reply.json.error.message]).toEqual([422, expect.stringContaining(message)])
  })
})
