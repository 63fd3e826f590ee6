import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { enableWebhook, registerWebhook } from './support/webhook.ts'

test('What the limit of sends held back opens in Live: of which call, in what figures, whom it would have reached, and the ways on', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await registerWebhook(world, { tenant: 'pro', inbox: 'crm', label: 'CRM of Osaka' })
  await pro.limits.set({ webhook_sends: { used: 'limit' } })
  const { call_id } = await world.calls.place({
    tenant: 'pro',
    external_id: 'hb-4',
    phone_number: '+81300000004',
    staff_id: pro.staffIds[0] as number,
    project_id: pro.projectIds[0],
  })
  await world.clock.advance({ by: 'PT20S' })
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  const row = rows.filter({ hasText: 'the daily limit of webhook sends was reached' })
  // The row names the call.
  await row.filter({ hasText: 'hb-4' }).getByText('held back', { exact: true }).click()
  await page.waitForURL(/\/live\/held\/\d+/)
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside
    .getByText(
      'Nothing was sent: the daily limit of webhook sends was reached. On 2026-03-10, 5,000 of 5,000 sends are counted as used. This limit held back 1 event of that day. A part of the count was set by hand.',
    )
    .waitFor()
  await beside.getByRole('link', { name: 'hb-4' }).waitFor()
  await beside.getByText('CRM of Osaka').waitFor()
  await beside.getByText(world.inbox('crm').url).waitFor()
  await beside.getByRole('button', { name: 'Give one back' }).click()
  await beside.getByText('There are sends left again: 4,999 of 5,000 are used.', { exact: false }).waitFor()
  await beside.getByRole('button', { name: /^Tokyo midnight in/ }).click()
  await beside.getByText('That day is over.', { exact: false }).waitFor()
  await inJapanese(page, () =>
    page.getByText('この日この上限で見送ったイベントは 1件です。', { exact: false }).waitFor(),
  )
  expect(await beside.getByRole('link', { name: 'List those of the day' }).getAttribute('href')).toContain(
    '/webhooks/suppressed?reason=daily_send_limit&tenant=pro&within=2026-03-09',
  )
  // Its call says that it is among what came of it, and leads back to it.
  await beside.getByRole('link', { name: 'hb-4' }).click()
  await page.waitForURL(/\/calls\//)
  await dashboard.follow(`live/call/${call_id}`)
  await beside.getByRole('heading', { name: 'What it caused' }).waitFor()
  await beside.getByRole('link', { name: /^call\./ }).click()
  await page.waitForURL(/\/live\/held\/\d+/)
})

test('An event in Live says which webhook it was held back from, and why, and not that none was to be told', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  await enableWebhook(world, { webhook_id, is_enabled: false })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const [event] = await world.events.list()
  await dashboard.open(`live/event/${event?.event_id}`)
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText('the webhook was disabled', { exact: true }).waitFor()
  expect(await beside.getByText('No webhook was to be told of it.').count()).toBe(0)
  await beside
    .getByRole('link', { name: /webhook/i })
    .first()
    .click()
  await page.waitForURL(/\/live\/held\/\d+/)
  await beside.getByText('Nothing was sent: the webhook was disabled.', { exact: false }).waitFor()
  await beside.getByRole('heading', { name: 'It would have reached' }).waitFor()
})

test('While something is open, the list says how many rows have come: a delivery that nobody has tried yet is none', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await registerWebhook(world, { tenant: 'pro', inbox: 'crm' })
  const place = () =>
    world.calls.place({
      tenant: 'pro',
      external_id: 'new-1',
      phone_number: '+81300000001',
      staff_id: pro.staffIds[0] as number,
      project_id: pro.projectIds[0],
    })
  for (const path of ['/customers', '/reports/calls', '/customers/1001']) await pro.fetch(path)
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  await rows.filter({ hasText: /\/customers(?!\/)/ }).click()
  await page.waitForURL(/\/live\/request\//)
  const roomOf = (row: number) =>
    rows
      .nth(row)
      .evaluate(element =>
        Number.parseFloat(element.ownerDocument.defaultView?.getComputedStyle(element).paddingRight ?? ''),
      )
  const usual = await roomOf(0)
  await place()
  await page.getByRole('button', { name: /^\d+ new$/ }).waitFor()
  // That takes nothing of any row.
  expect(await Promise.all([0, 1, 2, 3].map(roomOf))).toEqual([usual, usual, usual, usual])
  const before = await rows.count()
  await world.clock.advance({ by: 'PT3M' })
  await page.getByRole('button', { name: /^Attempts 1$/ }).waitFor()
  const pill = page.getByRole('button', { name: /^\d+ new$/ })
  const said = Number.parseInt(await pill.innerText(), 10)
  await pill.click()
  await rows.first().filter({ hasText: 'The clock' }).waitFor()
  expect((await rows.count()) - before).toBe(said)
})

test('An event whose delivery a fault holds back says when that comes, as a button, and what the fault does', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  const { id } = await world.faults.add({ match: { event: 'call.missed' }, effect: { reorder: 'PT10M' } })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT20S' })
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  await rows.getByText('call.missed', { exact: true }).click()
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText('overtaken by the next delivery, within 10 min').waitFor()
  await beside.getByRole('link', { name: `fault ${id}` }).waitFor()
  await beside.getByRole('button', { name: 'attempt 1 9 min 40 s' }).click()
  await beside.getByText('delivered', { exact: true }).waitFor()
  await beside.getByText('overtaken by the next delivery', { exact: false }).waitFor({ state: 'detached' })
})
