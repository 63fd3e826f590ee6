import { expect, test } from 'vitest'
import { languageOf, stringsOf } from '../strings.ts'
import { commandLine } from './cli.ts'
import { type MenuContext, menuTemplate, trayTemplate } from './menus.ts'
import { statusLine } from './status.ts'
import { COMMAND_IDS, COMMANDS, type CommandId, isGoCommand, screenOf } from './table.ts'

type Item = ReturnType<typeof menuTemplate>[number]

function context(more: Partial<MenuContext> = {}): MenuContext {
  return {
    language: 'en',
    strings: stringsOf('en'),
    platform: 'linux',
    isPackaged: true,
    run: () => {},
    inTerminal: id => `ringback ${COMMANDS[id].cli}`,
    copy: () => {},
    recent: [],
    openRecent: () => {},
    clearRecent: () => {},
    keepRunning: false,
    setKeepRunning: () => {},
    showWindow: () => {},
    ...more,
  }
}
const flat = (items: Item[]): Item[] =>
  items.flatMap(item => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])

test.each(['linux', 'darwin', 'win32'])(
  'on %s every command stands in the menu bar once, and runs itself',
  platform => {
    const ran: CommandId[] = []
    const items = flat(menuTemplate(context({ platform, run: id => ran.push(id) }))).filter(
      ({ id }) => id !== undefined,
    )
    expect(items.map(({ id }) => id).sort()).toEqual([...COMMAND_IDS].sort())
    for (const item of items) (item.click as (() => void) | undefined)?.()
    expect(ran.sort()).toEqual([...COMMAND_IDS].sort())
  },
)

test('no two commands share an accelerator, and none takes one of the editor or the window', () => {
  const taken = [
    'CmdOrCtrl+C',
    'CmdOrCtrl+V',
    'CmdOrCtrl+X',
    'CmdOrCtrl+A',
    'CmdOrCtrl+Z',
    'CmdOrCtrl+R',
    'CmdOrCtrl+Q',
    'CmdOrCtrl+W',
  ]
  const accelerators = COMMAND_IDS.flatMap(id => COMMANDS[id].accelerator ?? [])
  expect(new Set([...accelerators, ...taken]).size).toBe(accelerators.length + taken.length)
})

test('every command is listed as a command line, and choosing it copies that line', () => {
  const copied: string[] = []
  const template = menuTemplate(context({ copy: text => copied.push(text) }))
  const terminal = flat(template).find(({ label }) => label === 'In a terminal')!
  for (const item of terminal.submenu as Item[]) (item.click as (() => void) | undefined)?.()
  expect(copied).toEqual(COMMAND_IDS.map(id => `ringback ${COMMANDS[id].cli}`))
})

test('the tray has the clock, the addresses and the way out', () => {
  const labels = trayTemplate(context(), 'Ringback :4010 · runs live')
    .map(({ label }) => label)
    .filter(Boolean)
  expect(labels).toEqual([
    'Ringback :4010 · runs live',
    'Show Ringback',
    'Freeze',
    'Run live',
    'Run × 60',
    'Advance 10 seconds',
    'Advance 1 minute',
    'Advance 1 hour',
    'To the next burst window',
    'To the next minute',
    'To midnight in Tokyo',
    'To the next job',
    'Copy the base address',
    'Copy environment for my tests',
    'Quit',
  ])
})

test('recent capsules are opened by name, newest first, and can be forgotten', () => {
  const opened: string[] = []
  const recent = ['/b/second.ringback-capsule', '/a/first.ringback-capsule']
  const items = flat(menuTemplate(context({ recent, openRecent: file => opened.push(file) })))
  const submenu = items.find(({ label }) => label === 'Recent capsules')!.submenu as Item[]
  expect(submenu.map(({ label, type }) => label ?? type)).toEqual([
    'second.ringback-capsule',
    'first.ringback-capsule',
    'separator',
    'Clear',
  ])
  for (const item of submenu.slice(0, 2)) (item.click as (() => void) | undefined)?.()
  expect(opened).toEqual(recent)
})

test('developer tools are in the menu of the unpackaged app only', () => {
  const has = (isPackaged: boolean) =>
    flat(menuTemplate(context({ isPackaged }))).some(({ role }) => role === 'toggleDevTools')
  expect([has(true), has(false)]).toEqual([false, true])
})

test('a Japanese system gets Japanese labels for every command', () => {
  expect([languageOf('ja'), languageOf('ja-JP'), languageOf('en-GB'), languageOf('')]).toEqual(['ja', 'ja', 'en', 'en'])
  const labels = flat(menuTemplate(context({ language: 'ja', strings: stringsOf('ja') })))
    .filter(({ id }) => id !== undefined)
    .map(({ label }) => label)
  for (const id of COMMAND_IDS) expect(labels).toContain(COMMANDS[id].ja)
})

test('the command line names the emulator and the world, quoted for the shell at hand', () => {
  const at = {
    url: 'http://127.0.0.1:4011',
    port: 4_011,
    world: 'default',
    store: '/home/u/My data',
    platform: 'linux',
  }
  expect(commandLine('freeze', at)).toBe('ringback clock freeze --url http://127.0.0.1:4011')
  expect(commandLine('freeze', { ...at, world: "o'hara" })).toBe(
    `ringback clock freeze --url http://127.0.0.1:4011 --world 'o'\\''hara'`,
  )
  expect(commandLine('copy_command', at)).toBe("ringback start --port 4011 --store '/home/u/My data'")
  expect(commandLine('copy_command', { ...at, platform: 'win32', store: 'C:\\My data' })).toBe(
    'ringback start --port 4011 --store "C:\\My data"',
  )
  expect(commandLine('freeze', { ...at, url: undefined })).toBe('ringback clock freeze')
  expect(commandLine('go_faults', { ...at, world: 'a b' })).toBe(
    "ringback fault list --url http://127.0.0.1:4011 --world 'a b'",
  )
})

test.each([
  ['live', 'Ringback :4010 · runs live'],
  ['frozen', 'Ringback :4010 · stands at 2026-03-10 23:59:50 in Tokyo'],
  [60, 'Ringback :4010 · runs × 60'],
] as const)('the status line of a clock at pace %s is "%s"', (pace, line) => {
  const state = { kind: 'running', url: '', controlUrl: '', port: 4_010, moved: false } as const
  const host = { offset_seconds: 0, reason: null }
  const clock = {
    now: '2026-03-10T14:59:50Z',
    pace,
    tokyo: '2026-03-10T23:59:50+09:00',
    next_job: null,
    host,
    advance: null,
  }
  expect(statusLine({ state, world: 'default', clock, strings: stringsOf('en') })).toBe(line)
})

test('without an emulator the status line says so', () => {
  const strings = stringsOf('en')
  expect(statusLine({ state: { kind: 'starting' }, world: 'default', clock: undefined, strings })).toBe(
    'Ringback · starting',
  )
  expect(
    statusLine({ state: { kind: 'failed', code: 'x', message: 'y' }, world: 'default', clock: undefined, strings }),
  ).toBe('Ringback · not running')
})

test('the status line names the world when it is not the default one', () => {
  const state = { kind: 'running', url: '', controlUrl: '', port: 4_010, moved: false } as const
  const strings = stringsOf('en')
  expect(statusLine({ state, world: 'ci-7', clock: undefined, strings })).toBe('Ringback :4010 · ci-7')
})

test('there is an entry to go to every screen of the dashboard, in its order', async () => {
  // Named at run time only: the types of the page's world are not those of this one.
  const registry = new URL('../../renderer/routing/screens.ts', import.meta.url).href
  const { SCREEN_IDS } = (await import(registry)) as { SCREEN_IDS: readonly string[] }
  expect(COMMAND_IDS.filter(isGoCommand).map(screenOf)).toEqual(SCREEN_IDS)
})
