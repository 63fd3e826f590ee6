import path from 'node:path'
import { Desktop, type DesktopOptions } from './desktop.ts'
import type { AppPort, ElectronPort } from './ports.ts'
import { registerAppScheme } from './scheme/app-scheme.ts'
import { guardAllContents, guardSession } from './security/guards.ts'

const NAME = 'Ringback'
const APP_ID = 'dev.ringback.desktop'

/**
 * The desktop app: one emulator in a utility process, one window with the dashboard, a menu and a tray. Resolves when the window is on
 * its way; in a second instance at once, since that one hands its arguments to the first and ends.
 */
export async function startApp(electron: ElectronPort, options: DesktopOptions): Promise<void> {
  const { app, protocol, shell } = electron
  app.setName(NAME)
  if (options.platform === 'win32') app.setAppUserModelId(APP_ID)
  // One folder for the packaged and the unpackaged app: Electron would call the latter's "Electron".
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', path.join(app.getPath('appData'), NAME))
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  app.enableSandbox()
  registerAppScheme(protocol)
  guardAllContents(app, { shell })
  const started = listenToSystem(app)
  await app.whenReady()
  guardSession(electron.session.defaultSession)
  const desktop = new Desktop(electron, options)
  started(desktop)
  desktop.open()
}

/**
 * Listens from the very start: the system may hand over a file or a link before Electron is ready. What comes too early waits. To be told
 * of the app with the returned function.
 */
function listenToSystem(app: AppPort): (desktop: Desktop) => void {
  let desktop: Desktop | undefined
  const waiting: ((desktop: Desktop) => void)[] = []
  const tell = (act: (desktop: Desktop) => void): void => {
    if (desktop === undefined) waiting.push(act)
    else act(desktop)
  }
  app.on('second-instance', (_event, argv, workingDirectory) => {
    tell(started => started.bringForward(argv, workingDirectory))
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    tell(started => started.openFile(file))
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    tell(started => started.openLink(url))
  })
  app.on('activate', () => tell(started => started.bringForward()))
  app.on('window-all-closed', () => desktop?.windowsClosed())
  app.on('before-quit', event => desktop?.quit(event))
  return started => {
    desktop = started
    // After the caller has opened it: the window comes first, then what it is to show.
    queueMicrotask(() => {
      for (const act of waiting) act(started)
    })
  }
}
