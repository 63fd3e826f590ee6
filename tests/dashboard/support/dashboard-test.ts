import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Dialog, Page } from 'playwright-core'
import { expect, type TestAPI, test } from 'vitest'
import { DASHBOARD_FOLDER } from '../../../scripts/dashboard-build.ts'
import { type StartedEmulator, startEmulator, type WorldHandle } from '../../../server/index.ts'
import { launchChromium } from './chromium.ts'
import { follow, PATIENCE_MS, untilShown } from './until-shown.ts'

/** 23:59:30 in Tokyo: half a minute before the quotas reset. */
export const START = '2026-03-10T14:59:30Z'

const VIEWPORT = { width: 1280, height: 800 }

/** A page that a test has left as it found it, and the world of that test, which the page still shows. */
interface Kept {
  readonly page: Page
  readonly world: WorldHandle
}

/** A page on the world of the test, and what went wrong on it. */
export class Dashboard {
  readonly page: Page
  readonly world: WorldHandle
  readonly #origin: string
  readonly #complaints: string[] = []
  #isLoadedAnew = false
  /** What the page shows until it is opened. */
  #kept: Kept | undefined

  /** @param origin where the page comes from, when that is not what the emulator calls itself */
  constructor(
    page: Page,
    world: WorldHandle,
    { kept, origin = new URL(world.baseUrl).origin }: { kept?: Kept | undefined; origin?: string } = {},
  ) {
    this.page = page
    this.world = world
    this.#kept = kept
    this.#origin = origin
    page.on('console', this.#hearMessage)
    page.on('pageerror', this.#hearDefect)
    page.on('dialog', this.#hearDialog)
  }

  readonly #hearMessage = (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') this.#complaints.push(message.text())
  }
  readonly #hearDefect = (error: Error) => this.#complaints.push(error.message)
  readonly #hearDialog = (dialog: Dialog) => {
    this.#complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  }

  /** Whether the test has loaded the page for itself, for something that stays with it. */
  get isLoadedAnew(): boolean {
    return this.#isLoadedAnew
  }

  /** Hears no more of the page. */
  leave(): void {
    this.page.off('console', this.#hearMessage)
    this.page.off('pageerror', this.#hearDefect)
    this.page.off('dialog', this.#hearDialog)
  }

  /** The address of a place of the world: `at('requests')`. */
  at(place: string): string {
    return `${this.#origin}/w/${encodeURIComponent(this.world.id)}/${place}`
  }

  /**
   * Opens a screen and waits until its data are there and its stream is open, from when on nothing is missed. A page that shows the world
   * already, or that another test has left, goes there as by a link.
   */
  async open(place: string): Promise<void> {
    if (this.#kept === undefined && !this.page.url().startsWith(this.at(''))) await this.page.goto(this.at(place))
    else await follow(this.page, this.at(place))
    await untilShown(this.page, 'connected', 'loaded')
    await this.endKept()
  }

  /** Ends the world that the page has shown before. */
  async endKept(): Promise<void> {
    const ended = this.#kept
    this.#kept = undefined
    await ended?.world[Symbol.asyncDispose]()
  }

  /** As `open`, and the page is loaded whatever it shows. No other test gets it. */
  async loadAnew(place: string): Promise<void> {
    this.#isLoadedAnew = true
    await this.page.goto(this.at(place))
    await untilShown(this.page, 'connected', 'loaded')
    await this.endKept()
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
  /** Of the worker: what the next test may go on with. */
  kept: { last?: Kept | undefined }
  /** A world of the test's own, and a page on which nothing is left of another. The test fails when anything on the page complained. */
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
  // Without motion nothing is drawn again and again until it has come to rest.
  contextOptions: [
    { viewport: VIEWPORT, locale: 'en', colorScheme: 'light', reducedMotion: 'reduce' },
    { scope: 'worker' },
  ],
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
  kept: [
    async ({ context: _ }, use) => {
      await use({})
    },
    { scope: 'worker' },
  ],
  dashboard: async ({ emulator, context, kept, task }, use) => {
    const world = await emulator.createWorld({ clock: START })
    const page = kept.last?.page ?? (await context.newPage())
    const dashboard = new Dashboard(page, world, { kept: kept.last })
    kept.last = undefined
    await use(dashboard)
    dashboard.leave()
    await dashboard.endKept()
    await context.clearPermissions()
    const isAsBefore =
      !dashboard.isLoadedAnew &&
      !task.result?.errors?.length &&
      dashboard.complaints.length === 0 &&
      (await isClean(page, dashboard.at('')))
    if (isAsBefore) {
      await dismissNotices(page)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(VIEWPORT)
      // A pointer that rests on a control shows what that one has to say.
      await page.mouse.move(0, 0)
      // To go from world to world costs a quarter of a second of the processor: the next test does it, to its own.
      kept.last = { page, world }
    } else {
      await forget(page, emulator.url)
      await world[Symbol.asyncDispose]()
    }
    expect(dashboard.complaints).toEqual([])
  },
})

/** Whether nothing but its world and what it announced would tell a page from one that was just loaded: no choice of the user, nothing open. */
async function isClean(page: Page, world: string): Promise<boolean> {
  if (!page.url().startsWith(world)) return false
  // What was visited is kept for the world of its own.
  return page.evaluate<boolean>(
    `localStorage.length === 0 && Object.keys(sessionStorage).every(key => key.startsWith('ringback.recent.')) && !new URLSearchParams(location.search).has('present') &&
      ![...document.querySelectorAll('[role="dialog"], [role="menu"]')].some(element => element.checkVisibility())`,
  )
}

/** Closes what the page has announced, and waits until it is gone. */
async function dismissNotices(page: Page): Promise<void> {
  await page.evaluate(`new Promise(resolve => {
    const look = () => {
      const notices = document.querySelectorAll('.mantine-Notification-root')
      if (notices.length === 0) return resolve()
      for (const notice of notices) notice.querySelector('.mantine-Notification-closeButton')?.click()
      requestAnimationFrame(look)
    }
    look()
  })`)
}

/** Closes a page, and takes from its browser what it has kept for an origin. */
async function forget(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  await page.close()
}
