import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALL_CHANNELS, EVENT_CHANNELS } from '../../electron/channels.ts'
import * as whole from './support/app-parts.ts'
import { type AppParts, appWithout, RULE_NAMES, RULES, type RuleName } from './support/rules.ts'
import { attachPreload, SECRET, type StartedApp, startAppForTest } from './support/started-app.ts'

const EVIL = 'https://evil.example/'
const ELSEWHERE = [
  EVIL,
  'http://127.0.0.1:4010/',
  'file:///etc/passwd',
  'app://elsewhere/',
  'data:text/html,x',
  'about:blank',
]
const PERMISSIONS = [
  'geolocation',
  'notifications',
  'media',
  'midiSysex',
  'clipboard-read',
  'openExternal',
  'usb',
  'fileSystem',
  'pointerLock',
  'fullscreen',
  'unknown',
]
const APP = 'app://ringback/'

/** For each rule the attack that it stops, on the running app. Tells whether the attack got through. */
const ATTACKS = {
  sandbox: async ({ window, standIn }) => window().options.webPreferences?.sandbox !== true || !standIn.app.isSandboxed,
  context_isolation: async ({ window }) => window().options.webPreferences?.contextIsolation !== true,
  no_node_integration: async ({ window }) => {
    const { nodeIntegration, nodeIntegrationInSubFrames, nodeIntegrationInWorker } =
      window().options.webPreferences ?? {}
    return [nodeIntegration, nodeIntegrationInSubFrames, nodeIntegrationInWorker].some(value => value !== false)
  },
  web_security: async ({ window }) => {
    const { webSecurity, allowRunningInsecureContent } = window().options.webPreferences ?? {}
    return webSecurity !== true || allowRunningInsecureContent !== false
  },
  no_webviews: async ({ window, page }) =>
    window().options.webPreferences?.webviewTag !== false || page().tryToAttachWebview(),
  permission_requests: async ({ standIn, page }) => {
    const granted: string[] = []
    const ask = (permission: string, requestingUrl: string) =>
      standIn.session.request(page(), permission, yes => yes && granted.push(permission), {
        requestingUrl,
        isMainFrame: true,
      })
    for (const permission of PERMISSIONS) ask(permission, APP)
    ask('clipboard-sanitized-write', EVIL)
    return granted.length > 0
  },
  permission_checks: async ({ standIn, page }) =>
    PERMISSIONS.some(permission => standIn.session.check(page(), permission, APP, { isMainFrame: true })) ||
    standIn.session.check(page(), 'clipboard-sanitized-write', EVIL, { isMainFrame: true }),
  device_permissions: async ({ standIn }) =>
    ['hid', 'serial', 'usb'].some(deviceType => standIn.session.device({ deviceType, origin: APP })) ||
    standIn.session.sharesScreen,
  navigation: async ({ page }) => ELSEWHERE.some(url => page().tryToNavigate(url)),
  redirects: async ({ page }) => ELSEWHERE.some(url => page().tryToRedirect(url)),
  frame_navigation: async ({ page }) => ELSEWHERE.some(url => page().tryToNavigateFrame(url)),
  new_windows: async ({ page }) => [...ELSEWHERE, APP].some(url => page().tryToOpenWindow(url)),
  external_links: async ({ page, standIn, trusted }) => {
    const before = standIn.opened.links.length
    for (const url of ELSEWHERE) {
      page().tryToOpenWindow(url)
      await standIn.invoke('desktop:open-external', trusted(), url)
    }
    return standIn.opened.links.length > before
  },
  app_paths: async ({ standIn }) => {
    const urls = [
      'app://ringback/..%2fsecret.txt',
      'app://ringback/%2e%2e%2fsecret.txt',
      'app://ringback/../secret.txt',
    ]
    const answers = await Promise.all(urls.map(async url => (await standIn.request(url)).text()))
    return answers.some(text => text.includes(SECRET))
  },
  symlinks: async ({ standIn }) => (await (await standIn.request('app://ringback/link.txt')).text()).includes(SECRET),
  content_security_policy: async ({ standIn }) =>
    !(await standIn.request(APP)).headers.get('content-security-policy')?.includes("default-src 'none'"),
  proxy_origin: async ({ reached, standIn }) => {
    await reached('running')
    const forged = { method: 'POST', body: '{}', headers: { origin: EVIL.slice(0, -1) } }
    return (await standIn.request('app://ringback/control/worlds', forged)).ok
  },
  ipc_sender: async ({ standIn, page, trusted }) => {
    const forged = [
      { sender: page(), senderFrame: null },
      { sender: page(), senderFrame: { origin: 'app://ringback', url: APP } },
      { sender: page(), senderFrame: { origin: EVIL.slice(0, -1), url: EVIL } },
      {
        sender: { ...page(), id: page().id + 1_000, mainFrame: page().mainFrame } as never,
        senderFrame: page().mainFrame,
      },
      {
        ...trusted(),
        sender: Object.assign(Object.create(page()) as never, { mainFrame: { origin: 'null', url: '' } }),
      },
    ]
    const calls = forged.map(event => standIn.invoke('desktop:info', event))
    return (await Promise.allSettled(calls)).some(({ status }) => status === 'fulfilled')
  },
  ipc_arguments: async ({ standIn, trusted }) => {
    const wrong: [string, unknown[]][] = [
      ['desktop:info', ['more']],
      ['desktop:run', []],
      ['desktop:run', ['no_such_command']],
      ['desktop:run', ['__proto__']],
      ['desktop:run', [['freeze']]],
      ['desktop:run', ['freeze', 'more']],
      ['desktop:open-external', [{ toString: 'https://nodejs.org' }]],
      ['desktop:open-external', [null]],
      ['desktop:open-external', [`https://nodejs.org/${'a'.repeat(3_000)}`]],
    ]
    const calls = wrong.map(([channel, args]) => standIn.invoke(channel, trusted(), ...args))
    return (await Promise.allSettled(calls)).some(({ status }) => status === 'fulfilled')
  },
  bridge_functions: async ({ standIn, page }, { attachPreload, exposeBridge }) => {
    const { electron, exposed } = attachPreload(standIn, page())
    const { ringback: before } = exposed
    try {
      exposeBridge({ electron, bridge: { ipcRenderer: electron.ipcRenderer } })
    } catch {
      return exposed.ringback !== before
    }
    return true
  },
  no_background_download: async ({ window }) => window().options.webPreferences?.spellcheck !== false,
  links_only_navigate: async ({ folder }, { readLink }) =>
    readLink(`ringback://capsule${folder}/secret.ringback-capsule`)?.kind === 'capsule',
  capsule_files: async ({ folder }, { readCapsule }) => {
    const reads = [path.join(folder, 'secret.txt'), '/dev/null'].map(file => readCapsule(file))
    return (await Promise.allSettled(reads)).some(({ status }) => status === 'fulfilled')
  },
  message_schema: async ({ standIn, reached, info }) => {
    await reached('running')
    const [child] = standIn.processes
    child!.emit('message', {
      kind: 'ready',
      url: 'http://127.0.0.2:9',
      controlUrl: 'http://127.0.0.2:9/control',
      port: 9,
    })
    const { emulator } = await info()
    return emulator.kind !== 'running' || !emulator.url.startsWith('http://127.0.0.1:')
  },
} satisfies Record<RuleName, (app: StartedApp, parts: AppParts) => Promise<boolean>>

let app: StartedApp
beforeAll(async () => {
  app = await startAppForTest()
})
afterAll(() => app[Symbol.asyncDispose]())

test.each(RULE_NAMES)(
  '%s: the attack does not get through (threat B1) (threat B2) (threat B3) (threat B4) (threat B5) (threat B6)',
  async name => {
    expect(await ATTACKS[name](app, whole), RULES[name].says).toBe(false)
  },
)

test.each(RULE_NAMES)(
  '%s: without this rule alone, its test would fail (without B1) (without B2) (without B3) (without B4) (without B5) (without B6)',
  async name => {
    const parts = await appWithout(name)
    await using weakened = await parts.startAppForTest()
    expect(await ATTACKS[name](weakened, parts), RULES[name].says).toBe(true)
  },
)

test('the dashboard may write to the clipboard, in the main frame only', () => {
  const { standIn, page } = app
  const granted: boolean[] = []
  for (const isMainFrame of [true, false]) {
    const details = { requestingUrl: APP, isMainFrame }
    standIn.session.request(page(), 'clipboard-sanitized-write', yes => granted.push(yes), details)
    granted.push(standIn.session.check(page(), 'clipboard-sanitized-write', 'app://ringback', { isMainFrame }))
  }
  expect(granted).toEqual([true, true, false, false])
})

test('the app scheme is registered as standard and secure, without a way around the content security policy', () => {
  expect(app.standIn.schemes).toEqual([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ])
})

test('at most ten channels have a name, and no other is answered (threat B5)', () => {
  expect(CALL_CHANNELS.length + EVENT_CHANNELS.length).toBeLessThanOrEqual(10)
  expect([...app.standIn.channels.keys()].sort()).toEqual([...CALL_CHANNELS].sort())
})

test('the bridge of the page is these functions (threat B6)', () => {
  const { exposed } = attachPreload(app.standIn, app.page())
  expect(Object.keys(exposed)).toEqual(['ringback'])
  expect(Object.entries(exposed.ringback!).map(([name, member]) => `${name}: ${typeof member}`)).toMatchInlineSnapshot(`
    [
      "info: function",
      "run: function",
      "openExternal: function",
      "onState: function",
    ]
  `)
})

test('within the app a page may go where it likes', () => {
  expect(app.page().tryToNavigate('app://ringback/requests')).toBe(true)
  expect(app.page().tryToNavigateFrame('app://ringback/')).toBe(true)
})
