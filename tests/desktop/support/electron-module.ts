/** What `import 'electron'` finds when the built app runs on the stand-in (see `run-built-app.ts`). */
import type { PreloadPort } from '../../../electron/ports.ts'
import { createStandIn } from './stand-in.ts'

const appData = process.env.RINGBACK_TEST_APP_DATA
if (appData === undefined) throw new Error('RINGBACK_TEST_APP_DATA has to name a folder.')

export const standIn = createStandIn({ appData, isPackaged: process.env.RINGBACK_TEST_PACKAGED === 'yes' })
export const {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  protocol,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} = standIn.electron

/** What the preload script gave to the page. */
export const exposed: Record<string, object> = {}

export const contextBridge: PreloadPort['contextBridge'] = {
  exposeInMainWorld: (key, api) => {
    exposed[key] = api as object
  },
}

const page = () => {
  const [window] = standIn.windows
  if (window === undefined) throw new Error('No window is open.')
  return window.webContents
}

export const ipcRenderer: PreloadPort['ipcRenderer'] = {
  invoke: (channel, ...args) => standIn.invoke(channel, { sender: page(), senderFrame: page().mainFrame }, ...args),
  on: (channel, listener) =>
    page().on('ipc', (sent: string, ...args: unknown[]) => {
      if (sent === channel) listener({}, ...args)
    }),
  off: () => undefined,
}
