import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('What a search finds first is open beside it, and the arrow keys go through the rest', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('reference')
  const search = page.getByRole('searchbox')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const lit = contents.locator('[aria-current="location"]')
  const title = page.getByRole('heading', { level: 2 })
  await search.fill('external_id calls')
  await title.getByText('/calls/initiate').waitFor()
  expect(await lit.innerText()).toBe('Request body › field external_id')
  expect(await page.getByRole('note').count()).toBe(0)
  await search.press('ArrowDown')
  await contents.getByRole('link', { name: 'Response 409 › code duplicate_external_id' }).and(lit).waitFor()
  await search.press('ArrowUp')
  await contents.getByRole('link', { name: 'Request body › field external_id' }).and(lit).waitFor()
  // Before the first comes the last.
  await search.press('ArrowUp')
  await title.getByText('/calls/{callId}').waitFor()
  // Enter does not wait until what is typed has settled.
  await search.fill('retry-after')
  await search.press('Enter')
  await title.getByText('Limits and errors').waitFor()
  await contents.getByRole('link', { name: 'header Retry-After' }).and(lit).waitFor()
})

test('A form that somebody has typed in stays beside a search that finds something else', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('reference/createCustomer')
  const main = page.getByRole('region', { name: 'POST /customers', exact: true })
  const body = main.getByRole('textbox', { name: 'Request body' })
  await body.fill('{"mine": 1}')
  await page.getByRole('searchbox').fill('getcall')
  await main.getByRole('note').getByText('Not a result: the search does not find POST /customers.').waitFor()
  await body.getByText('"mine"').waitFor()
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('heading', { level: 2, name: 'GET /calls/{callId}' }).waitFor()
})

test('A found part that was scrolled away comes back when its link is pressed again', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('reference')
  await page.getByRole('searchbox').fill('getcall retry-after')
  const link = page.getByRole('link', { name: 'Response 429 › header Retry-After' })
  await link.click()
  const row = page.getByRole('row', { name: /Retry-After/ }).and(page.locator('[aria-current="location"]'))
  await row.waitFor()
  const main = page.getByRole('region', { name: 'GET /calls/{callId}' })
  const top = () => main.evaluate(({ scrollTop }) => scrollTop)
  expect(await top()).toBeGreaterThan(0)
  await main.evaluate(region => region.scrollTo(0, 0))
  await link.click()
  await expect.poll(top).toBeGreaterThan(0)
})

test('Every line of the code that verifies is whole', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('reference/receiving')
  const code = page.getByRole('region', { name: 'Signature, acknowledgement, retries' }).locator('pre')
  await code.getByText('timingSafeEqual(').waitFor()
  expect(
    await code.evaluate(({ parentElement, scrollWidth, clientWidth }) =>
      Math.max(scrollWidth - clientWidth, (parentElement?.scrollWidth ?? 0) - (parentElement?.clientWidth ?? 0)),
    ),
  ).toBe(0)
})
