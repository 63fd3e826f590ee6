import { expect } from 'vitest'
import { AXE_TIMEOUT_MS, seriousFindings } from './support/axe.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { fillRest, MARKUP, REST_SCREENS, screensOf } from './support/filled-world.ts'

// What is around the screens has a test of its own.
test('axe finds nothing serious where the world is looked after, in the themes in turn', {
  timeout: AXE_TIMEOUT_MS,
}, async ({ dashboard, browser }) => {
  const places = await fillRest(dashboard.world)
  expect(screensOf(places)).toEqual(REST_SCREENS)
  expect(await seriousFindings(browser, { at: place => dashboard.at(place), places })).toEqual([])
})

test('Markup in names, labels and paths is shown as text, and nothing on the page complains', async ({ dashboard }) => {
  const { page, world } = dashboard
  await fillRest(world)
  const seen = {
    'tenants/pro': page.getByRole('table', { name: 'Keys' }).getByText(MARKUP),
    [`data/pro/customers?q=${encodeURIComponent(MARKUP)}`]: page.getByRole('row').getByText(MARKUP).first(),
    'faults/1': page.getByRole('row').getByText(MARKUP),
    coverage: page.getByRole('region', { name: 'Unknown routes' }).getByText(/img/i),
  }
  await dashboard.open('live')
  for (const [place, text] of Object.entries(seen)) {
    await dashboard.follow(place)
    await text.waitFor()
    expect(await page.locator('img[src="x"], script:not([src])').count()).toBe(0)
  }
})
