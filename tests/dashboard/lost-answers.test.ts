import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask, requestIdOf } from './support/api.ts'
import { Dashboard, dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'

const CALL = {
  match: { path: '/calls/initiate' },
  effect: { drop: true },
} as const

/** A call whose answer a fault drops; it has been placed all the same. */
async function placeUnanswered({ world }: Dashboard): Promise<string> {
  const pro = world.tenant('pro')
  const { staffIds, projectIds } = pro
  const body = { phone_number: '+81312340001', staff_id: staffIds[0], project_id: projectIds[0], external_id: 'crm-1' }
  const sent = pro.fetch('/calls/initiate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  await expect(sent).rejects.toThrow()
  return (await world.requests.list())[0]!.request_id
}

const saysIn = (page: Page) => (text: string) => page.getByText(text, { exact: true }).first().waitFor()

const STILL_DROPS =
  'Fault 1 is still there, until it is removed, and will drop the answers to all requests like this one.'
const NOT_TWICE =
  'The request itself was carried out: if sent again, it is not carried out a second time, as its external_id is in use now.'
const REFUSED =
  'The request itself was carried out: if sent again, it is refused with 409, as its external_id is in use now.'

test('An answer that was dropped promises a 409 only once its fault is over and no check refuses it before, in Requests and in Live', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.faults.add(CALL)
  const id = await placeUnanswered(dashboard)
  const says = saysIn(page)
  const would = 'Fault 1 dropped it. It would have been 200.'
  await dashboard.open(`requests/${id}`)
  await says(STILL_DROPS)
  await says(`${would} ${NOT_TWICE}`)
  await page
    .getByText(
      'In your code: the call may have been placed all the same; send this again with the same external_id only',
    )
    .waitFor()
  await inJapanese(page, () =>
    says('障害 1 はまだ有効で、削除するまで、これと同様のリクエストへの応答をすべて破棄します。'),
  )
  await dashboard.follow(`live/request/${id}`)
  const opened = page.getByRole('region', { name: 'Opened', exact: true })
  await says(`The answer was lost. ${would} ${NOT_TWICE}`)
  await says(STILL_DROPS)
  await opened.getByRole('link', { name: 'Show the fault', exact: true }).waitFor()
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  await says(`The answer was lost. ${would} The request itself was carried out.`)
  await opened.getByText('Sent now, it would be refused by: Daily quota (used up until').waitFor()
  await opened.getByRole('button', { name: /^Jump to reset/ }).waitFor()
  await world.tenant('pro').limits.set({ day: { used: 0 } })
  await world.faults.clear()
  await says('Fault 1 has been removed: it hits nothing more.')
  await says(`The answer was lost. ${would} ${REFUSED}`)
  await opened.getByRole('button', { name: 'Resend', exact: true }).click()
  await opened.getByText('409 duplicate_external_id', { exact: true }).first().waitFor()
})

test('What was refused and then dropped is not said to have been carried out, and its fault stands as for every other', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.faults.add({ ...CALL, times: 3 })
  const id = await placeUnanswered(dashboard)
  await dashboard.open(`requests/${id}`)
  const says = saysIn(page)
  await says('Fault 1 is still there and will drop the answers to the next 2 requests like this one.')
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  await page.getByText('Sent now, it would be refused by: Daily quota').waitFor()
  await page.getByRole('button', { name: 'Resend', exact: true }).first().click()
  await page.getByText('It would have been 429.').waitFor()
  await page.getByText('The request itself was not carried out.').waitFor()
  await says('Fault 1 is still there and will drop the answer to the next request like this one.')
})

test('An answer that is cut short says how long its fault does so, with the way to its end', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.faults.add({ match: { path: '/customers' }, effect: { truncate: 20 }, ttl: 'PT30M' })
  const sent = world.tenant('pro').fetch('/customers')
  await expect(sent.then(answer => answer.text())).rejects.toThrow()
  const { request_id } = await world.requests.waitFor({ path: '/customers' })
  await dashboard.open(`live/request/${request_id}`)
  await page
    .getByText(/^Fault 1 is still there, until .+ JST, and will cut short the answers to all requests/)
    .waitFor()
  await page.getByRole('button', { name: /^Jump to the end of the fault/ }).click()
  await saysIn(page)('Fault 1 has expired: it hits nothing more.')
})

test.for([
  ['en', /^In your code: send this again/],
  ['ja', /^コードでは：/],
] as const)(
  'Presented in a window of 1280 × 720 (%s), the ways past a fault and the advice are whole below a long address',
  async ([locale, advice], { browser, dashboard: { world } }) => {
    for (const last of [1, 2, 3]) await world.calls.place({ tenant: 'pro', phone_number: `+8131234000${last}` })
    await world.faults.add({ match: { path: '/calls' }, effect: { status: 500 } })
    await world.clock.advance({ by: 'PT20S' })
    const id = requestIdOf(await ask(world, world.tenant('pro').key, '/calls?from=2026-03-01&to=2026-03-10'))
    await world.clock.advance({ to: 'next-tokyo-midnight' })
    const context = await browser.newContext({ locale, viewport: { width: 1280, height: 720 } })
    const page = await context.newPage()
    await page.goto(new Dashboard(page, world).at(`live/request/${id}?present`))
    const whole = async (part: Locator) => {
      await part.waitFor()
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
      expect(height).toBeGreaterThan(0)
      expect(y + height).toBeLessThanOrEqual(720)
    }
    await whole(page.locator('[data-resend]'))
    await whole(page.getByText(advice))
    await context.close()
  },
)
