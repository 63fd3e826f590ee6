import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'

const GOOD = `{
  // a team
  "version": 1,
  "tenants": [{ "tenant": "acme", "plan": "pro", "customers": [{ "count": 3 }] }]
}`
const WRONG = JSON.stringify({ version: 1, tenants: [{ tenant: 'acme', plan: 'gold', limit: {} }] })

/** Drops a file on the page, wherever there is nothing else that takes one. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], '${name}')); return data })()`,
  )
  await page.getByRole('main').dispatchEvent('dragover', { dataTransfer })
  await page.getByText('Drop a world file to make a world of it').waitFor()
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer })
  await page.getByText('Drop a world file to make a world of it').waitFor({ state: 'detached' })
}

test('A world file that is dropped on the page, or chosen with the button, becomes a world; one that is refused says where', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  await dashboard.open('limits')
  await drop(page, 'team.world.json', WRONG)
  const alert = page.getByRole('dialog').getByRole('alert')
  await alert.getByText('team.world.json makes no world: it is loaded whole or not at all').waitFor()
  await alert.getByText('tenants.0.limit Unknown. Did you mean limits?', { exact: true }).waitFor()
  await alert.getByText(/^tenants\.0\.plan Must be one of "free"/).waitFor()
  expect((await emulator.worlds()).map(({ fixture }) => fixture)).not.toContain('team.world.json')
  await page.keyboard.press('Escape')
  await alert.waitFor({ state: 'detached' })

  await drop(page, 'team.world.jsonc', GOOD)
  await page.waitForURL(address => !address.pathname.startsWith(`/w/${world.id}`))
  const dropped = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
  expect((await emulator.openWorld(dropped)).view).toMatchObject({
    fixture: 'team.world.jsonc',
    tenants: [{ tenant: 'acme' }],
  })

  await page.getByRole('button', { name: `World: ${dropped}` }).click()
  await page.getByRole('button', { name: 'New world' }).click()
  const dialog = page.getByRole('dialog')
  const input = dialog.locator('input[type="file"]')
  await input.setInputFiles({
    name: 'broken.jsonc',
    mimeType: 'application/json',
    buffer: Buffer.from('{\n "version": ,'),
  })
  await dialog.getByText(/^broken\.jsonc, line 2: is not JSON with comments/).waitFor()
  await input.setInputFiles({ name: 'chosen.jsonc', mimeType: 'application/json', buffer: Buffer.from(GOOD) })
  await page.waitForURL(address => !address.pathname.startsWith(`/w/${dropped}`))
  const chosen = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
  expect((await emulator.openWorld(chosen)).view.fixture).toBe('chosen.jsonc')
  // A page would go on to ask for its world.
  await dashboard.follow('limits')
  for (const id of [dropped, chosen]) await emulator.removeWorld(id)
  dashboard.forgive(/422/)
})
