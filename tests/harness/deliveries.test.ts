import { describe, expect, onTestFinished } from 'vitest'
import { test as worldTest } from '../../server/harness/vitest.ts'
import { signBody, verifySignature, type WorldHandle } from '../../server/index.ts'
import { startReferenceReceiver } from '../support/receivers/reference-receiver.ts'
import { startReceiver } from '../support/receivers.ts'

const test = worldTest.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T00:00:00Z' } })

async function subscribe(world: WorldHandle, url: string): Promise<{ webhook_id: number; secret: string }> {
  const answer = await world.tenant('pro').fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, events: ['call.completed', 'call.missed'] }),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { data: { webhook_id: number; secret: string } }).data
}

test('a missed call reaches an inbox, and its delivery is waited for by event and external id', async ({ world }) => {
  const inbox = world.inbox('crm')
  await subscribe(world, inbox.url)
  await world.callScripts.add({ match: { tenant: 'pro' }, steps: [{ after: 'PT9S', to: 'no_answer' }], times: 1 })
  const call = await world.calls.place({ tenant: 'pro', phone_number: '+81312345678', external_id: 'crm-1' })
  const awaited = world.deliveries.waitFor({ event: 'call.missed', external_id: 'crm-1' })
  await world.clock.advance({ by: 'PT1M' })
  const delivery = await awaited
  expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 1, external_id: 'crm-1', tenant: 'pro' })
  expect(await world.calls.get(call.call_id)).toMatchObject({ status: 'no_answer' })
  const [message] = await inbox.waitFor()
  expect(message).toMatchObject({ delivery_id: delivery.delivery_id, verified: true, event: 'call.missed' })
  expect((await world.deliveries.signature(delivery.delivery_id)).header).toBe(message?.headers['X-Service-Signature'])
  expect(await world.events.get(delivery.event_id)).toMatchObject({ event: 'call.missed', call_id: call.call_id })
})

test('a delivery that has failed once is found as soon as it was attempted, and can be sent again', async ({
  world,
}) => {
  const inbox = world.inbox('crm')
  await subscribe(world, inbox.url)
  await inbox.behave({ status: 500, times: 1 })
  await world.events.trigger({ tenant: 'pro', event: 'call.completed' })
  const failed = await world.deliveries.waitFor()
  expect(failed).toMatchObject({ status: 'pending', attempt_count: 1, last_status_code: 500 })
  const again = await world.deliveries.redeliver(failed.delivery_id)
  expect(again).toMatchObject({ delivery_id: failed.delivery_id, status: 'delivered', attempt_count: 2 })
  const [first, second] = await inbox.waitFor({ count: 2 })
  expect(second?.body).toEqual(first?.body)
})

test('a delivery whose first attempt is under way is waited for until it has been made', async ({ world }) => {
  const inbox = world.inbox('slow')
  await subscribe(world, inbox.url)
  await inbox.behave({ delay: 'PT0.3S' })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  expect(await world.deliveries.list()).toMatchObject([{ attempt_count: 0 }])
  expect(await world.deliveries.waitFor()).toMatchObject({ attempt_count: 1, status: 'delivered' })
})

test('waiting for a delivery that does not come tells why there is none', async ({ world }) => {
  await expect(world.deliveries.waitFor({ event: 'call.missed', timeout: 20 })).rejects.toThrow(
    'No delivery matches event=call.missed and has been attempted. No webhook received such an event',
  )
  await subscribe(world, world.inbox('crm').url)
  await world.tenant('pro').limits.set({ webhook_sends: { used: 'limit' } })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await expect(world.deliveries.waitFor({ event: 'call.missed', timeout: 20 })).rejects.toThrow(
    "The ledger's newest entry is daily_send_limit",
  )
  expect(await world.ledger.list()).toMatchObject([{ reason: 'daily_send_limit', event: 'call.missed' }])
})

test('a forward takes deliveries to a server of the test, where the signature holds', async ({ world }) => {
  await using receiver = await startReceiver()
  await world.forwards.add({ from: 'https://crm.example.com', to: receiver.url })
  const { secret } = await subscribe(world, 'https://crm.example.com/hooks')
  await world.events.trigger({ tenant: 'pro', event: 'call.completed', data: { 'data.duration_seconds': 42 } })
  await world.deliveries.waitFor({ status: 'delivered' })
  const [request] = receiver.requests
  const body = request?.body ?? Buffer.of()
  expect(JSON.parse(body.toString('utf8'))).toMatchObject({ data: { duration_seconds: 42 } })
  const header = String(request?.headers['x-service-signature'])
  expect(verifySignature({ secret, header, body })).toBe(true)
  expect(signBody({ secret, body })).toBe(header)
  expect(await world.forwards.get()).toEqual([{ from: 'https://crm.example.com', to: receiver.url }])
})

test('an inbox forgets, and two inboxes are two', async ({ world }) => {
  const [one, two] = [world.inbox('one'), world.inbox('two')]
  await subscribe(world, one.url)
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  expect(await one.waitFor()).toHaveLength(1)
  expect(await two.messages()).toEqual([])
  await one.clear()
  expect(await one.messages()).toEqual([])
  await expect(one.waitFor({ timeout: 20 })).rejects.toThrow('Inbox one has 0 messages, not 1.')
})

test('a call is driven by hand, and an impossible step names the possible ones', async ({ world }) => {
  const call = await world.calls.place({ tenant: 'max', phone_number: '+81312345678', call_type: 'inbound' })
  await world.calls.step(call.call_id, 'ringing')
  await world.calls.step(call.call_id, 'connected')
  await expect(world.calls.step(call.call_id, 'busy')).rejects.toMatchObject({ status: 409, code: 'impossible_step' })
  expect(await world.calls.step(call.call_id, 'ended')).toMatchObject({ status: 'connected', tenant: 'max' })
  expect((await world.calls.list({ tenant: 'max' })).map(({ call_id }) => call_id)).toEqual([call.call_id])
})

describe('certify', () => {
  test('a receiver that takes everything does not pass', async ({ world }) => {
    await using receiver = await startReceiver()
    const { passed, cases } = await world.certify({ url: `${receiver.url}/hooks`, secret: 'whsec_0123456789' })
    expect(passed).toBe(false)
    expect(cases.find(({ id }) => id === 'tampered_body')?.passed).toBe(false)
    // What it answers to forgeries is judged, and it is 200.
    const rows = await world.verdicts()
    expect(rows.find(({ rule }) => rule === 'accepts_forged')?.findings.map(({ message }) => message)).toEqual(
      [
        'a delivery that was signed with another secret',
        'a delivery whose body was altered after it was signed',
        'a delivery without a signature',
      ].map(what => `The receiver at ${receiver.url}/hooks answered 200 in a certification to ${what}.`),
    )
  })

  test('a function tells how often the receiver has done its work (finding R14)', async ({ world }) => {
    const secret = 'whsec_0123456789'
    const receiver = await startReferenceReceiver({ secret, parts: { remembers: 'nothing' } })
    onTestFinished(() => receiver.close())
    const { cases } = await world.certify({ url: receiver.url, secret, effects: () => receiver.worked.length })
    expect(cases.filter(({ outcome }) => outcome !== 'passed').map(({ id }) => id)).toEqual(['duplicate_worked_once'])
    const broken = await world.certify({
      url: receiver.url,
      secret,
      effects: () => Promise.reject(new Error('no table')),
    })
    expect(broken).toMatchObject({ passed: false, problem: expect.stringContaining('no table') })
  }, 30_000)
})
