import { expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'
import { subscribe } from '../support/subscriber.ts'

/** A world with a receiver that has taken a request in and does not answer. */
async function hanging() {
  const emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const arrived = Promise.withResolvers<void>()
  const crm = await subscribe(emulator, pro, { respond: () => arrived.resolve() })
  return { emulator, pro, crm, arrived: arrived.promise }
}

test('a reset ends an advance that waits for a receiver, and says so', async () => {
  const { emulator, crm, arrived } = await hanging()
  await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.completed' })
  const advance = emulator.attempt('POST', '/clock/advance', { by: 'PT1H' })
  await arrived
  await emulator.control('POST', '/reset', {})
  const { status, json } = await advance
  expect([status, json.error.code]).toEqual([409, 'clock_stopped'])
  // After the reset nothing of before is left, and the clock moves.
  expect((await emulator.control('GET', '/deliveries')).json.data).toEqual([])
  await emulator.advance({ by: 'PT1H' })
  await crm[Symbol.asyncDispose]()
  await emulator[Symbol.asyncDispose]()
})

test('a reset ends a webhook test that waits for its receiver', async () => {
  const { emulator, pro, crm, arrived } = await hanging()
  const reply = pro.ask('POST', `/webhooks/${crm.webhook_id}/test`)
  await arrived
  await emulator.control('POST', '/reset', {})
  expect((await reply).status).toBe(503)
  expect((await reply).json.error.code).toBe('service_unavailable')
  await crm[Symbol.asyncDispose]()
  await emulator[Symbol.asyncDispose]()
})

test('removing a world ends what waits in it', async () => {
  const { emulator, crm } = await hanging()
  await emulator.tryControl('POST', '/worlds', { world_id: 'other', fixture: 'empty', clock: '2026-03-10T03:00:00Z' })
  const held = emulator.tryControl('GET', '/worlds/other/deliveries?wait=30s')
  await emulator.control('GET', '/clock')
  await emulator.tryControl('DELETE', '/worlds/other')
  expect((await held).status).toBe(404)
  await crm[Symbol.asyncDispose]()
  await emulator[Symbol.asyncDispose]()
})

test('closing ends an advance, a webhook test and a certification that wait, without a defect', async () => {
  const { emulator, pro, crm, arrived } = await hanging()
  // Their connections are cut when the grace is over.
  const given = (asked: Promise<unknown>) => asked.catch(() => undefined)
  const waiting = [
    given(pro.ask('POST', `/webhooks/${crm.webhook_id}/test`)),
    given(emulator.attempt('POST', '/certify', { url: crm.url, secret: crm.secret })),
  ]
  await arrived
  await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.completed' })
  waiting.push(given(emulator.attempt('POST', '/clock/advance', { by: 'PT1H' })))
  await emulator.control('GET', '/clock')
  const started = performance.now()
  // It throws when there was a defect.
  await emulator[Symbol.asyncDispose]()
  expect(performance.now() - started).toBeLessThan(8_000)
  await Promise.all(waiting)
  await crm[Symbol.asyncDispose]()
})
