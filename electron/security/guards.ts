import type { WebPreferences } from 'electron'
import type { AppPort, SessionPort, ShellPort, WebContentsPort } from '../ports.ts'
import { isAppUrl } from '../scheme/app-origin.ts'
import { openExternalLink } from './external-links.ts'

/** Web preferences of every window. Most are Electron's defaults today; written out, a change of the default cannot open a hole. */
export function securePreferences({ preload }: { preload: string }): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    spellcheck: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
  }
}

interface GuardOptions {
  shell: ShellPort
}

/** Puts the locks on every web contents that the app ever makes, whoever makes it. */
export function guardAllContents(app: AppPort, options: GuardOptions): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, options))
}

function guardContents(contents: WebContentsPort, { shell }: GuardOptions): void {
  contents.on('will-navigate', event => {
    if (!isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', event => {
    if (!isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', event => {
    if (event.isMainFrame) return
    if (!isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', event => {
    event.preventDefault()
  })
  contents.setWindowOpenHandler(({ url }) => {
    void openExternalLink({ shell }, url)
    return { action: 'deny' }
  })
}

/** The one permission that the dashboard uses: every id and every command in it copies. */
const GRANTED = 'clipboard-sanitized-write'

/** Electron grants whatever a page asks for unless told otherwise; here it is told. */
export function guardSession(session: SessionPort): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const granted = permission === GRANTED && details.isMainFrame === true && isAppUrl(details.requestingUrl ?? '')
    callback(granted)
  })
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    const granted = permission === GRANTED && details.isMainFrame === true && isAppUrl(requestingOrigin)
    return granted
  })
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}))
}
