import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

const spanOf = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Time in view' }).getByRole('radio', { name, exact: true, checked: true })
const answerOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'What the marks mean' }).getByRole('button', { name: new RegExp(`^${name} \\d`) })

test('Back undoes one press at a time on Live: a span, an answer, a lane and a tenant, and no turn of the wheel', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers/999999')
  await dashboard.open('requests')
  await page.getByRole('link', { name: 'Live', exact: true }).click()
  await spanOf(page, '5 min').waitFor({ state: 'attached' })
  await page.getByText('1 h', { exact: true }).click()
  await page.waitForURL(/span=3600/)
  await page.getByText('1 day', { exact: true }).click()
  await page.waitForURL(/span=86400/)
  // What is chosen already is no step.
  await page.getByText('1 day', { exact: true }).click()
  const { x, y, width, height } = (await page
    .getByRole('application', { name: 'Axis of emulated time' })
    .boundingBox())!
  await page.mouse.move(x + width / 2, y + height - 6)
  for (let turn = 0; turn < 3; turn++) await page.mouse.wheel(0, -120)
  await page.waitForURL(/folds=/)
  const zoomed = page.url()
  await answerOf(page, '4xx').click()
  await page.waitForURL(/answers=client/)
  await page.getByRole('button', { name: /^Clock/, pressed: false }).click()
  await page.getByRole('button', { name: /^Clock/, pressed: true }).waitFor()
  await page.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: 'pro', exact: true }).click()
  await page.waitForURL(/tenant=pro/)
  await page.goBack()
  await page.waitForURL(url => !url.searchParams.has('tenant'))
  await page.goBack()
  await page.getByRole('button', { name: /^Clock/, pressed: false }).waitFor()
  expect(new URL(page.url()).searchParams.get('answers')).toBe('client')
  await page.goBack()
  await page.getByRole('button', { name: /^Clock/, pressed: true }).waitFor()
  expect(page.url()).toBe(zoomed)
  await page.goBack()
  await spanOf(page, '1 h').waitFor({ state: 'attached' })
  await page.goBack()
  await spanOf(page, '5 min').waitFor({ state: 'attached' })
  await page.goBack()
  await page.waitForURL(/\/requests$/)
})

test('Back undoes one filter of a list at a time, and what was typed into its search with the step before it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (const path of ['/customers', '/customers/999999']) await ask(world, key, path)
  await dashboard.open('live')
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: /4/ }).first().click()
  await page.waitForURL(/status=4/)
  const filtered = page.url()
  await page.getByRole('searchbox').pressSequentially('customers', { delay: 60 })
  await page.waitForURL(/q=customers/)
  await page.goBack()
  await page.waitForURL(/\/requests$/)
  await page.goForward()
  await page.waitForURL(`${filtered}&q=customers`)
  await page.goBack()
  await page.goBack()
  await page.waitForURL(/\/live$/)
})
