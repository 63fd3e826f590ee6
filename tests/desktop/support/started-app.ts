import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startApp } from '../../../electron/app.ts'
import { createBridge, exposeBridge, followNavigation } from '../../../electron/bridge.ts'
import type { DesktopInfo } from '../../../electron/channels.ts'
import type { EmulatorState } from '../../../electron/emulator/state.ts'
import type { PreloadPort } from '../../../electron/ports.ts'
import { PLAIN_EMULATOR } from '../../support/cli.ts'
import { createStandIn, type StandIn } from './stand-in.ts'
import type { StandInOptions } from './stand-in-parts.ts'
import type { StandInWebContents, StandInWindow } from './stand-in-window.ts'

/** The first choice of the apps of this test worker; the workers must not take each other's ports away between a crash and a restart. */
export const PREFERRED_PORT = 24_000 + 40 * Number(process.env.VITEST_POOL_ID ?? 0)

/** What lies beside the built dashboard and must never be served. */
export const SECRET = 'a secret outside of the dashboard'

export interface StartOptions extends Partial<StandInOptions> {
  argv?: string[]
  platform?: string
  /** Entry of the utility process; without one, a server that says yes to everything. */
  emulatorProcess?: string
  /** Something that the system does before the app is ready. */
  beforeReady?: (standIn: StandIn) => unknown
  /** Labels of the buttons that the user presses, in order. */
  answers?: string[]
}

/** The app from its sources on the stand-in, in a folder of its own; `await using` ends both. */
export async function startAppForTest(options: StartOptions = {}) {
  const { argv = [], platform = 'linux', emulatorProcess, answers = [], beforeReady, ...standInOptions } = options
  const folder = standInOptions.appData ?? mkdtempSync(path.join(os.tmpdir(), 'ringback-desktop-'))
  const renderer = path.join(folder, 'renderer')
  mkdirSync(renderer, { recursive: true })
  writeFileSync(path.join(renderer, 'index.html'), '<!doctype html><title>Dashboard</title>')
  writeFileSync(path.join(folder, 'secret.txt'), SECRET)
  symlinkSync(path.join(folder, 'secret.txt'), path.join(renderer, 'link.txt'))
  const standIn = createStandIn({ appData: folder, ...standInOptions })
  standIn.dialog.answers.push(...answers)
  const starting = startApp(standIn.electron, {
    paths: {
      preload: path.join(folder, 'preload.cjs'),
      renderer,
      emulatorProcess: emulatorProcess ?? PLAIN_EMULATOR,
      icons: path.join(folder, 'icons'),
    },
    argv: ['ringback', ...argv],
    workingDirectory: folder,
    platform,
    preferredPort: PREFERRED_PORT,
    now: () => performance.now(),
    today: () => new Date('2026-03-10T14:59:50Z'),
    after: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  beforeReady?.(standIn)
  await starting
  return {
    ...views(standIn),
    standIn,
    folder,
    userData: path.join(folder, 'Ringback'),
    async [Symbol.asyncDispose]() {
      standIn.app.quit()
      await standIn.app.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type StartedApp = Awaited<ReturnType<typeof startAppForTest>>

function views(standIn: StandIn) {
  const window = (): StandInWindow => {
    const [first] = standIn.windows
    if (first === undefined) throw new Error('No window is open.')
    return first
  }
  const page = (): StandInWebContents => window().webContents
  const trusted = () => ({ sender: page(), senderFrame: page().mainFrame })
  const info = async (): Promise<DesktopInfo> => (await standIn.invoke('desktop:info', trusted())) as DesktopInfo
  /** Resolves to the state as soon as it is of this kind; the tray is told of each change. */
  const reached = async <Kind extends EmulatorState['kind']>(
    kind: Kind,
  ): Promise<Extract<EmulatorState, { kind: Kind }>> => {
    for (;;) {
      const told = new Promise(resolve => standIn.trays[0]!.once('told', resolve))
      const { emulator } = await info()
      if (emulator.kind === kind) return emulator as Extract<EmulatorState, { kind: Kind }>
      await told
    }
  }
  return { window, page, trusted, info, reached }
}

/** The preload script on the stand-in: what the page finds, and where the shell sends it. */
export function attachPreload(standIn: StandIn, page: StandInWebContents) {
  const exposed: Record<string, object> = {}
  const visited: string[] = []
  const relays = new Map<(event: unknown, ...args: unknown[]) => void, (channel: string, ...args: unknown[]) => void>()
  const electron: PreloadPort = {
    contextBridge: {
      exposeInMainWorld: (key, api) => {
        exposed[key] = api as object
      },
    },
    ipcRenderer: {
      invoke: (channel, ...args) => standIn.invoke(channel, { sender: page, senderFrame: page.mainFrame }, ...args),
      on: (channel, listener) => {
        const relay = (sent: string, ...args: unknown[]) => {
          if (sent === channel) listener({}, ...args)
        }
        relays.set(listener, relay)
        page.on('ipc', relay)
      },
      off: (_channel, listener) => {
        const relay = relays.get(listener)
        if (relay !== undefined) page.off('ipc', relay)
      },
    },
  }
  const bridge = createBridge(electron)
  exposeBridge({ electron, bridge })
  followNavigation({
    electron,
    page: {
      history: {
        pushState: (_data, _unused, url) => {
          visited.push(url)
          page.moveTo(url)
        },
      },
      dispatchEvent: () => true,
    },
    popState: () => new Event('popstate'),
  })
  return { bridge, exposed, visited, electron }
}
