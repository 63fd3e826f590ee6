import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { LedgerEntry } from '../../server/control/protocol/events.ts'
import type { WebhookView } from '../../server/control/protocol/webhooks.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { EventControl } from '../support/event-control.ts'
import { inspect, subscribe, subscribeInbox } from '../support/subscriber.ts'

let emulator: TestEmulator
let pro: TestTenant
let attempt: EventControl['attempt']
let triggered: EventControl['triggered']
let inbox: EventControl['inbox']
let settled: EventControl['settled']
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  ;({ attempt, triggered, inbox, settled } = new EventControl(emulator))
  pro = await emulator.tenant('pro')
  return () => emulator[Symbol.asyncDispose]()
})

describe('GET /webhooks', () => {
  test('wait holds the answer until a webhook is registered', async () => {
    const held = emulator.control('GET', '/webhooks?tenant=max&wait=30s')
    await subscribeInbox(pro, 'pro')
    const { webhook_id } = await subscribeInbox(await emulator.tenant('max'), 'late')
    expect((await held).json.data).toMatchObject([{ webhook_id, tenant: 'max' }])
  })

  test('shows the webhooks of all tenants with the state of their deliveries, deleted ones too', async () => {
    await using crm = await subscribe(emulator, pro, {
      respond: (request, response) => {
        response.statusCode = request.body.includes('"bad"') ? 500 : 200
        response.end()
      },
    })
    const max = await emulator.tenant('max')
    const { webhook_id: gone } = await subscribeInbox(max, 'max')
    await triggered()
    await triggered({ data: { external_id: 'bad' } })
    await emulator.advance({ by: 'PT1S' })
    await max.ask('DELETE', `/webhooks/${gone}`)
    const { data } = (await emulator.control('GET', '/webhooks')).json as { data: WebhookView[] }
    expect(data).toMatchObject([
      { webhook_id: gone, tenant: 'max', deleted_at: '2026-03-10T03:00:01.000Z', last_delivery_at: null },
      {
        webhook_id: crm.webhook_id,
        tenant: 'pro',
        url: crm.url,
        is_enabled: true,
        deleted_at: null,
        deliveries: { pending: 1, delivered: 1, failed: 0, cancelled: 0 },
        attempts: { failed: 1, delivered_at_first: 1 },
        last_delivery_at: '2026-03-10T03:00:00.000Z',
      },
    ])
    expect((await emulator.control('GET', '/webhooks?tenant=max')).json.data).toHaveLength(1)
    expect(JSON.stringify(data)).not.toContain('whsec_')
  })

  test('keeps how many attempts failed, and how many deliveries needed one only, whatever became of them since', async () => {
    let status = 500
    await using crm = await subscribe(emulator, pro, { respond: (_, response) => response.writeHead(status).end() })
    const seen = async () =>
      ((await emulator.control('GET', `/webhooks/${crm.webhook_id}`)).json as WebhookView).attempts
    expect(await seen()).toEqual({ failed: 0, delivered_at_first: 0 })
    await triggered()
    await emulator.advance({ by: 'PT5M5S' })
    expect(await seen()).toEqual({ failed: 3, delivered_at_first: 0 })
    status = 200
    await emulator.advance({ by: 'P1D' })
    expect(await seen()).toEqual({ failed: 3, delivered_at_first: 0 })
    await triggered()
    await emulator.advance({ by: 'PT1S' })
    expect(await seen()).toEqual({ failed: 3, delivered_at_first: 1 })
    // What is sent again is not delivered at the first attempt once more.
    const [newest] = (await emulator.control('GET', '/deliveries')).json.data as DeliveryView[]
    await emulator.control('POST', `/deliveries/${newest?.delivery_id}/redeliver`)
    await emulator.advance({ by: 'PT1S' })
    expect(await seen()).toEqual({ failed: 3, delivered_at_first: 1 })
  })
})

describe('GET /webhooks/{webhook_id}', () => {
  test('shows one as the list does, also when it is deleted, and without its secret', async () => {
    const { webhook_id } = await subscribeInbox(pro, 'crm')
    await subscribeInbox(await emulator.tenant('max'), 'max')
    await triggered()
    const one = () => emulator.control('GET', `/webhooks/${webhook_id}`)
    const listed = async () => (await emulator.control('GET', '/webhooks?tenant=pro')).json.data[0]
    expect((await one()).json).toMatchObject({ webhook_id, tenant: 'pro', deliveries: { delivered: 1 } })
    expect((await one()).json).toEqual(await listed())
    expect(JSON.stringify((await one()).json)).not.toContain('whsec_')
    await pro.ask('DELETE', `/webhooks/${webhook_id}`)
    expect((await one()).json).toMatchObject({ webhook_id, deleted_at: expect.any(String) })
    expect((await one()).json).toEqual(await listed())
  })

  test('/secret is what its deliveries are signed with, before and after there is one', async () => {
    const { webhook_id, secret } = await subscribeInbox(pro, 'crm')
    const read = async () => (await emulator.control('GET', `/webhooks/${webhook_id}/secret`)).json
    expect(await read()).toEqual({ webhook_id, secret })
    await triggered()
    const [delivery] = (await emulator.control('GET', '/deliveries')).json.data
    const { header, signed_bytes } = (await emulator.control('GET', `/deliveries/${delivery.delivery_id}/signature`))
      .json
    const digest = createHmac('sha256', secret).update(signed_bytes.text).digest('hex')
    expect(header).toBe(`sha256=${digest}`)
    await pro.ask('DELETE', `/webhooks/${webhook_id}`)
    expect(await read()).toEqual({ webhook_id, secret })
  })

  test.each(['/webhooks/99', '/webhooks/99/secret', '/webhooks/none', '/webhooks/-1/secret'])(
    '%s is 404 when there is no such webhook',
    async path => {
      const { status, json } = await attempt('GET', path)
      expect([status, json.error.code]).toEqual([404, 'not_found'])
    },
  )
})

describe('deliveries', () => {
  test('filters by event, webhook, status, tenant, external id and kind', async () => {
    const { webhook_id } = await subscribeInbox(pro, 'a', { events: ['call.completed'] })
    await subscribeInbox(pro, 'b')
    const event = await triggered({ data: { external_id: 'crm-1' } })
    await triggered({ event: 'call.missed' })
    await settled()
    const { deliveries } = inspect(emulator)
    expect(await deliveries()).toHaveLength(3)
    expect(await deliveries(`event_id=${event.event_id}`)).toHaveLength(2)
    expect(await deliveries(`webhook_id=${webhook_id}`)).toHaveLength(1)
    expect(await deliveries('status=delivered')).toHaveLength(3)
    expect(await deliveries('status=pending,failed')).toEqual([])
    expect(await deliveries('tenant=max')).toEqual([])
    expect(await deliveries('external_id=crm-1')).toHaveLength(2)
    expect(await deliveries('call_id=call_none')).toEqual([])
    expect(await deliveries('event=call.missed&status=delivered')).toHaveLength(1)
    expect((await attempt('GET', '/deliveries?status=lost')).status).toBe(422)
    expect((await attempt('GET', '/deliveries?webhook_id=x')).status).toBe(422)
  })

  test('wait holds the answer until a delivery has the status', async () => {
    await using crm = await subscribe(emulator, pro)
    const held = emulator.control('GET', '/deliveries?status=delivered&external_id=crm-1&wait=30s')
    await triggered({ data: { external_id: 'crm-1' } })
    expect((await held).json.data).toMatchObject([
      { webhook_id: crm.webhook_id, attempt_count: 1, status: 'delivered' },
    ])
  })

  test('one shows what was sent and what came back, attempt by attempt', async () => {
    await using crm = await subscribe(emulator, pro, {
      respond: (_, response) => response.writeHead(503, { 'X-Reason': 'tired' }).end('later'),
    })
    const event = await triggered()
    await settled()
    const delivery_id = event.deliveries[0]?.delivery_id ?? ''
    const detail = await inspect(emulator).delivery(delivery_id)
    const [request] = crm.receiver.requests
    expect(detail).toMatchObject({
      delivery_id,
      event_id: event.event_id,
      status: 'pending',
      attempt_count: 1,
      next_attempt_at: '2026-03-10T03:00:05.000Z',
      last_status_code: 503,
      last_error: null,
      body: { text: request?.body.toString(), base64: request?.body.toString('base64') },
      last_response: { status_code: 503, body: 'later' },
      attempts: [
        {
          attempt: 1,
          trigger: 'scheduled',
          started_at: '2026-03-10T03:00:00.000Z',
          target: `${crm.receiver.url}/hooks`,
          status_code: 503,
          response_body: 'later',
          error: null,
        },
      ],
    })
    const sent = Object.fromEntries(
      Object.entries(detail.request_headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    expect(request?.headers).toMatchObject(sent)
    expect(detail.attempts[0]?.request_headers).toEqual(detail.request_headers)
    expect(detail.last_response?.headers['x-reason']).toBe('tired')
  })

  test('redelivery is a further attempt now, with the same id and the same bytes (threat C2)', async () => {
    await using crm = await subscribe(emulator, pro)
    const event = await triggered()
    await settled()
    const delivery_id = event.deliveries[0]?.delivery_id ?? ''
    const reply = await attempt('POST', `/deliveries/${delivery_id}/redeliver?wait=30s`)
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({ status: 'delivered', attempt_count: 2 })
    expect(reply.json.attempts[1]).toMatchObject({ trigger: 'manual', status_code: 200 })
    const [first, second] = crm.receiver.requests
    expect(crm.receiver.requests).toHaveLength(2)
    expect(second?.body.equals(first?.body as Buffer)).toBe(true)
    expect(second?.headers['x-service-delivery']).toBe(first?.headers['x-service-delivery'])
    expect((await pro.limits()).webhook_sends.used).toBe(1)
  })

  test('a manual attempt that fails leaves the schedule as it was, one that succeeds ends it', async () => {
    const answers = [500, 500, 200]
    await using crm = await subscribe(emulator, pro, {
      respond: (_, response) => response.writeHead(answers.shift() ?? 500).end(),
    })
    const event = await triggered()
    await settled()
    const delivery_id = event.deliveries[0]?.delivery_id ?? ''
    const redeliver = () => attempt('POST', `/deliveries/${delivery_id}/redeliver?wait=30s`)
    expect((await redeliver()).json).toMatchObject({
      status: 'pending',
      attempt_count: 2,
      next_attempt_at: '2026-03-10T03:00:05.000Z',
    })
    expect((await redeliver()).json).toMatchObject({ status: 'delivered', attempt_count: 3, next_attempt_at: null })
    await emulator.advance({ by: 'P2D' })
    expect(crm.receiver.requests).toHaveLength(3)
  })

  test('what was cancelled and delivered since is told by its entry of the ledger, and by the filter for it', async () => {
    const { webhook_id } = await subscribeInbox(pro, 'crm')
    await emulator.control('PUT', '/inbox/crm', { status: 500, times: 1 })
    const event = await triggered()
    await settled()
    await pro.put(`/webhooks/${webhook_id}`, { is_enabled: false })
    await triggered()
    await pro.put(`/webhooks/${webhook_id}`, { is_enabled: true })
    const entries = async (query = '') =>
      ((await emulator.control('GET', `/ledger${query}`)).json.data as LedgerEntry[]).map(
        ({ fact, delivered_at }) => [fact, delivered_at] as const,
      )
    const suppressed = ['delivery_suppressed', null] as const
    expect(await entries()).toEqual([suppressed, ['delivery_cancelled', null]])
    expect(await entries('?delivered=true')).toEqual([])
    await emulator.advance({ by: 'PT1M' })
    await attempt('POST', `/deliveries/${event.deliveries[0]?.delivery_id}/redeliver?wait=30s`)
    await emulator.advance({ by: 'PT1M' })
    const cancelled = ['delivery_cancelled', '2026-03-10T03:01:00.000Z'] as const
    expect(await entries()).toEqual([suppressed, cancelled])
    expect([await entries('?delivered=true'), await entries('?delivered=false')]).toEqual([[cancelled], [suppressed]])
  })

  test('of what was cancelled, the row and its event say by what, and which attempts were made since', async () => {
    const { webhook_id } = await subscribeInbox(pro, 'crm')
    await emulator.control('PUT', '/inbox/crm', { status: 500 })
    const { deliveries, event_id } = await triggered()
    await settled()
    await pro.put(`/webhooks/${webhook_id}`, { is_enabled: false })
    const read = async () => (await emulator.control('GET', '/deliveries')).json.data[0]
    const before = await read()
    expect(before).toMatchObject({ status: 'cancelled', cancelled_by: { reason: 'disabled' } })
    expect(before.nth).toBeLessThanOrEqual(before.cancelled_by.nth)
    const event = (await emulator.control('GET', `/events/${event_id}`)).json
    expect(event.deliveries[0].cancelled_by).toEqual(before.cancelled_by)
    await emulator.control('POST', `/deliveries/${deliveries[0]?.delivery_id}/redeliver?wait=10s`, {})
    const since = await read()
    expect(since).toMatchObject({ status: 'cancelled', attempt_count: 2, cancelled_by: before.cancelled_by })
    expect(since.nth).toBeGreaterThan(since.cancelled_by.nth)
  })

  test('a number of one or two digits finds a webhook and what somebody has named, and no id or phone number that has it', async () => {
    const [one, other] = [await subscribeInbox(pro, 'crm'), await subscribeInbox(pro, 'erp')]
    await triggered({ data: { external_id: 'deal' } })
    const found = async (list: string) =>
      (await emulator.control('GET', `/${list}?q=${other.webhook_id}`)).json.data as { webhook_id?: number }[]
    expect((await found('deliveries')).map(row => row.webhook_id)).toEqual([other.webhook_id])
    expect(await found('events')).toHaveLength(1)
    const unknown = 99
    expect((await emulator.control('GET', `/events?q=${unknown}`)).json.data).toEqual([])
    expect((await emulator.control('GET', '/facets/deliveries')).json).toMatchObject({
      facets: {
        webhook_id: [
          { value: String(one.webhook_id), count: 1 },
          { value: String(other.webhook_id), count: 1 },
        ],
      },
    })
  })

  test('of what is settled, the URL that it went to is told and found, whichever its webhook has since', async () => {
    const { webhook_id } = await subscribeInbox(pro, 'before')
    await triggered()
    await settled()
    const [before, after] = ['https://inbox.ringback.test/before', 'https://inbox.ringback.test/after']
    await pro.put(`/webhooks/${webhook_id}`, { url: after })
    const found = async (q: string) => (await emulator.control('GET', `/deliveries?q=${q}`)).json.data
    const [delivery] = await found('test/before')
    expect(delivery).toMatchObject({ url: after, last_url: before })
    expect(await found('test/after')).toEqual([])
    const { json } = await attempt('POST', `/deliveries/${delivery.delivery_id}/redeliver?wait=30s`)
    expect(json).toMatchObject({ last_url: after, attempts: [{ url: before }, { url: after }] })
    expect([await found('test/before'), await found('test/after')]).toMatchObject([[{}], [{}]])
  })

  test('filters by what the last attempt was answered', async () => {
    const answers = [404, 500, 200]
    await using crm = await subscribe(emulator, pro, {
      respond: (_, response) => response.writeHead(answers.shift() ?? 200).end(),
    })
    for (let n = 0; n < 3; n++) {
      await triggered()
      await settled()
    }
    expect(crm.receiver.requests).toHaveLength(3)
    const found = async (response: string) =>
      ((await emulator.control('GET', `/deliveries?response=${response}`)).json.data as DeliveryView[]).map(
        ({ last_status_code }) => last_status_code,
      )
    expect(await found('404')).toEqual([404])
    expect(await found('4xx,200')).toEqual([200, 404])
    expect([await found('none'), await found('odd')]).toEqual([[], []])
    await crm.receiver.close()
    await triggered()
    await settled()
    expect(await found('none')).toEqual([null])
  })

  test('filters by what any attempt was answered, which need not be the last', async () => {
    await subscribeInbox(pro, 'crm')
    await emulator.control('PUT', '/inbox/crm', { status: 500, times: 1 })
    await triggered()
    await settled()
    await triggered()
    await emulator.advance({ by: 'PT1H' })
    await settled()
    const found = async (query: string) =>
      ((await emulator.control('GET', `/deliveries?${query}`)).json.data as DeliveryView[]).map(
        ({ attempt_count, last_status_code }) => [attempt_count, last_status_code],
      )
    expect(await found('any_response=5xx')).toEqual([[2, 200]])
    expect(await found('any_response=500,404')).toEqual([[2, 200]])
    expect(await found('response=5xx')).toEqual([])
    expect(await found('any_response=200')).toHaveLength(2)
    for (const other of ['404', 'none', 'odd']) expect(await found(`any_response=${other}`)).toEqual([])
  })

  test('an advance for a delivery ends where that is settled, and otherwise at its target', async () => {
    await subscribeInbox(pro, 'crm')
    await emulator.control('PUT', '/inbox/crm', { status: 500, times: 3 })
    const { deliveries } = await triggered()
    await settled()
    const { delivery_id } = deliveries[0] ?? {}
    const advance = async (body: object) => (await emulator.control('POST', '/clock/advance', body)).json
    const near = await advance({ by: 'PT1S', delivery_id })
    expect(near).toMatchObject({ now: '2026-03-10T03:00:01.000Z', fired: [] })
    const { now, fired } = await advance({ by: 'P2D', delivery_id })
    const { json } = await attempt('GET', `/deliveries/${delivery_id}`)
    expect(json).toMatchObject({ status: 'delivered', attempt_count: 4 })
    expect([now, fired.length]).toEqual([json.attempts[3].ended_at, 3])
    // It is settled already.
    expect(await advance({ by: 'P2D', delivery_id })).toMatchObject({ now, fired: [] })
    await expect(advance({ by: 'P1D', delivery_id: 'none' })).rejects.toThrow('There is no delivery')
  })

  test('redelivery to a deleted webhook is 409 (threat C12)', async () => {
    const { webhook_id } = await subscribeInbox(pro, 'crm')
    const event = await triggered()
    await settled()
    await pro.ask('DELETE', `/webhooks/${webhook_id}`)
    const reply = await attempt('POST', `/deliveries/${event.deliveries[0]?.delivery_id}/redeliver`)
    expect([reply.status, reply.json.error.code]).toEqual([409, 'webhook_deleted'])
    expect((await inbox('crm')).data).toHaveLength(1)
  })

  test('the signature is explained with the key, the bytes and the digest', async () => {
    const { secret } = await subscribeInbox(pro, 'crm')
    const event = await triggered()
    await settled()
    const { json } = await attempt('GET', `/deliveries/${event.deliveries[0]?.delivery_id}/signature`)
    const body = Buffer.from((await inbox('crm')).data[0]!.body.base64, 'base64')
    const digest = createHmac('sha256', secret).update(body).digest('hex')
    expect(json).toMatchObject({
      secret,
      digest_hex: digest,
      header: `sha256=${digest}`,
      signed_bytes: { length: body.length, text: body.toString(), hex: body.toString('hex') },
    })
  })

  test('an unknown delivery is 404', async () => {
    for (const path of ['', '/signature']) expect((await attempt('GET', `/deliveries/none${path}`)).status).toBe(404)
    expect((await attempt('POST', '/deliveries/none/redeliver')).status).toBe(404)
  })
})

describe('forwards', () => {
  const rules = [
    { from: 'https://crm.example.com', to: 'http://127.0.0.1:3000' },
    { from: 'https://other.example.com/base', to: 'https://localhost:8443/x' },
  ]

  test('are replaced as a whole, and what GET answers can be put back', async () => {
    expect((await attempt('PUT', '/forwards', rules)).json).toEqual({ data: rules, next_cursor: null })
    const read = (await attempt('GET', '/forwards')).json
    expect((await attempt('PUT', '/forwards', [rules[0]])).json.data).toEqual([rules[0]])
    expect((await attempt('PUT', '/forwards', read)).json).toEqual(read)
    expect((await attempt('PUT', '/forwards', [])).json.data).toEqual([])
  })

  test.each([
    ['no https source', [{ from: 'http://crm.example.com', to: 'http://127.0.0.1:3000' }]],
    ['a public target', [{ from: 'https://crm.example.com', to: 'http://8.8.8.8' }]],
    ['one source twice', [rules[0], { ...rules[0], from: 'https://crm.example.com/' }]],
    ['nothing', undefined],
    ['no rules', { rules }],
  ])('a list with %s is 422 and changes nothing', async (_, body) => {
    await emulator.control('PUT', '/forwards', rules)
    expect((await attempt('PUT', '/forwards', body)).status).toBe(422)
    expect((await attempt('GET', '/forwards')).json.data).toEqual(rules)
  })
})
