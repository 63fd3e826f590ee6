import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'

test('A search finds a header inside of an answer, says where it stands, and opens it there', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('reference')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  // Every endpoint can be refused so: one is found by its own words besides.
  await page.getByRole('searchbox').fill('getcall retry-after')
  const calls = contents.getByRole('region', { name: 'Calls' })
  await calls.getByRole('link', { name: 'Response 429 › header Retry-After' }).click()
  await page.waitForURL(/\/reference\/getCall\?.*q=getcall\+retry-after/)
  const row = page.getByRole('row', { name: /Retry-After/ }).and(page.locator('[aria-current="location"]'))
  await row.waitFor()
  const looks = await row.evaluate(
    `(lit => {
      const { top, bottom } = lit.getBoundingClientRect()
      return { isInView: top >= 0 && bottom <= innerHeight, ground: getComputedStyle(lit).backgroundColor }
    })(document.querySelector('tr[aria-current]'))`,
  )
  expect(looks).toEqual({ isInView: true, ground: expect.not.stringMatching(/, 0\)$/) })
  // A reload unfolds it again, and the entry itself is open from its beginning.
  await page.reload()
  await row.waitFor()
  await calls.getByRole('link', { name: 'GET /calls/{callId}' }).click()
  await row.waitFor({ state: 'detached' })
})

test('A search finds fields, codes and what they mean, together with words of the endpoint', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('reference')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const search = page.getByRole('searchbox')
  const first = (name: string) => contents.getByRole('link', { name }).first()
  await search.fill('post customers tel1')
  await first('Request body › field tel1').waitFor()
  expect(await contents.getByRole('link', { name: 'GET /calls', exact: true }).count()).toBe(0)
  await search.fill('duplicate_external_id')
  await first('Response 409 › code duplicate_external_id').click()
  const example = page.locator('[aria-current="location"]').filter({ hasText: '"duplicate_external_id"' })
  await example.last().waitFor()
  // A field of its `details`, of which no table tells.
  await search.fill('retry_after reports')
  await first('Response 429 › code rate_limit_exceeded').waitFor()
})

test('What every endpoint answers is found once, where each code, each header and the limits of each plan stand', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('reference')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await page.getByRole('searchbox').fill('rate limit')
  await contents.getByRole('link', { name: 'code rate_limit_exceeded' }).click()
  expect(await contents.getByRole('link', { name: /429/ }).count()).toBe(0)
  const main = page.getByRole('region', { name: 'Limits and errors' })
  const headers = main.getByRole('table', { name: 'Response headers' })
  await headers.getByRole('row', { name: /Retry-After.*Seconds to wait\..*with 429/ }).waitFor()
  await headers.getByRole('row', { name: /X-RateLimit-Reset.*next minute boundary.*with every response/ }).waitFor()
  // A 429 of the rate limit is without it.
  await headers.getByRole('row', { name: /X-RateLimit-Type.*with some responses of 429/ }).waitFor()
  const errors = main.getByRole('table', { name: 'Error codes' })
  await errors
    .getByRole('row', { name: /429.*rate_limit_exceeded.*Retry-After\. every endpoint/ })
    .and(page.locator('[aria-current="location"]'))
    .waitFor()
  await errors.getByRole('row', { name: /415.*unsupported_media_type.*6 of 16 endpoints/ }).waitFor()
  // As this world answers it.
  await world.assumptions.set('errors.validation', { status: 400, code: 'validation_error' })
  await errors.getByRole('row', { name: /400.*validation_error.*errors\.validation/ }).waitFor()
  const plans = main.getByRole('table', { name: 'Plan limits in the contract' })
  await plans.getByRole('row', { name: /Requests per minute 60 300 1,000 300/ }).waitFor()
  await errors.getByRole('link', { name: 'POST /calls/initiate' }).click()
  await page.waitForURL(/\/reference\/initiateCall/)
})

test('What keeps a call from being made twice is found by the word for it', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('reference')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const calls = contents.getByRole('region', { name: 'Calls' })
  await page.getByRole('searchbox').fill('idempotency')
  await calls.getByRole('link', { name: 'Request body › field external_id' }).waitFor()
  await calls.getByRole('link', { name: 'Response 409 › code duplicate_external_id' }).waitFor()
  await inJapanese(page, async () => {
    await page.getByRole('searchbox').fill('冪等')
    await page.getByRole('link', { name: 'リクエスト本文 › フィールド external_id' }).waitFor()
  })
})

test('What stays open beside a search that does not find it is said to be no result', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('reference')
  const main = page.getByRole('region', { name: 'POST /customers', exact: true })
  await main.getByRole('button', { name: 'Send request' }).waitFor()
  expect(await main.getByRole('note').count()).toBe(0)
  await page.getByRole('searchbox').fill('no such thing')
  await page.getByText('Nothing matches in endpoints and deliveries.').waitFor()
  await main.getByRole('note').getByText('Not a result: the search does not find POST /customers.').waitFor()
  await main.getByRole('button', { name: 'Show all' }).click()
  await main.getByRole('note').waitFor({ state: 'detached' })
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'GET /calls', exact: true })
    .waitFor()
})

test('Whoever writes a receiver finds the headers and the body of each event, and what an answer does', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('reference')
  const deliveries = page.getByRole('navigation', { name: 'Contents' }).getByRole('region', { name: 'Deliveries' })
  await deliveries.getByRole('link', { name: 'POST call.missed' }).click()
  const main = page.getByRole('region', { name: 'call.missed', exact: true })
  const headers = main.getByRole('table', { name: 'Headers of a delivery' })
  for (const name of ['X-Service-Signature', 'X-Service-Event', 'X-Service-Delivery'])
    await headers.getByRole('rowheader', { name }).waitFor()
  await main.getByRole('table', { name: 'Body' }).getByRole('rowheader', { name: 'event_id' }).waitFor()
  await main.getByRole('region', { name: 'Example body' }).last().getByText('"call.missed"').waitFor()
  const answers = main.getByRole('table', { name: 'What your response does' })
  await answers.getByRole('row', { name: /4XX.*it is sent again/ }).waitFor()
  // A test is sent once.
  await deliveries.getByRole('link', { name: 'POST webhook.test' }).click()
  await page
    .getByRole('table', { name: 'What your response does' })
    .getByRole('row', { name: /4XX.*it is not sent again/ })
    .waitFor()
})

test('How a delivery is signed, acknowledged and retried stands in one place, with the values of this world', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('reference')
  await page.getByRole('searchbox').fill('signature')
  // It comes first, so that it is open.
  const main = page.getByRole('region', { name: 'Signature, acknowledgement, retries' })
  const assumed = main.getByRole('table', { name: 'Assumed by this world' })
  await assumed.getByRole('row', { name: /webhooks\.timeout.*total_seconds: 15/ }).waitFor()
  await assumed.getByRole('row', { name: /webhooks\.retry_schedule.*5 s · 5 min/ }).waitFor()
  await world.assumptions.set('webhooks.retry_schedule', [])
  await main
    .getByRole('table', { name: 'What your response does' })
    .getByRole('row', { name: /default|any other.*it is not sent again/ })
    .first()
    .waitFor()
  await main.getByText('Python', { exact: true }).click()
  await page.waitForURL(/verify=python/)
  await main.getByText('hmac.compare_digest').waitFor()
  const ways = main.getByRole('navigation', { name: 'See also' })
  for (const name of ['Signature lab', 'Deliveries', 'Certify', 'Register a webhook'])
    await ways.getByRole('link', { name }).waitFor()
  await assumed.getByRole('link', { name: 'webhooks.success' }).click()
  await page.getByRole('heading', { name: 'webhooks.success' }).waitFor()
})

test('Found parts and deliveries are said in Japanese, and found by it', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('reference')
  await inJapanese(page, async () => {
    await page.getByRole('searchbox').fill('署名')
    await page.getByRole('link', { name: '署名・受領・再試行' }).click()
    await page.getByRole('row', { name: /4XX.*受信側による拒否です。再送されます。/ }).waitFor()
  })
})
