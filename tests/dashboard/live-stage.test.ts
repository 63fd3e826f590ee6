import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask, requestIdOf } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

const listOf = (page: Page) => page.getByRole('list', { name: 'What happened, newest first' })
const rowOf = (page: Page, text: string) => listOf(page).getByRole('listitem').filter({ hasText: text })

test('A list of Live that was read far down is there again after what was opened from it, and on the stage', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (let id = 1001; id <= 1060; id++) await ask(world, world.tenant('pro').key, `/customers/${id}`)
  await dashboard.open('live')
  await listOf(page).focus()
  await page.keyboard.press('End')
  await rowOf(page, '/customers/1001').waitFor()
  await page.getByRole('button', { name: 'Present' }).click()
  await page.getByText('Secrets hidden', { exact: true }).waitFor()
  const isSeen = () =>
    listOf(page).evaluate(list => {
      const { top, bottom } = list.getBoundingClientRect()
      return [...list.querySelectorAll('[role=listitem]')].some(row => {
        const place = row.getBoundingClientRect()
        return place.top >= top && place.bottom <= bottom
      })
    })
  await rowOf(page, '/customers/1015').waitFor()
  await listOf(page).focus()
  await page.keyboard.press('End')
  for (let up = 0; up < 6; up++) await page.keyboard.press('ArrowUp')
  await rowOf(page, '/customers/1007').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/live\/request\//)
  await rowOf(page, '/customers/1007').waitFor({ state: 'hidden' })
  await page.getByRole('region', { name: 'Opened' }).getByRole('region', { name: 'Why', exact: true }).waitFor()
  await page.keyboard.press('Backspace')
  await rowOf(page, '/customers/1007').waitFor()
  expect(await isSeen()).toBe(true)
})

test('The legend of Live says of which requests its numbers are: of all, or of those in view', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (let number = 0; number < 30; number++) {
    await ask(world, world.tenant('pro').key, '/customers')
    await world.clock.advance({ by: 'PT10S' })
  }
  const { now } = await world.refresh()
  await dashboard.open('live')
  const legend = page.getByRole('list', { name: 'What the marks mean' })
  await legend.getByText('In all', { exact: true }).waitFor()
  await legend.getByRole('button', { name: '2xx 30' }).waitFor()
  await dashboard.follow(`live?span=60&at=${Date.parse(now)}`)
  await legend.getByText('In view', { exact: true }).waitFor()
  await legend.getByRole('button', { name: '2xx 30' }).waitFor({ state: 'detached' })
  expect(await legend.getByText('In all').count()).toBe(0)
})

test('What is sent again beside an axis that shows another time is drawn and marked: the axis goes on to now', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 'limit' } })
  const id = requestIdOf(await ask(world, pro.key, '/customers?page=2'))
  await world.clock.advance({ by: 'PT6H' })
  const then = (await world.requests.get(id)).at
  await dashboard.open('live')
  await dashboard.follow(`live/request/${id}?present&at=${Date.parse(then)}`)
  const opened = page.getByRole('region', { name: 'Opened' })
  await opened.getByRole('button', { name: 'Resend', exact: true }).click()
  await opened.getByText('sent as a replay', { exact: true }).waitFor()
  expect(page.url()).not.toContain('at=')
  await page.getByRole('slider', { name: /^Now/ }).waitFor()
})

test('What is sent from Live with another key ends in Live: closed beside the refused request, or with the new one open', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const id = requestIdOf(await ask(world, world.tenant('pro').keys.reader ?? '', '/webhooks'))
  await dashboard.open('live')
  await dashboard.follow(`live/request/${id}?present&span=60`)
  const dialog = page.getByRole('dialog', { name: 'Send it with a key' })
  const send = page.getByRole('button', { name: 'Send it with a key' })
  await send.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(url => url.pathname.endsWith(`/live/request/${id}`) && url.searchParams.get('span') === '60')
  await page.getByText('Secrets hidden', { exact: true }).waitFor()
  await send.click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByRole('button', { name: 'Open #2' }).click()
  await page.waitForURL(url => url.pathname.includes('/live/request/') && !url.pathname.endsWith(id))
  await page.getByRole('region', { name: 'Opened' }).getByText('#2', { exact: true }).waitFor()
  await page.keyboard.press('Backspace')
  await page.waitForURL(url => url.pathname.endsWith('/live'))
})
