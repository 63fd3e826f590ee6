import { expect } from 'vitest'
import { ringback } from '../support/cli.ts'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { PATIENCE_MS } from './support/until-shown.ts'

test('A key is shown in plain text once when it is issued; it works until it is revoked', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('tenants/pro')
  await page.getByRole('button', { name: 'Issue key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label', { exact: true }).fill('from a test')
  await dialog.getByRole('radio', { name: /^test/ }).check()
  await dialog.getByRole('button', { name: 'No scope' }).click()
  await dialog.getByRole('checkbox', { name: 'customers:read' }).check()
  await dialog.getByRole('button', { name: 'Issue key' }).click()
  await dialog.getByText('It is shown only this once').waitFor()
  // It is seen only here: a key pressed too often must not take it away.
  await page.keyboard.press('Escape')
  const key = await dialog.getByText(/^svc_test_/).textContent()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await ask(world, key ?? '', '/customers')).status).toBe(200)
  expect((await ask(world, key ?? '', '/calls?from=2026-03-10&to=2026-03-10')).status).toBe(403)

  const row = page.getByRole('row', { name: /from a test/ })
  await row.getByText('customers:read').waitFor()
  expect(await page.content()).not.toContain(key)
  await row.getByRole('button', { name: 'Revoke the key from a test' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('revoked', { exact: true }).waitFor()
  // The button is gone: the keyboard goes on in the list.
  await page.getByRole('region', { name: 'Keys' }).and(page.locator(':focus')).waitFor()
  expect((await ask(world, key ?? '', '/customers')).status).toBe(401)
})

test('A plan that is changed holds at once, and can be changed back', async ({ dashboard }) => {
  const { page, world } = dashboard
  const limit = async () => (await ask(world, world.tenant('pro').key, '/customers')).headers.get('X-RateLimit-Limit')
  await dashboard.open('tenants/pro')
  await page.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'free' }).click()
  await page.getByText('pro: the plan is now free').waitFor()
  expect(await limit()).toBe('60')
  await page.getByRole('button', { name: 'Undo' }).click()
  const plan = page.getByRole('combobox', { name: 'Plan' })
  await expect.poll(() => plan.inputValue(), { timeout: PATIENCE_MS }).toBe('pro')
  expect(await limit()).toBe('300')
})

test('The Open API of a tenant is switched off and on', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  const status = async () => (await ask(world, world.tenant('max').key, '/customers')).status
  await dashboard.open('tenants/max')
  await page.getByRole('switch', { name: 'Open API' }).click()
  await page.getByText('Every request gets 403 license_required.').waitFor()
  // What was asked for is shown at once; that it is done is said afterwards.
  await page.getByText('max: the Open API is off').waitFor()
  expect(await page.getByRole('switch', { name: 'Open API' }).isChecked()).toBe(false)
  expect(await status()).toBe(403)
  const note = page.getByText('no request from this tenant is served')
  await note.waitFor()
  await page.getByRole('switch', { name: 'Open API' }).click()
  await note.waitFor({ state: 'detached' })
  await page.getByText('max: the Open API is on').waitFor()
  expect(await status()).toBe(200)
})

test('A new tenant has the staff and projects that were asked for, and names the request for its first key', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('tenants')
  await page.getByRole('heading', { name: 'free' }).waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Slug').fill('pro')
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await dialog.getByRole('alert').getByText('Tenant "pro" already exists').waitFor()
  await dialog.getByLabel('Slug').fill('fresh')
  await dialog.getByLabel('Staff', { exact: true }).fill('2')
  await dialog.getByLabel('Projects', { exact: true }).fill('1')
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await page.waitForURL(/\/tenants\/fresh$/)
  await page.getByText('This tenant has no key yet').waitFor()
  const members = (name: string) => page.getByRole('region', { name }).getByRole('listitem')
  await members('Staff').first().waitFor()
  expect(await members('Staff').count()).toBe(2)
  await members('Projects').first().waitFor()
  expect(await members('Projects').count()).toBe(1)
  dashboard.forgive(/409 \(Conflict\)/)
})

test('The environment for tests has the address of the world and the key that is chosen', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('tenants/pro')
  const panel = page.getByRole('region', { name: 'Environment for your tests' })
  await panel.getByRole('combobox', { name: 'Key for the environment' }).click()
  await page.getByRole('option', { name: 'reader' }).click()
  await panel.getByText(`RINGBACK_API_KEY='${world.tenant('pro').keys.reader}'`).waitFor()
})

test('The environment of the max plan is, in each format, what `ringback env` prints', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('tenants/max')
  const panel = page.getByRole('region', { name: 'Environment for your tests' })
  const url = new URL(world.baseUrl).origin
  for (const format of ['sh', 'powershell', 'json']) {
    const flags = ['env', '--url', url, '--world', world.id, '--shell', format]
    const { code, stdout } = await ringback(flags).ended
    expect(code).toBe(0)
    expect(stdout).toContain('RINGBACK_STAFF_ID')
    await panel.getByRole('combobox', { name: 'Shell or file' }).click()
    await page.getByRole('option', { name: format, exact: true }).click()
    await panel
      .locator('pre')
      .and(page.getByText(stdout.trimEnd().slice(0, 20)))
      .waitFor()
    expect(await panel.locator('pre').textContent()).toBe(stdout.trimEnd())
  }
})

test('The address of a key leads to the tenant that has it', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  const key = world.view.tenants.find(({ tenant }) => tenant === 'neighbour')?.keys[1]
  await dashboard.open(`tenants/keys/${key?.key_id}`)
  await page.getByRole('heading', { name: 'neighbour' }).waitFor()
  expect(await page.locator('tr[aria-current]').textContent()).toContain('test')
})

test('Each key says how often clients have used it and when last, and leads to both', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await ask(world, pro.keys.live ?? '', '/customers')
  await world.clock.advance({ by: 'PT10S' })
  const last = await ask(world, pro.keys.live ?? '', '/calls')
  await dashboard.open('tenants/pro')
  const keys = page.getByRole('table', { name: 'Keys' }).getByRole('row')
  const used = keys.filter({ hasText: /2 requests23:59:40/ })
  await used.waitFor()
  await keys.filter({ hasText: 'none yet' }).first().waitFor()
  await used.getByRole('link', { name: 'The last request with it' }).click()
  await page.waitForURL(new RegExp(`/requests/${last.headers.get('X-Request-ID')}`))
  await dashboard.follow('tenants/pro')
  await used.getByRole('link', { name: '2 requests', exact: true }).click()
  await page.waitForURL(/\/requests\?caller=key_/)
  const rows = page.getByRole('grid').getByRole('row')
  await rows.nth(2).waitFor()
  expect(await rows.count()).toBe(3)
})

test('What Ringback itself has sent with a key is told beside what clients have, and leads to just those requests', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { keys } = world.tenant('pro')
  const headers = { Authorization: `Bearer ${keys.reader}`, 'X-Ringback-Origin': 'cli' }
  for (let count = 0; count < 2; count++) await fetch(`${world.baseUrl}/customers`, { headers })
  await ask(world, keys.test ?? '', '/customers')
  await fetch(`${world.baseUrl}/customers`, { headers: { ...headers, Authorization: `Bearer ${keys.test}` } })
  await dashboard.open('tenants/pro')
  const rows = page.getByRole('table', { name: 'Keys' }).getByRole('row')
  await rows.filter({ hasText: /^live.*none yet/ }).waitFor()
  await rows.filter({ hasText: /^test.*1 request\d.*1 by Ringback/ }).waitFor()
  const reader = rows.filter({ hasText: /^reader.*none by clients2 by Ringback/ })
  await reader.getByRole('link', { name: '2 by Ringback' }).click()
  await page.waitForURL(/\/requests\?caller=key_/)
  const listed = page.getByRole('grid').getByRole('row')
  await listed.nth(2).waitFor()
  expect(await listed.count()).toBe(3)
  await page.getByText(/^Caller key_/).waitFor()
})

test('In the smallest window each key can be revoked, whatever the labels, the scopes and the keys that are revoked', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const controlUrl = world.view.control_url
  const headers = { 'Content-Type': 'application/json' }
  const issue = async (label: string, scopes: readonly string[]) => {
    const body = JSON.stringify({ mode: 'live', label, scopes })
    const answer = await fetch(`${controlUrl}/tenants/pro/keys`, { method: 'POST', headers, body })
    return ((await answer.json()) as { key_id: string }).key_id
  }
  const [first, ...others] = world.view.tenants[0]?.keys[0]?.scopes ?? []
  await issue('nightly-integration-pipeline-of-the-staging-environment'.repeat(2), [first ?? ''])
  const gone = await issue('電話発信バッチ用の長いラベルのキー（ステージング環境）', others)
  await fetch(`${controlUrl}/tenants/pro/keys/${gone}`, { method: 'DELETE', headers })
  await world.clock.advance({ by: 'PT24H' })
  const sent = { Authorization: `Bearer ${world.tenant('pro').key}`, 'X-Ringback-Origin': 'cli' }
  await fetch(`${world.baseUrl}/customers`, { headers: sent })
  await page.setViewportSize({ width: 1_024, height: 768 })
  await dashboard.open('tenants/pro')
  const look = async ({ used, revoked }: { used: string; revoked: string }) => {
    await page.getByText(used).waitFor()
    const list = page.getByRole('table').locator('..')
    await list.getByText(revoked, { exact: true }).waitFor()
    expect(await list.evaluate<number, Box>(it => it.scrollWidth - it.clientWidth)).toBe(0)
  }
  await look({ used: '1 by Ringback', revoked: 'revoked' })
  await inJapanese(page, () => look({ used: 'Ringback 1件', revoked: '失効済み' }))
})

interface Box {
  readonly scrollWidth: number
  readonly clientWidth: number
}
