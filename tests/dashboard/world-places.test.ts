import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { ask } from './support/api.ts'
import { seriousFindings } from './support/axe.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

const MARKUP = '<img src=x onerror=alert(1)>"><script>alert(2)</script>'

/** A world with something at every place that concerns tenants, data, faults, assumptions, coverage and snapshots. */
async function fill(world: WorldHandle): Promise<string[]> {
  const pro = world.tenant('pro')
  await world.client.send('PATCH', ['tenants', 'pro'], { name: MARKUP })
  await world.client.send('POST', ['tenants', 'pro', 'keys'], { mode: 'test', scopes: [], label: MARKUP })
  await ask(world, pro.key, '/customers')
  await ask(world, pro.key, `/${encodeURIComponent(MARKUP)}`)
  await world.faults.add({ match: { path: `/${MARKUP}` }, effect: { status: 503 }, times: 2, ttl: 'PT10M' })
  await world.faults.add({ effect: { latency: 'PT0.001S' }, times: 1 })
  await world.assumptions.set('customers.phonetic_key', 'kana')
  await world.snapshots.take('one')
  const customer = { project_id: pro.projectIds[0], name: MARKUP, tel1: '+81312345678', external_id: MARKUP }
  const made = await fetch(`${world.baseUrl}/customers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${pro.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(customer),
  })
  const { data } = (await made.json()) as { data: { customer_id: number } }
  return [
    'data/pro/customers',
    `data/pro/customers/${data.customer_id}`,
    'data/pro/calls',
    'data/pro/reports',
    'data/free/reports',
    'tenants/pro',
    'tenants/disabled',
    'faults/1',
    'assumptions',
    'assumptions/customers%2Ephonetic_key',
    'assumptions/webhooks%2Eretry_schedule',
    'assumptions/limits%2Efree_webhook_sends',
    'coverage',
    'coverage?look=codes',
    'snapshots',
    'reference',
    'reference/createCustomersInBulk',
    'reference/reportCalls',
  ]
}

test.for(['light', 'dark'] as const)(
  'axe finds nothing serious where the world is looked after, in the %s theme',
  { timeout: 120_000 },
  async (colorScheme, { dashboard, browser }) => {
    const places = await fill(dashboard.world)
    expect(await seriousFindings({ browser, dashboard, colorScheme }, places)).toEqual([])
  },
)

test('Markup in names, labels and paths is shown as text, and nothing on the page complains', {
  timeout: 90_000,
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  await fill(world)
  const seen = {
    'tenants/pro': page.getByRole('table', { name: 'Keys' }).getByText(MARKUP),
    [`data/pro/customers?q=${encodeURIComponent(MARKUP)}`]: page.getByRole('row').getByText(MARKUP).first(),
    'faults/1': page.getByRole('row').getByText(MARKUP),
    coverage: page.getByRole('region', { name: 'Unknown routes' }).getByText(/img/i),
  }
  for (const [place, text] of Object.entries(seen)) {
    await dashboard.open(place)
    await text.waitFor()
    expect(await page.locator('img[src="x"], script:not([src])').count()).toBe(0)
  }
})

test('In Japanese every screen has its title', { timeout: 60_000 }, async ({ dashboard, browser }) => {
  const context = await browser.newContext({ locale: 'ja' })
  const page = await context.newPage()
  const titles = {
    data: 'データ',
    tenants: 'テナントとキー',
    faults: '障害注入',
    assumptions: '前提',
    coverage: '網羅率',
    snapshots: 'スナップショット',
    reference: 'リファレンス',
  }
  for (const [place, title] of Object.entries(titles)) {
    await page.goto(dashboard.at(place))
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  await context.close()
})
