import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { takeFromPalette } from './support/keyboard.ts'

const GOOD = `{
  // a team
  "version": 1,
  "tenants": [{ "tenant": "acme", "plan": "pro", "customers": [{ "count": 3 }] }]
}`
const WRONG = JSON.stringify({ version: 1, tenants: [{ tenant: 'acme', plan: 'gold', limit: {} }] })

/** Drops a file on the page, wherever there is nothing else that takes one. */
async function drop(page: Page, name: string, content: string | Buffer): Promise<void> {
  const bytes = Buffer.from(content).toString('base64')
  const dataTransfer = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(new File([Uint8Array.from(atob('${bytes}'), one => one.charCodeAt(0))], '${name}')); return data })()`,
  )
  const overlay = page.getByText('Drop a world file, a capsule or a snapshot to open it in a new world')
  await page.getByRole('main').dispatchEvent('dragover', { dataTransfer })
  await overlay.waitFor()
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer })
  await overlay.waitFor({ state: 'detached' })
}

/** Waits until the page shows another world than this one, and says which. */
async function leave(page: Page, world: string): Promise<string> {
  await page.waitForURL(address => !address.pathname.startsWith(`/w/${world}/`))
  return decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
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
  const input = dialog.getByLabel('World file', { exact: true })
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

test('A capsule that is dropped is known by what is in it, and opens frozen in a new world, at its request', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  const { headers } = await ask(world, world.tenant('pro').key, '/customers/999999')
  const capsule = await world.capsule()
  await dashboard.open('snapshots')
  // The name says nothing.
  await drop(page, 'from-a-colleague.json', capsule)
  const opened = await leave(page, world.id)
  expect(new URL(page.url()).pathname).toBe(`/w/${opened}/requests/${headers.get('X-Request-ID')}`)
  await page
    .getByText(
      `from-a-colleague.json is open in the new world ${opened}: its clock stands still, its deliveries reach inboxes only`,
    )
    .waitFor()
  const { view } = await emulator.openWorld(opened)
  expect([view.pace, view.now]).toEqual(['frozen', world.view.now])
  expect(await (await fetch(`${view.control_url}/recording`)).json()).toMatchObject({ recording: true })
  await dashboard.follow('limits')
  await emulator.removeWorld(opened)
})

test('Through the palette and the dialog for a new world a capsule or a snapshot opens under the name that was typed', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  await world.snapshots.take('mine')
  const snapshot = await world.snapshots.download('mine')
  await dashboard.open('limits')
  await takeFromPalette(page, 'capsule or snapshot')
  const dialog = page.getByRole('dialog', { name: 'New world' })
  await dialog.getByRole('button', { name: 'From a capsule…' }).and(page.locator(':focus')).waitFor()
  const file = dialog.getByLabel('Capsule or snapshot', { exact: true })
  const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  await file.setInputFiles({ name: 'screen.db', mimeType: 'image/png', buffer: picture })
  await dialog.getByRole('alert').getByText('screen.db is no text, and so no world file.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('seen-by-support')
  await file.setInputFiles({ name: 'mine.db', mimeType: 'application/octet-stream', buffer: snapshot })
  await page.waitForURL(/\/w\/seen-by-support\/live$/)
  await dashboard.follow('limits')
  await emulator.removeWorld('seen-by-support')
  dashboard.forgive(/422/)
})
