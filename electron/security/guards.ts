import type { WebPreferences } from 'electron'
import type { AppPort, SessionPort, ShellPort, WebContentsPort } from '../ports.ts'
import { isAppUrl } from '../scheme/app-origin.ts'
import { openExternalLink } from './external-links.ts'
import type { Rules } from './rules.ts'

/** Web preferences of every window. Most are Electron's defaults today; written out, a change of the default cannot open a hole. */
export function securePreferences({ preload, rules }: { preload: string; rules: Rules }): WebPreferences {
  return {
    preload,
    sandbox: rules.sandbox,
    contextIsolation: rules.context_isolation,
    nodeIntegration: !rules.no_node_integration,
    nodeIntegrationInSubFrames: !rules.no_node_integration,
    nodeIntegrationInWorker: !rules.no_node_integration,
    webSecurity: rules.web_security,
    allowRunningInsecureContent: !rules.web_security,
    webviewTag: !rules.no_webviews,
    spellcheck: !rules.no_background_download,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
  }
}

interface GuardOptions {
  shell: ShellPort
  rules: Rules
}

/** Puts the locks on every web contents that the app ever makes, whoever makes it. */
export function guardAllContents(app: AppPort, options: GuardOptions): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, options))
}

function guardContents(contents: WebContentsPort, { shell, rules }: GuardOptions): void {
  contents.on('will-navigate', event => {
    if (rules.navigation && !isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', event => {
    if (rules.redirects && !isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', event => {
    if (event.isMainFrame) return
    if (rules.frame_navigation && !isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', event => {
    if (rules.no_webviews) event.preventDefault()
  })
  contents.setWindowOpenHandler(({ url }) => {
    void openExternalLink({ shell, rules }, url)
    return { action: rules.new_windows ? 'deny' : 'allow' }
  })
}

/** The one permission that the dashboard uses: every id and every command in it copies. */
const GRANTED = 'clipboard-sanitized-write'

/** Electron grants whatever a page asks for unless told otherwise; here it is told. */
export function guardSession(session: SessionPort, rules: Rules): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const granted = permission === GRANTED && details.isMainFrame === true && isAppUrl(details.requestingUrl ?? '')
    callback(granted || !rules.permission_requests)
  })
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    const granted = permission === GRANTED && details.isMainFrame === true && isAppUrl(requestingOrigin)
    return granted || !rules.permission_checks
  })
  session.setDevicePermissionHandler(() => !rules.device_permissions)
  if (rules.device_permissions) session.setDisplayMediaRequestHandler((_request, callback) => callback({}))
}
