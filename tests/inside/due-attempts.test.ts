import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { InsideEmulator } from '../support/inside.ts'
import { inspect, subscribe, subscribeInbox } from '../support/subscriber.ts'

const NOON = Date.parse('2026-03-10T03:00:00Z')
const noon = (seconds: number) => new Date(NOON + seconds * 1_000).toISOString()

/** An emulator whose machine has a clock that the test moves. */
async function onMovedClock() {
  let passed = 0
  const wall = { now: () => NOON + passed, elapsed: () => passed, boot: () => undefined, after: () => () => {} }
  const emulator = await InsideEmulator.start({ fixture: 'empty', wall })
  const pass = (milliseconds: number) => {
    passed += milliseconds
  }
  return { emulator, pass }
}

/** A receiver that the test lets answer, and whom it asks how many deliveries have arrived. */
function patient() {
  const waiting: ServerResponse[] = []
  let arrived = 0
  const watching = new Set<() => void>()
  return {
    respond: (_: unknown, response: ServerResponse) => {
      waiting.push(response)
      arrived += 1
      for (const look of watching) look()
    },
    reached: (count: number) =>
      new Promise<void>(resolve => {
        const look = () => arrived >= count && resolve()
        watching.add(look)
        look()
      }),
    answer: (status: number) => waiting.shift()?.writeHead(status).end(),
  }
}

const trigger = async (emulator: InsideEmulator, tenant = 'pro') =>
  (await emulator.control('POST', '/events', { tenant, event: 'call.completed' })).json
const settled = (emulator: InsideEmulator) => emulator.emulator.defaultWorld.runtime.kernel.settled()

/** Of each attempt of the oldest deliveries first: when it was due, when it was made, and why not then. */
async function attemptsOf(emulator: InsideEmulator) {
  const { deliveries, delivery } = inspect(emulator)
  const all = await Promise.all((await deliveries('limit=200')).reverse().map(one => delivery(one.delivery_id)))
  return all.map(({ attempts }) => attempts.map(one => [one.due_at, one.started_at, one.shifted_by]))
}

test('an advance makes each attempt when it is due, however slow its receiver is', async () => {
  const { emulator, pass } = await onMovedClock()
  await using _ = emulator
  await using _crm = await subscribe(emulator, await emulator.tenant('pro'), {
    respond: (_, response) => {
      pass(20_000)
      response.writeHead(500).end()
    },
  })
  await trigger(emulator)
  await trigger(emulator)
  await emulator.advance({ by: 'PT6M' })
  const instants = [0, 5, 305].map(at => [noon(at), noon(at), null])
  expect(await attemptsOf(emulator)).toEqual([instants, instants])
})

test('in a live world an attempt waits for the one before it to its webhook, and says so', async () => {
  const { emulator, pass } = await onMovedClock()
  await using _ = emulator
  const { respond, reached, answer } = patient()
  await using _crm = await subscribe(emulator, await emulator.tenant('pro'), { respond })
  await emulator.control('PUT', '/clock', { pace: 'live' })
  await trigger(emulator)
  await trigger(emulator)
  await reached(1)
  pass(12_000)
  answer(200)
  await reached(2)
  answer(200)
  await settled(emulator)
  expect(await attemptsOf(emulator)).toEqual([[[noon(0), noon(0), null]], [[noon(0), noon(12), 'webhook_busy']]])
})

test('where a world makes as many attempts at once as it can, the next one waits for any of them', async () => {
  const { emulator, pass } = await onMovedClock()
  await using _ = emulator
  await using stack = new AsyncDisposableStack()
  const { respond, reached, answer } = patient()
  const pro = await emulator.tenant('pro')
  for (let index = 0; index < 17; index++)
    stack.use(await subscribe(emulator, pro, { host: `crm-${index}.example.com`, respond }))
  await emulator.control('PUT', '/clock', { pace: 'live' })
  await trigger(emulator)
  await reached(16)
  pass(3_000)
  answer(200)
  await reached(17)
  for (let index = 0; index < 16; index++) answer(200)
  await settled(emulator)
  const made = (await attemptsOf(emulator)).flat()
  expect(made.filter(([, started_at]) => started_at !== noon(0))).toEqual([[noon(0), noon(3), 'world_busy']])
  expect(made.filter(([, , shifted_by]) => shifted_by === null)).toHaveLength(16)
})

test('what a disabled webhook has held back says when it was due, also after a snapshot of it was restored', async () => {
  const { emulator } = await onMovedClock()
  await using _ = emulator
  await emulator.assume('webhooks.disabled_drop', 'hold')
  const pro = await emulator.tenant('pro')
  const { respond, reached, answer } = patient()
  await using crm = await subscribe(emulator, pro, { respond })
  for (let attempt = 1; attempt <= 2; attempt++) {
    await trigger(emulator)
    await reached(attempt)
    answer(500)
    await settled(emulator)
  }
  await pro.put(`/webhooks/${crm.webhook_id}`, { is_enabled: false })
  await emulator.advance({ by: 'PT1H' })
  await pro.put(`/webhooks/${crm.webhook_id}`, { is_enabled: true })
  await reached(3)
  await emulator.control('PUT', '/snapshots/held-back', {})
  await emulator.control('POST', '/snapshots/held-back/restore', {})
  await reached(4)
  answer(200)
  answer(200)
  await reached(5)
  answer(200)
  await settled(emulator)
  const made = [
    [noon(0), noon(0), null],
    [noon(5), noon(3_600), 'disabled'],
  ]
  expect(await attemptsOf(emulator)).toEqual([made, made])
})

test('a delivery that another one overtakes, as a fault wants, is made before it was due', async () => {
  const { emulator } = await onMovedClock()
  await using _ = emulator
  await subscribeInbox(await emulator.tenant('pro'), 'crm')
  await emulator.control('POST', '/faults', { effect: { reorder: 'PT1M' }, times: 1 })
  await trigger(emulator)
  await emulator.advance({ by: 'PT10S' })
  await trigger(emulator)
  await emulator.advance({ by: 'PT2M' })
  expect(await attemptsOf(emulator)).toEqual([[[noon(60), noon(10), 'overtaken']], [[noon(10), noon(10), null]]])
})

test('an attempt that had not ended when a live world was saved is made later there, and says so', async () => {
  const { emulator, pass } = await onMovedClock()
  await using _ = emulator
  const { respond, reached, answer } = patient()
  await using _crm = await subscribe(emulator, await emulator.tenant('pro'), { respond })
  await emulator.control('PUT', '/clock', { pace: 'live' })
  await trigger(emulator)
  await reached(1)
  pass(4_000)
  await emulator.control('PUT', '/snapshots/in-flight', {})
  await emulator.control('POST', '/snapshots/in-flight/restore', {})
  await reached(2)
  answer(200)
  answer(200)
  await settled(emulator)
  expect(await attemptsOf(emulator)).toEqual([[[noon(0), noon(4), 'reopened']]])
})

test('a test and what is sent again by hand are due when they are asked for', async () => {
  const { emulator } = await onMovedClock()
  await using _ = emulator
  const pro = await emulator.tenant('pro')
  const { webhook_id } = await subscribeInbox(pro, 'crm')
  const { delivery_id } = (await pro.post(`/webhooks/${webhook_id}/test`, {})).json.data
  await emulator.advance({ by: 'PT7S' })
  await emulator.control('POST', `/deliveries/${delivery_id}/redeliver`, {})
  await settled(emulator)
  expect(await attemptsOf(emulator)).toEqual([
    [
      [noon(0), noon(0), null],
      [noon(7), noon(7), null],
    ],
  ])
})
