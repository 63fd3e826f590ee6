import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

/** Source files of the shell: path below the repository → text without comments. */
const sources = new Map(
  readdirSync(path.join(root, 'electron'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => {
      const text = readFileSync(path.join(root, 'electron', file), 'utf8')
      return [file.replaceAll('\\', '/'), text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')] as const
    }),
)
const filesWith = (pattern: RegExp) => [...sources].filter(([, text]) => pattern.test(text)).map(([file]) => file)

test('only the entries import electron at run time; the rest takes it as a parameter (threat B9)', () => {
  expect(sources.size).toBeGreaterThan(20)
  expect(
    filesWith(/^import (?!type\b)[^'"]*from 'electron'|require\('electron'\)|import\('electron'\)/m).sort(),
  ).toEqual(['main.ts', 'preload.ts'])
})

test('the entries read no switch from the environment (threat B10)', () => {
  for (const entry of ['main.ts', 'preload.ts', 'emulator-process.ts']) {
    expect(sources.get(entry)).not.toMatch(/process\.env/)
  }
})

const BANS = [
  ['a page that is given code to run', /executeJavaScript|insertCSS\(/, [], 'page.executeJavaScript(code)'],
  [
    'a preference that opens the sandbox',
    /nodeIntegration\w*: true|contextIsolation: false|sandbox: false|webSecurity: false/,
    [],
    'webPreferences: { sandbox: false }',
  ],
  [
    'a remote page',
    /\.loadURL\((?!path === undefined \? APP_START : `\$\{APP_ORIGIN\})/,
    [],
    "window.loadURL('https://example.com')",
  ],
  ['a link handed to the system', /\.openExternal\(/, ['security/external-links.ts'], 'shell.openExternal(url)'],
  [
    'a certificate error that is ignored',
    /certificate-error|setCertificateVerifyProc|rejectUnauthorized/,
    [],
    "app.on('certificate-error', accept)",
  ],
  [
    'the remote module or a raw ipcRenderer',
    /@electron\/remote|exposeInMainWorld\([^)]*ipcRenderer/,
    [],
    "contextBridge.exposeInMainWorld('ipc', ipcRenderer)",
  ],
  [
    'an update check or a crash upload',
    /autoUpdater|crashReporter|electron-updater/,
    [],
    'autoUpdater.checkForUpdates()',
  ],
] as const

test.each(BANS)('%s appears nowhere but where it is meant to (threat B1) (threat B10)', (_what, pattern, homes) => {
  expect(filesWith(pattern)).toEqual(homes)
})

test.each(BANS)('%s would be seen (without B10)', (_what, pattern, _homes, planted) => {
  expect(planted).toMatch(pattern)
})
