/**
 * Runs the built desktop app without Electron, from start to quit, in a process of its own: `electron` resolves to the stand-in, the
 * utility process is a Node process with the built emulator in it. Prints one line per step that held; ends with 1 at the first that did not.
 *
 * Arguments: folder of the built app (`dist/desktop`), and `first` or `again` for a start on the data of the one before.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createRequire, registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DesktopBridge } from '../../../electron/bridge.ts'
import type { ClockView } from '../../../server/control/protocol/clock.ts'
import type { HealthView } from '../../../server/control/protocol/process.ts'
import type { WorldView } from '../../../server/control/protocol/worlds.ts'

const [, , folder, run] = process.argv as string[]
assert(folder !== undefined && (run === 'first' || run === 'again'))

const ELECTRON = pathToFileURL(path.join(import.meta.dirname, 'electron-module.ts')).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: ELECTRON, shortCircuit: true } : next(specifier, context),
})

const { standIn, exposed } = (await import(ELECTRON)) as typeof import('./electron-module.ts')
const held = (step: string): void => console.log(step)

// Start: one window with the dashboard, one emulator.
await import(pathToFileURL(path.join(folder, 'main/main.js')).href)
await standIn.app.whenReady()
while (standIn.windows.length === 0) await new Promise(setImmediate)
const [window] = standIn.windows
assert(window)
const page = window.webContents
if (page.document === undefined) await once(page, 'did-finish-load')
held('start')

// Window: the built document with its policy, and every file that it names.
assert(page.document)
assert.match(page.document.text, /<div id="root">/)
assert.match(page.document.headers.get('content-security-policy') ?? '', /^default-src 'none';.*script-src 'self'/)
const files = [...page.document.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1]!)
assert(files.length > 0)
for (const file of files) {
  const response = await standIn.request(new URL(file, page.getURL()).href)
  assert.equal(response.status, 200, file)
  assert.notEqual(response.headers.get('content-type'), 'text/html; charset=utf-8', file)
}
assert.equal(window.options.webPreferences?.preload, path.join(folder, 'preload/preload.cjs'))
held('window')

// The preload script runs as Chromium would run it: CommonJS, with nothing but `electron` to load.
const visited: string[] = []
Object.assign(globalThis, {
  window: {
    history: { pushState: (_: unknown, __: string, url: string) => visited.push(url) },
    dispatchEvent: () => true,
  },
  PopStateEvent: Event,
})
createRequire(import.meta.url)(path.join(folder, 'preload/preload.cjs'))
const bridge = exposed.ringback as DesktopBridge
assert(Object.values(bridge).every(member => typeof member === 'function'))
held('bridge')

// The emulator in the utility process answers.
const running = async (): Promise<{ url: string; port: number }> => {
  for (;;) {
    const told = once(standIn.trays[0]!, 'told')
    const { emulator } = await bridge.info()
    if (emulator.kind === 'running') return emulator
    assert.notEqual(emulator.kind, 'failed', JSON.stringify(emulator))
    await told
  }
}
const { url } = await running()
const json = async <Answer>(where: string, init?: RequestInit): Promise<Answer> => {
  const response = await fetch(new URL(where, url), init)
  assert(response.ok, `${where}: ${response.status} ${await response.clone().text()}`)
  return (await response.json()) as Answer
}
assert.equal((await json<HealthView>('/control/health')).status, 'ok')
const world = await json<WorldView>('/control/worlds/default')
const max = world.tenants.find(({ plan }) => plan === 'max')!
const authorization = `Bearer ${max.keys.find(({ mode, key }) => mode === 'live' && key !== undefined)!.key}`
const answers = async (times: number): Promise<void> => {
  const asked = Array.from({ length: times }, () => json('/api/v1/customers', { headers: { authorization } }))
  await Promise.all(asked)
}
const inBrowser = await fetch(new URL('/', url), { headers: { accept: 'text/html' } })
assert.equal(await inBrowser.text(), page.document.text)
await answers(1)
held('emulator')

// The page reaches it through its own origin, and gets the same.
const throughApp = await standIn.request('app://ringback/api/v1/customers', { headers: { authorization } })
assert.deepEqual(await throughApp.json(), await json('/api/v1/customers', { headers: { authorization } }))
held('proxy')

// Menu actions: the clock obeys, the copied environment works.
const clock = () => json<ClockView>('/control/worlds/default/clock')
await bridge.run('freeze')
const before = await clock()
assert.equal(before.pace, 'frozen')
standIn.menu.click('advance_1_minute')
await bridge.run('freeze')
assert.equal(Date.parse((await clock()).now) - Date.parse(before.now), 60_000)
await bridge.run('copy_environment')
const environment = Object.fromEntries(
  [...standIn.clipboard.text.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]),
)
assert.equal(environment.RINGBACK_URL, url)
await json(`${environment.RINGBACK_BASE_URL}/customers`, {
  headers: { authorization: `Bearer ${environment.RINGBACK_API_KEY}` },
})
await answers(1)
held('menu action')

// A second instance: the window comes forward at what it asked for.
window.minimized = true
standIn.app.emit('second-instance', {}, ['ringback', 'ringback://open/requests?status=429'], folder)
assert.equal(window.minimized, false)
assert.deepEqual(visited, ['/requests?status=429'])
await answers(1)
held('second instance')

// The page crashes under load: it comes back, and no request fails.
const loaded = once(page, 'did-finish-load')
const load = answers(10)
page.crash()
await Promise.all([loaded, load])
assert.equal(page.loads, 2)
await answers(1)
held('renderer crash')

// Data: what was written in the first run is there in the second.
const external_id = 'written-by-the-desktop'
if (run === 'first') {
  await json('/api/v1/customers', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ project_id: max.project_ids[0], name: 'Desktop', tel1: '+81312345678', external_id }),
  })
}
const written = `/api/v1/customers?external_id=${external_id}`
const { data } = await json<{ data: unknown[] }>(written, { headers: { authorization } })
assert.equal(data.length, 1)
held('data')

// The emulator is killed: another takes over its port, its store and what it had answered.
const [killed] = standIn.processes
const crashed = once(killed!, 'exit')
killed!.child.kill('SIGKILL')
await crashed
assert.equal((await running()).url, url)
assert.deepEqual((await json<{ data: unknown[] }>(written, { headers: { authorization } })).data, data)
held('emulator crash')

// Quit: the emulator has ended before the app does.
const emulator = standIn.processes.at(-1)
const gone = once(emulator!.child, 'exit')
standIn.app.quit()
assert.equal(await standIn.app.exited, 0)
assert.deepEqual(await gone, [0, null])
await assert.rejects(fetch(new URL('/control/health', url)))
held('quit')
