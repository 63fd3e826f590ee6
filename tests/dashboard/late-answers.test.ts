import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'

/** Holds back the next answer of such a request, as the server has given it, until it is let go. */
async function holdBack(page: Page, { method, path }: { method: string; path: RegExp }) {
  const [answered, released, over] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ]
  let held: Request | undefined
  const ended = (request: Request) => request === held && over.resolve()
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  await page.route(path, async route => {
    if (held !== undefined || route.request().method() !== method) return route.fallback()
    held = route.request()
    const response = await route.fetch().catch(error => {
      answered.reject(error)
      throw error
    })
    answered.resolve()
    await released.promise
    // A page that has called it off takes no answer.
    await route.fulfill({ response }).catch(() => {})
  })
  return {
    /** The server has given it. */
    answered: answered.promise,
    /** Lets it reach the page, and waits until what comes of it has been drawn. */
    async letGo() {
      released.resolve()
      await over.promise
      await page.evaluate('new Promise(drawn => setTimeout(() => requestAnimationFrame(() => setTimeout(drawn))))')
      await page.unroute(path)
      page.off('requestfinished', ended)
      page.off('requestfailed', ended)
    },
  }
}

const LIMITS = /\/tenants\/pro\/limits$/
const dayOf = (page: Page) => page.getByRole('region', { name: 'Requests this Tokyo day' })

test('A count that was read before it was set on the page does not come back', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('limits/pro')
  const older = await holdBack(page, { method: 'GET', path: LIMITS })
  await world.faults.add({ effect: { status: 503 }, match: { path: '/nowhere' } })
  await older.answered
  await dayOf(page).getByRole('button', { name: 'Used up' }).click()
  await dayOf(page).getByText('used up', { exact: true }).waitFor()
  await older.letGo()
  expect(await dayOf(page).getByText('used up', { exact: true }).count()).toBe(1)
})

test('A count that was read before a change elsewhere does not come back', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('limits/pro')
  const older = await holdBack(page, { method: 'GET', path: LIMITS })
  await world.faults.add({ effect: { status: 503 }, match: { path: '/nowhere' } })
  await older.answered
  await world.tenant('pro').limits.set({ day: { used: 4_321 } })
  await dayOf(page).getByText('4,321').first().waitFor()
  await older.letGo()
  expect(await dayOf(page).getByText('5,679 left').count()).toBe(1)
})

test('A late answer to a setting does not take the place of a later count', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('limits/pro')
  const older = await holdBack(page, { method: 'PUT', path: LIMITS })
  await dayOf(page).getByRole('button', { name: 'Used up' }).click()
  await older.answered
  await world.tenant('pro').limits.set({ day: { used: 4_321 } })
  await dayOf(page).getByText('5,679 left').waitFor()
  await older.letGo()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await dayOf(page).getByText('5,679 left').waitFor()
})

test('A clock that was read before it moved does not go back', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('limits/pro')
  const older = await holdBack(page, { method: 'GET', path: /\/clock$/ })
  await world.reset()
  await older.answered
  await world.clock.advance({ by: 'PT10M' })
  const timer = page.getByRole('timer')
  await timer.getByText('00:09:30').waitFor()
  await older.letGo()
  expect(await timer.getByText('00:09:30').count()).toBe(1)
})

test('The help says of no key that it forks before it is known whether the world can be forked', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('coverage')
  const known = await holdBack(page, { method: 'GET', path: /\/recording$/ })
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.waitFor()
  await known.answered
  await help.getByText('Resend the request', { exact: true }).waitFor()
  expect(await help.getByText(/fork|playhead back/i).count()).toBe(0)
  await known.letGo()
  await help.getByText('Why this world cannot be forked before the request').waitFor()
  expect(await help.getByText(/playhead back/i).count()).toBe(0)
})
