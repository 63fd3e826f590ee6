import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
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
  /** Of the file: the dashboard as its sources are now. */
  built: string
  /** Of the file: one emulator that serves it, its clock frozen at `START`. */
  emulator: StartedEmulator
  /** Of the file. */
  browser: Browser
  contextOptions: BrowserContextOptions
  /** A world and a page of the test's own. The test fails when anything on the page complained. */
  dashboard: Dashboard
}

export const dashboardTest: TestAPI<Fixtures> = test.extend<Fixtures>({
  built: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs
    async ({}, use) => {
      await use(DASHBOARD_FOLDER)
    },
    { scope: 'file' },
  ],
  emulator: [
    async ({ built }, use) => {
      await using emulator = await startEmulator({ port: 0, clock: START, dashboardFolder: built })
      await use(emulator)
    },
    { scope: 'file' },
  ],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const browser = await launchChromium()
      await use(browser)
      await browser.close()
    },
    { scope: 'file' },
  ],
  contextOptions: { viewport: { width: 1280, height: 800 }, locale: 'en', colorScheme: 'light' },
  dashboard: async ({ emulator, browser, contextOptions }, use) => {
    await using world = await emulator.createWorld({ clock: START })
    const context = await browser.newContext(contextOptions)
    context.setDefaultTimeout(PATIENCE_MS)
    const dashboard = new Dashboard(await context.newPage(), world)
    await use(dashboard)
    await context.close()
    expect(dashboard.complaints).toEqual([])
  },
})
