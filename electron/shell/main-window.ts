import type { DesktopEvents, EventChannel } from '../channels.ts'
import type { ElectronPort, WindowPort } from '../ports.ts'
import { APP_ORIGIN, APP_START, isAppUrl } from '../scheme/app-origin.ts'
import { securePreferences } from '../security/guards.ts'
import type { JsonFile } from './json-file.ts'
import { LEAST_SIZE, placeWindow, readWindowState, type WindowState } from './window-state.ts'

/** The dashboard's canvas, so that the window has the right colour before the page has drawn. */
const CANVAS = { light: '#f7f5f3', dark: '#141318' }

/** So many crashes of the page within so long, and reloading is no help any more. */
const CRASHES = 3
const WITHIN_MS = 60_000

interface MainWindowOptions {
  electron: Pick<ElectronPort, 'BrowserWindow' | 'nativeTheme' | 'screen'>
  preload: string
  icon: string
  stateFile: JsonFile<WindowState | null>
  now: () => number
  /** What the title bar says. */
  title: () => string
  /** The page shows another address. */
  onNavigate: () => void
  /** The page crashed too often to go on reloading it. */
  onHopeless: () => void
}

/** The one window: it is made when first shown and made again when it was closed. */
export class MainWindow {
  readonly #options: MainWindowOptions
  #window: WindowPort | undefined
  #isLoaded = false
  #crashes: number[] = []

  constructor(options: MainWindowOptions) {
    this.#options = options
    const { nativeTheme } = options.electron
    nativeTheme.on('updated', () => this.#window?.setBackgroundColor(this.#canvas()))
  }

  /** Shows the window, in front, at a screen of the dashboard if one is named. */
  show(path?: string): void {
    if (this.#window === undefined) {
      this.#open(path)
      return
    }
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.show()
    this.#window.focus()
    if (path !== undefined) this.#navigate(path)
  }

  isOwn(contentsId: number): boolean {
    return this.#window !== undefined && this.#window.webContents.id === contentsId
  }

  /** The world that the dashboard shows: `/w/<world>/…` in its address, else the default one. */
  get world(): string {
    const url = this.#window?.webContents.getURL() ?? ''
    const segment = isAppUrl(url) ? /^\/w\/([^/]+)/.exec(new URL(url).pathname)?.[1] : undefined
    return segment === undefined ? 'default' : decodeURIComponent(segment)
  }

  /** Tells the page, if there is one; without a page nobody needs to know. */
  send<Channel extends EventChannel>(channel: Channel, message: DesktopEvents[Channel]): void {
    if (this.#window !== undefined && this.#isLoaded) this.#window.webContents.send(channel, message)
  }

  reload(): void {
    this.#crashes = []
    this.#window?.webContents.reload()
  }

  refreshTitle(): void {
    this.#window?.setTitle(this.#options.title())
  }

  save(): void {
    if (this.#window !== undefined && !this.#window.isDestroyed()) {
      this.#options.stateFile.write(readWindowState(this.#window))
    }
  }

  #open(path: string | undefined): void {
    const { electron, preload, icon, stateFile } = this.#options
    const state = stateFile.read()
    const displays = electron.screen.getAllDisplays().map(display => display.workArea)
    const window = new electron.BrowserWindow({
      ...placeWindow(state, displays),
      minWidth: LEAST_SIZE.width,
      minHeight: LEAST_SIZE.height,
      show: false,
      title: this.#options.title(),
      icon,
      backgroundColor: this.#canvas(),
      webPreferences: securePreferences({ preload }),
    })
    this.#window = window
    this.#isLoaded = false
    if (state?.maximized) window.maximize()
    if (state?.fullScreen) window.setFullScreen(true)
    this.#watch(window)
    void this.#load(window, path)
  }

  #watch(window: WindowPort): void {
    window.on('ready-to-show', () => window.show())
    window.on('blur', () => this.save())
    window.on('close', () => this.save())
    // The title bar names the emulator's address, which the page cannot know behind its own origin.
    window.on('page-title-updated', event => event.preventDefault())
    window.on('closed', () => {
      if (this.#window === window) this.#window = undefined
    })
    window.webContents.on('did-finish-load', () => {
      this.#isLoaded = true
    })
    window.webContents.on('did-navigate', () => this.#options.onNavigate())
    window.webContents.on('did-navigate-in-page', () => this.#options.onNavigate())
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') this.#reloadAfterCrash(window)
    })
  }

  /** The emulator is another process and has noticed nothing; the page reads everything again from it. */
  #reloadAfterCrash(window: WindowPort): void {
    this.#isLoaded = false
    const now = this.#options.now()
    this.#crashes = [...this.#crashes.filter(at => now - at < WITHIN_MS), now]
    if (this.#crashes.length > CRASHES) this.#options.onHopeless()
    else window.webContents.reload()
  }

  #navigate(path: string): void {
    if (this.#isLoaded) this.send('desktop:navigate', path)
    else if (this.#window !== undefined) void this.#load(this.#window, path)
  }

  /** A load that another one overtakes is rejected by Electron; the later one shows what is wanted. */
  async #load(window: WindowPort, path: string | undefined): Promise<void> {
    await window.loadURL(path === undefined ? APP_START : `${APP_ORIGIN}${path}`).catch(() => undefined)
  }

  #canvas(): string {
    return this.#options.electron.nativeTheme.shouldUseDarkColors ? CANVAS.dark : CANVAS.light
  }
}
