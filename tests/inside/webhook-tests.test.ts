import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/cli.ts'
import { InsideEmulator } from '../support/inside.ts'
import { inspect, subscribe } from '../support/subscriber.ts'

test('a webhook test whose outcome cannot be written down is a 500, has failed, and gives its slot of the day back', async () => {
  await using emulator = await InsideEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const arrived = Promise.withResolvers<ServerResponse>()
  await using crm = await subscribe(emulator, pro, { respond: (_, response) => arrived.resolve(response) })
  const asked = pro.ask('POST', `/webhooks/${crm.webhook_id}/test`)
  const response = await arrived.promise
  const { deliveries } = emulator.emulator.defaultWorld.runtime.services
  deliveries.recordTest = () => {
    throw new Error('No room left.')
  }
  const before = (await pro.limits()).day.used
  response.writeHead(200).end()
  expect((await asked).status).toBe(500)
  expect((await pro.limits()).day.used).toBe(before - 1)
  expect(await inspect(emulator).deliveries()).toMatchObject([{ status: 'failed', last_error: 'interrupted' }])
  expect(emulator.defects.splice(0)).toHaveLength(1)
})

test('a webhook test that the process did not outlive is no success: its quota is given back, its delivery has failed', async () => {
  using folder = temporaryFolder()
  const store = folder.path
  {
    await using emulator = await InsideEmulator.start({ fixture: 'empty', store })
    const pro = await emulator.tenant('pro')
    const arrived = Promise.withResolvers<void>()
    await using crm = await subscribe(emulator, pro, { respond: () => arrived.resolve() })
    const waiting = pro.ask('POST', `/webhooks/${crm.webhook_id}/test`)
    await arrived.promise
    expect((await pro.limits()).day.used).toBe(2)
    emulator.emulator.defaultWorld.close('stopped')
    expect((await waiting).status).toBe(503)
  }
  await using emulator = await InsideEmulator.start({ store })
  const pro = await emulator.tenant('pro')
  expect((await pro.limits()).day.used).toBe(1)
  const [delivery] = await inspect(emulator).deliveries()
  expect(delivery).toMatchObject({ status: 'failed', last_error: 'interrupted', attempt_count: 0 })
})
