/** The built app in a real Electron. It needs a binary and a display; without them this suite says so and what to do. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build as buildBundles } from 'electron-vite'
import { type ElectronApplication, _electron as electron, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DesktopBridge } from '../../electron/bridge.ts'
import { findElectronBinary, NO_BINARY } from '../../scripts/electron-binary.ts'
import { canShowWindows, openDisplay } from './support/display.ts'

declare const ringback: DesktopBridge
declare const window: { open(url: string): unknown }
declare const location: { href: string }
declare const navigator: {
  geolocation: { getCurrentPosition(done: () => void, denied: (error: { code: number }) => void): void }
  mediaDevices: { getUserMedia(constraints: object): Promise<unknown> }
}
declare const Notification: { requestPermission(): Promise<string> }
declare const EventSource: new (url: string) => { onopen: () => void; onerror: () => void; close(): void }

const root = path.join(import.meta.dirname, '../..')
const binary = findElectronBinary({ environment: process.env, platform: process.platform })

function whyNot(): string | undefined {
  if (binary === undefined) return NO_BINARY
  return canShowWindows()
    ? undefined
    : 'There is no display here. Install Xvfb (Debian: apt-get install xvfb) or set DISPLAY.'
}

const reason = whyNot()
if (reason !== undefined || binary === undefined) {
  test('the suite with a real Electron was NOT run on this machine', () => {
    console.warn(`tests/desktop/real-app.test.ts was not run. ${reason}`)
    expect(reason).toMatch(/ELECTRON_OVERRIDE_DIST_PATH|Xvfb/)
  })
} else {
  describeRealApp(binary)
}

function describeRealApp(executablePath: string): void {
  const userData = mkdtempSync(path.join(os.tmpdir(), 'ringback-real-'))
  let display: Awaited<ReturnType<typeof openDisplay>>
  let app: ElectronApplication
  let page: Page

  beforeAll(async () => {
    await buildBundles({ root, configFile: path.join(root, 'electron.vite.config.ts'), logLevel: 'error' })
    display = await openDisplay()
    const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env
    app = await electron.launch({
      executablePath,
      // Chromium refuses to sandbox for root; the preferences below are asserted all the same.
      args: [
        path.join(root, 'dist/desktop/main/main.js'),
        `--user-data-dir=${userData}`,
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
      env: { ...(environment as Record<string, string>), ...display.environment },
    })
    page = await app.firstWindow()
    await page.waitForLoadState('load')
    await page.waitForFunction(async () => (await ringback.info()).emulator.kind === 'running')
  }, 120_000)

  afterAll(async () => {
    await app?.close()
    display?.close()
    rmSync(userData, { recursive: true, force: true })
  })

  const apiUrl = () =>
    page.evaluate(async () => {
      const { emulator } = await ringback.info()
      return emulator.kind === 'running' ? emulator.url : ''
    })

  test('the window shows the dashboard at its own origin, without a violation of its policy', async () => {
    const problems: string[] = []
    page.on('console', message => message.type() === 'error' && problems.push(message.text()))
    await page.reload()
    await page.waitForSelector('#root > *')
    expect(page.url()).toMatch(/^app:\/\/ringback\//)
    expect(problems).toEqual([])
    const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'))
    expect(policy).toContain("default-src 'none'")
  })

  test('every web contents has the preferences of the security list (threat B1)', async () => {
    const all = await app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map(contents => {
        // Electron has it for such tests; its types leave it out.
        const audited = contents as typeof contents & { getLastWebPreferences(): Electron.WebPreferences | null }
        const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } =
          audited.getLastWebPreferences() ?? {}
        return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag }
      }),
    )
    expect(all.length).toBeGreaterThan(0)
    for (const preferences of all) {
      expect(preferences).toMatchObject({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
      })
      expect(preferences.webviewTag).not.toBe(true)
    }
  })

  test('the page has no Node.js, and the bridge is functions only (threat B1)', async () => {
    const found = await page.evaluate(() => ({
      require: typeof (globalThis as { require?: unknown }).require,
      process: typeof (globalThis as { process?: unknown }).process,
      bridge: Object.entries(ringback).map(([name, member]) => `${name}: ${typeof member}`),
    }))
    expect(found).toEqual({
      require: 'undefined',
      process: 'undefined',
      bridge: ['info: function', 'run: function', 'openExternal: function', 'onState: function'],
    })
  })

  test('permissions are denied (threat B3)', async () => {
    const outcome = await page.evaluate(async () => ({
      notifications: await Notification.requestPermission(),
      geolocation: await new Promise(resolve =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          ({ code }) => resolve(code),
        ),
      ),
      camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
        () => 'granted',
        (error: Error) => error.name,
      ),
    }))
    expect(outcome).toMatchObject({ notifications: 'denied', geolocation: 1 })
    expect(outcome.camera).not.toBe('granted')
  })

  test('the page neither leaves nor opens a window (threat B2)', async () => {
    const before = page.url()
    const opened = await page.evaluate(() => window.open('https://evil.example/') === null)
    await page.evaluate(() => {
      location.href = 'https://evil.example/'
    })
    expect(await page.evaluate(() => location.href)).toBe(before)
    expect([opened, app.windows().length]).toEqual([true, 1])
    expect(await page.evaluate(() => ringback.openExternal('https://evil.example/'))).toBe(false)
  })

  test('the emulator answers the page through its origin, streams included, and everybody else directly', async () => {
    const health = await page.evaluate(
      async () => (await (await fetch('/control/health')).json()) as { status: string },
    )
    expect(health.status).toBe('ok')
    const streamed = await page.evaluate(
      () =>
        new Promise(resolve => {
          const source = new EventSource('/control/worlds/default/stream?topics=clock')
          const end = (outcome: string) => {
            source.close()
            resolve(outcome)
          }
          source.onopen = () => end('open')
          source.onerror = () => end('error')
        }),
    )
    expect(streamed).toBe('open')
    expect((await fetch(`${await apiUrl()}/control/health`)).status).toBe(200)
  })

  test('a renderer that crashes comes back, and the API answers meanwhile (threat B11)', async () => {
    const url = await apiUrl()
    const loaded = app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<void>(resolve => {
          const [{ webContents }] = BrowserWindow.getAllWindows() as [Electron.BrowserWindow]
          webContents.once('did-finish-load', () => resolve())
          webContents.forcefullyCrashRenderer()
        }),
    )
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await fetch(`${url}/control/health`)).status),
    )
    await loaded
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
}
