import type { CallChannel, DesktopCalls, DesktopEvents, DesktopInfo, EventChannel } from './channels.ts'
import type { CommandId } from './commands/table.ts'
import type { EmulatorState } from './emulator/state.ts'
import type { PreloadPort } from './ports.ts'

/** What the dashboard finds as `window.ringback` in the desktop window, and only there. */
export interface DesktopBridge {
  info(): Promise<DesktopInfo>
  /** Runs a command of the menu. Resolves to whether it ran to its end (a question to the user may stop it). */
  run(id: CommandId): Promise<boolean>
  /** Hands a link to the browser of the system; resolves to `false` for one that the list does not allow. */
  openExternal(url: string): Promise<boolean>
  /** Calls back whenever the emulator starts, restarts or fails; returns a function that ends it. */
  onState(listener: (state: EmulatorState) => void): () => void
}

const BRIDGE_NAME = 'ringback'

export function createBridge({ ipcRenderer }: PreloadPort): DesktopBridge {
  const call = <Channel extends CallChannel>(channel: Channel, ...args: DesktopCalls[Channel]['arguments']) =>
    ipcRenderer.invoke(channel, ...args) as Promise<DesktopCalls[Channel]['result']>
  return {
    info: () => call('desktop:info'),
    run: id => call('desktop:run', id),
    openExternal: url => call('desktop:open-external', url),
    onState: listener => subscribe(ipcRenderer, 'desktop:state', listener),
  }
}

/** The listener never sees Electron's event object: through it, a page could reach the sender. */
function subscribe<Channel extends EventChannel>(
  ipcRenderer: PreloadPort['ipcRenderer'],
  channel: Channel,
  listener: (message: DesktopEvents[Channel]) => void,
): () => void {
  const relay = (_event: unknown, message: unknown) => listener(message as DesktopEvents[Channel])
  ipcRenderer.on(channel, relay)
  return () => {
    ipcRenderer.off(channel, relay)
  }
}

/** Gives the bridge to the page. An object with anything but functions in it is refused: a raw `ipcRenderer` would open every channel. */
export function exposeBridge({ electron, bridge }: { electron: PreloadPort; bridge: object }): void {
  const foreign = Object.entries(bridge).find(([, member]) => typeof member !== 'function')
  if (foreign !== undefined) {
    throw new TypeError(`The bridge gives functions only, and "${foreign[0]}" is none.`)
  }
  electron.contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge)
}

/** The part of the page's window that following a menu entry needs. */
export interface PageWindow {
  history: { pushState(data: unknown, unused: string, url: string): void }
  dispatchEvent(event: Event): boolean
}

/**
 * Shows a screen that the menu, a link or a capsule asks for, the way the back button would: the dashboard's router listens to
 * `popstate`, so the page needs no code for the desktop.
 */
export function followNavigation({
  electron,
  page,
  popState,
}: {
  electron: PreloadPort
  page: PageWindow
  popState: () => Event
}): void {
  subscribe(electron.ipcRenderer, 'desktop:navigate', path => {
    page.history.pushState(null, '', path)
    page.dispatchEvent(popState())
  })
}
