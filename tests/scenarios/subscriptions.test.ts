import type { ServerResponse } from 'node:http'
import { verify } from '@octokit/webhooks-methods'
import { beforeEach, describe, expect, test } from 'vitest'
import { TEN_SECONDS_TO_MIDNIGHT, TestEmulator, type TestTenant } from '../support/api.ts'
import type { ReceivedRequest } from '../support/receivers.ts'
import { inspect, subscribe, subscribeInbox } from '../support/subscriber.ts'

let emulator: TestEmulator
let pro: TestTenant
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty', clock: TEN_SECONDS_TO_MIDNIGHT })
  pro = await emulator.tenant('pro')
  return () => emulator[Symbol.asyncDispose]()
})

const trigger = async (body: Record<string, unknown> = {}) =>
  (await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.completed', ...body })).json
/** Resolves when nothing is due or in flight. */
const settled = () => emulator.advance({ by: 'PT0S' })
const failing = (_: ReceivedRequest, response: ServerResponse) => response.writeHead(500).end()
const externalIds = (requests: readonly ReceivedRequest[]) =>
  requests.map(request => JSON.parse(request.body.toString()).external_id)

/** A receiver whose answers the test gives itself. */
function held() {
  const waiting: ServerResponse[] = []
  let arrive = () => {}
  return {
    respond: (_: ReceivedRequest, response: ServerResponse) => {
      waiting.push(response)
      arrive()
    },
    arrived: (count: number) =>
      new Promise<void>(resolve => {
        arrive = () => waiting.length >= count && resolve()
        arrive()
      }),
    answer: (status: number) => waiting.shift()?.writeHead(status).end(),
  }
}

describe('deleting a webhook', () => {
  test('stops what is pending at once, and says so in the ledger (threat C12)', async () => {
    await using crm = await subscribe(emulator, pro, { respond: failing })
    await trigger({ data: { external_id: 'crm-1' } })
    await settled()
    expect((await pro.ask('DELETE', `/webhooks/${crm.webhook_id}`)).status).toBe(204)
    await emulator.advance({ by: 'P3D' })
    expect(crm.receiver.requests).toHaveLength(1)
    const { deliveries, ledger } = inspect(emulator)
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ status: 'cancelled', attempt_count: 1, next_attempt_at: null })
    expect(await ledger()).toMatchObject([
      {
        fact: 'delivery_cancelled',
        reason: 'deleted',
        webhook_id: crm.webhook_id,
        delivery_id: delivery?.delivery_id,
        event_id: delivery?.event_id,
        external_id: 'crm-1',
      },
    ])
  })

  test('lets the attempt in flight end, and starts none of those that queue behind it (threat C12)', async () => {
    const { respond, arrived, answer } = held()
    await using crm = await subscribe(emulator, pro, { respond })
    for (let index = 0; index < 10; index++) await trigger()
    await arrived(1)
    await pro.ask('DELETE', `/webhooks/${crm.webhook_id}`)
    answer(500)
    await emulator.advance({ by: 'P3D' })
    expect(crm.receiver.requests).toHaveLength(1)
    const rows = await inspect(emulator).deliveries()
    expect(rows.map(row => [row.status, row.attempt_count])).toEqual([
      ...Array(9).fill(['cancelled', 0]),
      ['cancelled', 1],
    ])
  })

  test('an attempt in flight that succeeds after the deletion is told as delivered', async () => {
    const { respond, arrived, answer } = held()
    await using crm = await subscribe(emulator, pro, { respond })
    await trigger()
    await arrived(1)
    await pro.ask('DELETE', `/webhooks/${crm.webhook_id}`)
    answer(200)
    await settled()
    expect(await inspect(emulator).deliveries()).toMatchObject([{ status: 'delivered', attempt_count: 1 }])
  })

  test('events that happen afterwards are not for it', async () => {
    const { webhook_id } = await subscribeInbox(pro, 'crm')
    await pro.ask('DELETE', `/webhooks/${webhook_id}`)
    expect((await trigger()).deliveries).toEqual([])
  })
})

describe('disabling a webhook', () => {
  const disable = (webhook_id: number) => pro.put(`/webhooks/${webhook_id}`, { is_enabled: false })
  const enable = (webhook_id: number) => pro.put(`/webhooks/${webhook_id}`, { is_enabled: true })

  test('drops what is pending; enabling it again brings nothing back (threat C12)', async () => {
    await using crm = await subscribe(emulator, pro, { respond: failing })
    await trigger()
    await settled()
    await disable(crm.webhook_id)
    await emulator.advance({ by: 'PT1H' })
    await enable(crm.webhook_id)
    await emulator.advance({ by: 'P3D' })
    expect(crm.receiver.requests).toHaveLength(1)
    expect(await inspect(emulator).deliveries()).toMatchObject([{ status: 'cancelled', attempt_count: 1 }])
    expect(await inspect(emulator).ledger()).toMatchObject([{ fact: 'delivery_cancelled', reason: 'disabled' }])
  })

  test('holds what is pending where the register says so, until it is enabled again', async () => {
    await emulator.assume('webhooks.disabled_drop', 'hold')
    const answers = [500]
    await using crm = await subscribe(emulator, pro, {
      respond: (_, response) => response.writeHead(answers.shift() ?? 200).end(),
    })
    await trigger()
    await settled()
    await disable(crm.webhook_id)
    await emulator.advance({ by: 'PT1H' })
    expect(crm.receiver.requests).toHaveLength(1)
    expect(await inspect(emulator).deliveries()).toMatchObject([{ status: 'pending' }])
    await enable(crm.webhook_id)
    await settled()
    expect(crm.receiver.requests).toHaveLength(2)
    const [delivery] = await inspect(emulator).deliveries()
    expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 2 })
    // Under the other value there would have been no second attempt.
    expect((await inspect(emulator).delivery(delivery?.delivery_id ?? '')).assumptions).toContain(
      'webhooks.disabled_drop',
    )
  })

  test('what was held back goes on with its schedule, not from its beginning', async () => {
    await emulator.assume('webhooks.disabled_drop', 'hold')
    await emulator.assume('webhooks.retry_schedule', ['PT5S', 'PT5M'])
    await using crm = await subscribe(emulator, pro, { respond: failing })
    await trigger()
    await settled()
    await disable(crm.webhook_id)
    await emulator.advance({ by: 'PT1H' })
    await enable(crm.webhook_id)
    await emulator.advance({ by: 'P1D' })
    expect(crm.receiver.requests).toHaveLength(3)
    expect(await inspect(emulator).deliveries()).toMatchObject([{ status: 'failed', attempt_count: 3 }])
  })

  test.each([['drop'], ['hold']])('events that happen meanwhile are lost, with %s too', async value => {
    await emulator.assume('webhooks.disabled_drop', value)
    const { webhook_id } = await subscribeInbox(pro, 'crm')
    await disable(webhook_id)
    await trigger()
    await enable(webhook_id)
    await emulator.advance({ by: 'P1D' })
    expect(await inspect(emulator).deliveries()).toEqual([])
    expect(await inspect(emulator).ledger()).toMatchObject([{ fact: 'delivery_suppressed', reason: 'disabled' }])
  })
})

describe('the daily limit of webhook sends', () => {
  test('the 5,001st event of the day is not delivered, nor later; the first after midnight in Tokyo is (threat C13)', async () => {
    await using crm = await subscribe(emulator, pro)
    await pro.setLimits({ webhook_sends: { used: 4_999 } })
    await trigger({ data: { external_id: '5000' } })
    expect((await trigger({ data: { external_id: '5001' } })).suppressed.reason).toBe('daily_send_limit')
    expect((await pro.limits()).webhook_sends).toMatchObject({ limit: 5_000, used: 5_000, remaining: 0 })
    await emulator.advance({ to: 'next-tokyo-midnight', offset: '-PT0.001S' })
    expect((await trigger()).event).toBeNull()
    await emulator.advance({ to: 'next-tokyo-midnight' })
    await trigger({ data: { external_id: 'tomorrow' } })
    await emulator.advance({ by: 'P2D' })
    expect(externalIds(crm.receiver.requests)).toEqual(['5000', 'tomorrow'])
    expect(await inspect(emulator).ledger()).toHaveLength(2)
  })

  test('counts an event once however many webhooks it goes to, and not at all when it goes to none (threat C13)', async () => {
    await trigger()
    expect((await pro.limits()).webhook_sends.used).toBe(0)
    for (const name of ['a', 'b', 'c']) await subscribeInbox(pro, name)
    await trigger()
    expect((await pro.limits()).webhook_sends.used).toBe(1)
  })

  test('retries of what was accepted go on over the limit and past midnight, uncounted (threat C13)', async () => {
    await using crm = await subscribe(emulator, pro, { respond: failing })
    await pro.setLimits({ webhook_sends: { used: 'limit-1' } })
    await trigger()
    await emulator.advance({ by: 'P3D' })
    expect(crm.receiver.requests).toHaveLength(8)
    expect((await pro.limits()).webhook_sends.used).toBe(0)
  })

  test('neither the tenant without a plan nor one on max meets the limit of pro (without C13)', async () => {
    const unplanned = await emulator.tenant('unplanned')
    await subscribeInbox(unplanned, 'crm')
    await unplanned.setLimits({ webhook_sends: { used: 1_000_000 } })
    expect((await trigger({ tenant: 'unplanned' })).deliveries).toHaveLength(1)
    const max = await emulator.tenant('max')
    await subscribeInbox(max, 'crm')
    await max.setLimits({ webhook_sends: { used: 49_999 } })
    expect((await trigger({ tenant: 'max' })).deliveries).toHaveLength(1)
    expect((await trigger({ tenant: 'max' })).event).toBeNull()
  })

  test('a test goes out over the limit, signed like any delivery, and is counted as a request only (threat C13)', async () => {
    await using crm = await subscribe(emulator, pro)
    await pro.setLimits({ webhook_sends: { used: 'limit' } })
    const used = (await pro.limits()).day.used
    const reply = await pro.ask('POST', `/webhooks/${crm.webhook_id}/test`)
    expect(reply.json.data).toMatchObject({ success: true, status_code: 200 })
    const [request] = crm.receiver.requests
    expect(request?.headers).toMatchObject({
      'x-service-event': 'webhook.test',
      'x-service-delivery': reply.json.data.delivery_id,
      'user-agent': 'Service-Webhook/1.0',
    })
    expect(JSON.parse(request?.body.toString() ?? '')).toMatchObject({
      event: 'webhook.test',
      event_id: reply.json.data.event_id,
    })
    expect(
      await verify(crm.secret, request?.body.toString() ?? '', String(request?.headers['x-service-signature'])),
    ).toBe(true)
    const after = await pro.limits()
    expect([after.day.used, after.webhook_sends.used]).toEqual([used + 1, 5_000])
  })

  test('a test that fails is not tried again', async () => {
    await using crm = await subscribe(emulator, pro, { respond: failing })
    expect((await pro.ask('POST', `/webhooks/${crm.webhook_id}/test`)).json.data.success).toBe(false)
    await emulator.advance({ by: 'P3D' })
    expect(crm.receiver.requests).toHaveLength(1)
    expect(await inspect(emulator).deliveries()).toMatchObject([{ event: 'webhook.test', status: 'failed' }])
  })
})

describe('what an event goes to', () => {
  test('webhooks share the id of the event; each delivery has one of its own, and the secret of its webhook (threat C2)', async () => {
    await using a = await subscribe(emulator, pro, { host: 'a.example.com' })
    await using b = await subscribe(emulator, pro, { host: 'b.example.com' })
    await trigger()
    await settled()
    const [one, other] = [a.receiver.requests[0], b.receiver.requests[0]]
    expect(one?.body.equals(other?.body as Buffer)).toBe(true)
    expect(one?.headers['x-service-delivery']).not.toBe(other?.headers['x-service-delivery'])
    for (const [request, own, foreign] of [
      [one, a.secret, b.secret],
      [other, b.secret, a.secret],
    ] as const) {
      const body = request?.body.toString() ?? ''
      const header = String(request?.headers['x-service-signature'])
      expect([await verify(own, body, header), await verify(foreign, body, header)]).toEqual([true, false])
    }
  })

  test('only webhooks of the tenant that subscribed to the kind', async () => {
    const completed = await subscribeInbox(pro, 'a', { events: ['call.completed'] })
    const missed = await subscribeInbox(pro, 'b', { events: ['call.missed'] })
    await subscribeInbox(await emulator.tenant('max'), 'c')
    const webhooks = async (event: string) =>
      (await trigger({ event })).deliveries.map((row: { webhook_id: number }) => row.webhook_id)
    expect(await webhooks('call.completed')).toEqual([completed.webhook_id])
    expect(await webhooks('call.missed')).toEqual([missed.webhook_id])
  })

  const [first, second] = [1, 2]
  test.each<[{ project_ids?: number[]; call_status?: string[] } | null, boolean]>([
    [{}, true],
    [null, true],
    [{ call_status: ['connected'] }, true],
    [{ call_status: ['busy', 'connected'] }, true],
    [{ call_status: ['missed_call', 'no_answer'] }, false],
    [{ project_ids: [first] }, true],
    [{ project_ids: [second] }, false],
    [{ project_ids: [second, first] }, true],
    [{ project_ids: [first], call_status: ['connected'] }, true],
    [{ project_ids: [first], call_status: ['busy'] }, false],
    [{ project_ids: [second], call_status: ['connected'] }, false],
    [{ call_status: [] }, false],
    [{ project_ids: [] }, false],
  ])('filters narrow it: %j on a connected call of the first project', async (filters, passes) => {
    await emulator.assume('requests.null_values', 'accept')
    // The table names projects by their place; their ids are those of the tenant.
    const project_ids = filters?.project_ids?.map(place => pro.view.project_ids[place - 1])
    await subscribeInbox(pro, 'crm', { filters: filters && { ...filters, ...(project_ids ? { project_ids } : {}) } })
    const event = await trigger()
    expect(event.deliveries).toHaveLength(passes ? 1 : 0)
    expect(await inspect(emulator).ledger('reason=filtered')).toHaveLength(passes ? 0 : 1)
    expect((await pro.limits()).webhook_sends.used).toBe(passes ? 1 : 0)
  })

  test('an empty filter lets everything pass where the register says so', async () => {
    await emulator.assume('webhooks.filter_semantics', 'empty_matches_everything')
    await subscribeInbox(pro, 'crm', { filters: { call_status: [], project_ids: [] } })
    expect((await trigger()).deliveries).toHaveLength(1)
  })
})
