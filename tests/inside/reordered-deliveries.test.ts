import { expect, test } from 'vitest'
import { InsideEmulator } from '../support/inside.ts'
import { subscribe } from '../support/subscriber.ts'

test('a fault that reorders makes one first attempt when its time is up while the one that overtakes it is under way', async () => {
  let passed = 0
  const wall = {
    now: () => Date.parse('2026-03-10T03:00:00Z') + passed,
    elapsed: () => passed,
    boot: () => undefined,
    after: () => () => {},
  }
  await using emulator = await InsideEmulator.start({ fixture: 'empty', wall })
  const answers: (() => void)[] = []
  const underWay = Promise.withResolvers<void>()
  await using crm = await subscribe(emulator, await emulator.tenant('pro'), {
    respond: (_, response) => {
      answers.push(() => response.end())
      if (passed > 0) response.writeHead(500).end()
      underWay.resolve()
    },
  })
  await emulator.control('PUT', '/clock', { pace: 'live' })
  await emulator.control('POST', '/faults', { effect: { reorder: 'PT1S' }, times: 1 })
  const body = { tenant: 'pro', event: 'call.completed' }
  const first = (await emulator.control('POST', '/events', body)).json.event_id
  const second = (await emulator.control('POST', '/events', body)).json.event_id
  await underWay.promise
  passed = 2_000
  await emulator.control('GET', '/clock')
  answers[0]?.()
  await emulator.emulator.defaultWorld.runtime.kernel.settled()
  expect(crm.receiver.requests.map(({ body }) => JSON.parse(String(body)).event_id)).toEqual([second, first])
})
