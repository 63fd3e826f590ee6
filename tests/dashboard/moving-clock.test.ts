import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { startReceiver } from '../support/receivers.ts'
import { type Dashboard, dashboardTest as test } from './support/dashboard-test.ts'

/** A delivery whose first attempt is answered with 500 and whose second hangs until it is let go; those after it get 500 again. */
async function withHangingSecondAttempt(world: WorldHandle, stack: AsyncDisposableStack) {
  const reached = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  let attempts = 0
  const receiver = stack.use(
    await startReceiver({
      respond: async (_, response) => {
        attempts += 1
        if (attempts === 2) {
          reached.resolve()
          await letGo.promise
        }
        response.writeHead(500).end()
      },
    }),
  )
  const url = 'https://crm.example.com/hooks'
  await world.client.send('PUT', ['sending'], { sending: 'everywhere' })
  await world.forwards.set([{ from: url, to: receiver.url }])
  await world.tenant('max').fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, events: ['call.missed'] }),
  })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ attempted: 'true' })
  return { delivery_id, reached: reached.promise, letGo: () => letGo.resolve() }
}

const ADVANCE = '**/clock/advance'

async function runToTheEnd({ page }: Dashboard) {
  const delivery = page.getByRole('region', { name: /^Delivery / })
  await delivery.getByRole('button', { name: 'Run to the end' }).click()
  await delivery.getByText('attempt 2 of 8, waiting for crm.example.com/hooks', { exact: true }).waitFor()
  return delivery
}

test('While a receiver hangs the page stands where the world does, and asks again by itself until the end is reached', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await using stack = new AsyncDisposableStack()
  const { delivery_id, letGo } = await withHangingSecondAttempt(world, stack)
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  let asked = 0
  const askedAgain = Promise.withResolvers<void>()
  // The emulator answers the first time before the end is reached, as it does a minute later by itself.
  await page.route(ADVANCE, route => {
    asked += 1
    if (asked === 2) askedAgain.resolve()
    const body = route.request().postDataJSON()
    return route.continue({ postData: JSON.stringify(asked === 1 ? { ...body, timeout: 'PT0.5S' } : body) })
  })
  const delivery = await runToTheEnd(dashboard)
  const { now } = await world.clock.get()
  const time = new Date(Date.parse(now) + 9 * 3_600_000).toISOString().slice(11, 19)
  await page.getByRole('timer', { name: 'Emulated time' }).getByText(time).waitFor()
  await page
    .getByRole('region', { name: 'Clock' })
    .getByText(/^The clock is moving to 2026-03-1\d \d\d:\d\d:\d\d JST$/)
    .waitFor()
  await askedAgain.promise
  await delivery.getByText('attempt 2 of 8, waiting for crm.example.com/hooks', { exact: true }).waitFor()
  letGo()
  await delivery.getByText('Failed: all 8 attempts failed, the last with 500').waitFor()
  // All of the way, with the attempt that was in flight in between.
  await page
    .getByRole('region', { name: 'Clock' })
    .getByText(/7 delivery attempts for 1 event, 6 failed and are tried again, 1 delivery failed$/)
    .waitFor()
  expect([asked, await page.getByRole('alert').count()]).toEqual([2, 0])
  dashboard.forgive(/504/)
})

test('A move of the clock is stopped where it was asked for, and the banner says what it has brought about', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await using stack = new AsyncDisposableStack()
  const { delivery_id, letGo } = await withHangingSecondAttempt(world, stack)
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const delivery = await runToTheEnd(dashboard)
  await delivery.getByRole('button', { name: 'Stop', exact: true }).click()
  const clock = page.getByRole('region', { name: 'Clock' })
  await clock.getByText(/^Stopped before 2026-03-1\d \d\d:\d\d:\d\d JST$/).waitFor()
  letGo()
  await delivery.getByText(/^Retrying: 2 attempts failed, most recently with 500, 6 left$/).waitFor()
  expect((await world.deliveries.get(delivery_id)).attempts).toHaveLength(2)
  dashboard.forgive(/503/)
})
