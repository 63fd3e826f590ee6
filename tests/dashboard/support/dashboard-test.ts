import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, type TestAPI, test } from 'vitest'
import { DASHBOARD_FOLDER } from '../../../scripts/dashboard-build.ts'
import { type StartedEmulator, startEmulator, type WorldHandle } from '../../../server/index.ts'
import { launchChromium } from './chromium.ts'
import { follow, PATIENCE_MS, untilShown } from './until-shown.ts'

/** 23:59:30 in Tokyo: half a minute before the quotas reset. */
export const START = '2026-03-10T14:59:30Z'

/** A page on the world of the test, and what went wrong on it. */
export class Dashboard {
  readonly page: Page
  readonly world: WorldHandle
  readonly #origin: string
  readonly #complaints: string[] = []

  /** @param origin where the page comes from, when that is not what the emulator calls itself */
  constructor(page: Page, world: WorldHandle, origin = new URL(world.baseUrl).origin) {
    this.page = page
    this.world = world
    this.#origin = origin
    page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') this.#complaints.push(message.text())
    })
    page.on('pageerror', error => this.#complaints.push(error.message))
    page.on('dialog', dialog => {
      this.#complaints.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
  }

  /** The address of a place of the world: `at('requests')`. */
  at(place: string): string {
    return `${this.#origin}/w/${encodeURIComponent(this.world.id)}/${place}`
  }

  /** Opens a screen and waits until its data are there and its stream is open, from when on nothing is missed. */
  async open(place: string): Promise<void> {
    await this.page.goto(this.at(place))
    await untilShown(this.page, 'connected', 'loaded')
  }

  /** Goes on to another screen as by a link, and waits until its data are there. The first one has to be opened. */
  async follow(place: string): Promise<void> {
    await follow(this.page, this.at(place))
  }

  /** Errors and warnings of the console, violations of the content security policy, defects and dialogs. */
  get complaints(): readonly string[] {
    return this.#complaints
  }

  /** What is expected in this test, such as the failed requests of a server that was stopped. */
  forgive(pattern: RegExp): void {
    const left = this.#complaints.filter(complaint => !pattern.test(complaint))
    this.#complaints.splice(0, this.#complaints.length, ...left)
  }
}

interface Fixtures {
  /** Of the worker: the dashboard as its sources are now. */
  built: string
  /** Of the worker: one emulator that serves it, its clock frozen at `START`. */
  emulator: StartedEmulator
  /** Of the worker. */
  browser: Browser
  contextOptions: BrowserContextOptions
  /** Of the worker: what the browser has compiled of the dashboard stays with it. Each test finds it empty. */
  context: BrowserContext
  /** A world and a page of the test's own. The test fails when anything on the page complained. */
  dashboard: Dashboard
}

export const dashboardTest: TestAPI<Fixtures> = test.extend<Fixtures>({
  built: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs
    async ({}, use) => {
      await use(DASHBOARD_FOLDER)
    },
    { scope: 'worker' },
  ],
  emulator: [
    async ({ built }, use) => {
      await using emulator = await startEmulator({ port: 0, clock: START, dashboardFolder: built })
      await use(emulator)
    },
    { scope: 'worker' },
  ],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const browser = await launchChromium()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  contextOptions: [{ viewport: { width: 1280, height: 800 }, locale: 'en', colorScheme: 'light' }, { scope: 'worker' }],
  context: [
    async ({ browser, contextOptions, emulator }, use) => {
      const context = await browser.newContext(contextOptions)
      context.setDefaultTimeout(PATIENCE_MS)
      // Its process stays for as long as a page of it is open: without this one, every test would start another.
      const first = await context.newPage()
      await first.goto(`${emulator.url}/control/health`)
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  dashboard: async ({ emulator, context }, use) => {
    await using world = await emulator.createWorld({ clock: START })
    const page = await context.newPage()
    const dashboard = new Dashboard(page, world)
    await use(dashboard)
    await forget(page, emulator.url)
    expect(dashboard.complaints).toEqual([])
  },
})

/** Closes a page, and takes from its browser what it has kept for an origin and what it was allowed. */
async function forget(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  await page.context().clearPermissions()
  await page.close()
}
