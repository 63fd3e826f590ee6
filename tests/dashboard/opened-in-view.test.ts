import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { callTwice } from '../support/misbehave.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

const ROWS = 24

/** So many events, each with a delivery. */
async function deliver(world: WorldHandle): Promise<void> {
  await registerWebhook(world, { inbox: 'crm' })
  for (let n = 1; n <= ROWS; n++)
    await world.events.trigger({ tenant: 'max', event: 'call.missed', data: { external_id: `crm-${n}` } })
  await world.clock.advance({ by: 'PT1S' })
}

/** Whether all of a row is below the head of its list and above its foot. */
async function expectInView(page: Page, row: Locator, about: string): Promise<void> {
  await row.waitFor()
  const [head, list, box] = await Promise.all([
    page.getByRole('columnheader').first().locator('..').boundingBox(),
    page.getByRole('grid').boundingBox(),
    row.boundingBox(),
  ])
  expect(box?.y ?? 0, `top of ${about}`).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1)
  expect((box?.y ?? 0) + (box?.height ?? 0), `foot of ${about}`).toBeLessThanOrEqual(
    (list?.y ?? 0) + (list?.height ?? 0) + 1,
  )
}

test('Whatever is opened by its address is whole in view in its list, also where it would be the first below its edge', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await deliver(world)
  for (let n = 0; n < ROWS; n++)
    await world
      .tenant('max')
      .fetch('/customers')
      .then(reply => reply.text())
  const [deliveries, events, requests] = await Promise.all([
    world.deliveries.list({ limit: ROWS }),
    world.client.list<{ event_id: string }>(['events'], { limit: ROWS }),
    world.requests.list({ limit: ROWS }),
  ])
  for (const [place, ids] of [
    ['webhooks/deliveries', deliveries.map(({ delivery_id }) => delivery_id)],
    ['webhooks/events', events.map(({ event_id }) => event_id)],
    ['requests', requests.map(({ request_id }) => request_id)],
  ] as const) {
    await dashboard.open(`${place}/${ids[0]}`)
    const newest = page.getByRole('row', { selected: true })
    await newest.waitFor()
    const [list, row] = await Promise.all([page.getByRole('grid').boundingBox(), newest.boundingBox()])
    const edge = Math.floor(((list?.y ?? 0) + (list?.height ?? 0) - (row?.y ?? 0)) / (row?.height ?? 1))
    for (const index of [edge - 1, edge, edge + 1]) {
      await dashboard.open('limits/max')
      await dashboard.open(`${place}/${ids[index]}`)
      await expectInView(page, page.getByRole('row', { selected: true }), `row ${index} of ${place}`)
    }
  }
})

test('The row that the keys go to is whole in view, and so is what is pressed once its list has become narrow', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await deliver(world)
  await dashboard.open('webhooks/deliveries')
  await page.getByRole('grid').focus()
  for (let n = 1; n <= ROWS; n++) {
    await page.keyboard.press('j')
    await expectInView(page, page.locator('[role="row"][data-cursor]'), `row ${n} of the keys`)
  }
  await page.keyboard.press('Home')
  for (const text of ['crm-10', 'crm-6']) {
    await page.getByRole('row', { name: text }).first().click()
    await page.getByRole('region', { name: /^Delivery / }).waitFor()
    await expectInView(page, page.getByRole('row', { selected: true }), text)
    await page.keyboard.press('Escape')
  }
})

test('A rule that was opened in its place in a narrow window is in view in the list that a wider one has beside it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await callTwice(world, 'click-to-call/3.1 (browser)')
  await page.setViewportSize({ width: 1_024, height: 600 })
  await dashboard.open('client/call_without_external_id')
  await page.getByRole('region', { name: 'call_without_external_id', exact: true }).waitFor()
  await page.setViewportSize({ width: 1_440, height: 440 })
  const list = page.getByRole('region', { name: 'Rules', exact: true })
  const row = list.getByRole('link', { name: /Gives calls an external_id/ }).and(page.locator('[aria-current]'))
  await row.waitFor()
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const [around, box] = await Promise.all([list.boundingBox(), row.boundingBox()])
  expect(box?.y ?? 0).toBeGreaterThanOrEqual(around?.y ?? 0)
  // A list scrolls by whole pixels, a row may end between two.
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((around?.y ?? 0) + (around?.height ?? 0) + 1)
})
