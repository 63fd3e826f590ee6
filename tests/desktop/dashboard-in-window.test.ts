/** The dashboard as the desktop window shows it, in a real Chromium: behind the handler of `app://`, with its policy and its way to the emulator. */
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { type Dashboard, dashboardTest } from '../dashboard/support/dashboard-test.ts'
import { serveAppScheme } from './support/app-in-browser.ts'

// The first test waits for the build of the dashboard and the start of the browser.
vi.setConfig({ testTimeout: 90_000 })

interface App {
  /** Origin of the window. */
  url: string
  /** Where the shell believes the emulator to be. */
  emulatorUrl: string | undefined
}

const test = dashboardTest.extend<{ app: App }>({
  // Of the file, so that it outlives the page of a test.
  app: [
    async ({ built, emulator }, use) => {
      const app: App = { url: '', emulatorUrl: emulator.url }
      using served = await serveAppScheme({ directory: built, emulatorUrl: () => app.emulatorUrl })
      app.url = served.url
      await use(app)
    },
    { scope: 'file' },
  ],
})

/** The place of the test's world behind the app's own origin. */
const placeOf = (dashboard: Dashboard, origin: string, place: string) =>
  `${origin}${new URL(dashboard.at(place)).pathname}`

const connected = (page: Page) => page.getByText('Connected', { exact: true }).waitFor()

test('the page loads, streams and reloads behind the app scheme without violating its policy', async ({
  dashboard,
  app,
}) => {
  const { page, world } = dashboard
  await page.goto(placeOf(dashboard, app.url, 'requests'))
  await connected(page)
  const { key } = world.tenant('pro')
  await fetch(`${world.baseUrl}/customers/404`, { headers: { authorization: `Bearer ${key}` } })
  const row = page.getByText('/customers/404').first()
  await row.waitFor()
  await page.reload()
  await row.waitFor()
  expect(new URL(page.url()).origin).toBe(app.url)
})

test('what the page sends reaches the emulator', async ({ dashboard, app }) => {
  const { page, world } = dashboard
  await page.goto(placeOf(dashboard, app.url, 'limits'))
  await connected(page)
  await page.getByRole('button', { name: '+1 h' }).click()
  await page.getByText('00:59:30').first().waitFor()
  expect((await world.clock.get()).now).toBe('2026-03-10T15:59:30.000Z')
})

test('a screen that the menu asks for is shown as by the back button', async ({ dashboard, app }) => {
  const { page } = dashboard
  await page.goto(placeOf(dashboard, app.url, 'requests'))
  await connected(page)
  // What the preload script does with `desktop:navigate` (see followNavigation in electron/bridge.ts).
  const path = new URL(dashboard.at('limits')).pathname
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await page.getByRole('heading', { name: 'Limits' }).waitFor()
})

test('while the emulator is away the window offers to restart it, and catches up when it is back', async ({
  dashboard,
  app,
  emulator,
}) => {
  const { page } = dashboard
  const asked: string[] = []
  await page.exposeFunction('restartForTest', (command: string) => {
    asked.push(command)
    app.emulatorUrl = emulator.url
  })
  await page.addInitScript('globalThis.ringback = { run: command => restartForTest(command).then(() => true) }')
  await page.goto(placeOf(dashboard, app.url, 'requests'))
  await connected(page)
  app.emulatorUrl = undefined
  // A running stream notices nothing of a lost way; the next load does.
  await page.reload()
  await page.getByRole('button', { name: 'Restart the emulator' }).click()
  await connected(page)
  expect(asked).toEqual(['restart_emulator'])
  expect(await page.getByText('npx ringback').count()).toBe(0)
  dashboard.forgive(/Failed to load resource/)
})
