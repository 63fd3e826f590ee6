import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { fillCalls, fillRest, MARKUP } from './support/filled-world.ts'
import { latinWordsIn, READ_TEXTS } from './support/latin-words.ts'
import { follow, untilShown } from './support/until-shown.ts'

/** Names of keys, receivers and snapshots in the filled world; the screen Coverage names a key as well. */
const GIVEN = ['reader', 'good', 'broken', 'one', 'kana', 'node']
test('On the Japanese page, no word is English but names of the contract and those that people gave', {
  timeout: 120_000,
}, async ({ dashboard, browser }) => {
  const { world } = dashboard
  const all = [...(await fillCalls(world)), ...(await fillRest(world))]
  const { tenants } = await world.refresh()
  const names = new Set([...GIVEN, ...tenants.flatMap(({ tenant, name }) => [tenant, ...name.split(' ')])])
  // A tab of what is open beside a list is one look more at the same.
  const places = [...new Map(all.map(place => [place.split('?')[0], place])).values()]
  const context = await browser.newContext({ locale: 'ja', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(dashboard.at('requests'))
  await untilShown(page, 'loaded')
  const english = new Map<string, string>()
  for (const place of ['requests', 'limits', ...places]) {
    await follow(page, dashboard.at(place))
    for (const text of await page.evaluate<string[]>(READ_TEXTS)) {
      const words = latinWordsIn(text.replaceAll(MARKUP, ''), names)
      if (words.length > 0) english.set(text, place)
    }
  }
  expect([...english]).toEqual([])
  await context.close()
})
