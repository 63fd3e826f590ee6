import { expect } from 'vitest'
import { ringback } from '../support/cli.ts'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
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
  await page.waitForURL(/\/requests\?q=key_/)
  const rows = page.getByRole('grid').getByRole('row')
  await rows.nth(2).waitFor()
  expect(await rows.count()).toBe(3)
})
