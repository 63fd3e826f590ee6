import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask, requestIdOf } from './support/api.ts'
import { type Dashboard, dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

/** Of what is shown larger, in pixels of the window. */
const edgesOf = (element: Locator) =>
  element.evaluate(node => {
    const { left, right, top, bottom } = node.getBoundingClientRect()
    return { left, right, top, bottom }
  })

const isCut = (element: Locator) => element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
}

/** A call, answered and over, whose webhook fails at one receiver and arrives at another; and a call that its key may not place. */
async function placeCalls({ world }: Dashboard): Promise<{ placed: string; refused: string }> {
  const { key, keys, staffIds, projectIds } = world.tenant('pro')
  await registerWebhook(world, { tenant: 'pro', inbox: 'crm' })
  await registerWebhook(world, { tenant: 'pro', inbox: 'archive' })
  await world.inbox('crm').behave({ status: 503 })
  const place = (by: string | undefined, external_id: string) =>
    fetch(`${world.baseUrl}/calls/initiate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${by}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        phone_number: '03-5555-0001',
        staff_id: staffIds[0],
        project_id: projectIds[0],
        external_id,
      }),
    })
  const placed = requestIdOf(await place(key, 'kita-2101'))
  await world.clock.advance({ by: 'PT2M' })
  return { placed, refused: requestIdOf(await place(keys.reader, 'kita-2102')) }
}

test('Presented at 1280 × 800, what a refused request’s sender should do is in sight with the reason, and no answer or event is cut beside an empty space', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { placed, refused } = await placeCalls(dashboard)
  const opened = page.getByRole('region', { name: 'Opened' })
  await dashboard.open('live')
  await dashboard.follow(`live/request/${refused}?present`)
  const advice = opened.getByText('Report it to a person.')
  await advice.waitFor()
  expect((await edgesOf(advice)).bottom).toBeLessThan(800)
  await dashboard.follow(`live/request/${placed}?present`)
  const id = opened
    .getByRole('region', { name: 'Answer', exact: true })
    .getByText(/^"call_/)
    .first()
  await id.waitFor()
  const { top, bottom } = await edgesOf(id)
  expect(bottom - top).toBeLessThan(32)
  const [call] = await world.calls.list()
  await dashboard.follow(`live/call/${call?.call_id}?present`)
  const event = opened
    .getByRole('link', { name: 'call.completed' })
    .or(opened.getByRole('link', { name: 'call.missed' }))
  await event.waitFor()
  await opened.getByText('delivered', { exact: true }).waitFor()
  expect(await isCut(event)).toBe(false)
  await leave(page)
})

test('What used a limit opens right below the words that open it, beside what can be set of the limits', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  await dashboard.open('limits/pro')
  for (const present of ['', '?present']) {
    await dashboard.follow(`limits/pro${present}`)
    const opener = page.getByRole('button', { name: 'Requests this Tokyo day: what used it' })
    await opener.click()
    const usage = page.getByRole('dialog', { name: 'Requests this Tokyo day: what used it' })
    await usage.getByText('GET /customers').waitFor()
    const { left, top, right } = await edgesOf(usage)
    const from = await edgesOf(opener)
    expect([Math.round(left - from.left), top > from.bottom && top < from.bottom + 10], present).toEqual([0, true])
    if (present === '') {
      const minute = page.getByRole('region', { name: 'Requests this minute', exact: true })
      expect((await edgesOf(minute.getByRole('button', { name: 'One left' }))).left).toBeGreaterThan(right)
    }
    await page.keyboard.press('Escape')
    await usage.waitFor({ state: 'detached' })
  }
  await leave(page)
})

test('Presented after midnight, a request of the day before has its date in the line of its time, and a fault is no part of its path', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.faults.add({ match: { path: '/customers*' }, effect: { status: 503 }, times: 1 })
  await ask(world, world.tenant('pro').key, '/customers')
  await world.clock.advance({ by: 'PT1M' })
  await dashboard.open('requests')
  await dashboard.follow('requests?present')
  const row = page.getByRole('row').filter({ hasText: 'service_unavailable' })
  const time = row.getByText('03-10 23:59:30.000', { exact: true })
  await time.waitFor()
  const { top, bottom } = await edgesOf(time)
  expect(bottom - top).toBeLessThan(30)
  expect(await isCut(time)).toBe(false)
  const [fault, path] = [
    await edgesOf(row.getByRole('link', { name: /^fault/ })),
    await edgesOf(row.getByText('/customers', { exact: true })),
  ]
  expect(path.left - fault.right).toBeGreaterThanOrEqual(10)
  await leave(page)
})

test('A webhook says what of its deliveries is counted, and names each by the id that its receiver knows', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await placeCalls(dashboard)
  await dashboard.open('webhooks/subscriptions')
  await dashboard.follow('webhooks/subscriptions?present')
  await page.getByRole('row').getByText('0 of 1 delivered', { exact: true }).waitFor()
  await page.getByRole('row').getByText('1 of 1 delivered', { exact: true }).waitFor()
  await leave(page)
  await dashboard.follow('webhooks/subscriptions/1')
  await page.getByRole('region', { name: 'Latest deliveries' }).getByRole('link', { name: 'kita-2101' }).waitFor()
  await page.getByRole('link', { name: 'of kita-2101', exact: true }).waitFor()
})

test('A command that is copied while the page is presented says what it lacks, and one that lacks nothing does not', async ({
  dashboard,
}) => {
  const { page } = dashboard
  const { refused } = await placeCalls(dashboard)
  await dashboard.open('requests')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dashboard.follow(`requests/${refused}`)
  await page.getByRole('button', { name: 'curl', exact: true }).click()
  await page.getByRole('alert').getByText('Copied as curl', { exact: true }).waitFor()
  await dashboard.follow(`requests/${refused}?present`)
  await page.getByRole('button', { name: 'curl', exact: true }).click()
  const said = (what: string) =>
    page.getByText(`Copied as curl without what is hidden here (${what}): fill that in before you run it`)
  await said('key, phone number').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('Bearer svc_live_••••••••')
  await leave(page)
})
