import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ORIGIN_HEADER } from '../../server/contract/origins.ts'
import { ask, requestIdOf } from './support/api.ts'
import { type Dashboard, dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { registerWebhook } from './support/webhook.ts'

const LOW = { width: 1_280, height: 720 }

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Leave|終了)/ }).click()
  await page.getByRole('button', { name: /^(Present|発表モード)/ }).waitFor()
}

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('It is not there.')
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
}

/** What of the controls of a toolbar is cut, lies over another one or reaches out of the window. */
const faultsOf = (header: Locator) =>
  header.evaluate(toolbar => {
    const controls = [...toolbar.querySelectorAll('button, [role="radiogroup"], [role="combobox"]')]
    const named = controls.map(control => ({
      name: control.getAttribute('aria-label') ?? control.textContent ?? '',
      box: control.getBoundingClientRect(),
      isCut: [control, ...control.querySelectorAll('.mantine-Button-label')].some(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
      ),
    }))
    return named.flatMap(({ name, box, isCut }, index) => [
      ...(isCut ? [`${name} is cut`] : []),
      ...(box.width < 30 ? [`${name} has ${box.width} pixels`] : []),
      ...(box.right > toolbar.ownerDocument.documentElement.clientWidth ? [`${name} is outside`] : []),
      ...named
        .slice(index + 1)
        .filter(
          other =>
            other.box.left < box.right - 1 &&
            other.box.right > box.left + 1 &&
            other.box.top < box.bottom - 1 &&
            other.box.bottom > box.top + 1,
        )
        .map(other => `${name} and ${other.name} lie over each other`),
    ])
  })

/** A hundred requests of a client over some hours, and some that Ringback itself has sent: the axis leads to what is older than it shows. */
async function sendMany({ world }: Dashboard): Promise<void> {
  const { key } = world.tenant('pro')
  for (let hour = 0; hour < 6; hour++) {
    for (let n = 0; n < 16; n++) await ask(world, key, '/customers')
    await world.clock.advance({ by: 'PT1H' })
  }
  const headers = { Authorization: `Bearer ${key}`, [ORIGIN_HEADER]: 'cli' }
  for (let n = 0; n < 5; n++) await fetch(`${world.baseUrl}/customers`, { headers })
  await world.clock.advance({ by: 'PT8H' })
}

test('Presented at 1280 × 720 after a jump, no control above the axis of Live is cut or lies over another, in either language', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await sendMany(dashboard)
  await page.setViewportSize(LOW)
  await dashboard.open('live')
  const look = async (words: { planned: string; older: RegExp; own: RegExp; marks: string; tenant: string }) => {
    await dashboard.follow('live?present')
    const header = page.locator('main > header')
    await page.getByRole('region', { name: words.planned }).getByRole('button').first().click()
    for (const name of [words.older, words.own, words.marks]) await header.getByRole('button', { name }).waitFor()
    expect(await faultsOf(header)).toEqual([])
    expect((await boxOf(header)).bottom).toBeLessThan(130)
    const tenant = await boxOf(header.getByRole('combobox', { name: words.tenant }))
    expect(tenant.right - tenant.left).toBeGreaterThan(100)
    await header.getByRole('button', { name: words.own }).click()
    expect(await faultsOf(header)).toEqual([])
    await header.getByRole('button', { name: words.own }).click()
    await header.getByRole('button', { name: words.marks }).click()
    await page.getByRole('dialog', { name: words.marks }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: words.marks }).waitFor({ state: 'detached' })
    await leave(page)
  }
  await look({
    planned: 'Planned',
    older: /^Show all/,
    own: /sent by Ringback/,
    marks: 'What the marks mean',
    tenant: 'Tenant',
  })
  await inJapanese(page, () =>
    look({ planned: '予定', older: /^全/, own: /Ringback/, marks: '印の意味', tenant: 'テナント' }),
  )
})

test('Presented at 1280 × 720, the row of a delivery says whole why there was no answer, and which webhook it went to', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm', label: 'CRM production' })
  await world.forwards.set([{ from: 'https://crm.example.com', to: 'http://127.0.0.1:9' }])
  await world.webhooks.register({ tenant: 'max', url: 'https://crm.example.com/hook', events: ['call.missed'] })
  await world.events.trigger({ tenant: 'max', event: 'call.missed', data: { external_id: 'crm-1003' } })
  await world.clock.advance({ by: 'PT1M' })
  await page.setViewportSize(LOW)
  await dashboard.open('webhooks/deliveries')
  await dashboard.follow('webhooks/deliveries?present')
  const grid = page.getByRole('grid', { name: 'Deliveries' })
  await grid.getByRole('columnheader', { name: 'Last response' }).waitFor()
  for (const text of ['connection refused', 'CRM production', 'delivered', 'retrying', 'crm-1003']) {
    const word = grid.getByText(text, { exact: true }).first()
    await word.waitFor()
    const isWhole = await word.evaluate(own => {
      const cell = own.closest('[role="gridcell"]')
      const text = own.ownerDocument.createRange()
      text.selectNodeContents(own)
      return (
        own.scrollWidth <= own.clientWidth + 1 &&
        text.getBoundingClientRect().right <= cell!.getBoundingClientRect().right + 1
      )
    })
    expect(isWhole, text).toBe(true)
  }
  await leave(page)
})

test('Presented, what a jump did is one line of whole parts that counts the others, and is left behind with the screen', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 500 })
  for (const last of [1, 2, 3]) await world.calls.place({ tenant: 'max', phone_number: `+8131234000${last}` })
  await world.calls.place({ tenant: 'pro', phone_number: '+81312340009' })
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  const id = requestIdOf(await ask(world, world.tenant('pro').key, '/customers'))
  await page.setViewportSize(LOW)
  await dashboard.open('live')
  await dashboard.follow(`requests/${id}?present`)
  await page.getByRole('button', { name: /^Jump to reset/ }).click()
  const said = page.getByRole('status').filter({ hasText: 'New Tokyo day' })
  await said.getByText(/^and \d+ more$/).waitFor()
  const { top, bottom } = await boxOf(said)
  expect(bottom - top).toBeLessThan(60)
  const { shown, cut, hidden } = await said
    .getByText(/^New Tokyo day/)
    .first()
    .locator('..')
    .evaluate(sentence => {
      const end = sentence.getBoundingClientRect().bottom - 1
      const parts = [...sentence.children]
      const shown = parts.filter(part => part.getBoundingClientRect().top < end)
      return {
        shown: shown.length,
        cut: shown.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
        hidden: parts.length - shown.length,
      }
    })
  expect(shown).toBeGreaterThan(1)
  expect(cut).toBe(0)
  await said.getByText(`and ${hidden} more`, { exact: true }).waitFor()
  const screens = page.getByRole('button', { name: /Go to a screen$/ })
  await screens.click()
  await page.getByRole('menuitem', { name: 'Limits', exact: true }).click()
  await page.waitForURL(/\/limits/)
  await said.waitFor({ state: 'detached' })
  // Back where it was made, the clock still stands at that moment.
  await page.goBack()
  await said.waitFor()
  await said.getByRole('button', { name: 'Dismiss' }).click()
  await said.waitFor({ state: 'detached' })
  await leave(page)
})

test('Presented, a message takes no height from the page, and is left behind with the screen; at the desk it goes along', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  const id = requestIdOf(await ask(world, world.tenant('pro').key, '/customers'))
  await dashboard.open('requests')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dashboard.follow(`requests/${id}?present`)
  const main = page.getByRole('main')
  const before = await boxOf(main)
  const message = page.getByRole('alert').filter({ hasText: 'Copied as curl' })
  await page.getByRole('button', { name: 'curl', exact: true }).click()
  await message.waitFor()
  expect(await boxOf(main)).toEqual(before)
  await dashboard.follow('limits?present')
  await message.waitFor({ state: 'detached' })
  await leave(page)
  await dashboard.follow(`requests/${id}`)
  await page.getByRole('button', { name: 'curl', exact: true }).click()
  await message.waitFor()
  await dashboard.follow('limits')
  expect(await message.count()).toBe(1)
})

test('A delivery that arrived and was sent again shows how long after, on the line between the two', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.clock.advance({ by: 'PT1M' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1H' })
  const [{ delivery_id } = { delivery_id: '' }] = await world.deliveries.list()
  await page.setViewportSize(LOW)
  await dashboard.open('webhooks/deliveries')
  await dashboard.follow(`webhooks/deliveries/${delivery_id}?present`)
  await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
  const chain = page.getByRole('figure', { name: 'Attempts on the axis of emulated time' })
  const after = await boxOf(chain.getByText(/^\+1 h/))
  const [first, second] = [await boxOf(chain.getByTitle('Attempt 1')), await boxOf(chain.getByTitle('Attempt 2'))]
  expect(after.left).toBeGreaterThan(first.right)
  expect(after.right).toBeLessThan(second.left)
  const { top, bottom } = await boxOf(chain)
  expect(bottom - top).toBeLessThan(180)
  await leave(page)
})

test('Presented where the lane of limits has one row, it is of the tenant that was refused last, and it is said that others were refused', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001' })
  await world.clock.advance({ by: 'PT2M' })
  await world.tenant('free').limits.set({ day: { used: 'limit' } })
  await world.tenant('pro').limits.set({ minute: { used: 'limit' } })
  for (const tenant of ['max', 'free', 'pro']) await ask(world, world.tenant(tenant).key, '/customers')
  await page.setViewportSize(LOW)
  await dashboard.open('live')
  await dashboard.follow('live?present')
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  await lanes.getByRole('link', { name: /^pro/ }).waitFor()
  await expect.poll(() => lanes.getByRole('link', { name: /^(free|max)(?!: 1 refused)/ }).count()).toBe(0)
  const others = lanes.getByRole('link', { name: 'free: 1 refused', exact: true })
  await others.waitFor()
  expect(await others.getAttribute('title')).toContain('Refused by a limit in view: free')
  await leave(page)
})
