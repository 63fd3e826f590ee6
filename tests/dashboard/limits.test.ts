import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('"One left" lets one request through and refuses the next, and the meter turns', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const request = () => fetch(`${world.baseUrl}/customers`, { headers: { Authorization: `Bearer ${key}` } })
  await dashboard.open('limits/pro')
  const card = page.getByRole('region', { name: 'Requests of the Tokyo day' })
  await card.getByRole('button', { name: 'One left' }).click()
  await card.getByText('1 left').waitFor()
  await card.getByText('almost used up').waitFor()
  expect((await request()).status).toBe(200)
  await card.getByText('used up', { exact: true }).waitFor()
  expect((await request()).status).toBe(429)
  expect(await card.getByRole('meter').getAttribute('aria-valuetext')).toBe('10000 / 10000')
})

test('At Tokyo midnight the day starts empty', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits/pro')
  const card = page.getByRole('region', { name: 'Requests of the Tokyo day' })
  await card.getByRole('button', { name: 'Used up' }).click()
  await card.getByText('used up', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Midnight' }).click()
  await page.getByRole('timer').getByText('00:00:00').waitFor()
  await card.getByText('10,000 left').waitFor()
  await page.getByRole('status').getByText('day.rollover').waitFor()
})

test('Setting a counter can be undone', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits/max')
  const card = page.getByRole('region', { name: 'Burst, ten seconds' })
  await card.getByRole('button', { name: 'Used up' }).click()
  await card.getByText('used up', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await card.getByText('333 left').waitFor()
})

test('Each tenant has its own address, and its plan is marked in the table of the contract', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits')
  await page.getByRole('link', { name: /^free/ }).click()
  await page.waitForURL(/\/limits\/free$/)
  await page.getByRole('columnheader', { name: 'plan of this tenant free' }).waitFor()
  await page.getByRole('region', { name: 'Webhook sends of the Tokyo day' }).getByText('not in the plan').waitFor()
})
