import path from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import type { Language, Strings } from '../strings.ts'
import { COMMAND_IDS, COMMANDS, type CommandId, commandsOf, type Group } from './table.ts'

type Item = MenuItemConstructorOptions

export interface MenuContext {
  language: Language
  strings: Strings
  platform: string
  /** Developer tools are for the unpackaged app. */
  isPackaged: boolean
  run: (id: CommandId) => void
  /** The command line that does the same as a command. */
  inTerminal: (id: CommandId) => string
  copy: (text: string) => void
  recent: readonly string[]
  openRecent: (file: string) => void
  clearRecent: () => void
  keepRunning: boolean
  setKeepRunning: (keep: boolean) => void
  showWindow: () => void
}

function commandItems(group: Group, { language, run }: MenuContext): Item[] {
  return commandsOf(group).flatMap(id => {
    const row = COMMANDS[id]
    const item: Item = {
      id,
      label: row[language],
      click: () => run(id),
    }
    if (row.accelerator !== undefined) item.accelerator = row.accelerator
    return row.divided ? [{ type: 'separator' as const }, item] : [item]
  })
}

/** The menu bar. Every command stands in it once, with its accelerator; "In a terminal" lists each as a command line to copy. */
export function menuTemplate(context: MenuContext): Item[] {
  const { strings, platform, isPackaged } = context
  const isMac = platform === 'darwin'
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: strings.file,
      submenu: [
        ...commandItems('file', context),
        recentItem(context),
        { type: 'separator' },
        ...commandItems('copy', context),
        { type: 'separator' },
        {
          label: strings.keep_running,
          type: 'checkbox',
          checked: context.keepRunning,
          click: item => context.setKeepRunning(item.checked),
        },
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    { label: strings.edit, role: 'editMenu' },
    {
      label: strings.clock,
      submenu: [...commandItems('clock', context), { type: 'separator' }, ...commandItems('world', context)],
    },
    { label: strings.go, submenu: commandItems('go', context) },
    {
      label: strings.view,
      submenu: [
        { role: 'reload' },
        ...(isPackaged ? [] : [{ role: 'toggleDevTools' as const }]),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { label: strings.window, role: 'windowMenu' },
    {
      label: strings.help,
      role: 'help',
      submenu: [terminalItem(context), ...(isMac ? [] : [{ role: 'about' as const }])],
    },
  ]
}

function recentItem({ strings, recent, openRecent, clearRecent }: MenuContext): Item {
  const entries: Item[] = recent.map(file => ({ label: path.basename(file), click: () => openRecent(file) }))
  return {
    label: strings.recent_capsules,
    submenu:
      entries.length === 0
        ? [{ label: strings.no_recent_capsules, enabled: false }]
        : [...entries, { type: 'separator' }, { label: strings.clear_recent, click: clearRecent }],
  }
}

function terminalItem({ language, strings, inTerminal, copy }: MenuContext): Item {
  return {
    label: strings.command_line,
    submenu: COMMAND_IDS.map(id => ({
      label: `${COMMANDS[id][language]}  —  ${inTerminal(id)}`,
      click: () => copy(inTerminal(id)),
    })),
  }
}

/** The menu of the tray: what the clock does, and the controls to move it without bringing the window to the front. */
export function trayTemplate(context: MenuContext, status: string): Item[] {
  const { language, run, strings } = context
  const items = COMMAND_IDS.filter(id => COMMANDS[id].tray).map((id): [CommandId, Item] => [
    id,
    { label: COMMANDS[id][language], click: () => run(id) },
  ])
  const [clock, others] = [
    items.filter(([id]) => COMMANDS[id].group === 'clock'),
    items.filter(([id]) => COMMANDS[id].group !== 'clock'),
  ]
  return [
    { label: status, enabled: false },
    { label: strings.show_window, click: context.showWindow },
    { type: 'separator' },
    ...clock.flatMap(([id, item]) => (COMMANDS[id].divided ? [{ type: 'separator' as const }, item] : [item])),
    { type: 'separator' },
    ...others.map(([, item]) => item),
    { type: 'separator' },
    { label: strings.quit, role: 'quit' },
  ]
}
