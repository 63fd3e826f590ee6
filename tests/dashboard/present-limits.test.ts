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
