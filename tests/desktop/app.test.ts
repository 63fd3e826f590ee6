import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '../../electron/app.ts'
import { DESKTOP_EMULATOR as emulatorProcess } from '../support/cli.ts'
import { createStandIn } from './support/stand-in.ts'
import { attachPreload, PREFERRED_PORT, startAppForTest } from './support/started-app.ts'

test('the app opens one window with the dashboard, in the colours of the system, and starts one emulator (threat B9) (without B11)', async () => {
  await using app = await startAppForTest({ isDark: true })
  const { standIn, window, page, reached } = app
  if (page().document === undefined) await once(page(), 'did-finish-load')
  expect(standIn.windows).toHaveLength(1)
  expect(page().getURL()).toBe('app://ringback/')
  expect(page().document?.text).toContain('<title>Dashboard</title>')
  expect(standIn.nativeTheme.themeSource).toBe('system')
  expect(window().backgroundColor).toBe('#141318')
  standIn.nativeTheme.shouldUseDarkColors = false
  standIn.nativeTheme.emit('updated')
  expect(window().backgroundColor).toBe('#f7f5f3')
  const { url } = await reached('running')
  expect(standIn.processes).toHaveLength(1)
  expect(window().title).toBe(`Ringback — ${new URL(url).host}`)
})

test('the data of the emulator lives in the folder of the app', async () => {
  await using app = await startAppForTest()
  const { dataDirectory } = await app.info()
  expect(dataDirectory).toBe(path.join(app.userData, 'data'))
  expect(existsSync(dataDirectory)).toBe(true)
})

test('the preferred port or, when it is taken, the next free one is used, shown and copied', async () => {
  const holders = await Promise.all([PREFERRED_PORT, PREFERRED_PORT + 1].map(hold))
  await using app = await startAppForTest()
  const { port, moved } = await app.reached('running')
  expect(port).toBe(PREFERRED_PORT + 2)
  expect(moved).toBe(true)
  expect(app.window().title).toContain(`:${port}`)
  expect(app.standIn.trays[0]!.toolTip).toContain(`:${port}`)
  app.standIn.menu.click('copy_address')
  await settled(app)
  expect(app.standIn.clipboard.text).toBe(`http://127.0.0.1:${port}/api/v1`)
  for (const holder of holders) holder?.close()
})

test('a second instance hands its arguments to the first, comes to the front there, and ends itself (threat B11)', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ringback-second-'))
  const second = createStandIn({ appData: folder, isFirstInstance: false })
  const paths = { preload: '', renderer: '', emulatorProcess: '', icons: '' }
  const clocks = { now: () => 0, today: () => new Date(0), after: () => () => {} }
  await startApp(second.electron, {
    paths,
    argv: ['ringback'],
    workingDirectory: folder,
    platform: 'linux',
    preferredPort: 0,
    ...clocks,
  })
  expect(await second.app.exited).toBe(0)
  expect([second.windows, second.processes, readdirSync(folder)]).toEqual([[], [], []])
  rmSync(folder, { recursive: true })

  await using app = await startAppForTest()
  await once(app.page(), 'did-finish-load')
  const { visited } = attachPreload(app.standIn, app.page())
  app.window().minimized = true
  app.standIn.app.emit('second-instance', {}, ['ringback', 'ringback://open/requests/req_1'], app.folder)
  expect(app.window().minimized).toBe(false)
  expect(app.window().focused).toBeGreaterThan(0)
  expect(visited).toEqual(['/requests/req_1'])
})

test('a link of the first start is shown as the first screen', async () => {
  await using app = await startAppForTest({ argv: ['ringback://open/limits'] })
  await once(app.page(), 'did-finish-load')
  expect(app.page().getURL()).toBe('app://ringback/limits')
})

test('a crash of the page reloads it; after the fourth within a minute the user is asked (threat B11)', async () => {
  await using app = await startAppForTest()
  await once(app.page(), 'did-finish-load')
  for (let crash = 1; crash <= 3; crash += 1) {
    const loaded = once(app.page(), 'did-finish-load')
    app.page().crash()
    await loaded
  }
  expect(app.page().loads).toBe(4)
  expect(app.standIn.dialog.questions).toEqual([])
  const asked = once(app.standIn.dialog, 'asked')
  app.standIn.dialog.answers.push('Try again')
  const loaded = once(app.page(), 'did-finish-load')
  app.page().crash()
  await asked
  await loaded
  expect(app.page().loads).toBe(5)
})

test('a page that ends by itself is not reloaded (without B11)', async () => {
  await using app = await startAppForTest()
  await once(app.page(), 'did-finish-load')
  app.page().crash('clean-exit')
  expect(app.page().loads).toBe(1)
})

test('a crash of the emulator starts it again on the same port, and tells the page and the user', async () => {
  const holder = await hold(PREFERRED_PORT)
  await using app = await startAppForTest()
  const { port } = await app.reached('running')
  // The first choice is free again, but the address that was copied is the other one.
  holder?.close()
  const { bridge } = attachPreload(app.standIn, app.page())
  const states: string[] = []
  const forget = bridge.onState(state => states.push(state.kind))
  const asked = once(app.standIn.dialog, 'asked')
  app.standIn.processes[0]!.child.kill('SIGKILL')
  const [question] = await asked
  expect(question).toMatchObject({ type: 'warning', message: expect.stringContaining('started again') })
  expect((await app.reached('running')).port).toBe(port)
  expect(app.standIn.processes).toHaveLength(2)
  expect(states).toEqual(['restarting', 'starting', 'running'])
  forget()
  await bridge.run('restart_emulator')
  expect(states).toHaveLength(3)
})

test('an emulator that crashes a fourth time within a minute stays down until the user decides', async () => {
  await using app = await startAppForTest()
  const { dialog, processes } = app.standIn
  for (let crash = 0; crash < 4; crash += 1) {
    await app.reached('running')
    const gone = once(processes[crash]!, 'exit')
    processes[crash]!.child.kill('SIGKILL')
    await gone
  }
  expect(dialog.questions.at(-1)).toMatchObject({
    message: 'The emulator could not start',
    detail: expect.stringMatching(/stopped 4 times within a minute.*ringback start --store/),
    buttons: ['Try again', 'Start without saving', 'Quit'],
  })
  expect(await app.standIn.app.exited).toBe(0)
  expect(processes).toHaveLength(4)
})

test('the window comes back at the place and size where it was', async () => {
  const appData = mkdtempSync(path.join(os.tmpdir(), 'ringback-place-'))
  const bounds = { x: 120, y: 80, width: 1_300, height: 820 }
  const first = await startAppForTest({ appData })
  first.window().bounds = bounds
  first.window().maximized = true
  first.standIn.app.quit()
  await first.standIn.app.exited
  rmSync(path.join(appData, 'renderer'), { recursive: true })
  await using second = await startAppForTest({ appData })
  expect(second.window().bounds).toEqual(bounds)
  expect(second.window().maximized).toBe(true)
})

test.each([
  ['linux', false, true],
  ['linux', true, false],
  ['darwin', false, false],
])('on %s, with "keep running" %s, closing the window ends the app: %s', async (platform, keepRunning, ends) => {
  await using app = await startAppForTest({ platform })
  await app.reached('running')
  if (keepRunning) app.standIn.menu.click('Keep running when the window is closed')
  app.window().close()
  if (ends) expect(await app.standIn.app.exited).toBe(0)
  else {
    expect((await app.standIn.request('app://ringback/control/health')).ok).toBe(true)
    app.standIn.trays[0]!.menu!.click('Show Ringback')
    expect(app.standIn.windows).toHaveLength(1)
  }
})

test('quitting closes the emulator first: its process has ended with 0 when the app ends', async () => {
  const app = await startAppForTest()
  await app.reached('running')
  const [child] = app.standIn.processes
  const exit = once(child!.child, 'exit')
  app.standIn.app.quit()
  app.standIn.app.quit()
  expect(await app.standIn.app.exited).toBe(0)
  expect(await exit).toEqual([0, null])
  expect(child!.heard.at(-1)).toEqual({ kind: 'stopped' })
  expect(app.standIn.trays[0]!.isDestroyed).toBe(true)
  rmSync(app.folder, { recursive: true })
})

test('an action that fails says why, and the app goes on', async () => {
  await using app = await startAppForTest()
  await app.reached('running')
  writeFileSync(path.join(app.folder, 'big.txt'), 'x')
  app.standIn.dialog.chosenFile = path.join(app.folder, 'big.txt')
  const asked = once(app.standIn.dialog, 'asked')
  app.standIn.menu.click('open_capsule')
  await asked
  expect(app.standIn.dialog.questions.at(-1)).toMatchObject({
    message: 'The capsule could not be opened',
    detail: expect.stringContaining('.ringback-capsule'),
  })
  expect((await app.info()).emulator.kind).toBe('running')
})

test('resetting a world asks once, and "Cancel" changes nothing', async () => {
  await using app = await startAppForTest()
  await app.reached('running')
  const { bridge } = attachPreload(app.standIn, app.page())
  expect(await bridge.run('reset_world')).toBe(false)
  app.standIn.dialog.answers.push('Reset')
  expect(await bridge.run('reset_world')).toBe(true)
  expect(app.standIn.dialog.questions).toHaveLength(2)
  expect(app.standIn.dialog.questions[0]).toMatchObject({ defaultId: 1, cancelId: 1 })
})

test('commands act on the world that the window shows', async () => {
  await using app = await startAppForTest({ argv: ['ringback://open/w/my%20world/limits'] })
  await once(app.page(), 'did-finish-load')
  await app.reached('running')
  const { bridge, visited } = attachPreload(app.standIn, app.page())
  await bridge.run('go_requests')
  expect(visited).toEqual(['/w/my%20world/requests'])
  await bridge.run('reset_world')
  expect(app.standIn.dialog.questions[0]?.message).toContain('“my world”')
})

test('the tray tells the clock of the world that the window shows', async () => {
  await using app = await startAppForTest({ emulatorProcess })
  const { url } = await app.reached('running')
  await fetch(`${url}/control/worlds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ world_id: 'ci-7', fixture: 'empty', clock: '2026-03-10T14:59:50Z' }),
  })
  const [tray] = app.standIn.trays
  const toolTip = async (pattern: RegExp) => {
    while (!pattern.test(tray!.toolTip)) await once(tray!, 'told')
  }
  await toolTip(/^Ringback :\d+ · runs live$/)
  app.page().moveTo('/w/ci-7/limits')
  await toolTip(/^Ringback :\d+ · ci-7 · stands at 2026-03-10 23:59:50 in Tokyo$/)
  tray!.menu!.click('To midnight in Tokyo')
  await toolTip(/stands at 2026-03-11 00:00:00 in Tokyo$/)
  expect(app.standIn.dialog.questions).toEqual([])
})

test('the links of ringback:// are registered for the packaged app only', async () => {
  await using unpackaged = await startAppForTest()
  await using packaged = await startAppForTest({ isPackaged: true })
  expect([unpackaged.standIn.app.protocolClients, packaged.standIn.app.protocolClients]).toEqual([[], ['ringback']])
})

test('a broken file of settings does not keep the app from starting', async () => {
  const first = await startAppForTest()
  first.standIn.app.quit()
  await first.standIn.app.exited
  for (const name of ['window-state.json', 'preferences.json', 'recent-capsules.json']) {
    writeFileSync(path.join(first.userData, name), '{"broken')
  }
  rmSync(path.join(first.folder, 'renderer'), { recursive: true })
  await using second = await startAppForTest({ appData: first.folder })
  await second.reached('running')
  expect(readFileSync(path.join(second.userData, 'preferences.json'), 'utf8')).toBe('{"broken')
})

/** Takes a port, unless somebody else already has it. */
async function hold(port: number): Promise<net.Server | undefined> {
  const server = net.createServer()
  const { promise, resolve } = Promise.withResolvers<net.Server | undefined>()
  server.once('error', () => resolve(undefined))
  server.listen(port, '127.0.0.1', () => resolve(server))
  return promise
}

/** The shell has answered everything that was asked before. */
async function settled(app: { info: () => Promise<unknown> }): Promise<void> {
  await app.info()
}
