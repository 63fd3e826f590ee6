import { contextBridge, ipcRenderer } from 'electron'
import { createBridge, exposeBridge, followNavigation, type PageWindow } from './bridge.ts'

// The two names of the page's world that this script needs; the rest of the DOM stays out of the types of the main process.
declare const window: PageWindow
declare const PopStateEvent: new (type: string) => Event

const electron = { contextBridge, ipcRenderer }
exposeBridge({ electron, bridge: createBridge(electron) })
followNavigation({ electron, page: window, popState: () => new PopStateEvent('popstate') })
