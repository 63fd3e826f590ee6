import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { failDelivery, registerWebhook } from './support/webhook.ts'

test('Presented, the limits of one tenant lead back to all, and a refusal for want of a scope says which key gets past it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const key = world.tenant('pro').keys.reader ?? ''
  await ask(world, key, '/webhooks')
  const [request] = await world.requests.list()
  await dashboard.open('requests')
  await dashboard.follow(`requests/${request?.request_id}?present`)
  await page.getByText('A key with webhooks:manage gets past this.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send it with a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send it with a key' })
  expect(await dialog.getByRole('combobox', { name: 'Key' }).inputValue()).toMatch(/^pro · (?!reader)/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await dashboard.follow('limits/pro?present')
  await page.getByRole('link', { name: 'All tenants' }).click()
  await page.waitForURL(/\/limits\?present/)
  await page.getByRole('link', { name: /^max/ }).waitFor()
})

test('Presented, "Back" and Backspace lead from the limits of a refused request to that request, and stay away where a screen was chosen by its name', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  await ask(world, world.tenant('pro').key, '/customers')
  const [request] = await world.requests.list()
  await dashboard.open('live')
  await dashboard.follow(`requests/${request?.request_id}?present`)
  const back = page.getByRole('button', { name: /^Back/ })
  const limits = page.getByRole('link', { name: 'Show limits' }).first()
  for (const goBack of [() => back.click(), () => page.keyboard.press('Backspace')]) {
    await limits.click()
    await page.waitForURL(/\/limits\/pro\?present/)
    await back.waitFor()
    await goBack()
    await page.waitForURL(/\/requests\/.*present/)
    await limits.waitFor()
  }
  await page.getByRole('button', { name: 'Go to a screen' }).click()
  await page.getByRole('menuitem', { name: /^Limits/ }).click()
  await page.waitForURL(/\/limits\?present/)
  await back.waitFor({ state: 'hidden' })
})

test('Presented, the options of a field, the palette and a message are larger, as what they stand before is', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  const [request] = await world.requests.list()
  await page.context().grantPermissions(['clipboard-write'])
  await page.setViewportSize({ width: 1_280, height: 720 })
  const heightOf = async (shown: Locator) => {
    await shown.waitFor()
    return (await shown.boundingBox())?.height ?? 0
  }
  const heights = async () => {
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: 'Edit and resend' })
    await dialog.getByRole('combobox', { name: 'Key' }).click()
    const option = await heightOf(page.getByRole('option', { name: 'The same key' }))
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    const row = page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()
    const found = await heightOf(row)
    await page.keyboard.press('Escape')
    await row.waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    const message = page.locator('.mantine-Notification-root')
    // Its words are more where a part of what is copied is hidden.
    const said = await heightOf(message.getByRole('button').last())
    await message.getByRole('button').last().click()
    await message.waitFor({ state: 'detached' })
    return [option, found, said]
  }
  await dashboard.open('live')
  await dashboard.follow(`requests/${request?.request_id}`)
  await page.getByText('Every check passed.').waitFor()
  const usual = await heights()
  await dashboard.follow(`requests/${request?.request_id}?present`)
  await page.getByRole('button', { name: 'Leave' }).waitFor()
  const presented = await heights()
  for (const [index, height] of presented.entries()) expect(height / (usual[index] ?? 0)).toBeCloseTo(1.3, 1)
})

test('Presented in a low window, what the marks of Live mean is asked for where a notice has taken the room of the legend', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await page.setViewportSize({ width: 1_280, height: 720 })
  await dashboard.open('live')
  await dashboard.follow('live?present')
  const legend = page.getByRole('list', { name: 'What the marks mean' })
  await legend.waitFor()
  const ask = page.getByRole('button', { name: 'What the marks mean' })
  expect(await ask.count()).toBe(0)
  await page
    .getByRole('region', { name: 'Planned' })
    .getByRole('button', { name: /^Tokyo midnight/ })
    .click()
  await legend.waitFor({ state: 'detached' })
  await ask.click()
  await legend.getByText('attempt failed', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await legend.waitFor({ state: 'detached' })
})

test('In a window of 720 pixels the tabs of an open delivery, and the looks of an open body, stay below the head while it scrolls', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await ask(world, world.tenant('pro').key, '/customers')
  const [request] = await world.requests.list()
  await page.setViewportSize({ width: 1_280, height: 720 })
  const places = [
    { place: `webhooks/deliveries/${delivery_id}?tab=body`, role: 'tablist' },
    { place: `requests/${request?.request_id}`, role: 'radiogroup' },
    { place: `requests/${request?.request_id}?present`, role: 'radiogroup' },
  ] as const
  await dashboard.open('live')
  for (const { place, role } of places) {
    await dashboard.follow(place)
    const detail = page.locator('section').filter({ has: page.locator('> header') })
    const choice = detail.getByRole(role).first()
    await choice.waitFor()
    // So far that the top of what is chosen from would have gone under the head.
    const [panel, before] = [await detail.boundingBox(), await choice.boundingBox()]
    await detail.evaluate((section, by) => section.scrollBy(0, by), (before?.y ?? 0) - (panel?.y ?? 0) + 60)
    const [head, box] = [await detail.locator('> header').boundingBox(), await choice.boundingBox()]
    expect([place, head && box && box.y >= head.y + head.height - 1]).toEqual([place, true])
  }
})

test('On the chain of a delivery over many midnights no two names of midnights stand over each other', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.clock.advance({ by: 'P4D' })
  await world.inbox('crm').behave({ status: 200 })
  await world.deliveries.redeliver(delivery_id)
  await world.clock.advance({ by: 'PT1M' })
  await page.setViewportSize({ width: 1_280, height: 800 })
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const names = page.getByRole('figure').locator('small').filter({ hasText: 'Tokyo midnight' })
  await names.first().waitFor()
  const places = await names.evaluateAll(all =>
    all.map(one => one.getBoundingClientRect()).map(({ left, right }) => [left, right] as const),
  )
  for (const [index, [left]] of places.entries())
    if (index > 0) expect(left).toBeGreaterThanOrEqual(places[index - 1]?.[1] ?? 0)
})

test('Presented below the axis, the words of what a client did wrong have room for a sentence, and no button covers them', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await page.setViewportSize({ width: 1_280, height: 720 })
  await pro.limits.set({ day: { used: 'limit' } })
  await world.clock.advance({ by: 'PT20S' })
  const refused = await pro.fetch('/calls/initiate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: '+81312340001', staff_id: pro.staffIds[0], project_id: pro.projectIds[0] }),
  })
  expect(refused.status).toBe(429)
  const [{ request_id } = {}] = await world.requests.list()
  await world.clock.advance({ by: 'PT1M' })
  await dashboard.open('live')
  const finding = page.locator('[data-evidence] > div')
  const look = async () => {
    await dashboard.follow(`live/request/${request_id}?present`)
    await finding.waitFor()
    const words = await finding.locator('p').boundingBox()
    const button = await finding.getByRole('link').boundingBox()
    expect(words?.width).toBeGreaterThan(300)
    expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0)
    await page.getByRole('button', { name: /^(Leave|終了)/ }).click()
    await page.getByRole('navigation').first().waitFor()
  }
  await look()
  await inJapanese(page, look)
})

test('Presented, all deliveries of a webhook lead back to it, are named by its label, and say each external id whole', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const max = world.tenant('max')
  const { webhook_id } = await registerWebhook(world, {
    inbox: 'missed-board-token-9f8a7b',
    label: 'Missed-call board',
  })
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('missed-board-token-9f8a7b').behave({ status: 500 })
  const external_id = 'crm-deal-2026-03-10-1001'
  await world.calls.place({ tenant: 'max', phone_number: '+81312345678', external_id, project_id: max.projectIds[0] })
  await world.clock.advance({ by: 'PT5M' })
  await dashboard.open('webhooks/subscriptions')
  await dashboard.follow(`webhooks/subscriptions/${webhook_id}?present`)
  await page.getByRole('link', { name: 'All its deliveries' }).click()
  await page.getByRole('button', { name: 'Remove the filter: Webhook: Missed-call board' }).waitFor()
  const list = page.getByRole('grid', { name: 'Deliveries' })
  const id = list.getByRole('row').nth(1).getByText(external_id, { exact: true })
  await id.waitFor()
  expect(await id.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  const cell = list.getByRole('row').nth(1).getByRole('gridcell').last()
  expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  // What its filter says is in no column.
  expect(await list.getByRole('columnheader', { name: /^(?:URL|Webhook|Tenant)$/ }).count()).toBe(0)
  await page.getByRole('button', { name: /^Back/ }).waitFor()
  await page.keyboard.press('Backspace')
  await page.waitForURL(new RegExp(`/webhooks/subscriptions/${webhook_id}\\?present`))
  await page.keyboard.press('Backspace')
  await page.waitForURL(/\/webhooks\/subscriptions\?present/)
  // No call is meant there, and nothing stands in the place of one.
  expect(await page.getByRole('grid').getByText('–', { exact: true }).count()).toBe(0)
  await dashboard.follow('webhooks/deliveries?present')
  await list.getByText('Missed-call board', { exact: true }).first().waitFor()
  await list.getByTitle('https://inbox.ringback.test/crm', { exact: true }).getByText('inbox/crm').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented, a check that refused for want of a scope says which, and an answer of a fault can be sent for again where it is traced', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const refused = await fetch(`${world.baseUrl}/calls/initiate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${pro.keys.reader}`, 'Content-Type': 'application/json' },
    body: '{}',
  })
  await world.faults.add({ match: { path: '/customers*' }, effect: { status: 503 }, times: 1 })
  const hit = await ask(world, pro.key, '/customers')
  await dashboard.open('requests')
  await dashboard.follow(`requests/${refused.headers.get('X-Request-ID')}?present`)
  await page.getByRole('region', { name: 'Checks' }).getByText('needs calls:initiate', { exact: true }).waitFor()
  // What a button says when it is pointed at stands below it, not on what is hidden.
  const resend = page.getByRole('button', { name: 'Resend', exact: true })
  await resend.first().hover()
  const [button, tip] = [await resend.first().boundingBox(), await page.getByRole('tooltip').boundingBox()]
  expect(tip?.y).toBeGreaterThan(button?.y ?? 0)
  await dashboard.follow(`requests/${hit.headers.get('X-Request-ID')}?present`)
  await page.getByRole('link', { name: 'Show the fault' }).waitFor()
  // Beside the fault, and no second one at the head.
  expect(await resend.count()).toBe(1)
  await resend.click()
  await page
    .getByText(/^A replay of/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})
