import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { fillWorld, GOES_EVERYWHERE, placesInTurn } from './support/filled-world.ts'
import { problemsOfTabOrder } from './support/tab-walk.ts'

/** The long tier goes round every place; without it, every third screen. */
const EACH = GOES_EVERYWHERE ? 1 : 3

test('Tab and the arrows reach every control of a screen, each shows its focus, and none holds it', {
  // Every place, gone round once.
  timeout: 400_000,
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  const places = placesInTurn(await fillWorld(world))
    // The arrows choose a value there, which draws other controls beside it when Tab has gone by.
    .filter(place => !place.startsWith('assumptions/customers'))
    .filter((_, index) => index % EACH === EACH >> 1)
  const found: string[] = []
  await dashboard.open('live')
  for (const [index, place] of places.entries()) {
    await dashboard.follow(place)
    // What is around the screens is the same at every place.
    const problems = await problemsOfTabOrder(page, index === 0 ? 'body' : 'main')
    found.push(...problems.map(problem => `${place}: ${problem}`))
  }
  expect(found).toEqual([])
  // One of the places is refused what its plan has not got, and says so.
  dashboard.forgive(/403/)
})
