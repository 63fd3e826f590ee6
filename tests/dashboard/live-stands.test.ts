import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { untilShown } from './support/until-shown.ts'

/** Notes at every frame where what is planned stands while it can be pressed: each place once, from the first on. */
const NOTE_PLACES = `{
  const places = (globalThis.plannedAt = [])
  const note = () => {
    const bar = document.querySelector('section[aria-label="Planned"]')
    if (bar !== null && getComputedStyle(bar).visibility === 'visible') {
      const { top } = bar.getBoundingClientRect()
      if (places.at(-1) !== top) places.push(top)
    }
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}`

for (const [where, place] of [
  ['at the desk', 'live'],
  ['presented', 'live?present'],
] as const)
  test(`Live loads with the buttons of what is planned where they stay, ${where}: none moves away from under the pointer`, async ({
    dashboard,
  }) => {
    const { page, world } = dashboard
    for (const name of ['free', 'pro', 'max']) await ask(world, world.tenant(name).key, '/customers')
    await world.calls.place({ tenant: 'max', phone_number: '03-5555-0001' })
    await dashboard.loadAnew('live')
    await page.addInitScript(NOTE_PLACES)
    await page.goto(dashboard.at(place))
    await untilShown(page, 'loaded')
    const planned = page.getByRole('region', { name: 'Planned' })
    await planned.getByRole('button').first().waitFor()
    await page
      .getByTitle(/^Limits of/)
      .first()
      .waitFor()
    await page.evaluate('new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    expect(await page.evaluate('plannedAt')).toHaveLength(1)
  })
