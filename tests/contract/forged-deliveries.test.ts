import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { DELIVERY_HEADERS } from '../../server/contract/events.ts'
import type { AdvanceResult, PlannedPage } from '../../server/control/protocol/clock.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { EventView } from '../../server/control/protocol/events.ts'
import type { FaultBody, FaultView } from '../../server/control/protocol/faults.ts'
import { verifySignature } from '../../server/index.ts'
import { TestEmulator } from '../support/api.ts'
import type { ReceivedRequest } from '../support/receivers.ts'
import { inspect, type Subscriber, subscribe } from '../support/subscriber.ts'

async function forge(emulator: TestEmulator, effect: FaultBody['effect'], times?: number): Promise<FaultView> {
  const reply = await emulator.control('POST', '/faults', { effect, times })
  expect(reply.status).toBe(201)
  return reply.json
}

/** Lets an event happen and waits until nothing is due any more; gives back its id. */
async function happen(emulator: TestEmulator): Promise<string> {
  const { event_id } = (await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })).json
  await emulator.advance({ by: 'PT1S' })
  return event_id
}

const signatureOf = ({ headers }: ReceivedRequest) =>
  headers[DELIVERY_HEADERS.signature.toLowerCase()] as string | undefined
const verifies = ({ secret }: Subscriber, request: ReceivedRequest) =>
  verifySignature({ secret, body: request.body, header: signatureOf(request) })

describe('forge', () => {
  test.each(['wrong_secret', 'tampered', 'no_header'] as const)(
    '%s sends one POST beside the genuine one that no receiver who verifies takes',
    async how => {
      await using emulator = await TestEmulator.start({ fixture: 'empty' })
      await using crm = await subscribe(emulator, await emulator.tenant('pro'))
      const fault = await forge(emulator, { forge: how }, 1)
      const event_id = await happen(emulator)
      const [genuine, forged, ...more] = crm.receiver.requests as [ReceivedRequest, ReceivedRequest]
      expect(more).toEqual([])
      expect([verifies(crm, genuine), verifies(crm, forged)]).toEqual([true, false])
      expect(signatureOf(forged) === undefined).toBe(how === 'no_header')
      expect(signatureOf(forged) === signatureOf(genuine)).toBe(false)
      // Nothing else gives it away.
      const said = [JSON.parse(String(genuine.body)), JSON.parse(String(forged.body))]
      expect(said[0].event_id).toBe(event_id)
      expect(said[1]).toEqual({
        ...said[0],
        event_id: expect.stringMatching(/^evt_[0-9a-f]{24}$/),
        ...(how === 'tampered' ? { forged: true } : {}),
      })
      expect(said[1].event_id).not.toBe(event_id)
      const { deliveries, delivery } = inspect(emulator)
      expect(await deliveries('forged=false')).toMatchObject([{ event_id, fault: null, forged: null }])
      const [shown] = await deliveries('forged=true')
      expect(shown).toMatchObject({ event_id: said[1].event_id, fault: fault.id, forged: how, status: 'delivered' })
      const { request_headers, attempts, forgery } = await delivery(shown?.delivery_id ?? '')
      expect(attempts).toMatchObject([{ request_headers }])
      const [beside] = await deliveries('forged=false')
      const signed = forgery?.signed ?? null
      expect(forgery).toEqual({ beside: beside?.delivery_id, signed })
      expect(await delivery(beside?.delivery_id ?? '')).toMatchObject({ forgery: null })
      // What was signed before it was changed is told where the secret of the webhook has signed it.
      expect(signed !== null).toBe(how === 'tampered')
      if (signed !== null)
        expect(verifySignature({ secret: crm.secret, body: Buffer.from(signed), header: signatureOf(forged) })).toBe(
          true,
        )
      expect((await emulator.control('GET', '/faults')).json.data).toMatchObject([{ fired: 1, times: 1 }])
    },
  )

  test('is no send, is not sent again, and is in neither what was not delivered nor the coverage', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    let refused = 0
    await using crm = await subscribe(emulator, pro, {
      respond: (request, response) => {
        const genuine = verifies(crm, request)
        if (!genuine) refused += 1
        response.writeHead(genuine ? 204 : 401).end()
      },
    })
    await forge(emulator, { forge: 'no_header' }, 1)
    await happen(emulator)
    await emulator.advance({ by: 'P2D' })
    const { deliveries, ledger } = inspect(emulator)
    const [forged] = await deliveries('forged=true')
    expect([refused, forged]).toEqual([1, expect.objectContaining({ status: 'failed', next_attempt_at: null })])
    expect(await ledger()).toEqual([])
    const coverage = (await emulator.control('GET', '/coverage')).json
    expect(coverage.events.find(({ event }: { event: string }) => event === 'call.missed')).toEqual({
      event: 'call.missed',
      count: 1,
    })
    const [webhook] = (await emulator.control('GET', '/webhooks')).json.data
    expect(webhook).toMatchObject({ deliveries: { delivered: 1, failed: 0 }, last_attempt: { delivered: true } })
    await happen(emulator)
    expect(crm.receiver.requests).toHaveLength(3)
  })

  test('is told apart from what was sent, and by whether its receiver took it', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    let taken = true
    await using crm = await subscribe(emulator, pro, {
      respond: (request, response) => response.writeHead(taken || verifies(crm, request) ? 204 : 401).end(),
    })
    const fault = await forge(emulator, { forge: 'wrong_secret' }, 2)
    const told = async () => {
      const script = [{ after: 'PT1S', to: 'missed_call' }]
      await emulator.control('POST', '/calls', {
        tenant: 'pro',
        call_type: 'inbound',
        phone_number: '+81312345678',
        script,
      })
      return (await emulator.advance({ by: 'PT1S' })) as unknown as AdvanceResult
    }
    const { fired, happened } = await told()
    expect(happened).toMatchObject({
      says: '1 call missed, 1 delivery attempt for 1 event, 1 forgery sent (accepted by the receiver).',
      attempts: { sent: 1, events: 1, acknowledged: 1, failed: 0 },
      by_fault: { forged: 1, forged_accepted: 1, repeated: 0, late: 0 },
    })
    const sent = fired.filter(({ kind }) => kind === 'webhook.attempt')
    expect(sent.map(({ forged, fault: by }) => [forged, by])).toEqual([
      [undefined, undefined],
      ['wrong_secret', fault.id],
    ])
    taken = false
    expect((await told()).happened.says).toBe(
      '1 call missed, 1 delivery attempt for 1 event, 1 forgery sent (not accepted by the receiver).',
    )
    const { data } = (await emulator.control('GET', '/events')).json as Page<EventView>
    expect(data[0]).toMatchObject({ origin: 'forged', deliveries: [{ fault: fault.id, forged: 'wrong_secret' }] })
    expect(data[1]).toMatchObject({ origin: 'call', deliveries: [{ fault: null, forged: null }] })
  })

  test('an advance tells what a fault has delayed and repeated', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await using _crm = await subscribe(emulator, await emulator.tenant('pro'))
    await forge(emulator, { delay: 'PT30S', duplicate: 1 }, 1)
    await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
    const { happened } = (await emulator.advance({ by: 'PT1H' })) as unknown as AdvanceResult
    expect(happened.says).toBe(
      'The minute limit of 1 tenant reset, 2 delivery attempts for 1 event, 1 of them late by a fault, 1 of them repeated by a fault.',
    )
    expect(happened.by_fault).toEqual({ forged: 0, forged_accepted: 0, repeated: 1, late: 1 })
  })

  test('is planned once, under its name, while what goes before it has not been answered', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const arrived = Promise.withResolvers<ServerResponse>()
    await using crm = await subscribe(emulator, await emulator.tenant('pro'), {
      respond: (_, response) => arrived.resolve(response),
    })
    await forge(emulator, { forge: 'tampered' }, 1)
    await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
    const genuine = await arrived.promise
    const [forged] = await inspect(emulator).deliveries('forged=true')
    const { data } = (await emulator.control('GET', `/clock/planned?delivery_id=${forged?.delivery_id}&until=P31D`))
      .json as PlannedPage
    expect(data).toMatchObject([
      { says: `Forgery of call.missed to ${crm.url}.`, attempt: 1, scheduled: null, forged: 'tampered', only_if: null },
    ])
    genuine.end()
  })

  test('counts no send of the day', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await using crm = await subscribe(emulator, pro)
    await forge(emulator, { forge: 'tampered' })
    await happen(emulator)
    expect(crm.receiver.requests).toHaveLength(2)
    expect(await pro.limits()).toMatchObject({ webhook_sends: { used: 1 } })
  })

  test('is not spent when its webhook was switched off before it was sent', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    const arrived = Promise.withResolvers<ServerResponse>()
    await using crm = await subscribe(emulator, pro, { respond: (_, response) => arrived.resolve(response) })
    await forge(emulator, { forge: 'no_header' }, 1)
    await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
    const genuine = await arrived.promise
    await pro.put(`/webhooks/${crm.webhook_id}`, { is_enabled: false })
    genuine.end()
    await emulator.advance({ by: 'PT1S' })
    expect(crm.receiver.requests).toHaveLength(1)
    expect(await inspect(emulator).deliveries('forged=true')).toMatchObject([{ status: 'cancelled', attempt_count: 0 }])
    expect((await emulator.control('GET', '/faults')).json.data).toMatchObject([{ fired: 0 }])
  })

  test('has no signature to explain', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await using crm = await subscribe(emulator, await emulator.tenant('pro'))
    await forge(emulator, { forge: 'wrong_secret' })
    await happen(emulator)
    expect(crm.receiver.requests).toHaveLength(2)
    const [forged] = await inspect(emulator).deliveries('forged=true')
    const reply = await emulator.attempt('GET', `/deliveries/${forged?.delivery_id}/signature`)
    expect([reply.status, reply.json.error.code]).toEqual([409, 'forged_delivery'])
  })

  test('survives a snapshot, forged as it was', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await using crm = await subscribe(emulator, await emulator.tenant('pro'))
    await forge(emulator, { forge: 'tampered' }, 1)
    await happen(emulator)
    const [before] = await inspect(emulator).deliveries('forged=true')
    const detail = await inspect(emulator).delivery(before?.delivery_id ?? '')
    await emulator.control('PUT', '/snapshots/forged', {})
    await emulator.control('POST', '/snapshots/forged/restore', {})
    expect(crm.receiver.requests).toHaveLength(2)
    expect(await inspect(emulator).delivery(before?.delivery_id ?? '')).toEqual(detail)
  })

  test.each([
    [{ forge: 'wrong' }, 'effect.forge'],
    [{ forge: 'tampered', delay: 'PT1S' }, 'a fault of its own'],
    [{ forge: 'tampered', status: 503 }, 'Create two faults'],
  ])('%o is refused with the way out', async (effect, message) => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const reply = await emulator.attempt('POST', '/faults', { effect })
    expect([reply.status, reply.json.error.message]).toEqual([422, expect.stringContaining(message)])
  })
})
