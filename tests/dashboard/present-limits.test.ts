import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'

const edgesOf = (element: Locator) =>
  element.evaluate(node => {
    const { top, bottom } = node.getBoundingClientRect()
    return { top, bottom }
  })

test('Presented at 1280 × 720, a request of one tenant is sent above its bars, whose counts rise in view with the answer, and when its limit resets is whole', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await page.setViewportSize({ width: 1280, height: 720 })
  await dashboard.open('limits')
  await dashboard.follow('limits/pro?present')
  const send = page.getByRole('region', { name: 'Try one request' })
  await send.getByRole('button', { name: 'Send one now' }).click()
  const answer = send.getByRole('status')
  await answer.getByRole('link', { name: 'Why' }).waitFor()
  await page
    .getByRole('region', { name: 'Requests this minute', exact: true })
    .getByRole('link', { name: '1' })
    .waitFor()
  const limits = page.getByRole('meter')
  expect(await limits.count()).toBe(4)
  const { top } = await edgesOf(page.getByRole('heading', { name: 'pro has room left in every limit' }))
  expect(top).toBeGreaterThan(0)
  const { bottom } = await edgesOf(answer)
  for (const limit of await limits.all()) {
    const edges = await edgesOf(limit)
    expect(edges.top).toBeGreaterThan(bottom)
    expect(edges.bottom).toBeLessThanOrEqual(720)
  }
  expect(await answer.innerText()).toMatch(/X-RateLimit-Reset: \d{10}(?!\d)/)
})

test('Presented at 1280 × 720, the chart of each limit that is chosen is in view below the rows, before and after a request is sent', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1280, height: 720 })
  await world.tenant('pro').limits.set({ burst: { used: 20 }, day: { used: 6_000 } })
  await dashboard.open('limits')
  await dashboard.follow('limits/pro?present')
  const limits = ['Requests this minute', 'Burst, ten seconds', 'Webhook sends', 'Requests this Tokyo day']
  const rows = page.getByRole('meter')
  for (const limit of limits) {
    await page.getByRole('button', { name: limit, exact: true }).click()
    const chart = page.getByRole('region', { name: `${limit}: chart` })
    await chart.waitFor()
    const edges = await edgesOf(chart)
    expect([limit, edges.top >= (await edgesOf(rows.last())).bottom, edges.bottom <= 720]).toEqual([limit, true, true])
    expect((await edgesOf(rows.first())).top).toBeGreaterThan(0)
  }
  // The answers take two lines more: what the chart draws is in view all the same.
  await page.getByRole('button', { name: 'Send one now' }).click()
  await page.getByRole('link', { name: 'Why' }).waitFor()
  await page.getByRole('button', { name: 'Burst, ten seconds', exact: true }).click()
  const burst = page.getByRole('region', { name: 'Burst, ten seconds: chart' })
  await burst.waitFor()
  expect((await edgesOf(burst.getByRole('slider'))).bottom).toBeLessThanOrEqual(720)
})
