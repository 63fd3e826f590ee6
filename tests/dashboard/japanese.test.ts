import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { fillWorld, MARKUP, placesInTurn } from './support/filled-world.ts'
import { inJapanese } from './support/japanese.ts'
import { latinWordsIn, READ_TEXTS } from './support/latin-words.ts'

/** Names of keys, receivers and snapshots in the filled world; the screen Coverage names a key as well. */
const GIVEN = ['reader', 'good', 'broken', 'one', 'kana', 'node']
test('On the Japanese page, no word is English but names of the contract and those that people gave', {
  timeout: 120_000,
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  const all = await fillWorld(world)
  const { tenants } = await world.refresh()
  const names = new Set([...GIVEN, ...tenants.flatMap(({ tenant, name }) => [tenant, ...name.split(' ')])])
  // A tab of what is open beside a list is one look more at the same.
  const places = placesInTurn([...new Map(all.map(place => [place.split('?')[0], place])).values()])
  await dashboard.open('requests')
  const english = new Map<string, string>()
  await inJapanese(page, async () => {
    for (const place of places) {
      await dashboard.follow(place)
      for (const text of await page.evaluate<string[]>(READ_TEXTS)) {
        const words = latinWordsIn(text.replaceAll(MARKUP, ''), names)
        if (words.length > 0) english.set(text, place)
      }
    }
  })
  expect([...english]).toEqual([])
})
