/**
 * Electron without Electron: the slices of `electron/ports.ts`, which the compiler holds against Electron's own types where `main.ts` passes
 * the real one. It does what Electron does with what it is given (events, order, cancelling), keeps what it was told, and lets a test play
 * the user, the system and an attacker.
 */
import { EventEmitter } from 'node:events'
import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  ForkOptions,
  MenuItemConstructorOptions,
  NativeImage,
} from 'electron'
import type { ElectronPort, InvokeEvent, MenuPort } from '../../../electron/ports.ts'
import {
  StandInApp,
  StandInDialog,
  StandInMenu,
  type StandInOptions,
  StandInSession,
  StandInTray,
} from './stand-in-parts.ts'
import { StandInUtilityProcess } from './stand-in-process.ts'
import { StandInWindow } from './stand-in-window.ts'

export type StandIn = ReturnType<typeof createStandIn>

export function createStandIn(options: StandInOptions) {
  const app = new StandInApp(options)
  const windows: StandInWindow[] = []
  const trays: StandInTray[] = []
  const processes: StandInUtilityProcess[] = []
  const schemes: CustomScheme[] = []
  const protocolHandlers = new Map<string, (request: Request) => Promise<Response>>()
  const channels = new Map<string, (event: InvokeEvent, ...args: unknown[]) => Promise<unknown>>()
  const session = new StandInSession()
  const dialog = new StandInDialog()
  const nativeTheme = Object.assign(new EventEmitter(), {
    themeSource: 'light' as 'system' | 'light' | 'dark',
    shouldUseDarkColors: options.isDark ?? false,
  })
  const clipboard = { text: '' }
  const opened = { links: [] as string[], folders: [] as string[] }
  let applicationMenu: StandInMenu | undefined

  /** What Chromium does with a URL: a scheme that the app handles goes to its handler. */
  const request = async (url: string, init?: RequestInit): Promise<Response> => {
    const handler = protocolHandlers.get(url.split(':')[0]!)
    if (handler === undefined) throw new Error(`Nothing answers ${url}.`)
    return handler(asWritten(url, init))
  }

  class Window extends StandInWindow {
    constructor(windowOptions: BrowserWindowConstructorOptions) {
      app.expectReady('BrowserWindow')
      super(windowOptions, request)
      windows.push(this)
      app.emit('web-contents-created', {}, this.webContents)
      this.on('closed', () => {
        windows.splice(windows.indexOf(this), 1)
        if (windows.length === 0) app.emit('window-all-closed')
      })
    }
  }

  class Tray extends StandInTray {
    constructor(image: string | NativeImage) {
      app.expectReady('Tray')
      super(image)
      trays.push(this)
    }
  }

  const electron = {
    app,
    BrowserWindow: Window,
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => new StandInMenu(template),
      setApplicationMenu: (menu: MenuPort | null) => {
        applicationMenu = menu instanceof StandInMenu ? menu : undefined
      },
    },
    Tray,
    clipboard: {
      writeText: (text: string) => {
        clipboard.text = text
      },
    },
    dialog,
    ipcMain: {
      handle: (channel: string, listener: (event: InvokeEvent, ...args: unknown[]) => Promise<unknown>) => {
        if (channels.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
        channels.set(channel, listener)
      },
    },
    nativeTheme,
    protocol: {
      registerSchemesAsPrivileged: (added: CustomScheme[]) => {
        app.expectNotReady('protocol.registerSchemesAsPrivileged')
        schemes.push(...added)
      },
      handle: (scheme: string, handler: (request: Request) => Promise<Response>) => {
        app.expectReady('protocol.handle')
        protocolHandlers.set(scheme, handler)
      },
    },
    screen: {
      getAllDisplays: () => {
        app.expectReady('screen')
        return [{ workArea: { x: 0, y: 0, width: 2_560, height: 1_440 } }]
      },
    },
    session: {
      get defaultSession() {
        app.expectReady('session.defaultSession')
        return session
      },
    },
    shell: {
      openExternal: async (url: string) => {
        opened.links.push(url)
      },
      openPath: async (path: string) => {
        opened.folders.push(path)
        return ''
      },
    },
    utilityProcess: {
      fork: (modulePath: string, args?: string[], forkOptions?: ForkOptions) => {
        app.expectReady('utilityProcess')
        const child = new StandInUtilityProcess(modulePath, args, forkOptions)
        processes.push(child)
        return child
      },
    },
  } satisfies ElectronPort

  return {
    electron,
    app,
    windows,
    trays,
    processes,
    schemes,
    channels,
    session,
    dialog,
    nativeTheme,
    clipboard,
    opened,
    request,
    get menu(): StandInMenu {
      if (applicationMenu === undefined) throw new Error('There is no application menu yet.')
      return applicationMenu
    },
    /** A page, or somebody who got into one, calls the shell. What crosses is copied, as between processes. */
    invoke: async (channel: string, event: InvokeEvent, ...args: unknown[]): Promise<unknown> => {
      const listener = channels.get(channel)
      if (listener === undefined) throw new Error(`No handler registered for '${channel}'`)
      const copies: unknown[] = structuredClone(args)
      return structuredClone(await listener(event, ...copies))
    },
  }
}

/** A request with its URL as written: the constructor of Node would fold `..` away before the handler sees it. */
export function asWritten(url: string, init?: RequestInit): Request {
  return Object.defineProperty(new Request(url, init), 'url', { value: url })
}
