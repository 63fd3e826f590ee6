import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createActions, describeInTerminal } from './commands/actions.ts'
import type { MenuContext } from './commands/menus.ts'
import type { CommandId } from './commands/table.ts'
import { createControl } from './emulator/control.ts'
import { openCapsule } from './emulator/open-capsule.ts'
import { urlOf } from './emulator/state.ts'
import { type After, EmulatorSupervisor } from './emulator/supervisor.ts'
import type { ElectronPort } from './ports.ts'
import { handleAppScheme, registerAppScheme } from './scheme/app-scheme.ts'
import { openExternalLink } from './security/external-links.ts'
import { guardAllContents, guardSession } from './security/guards.ts'
import { answerCalls } from './security/ipc.ts'
import { ALL_RULES, type Rules } from './security/rules.ts'
import { readCapsule } from './shell/capsules.ts'
import { Chrome } from './shell/chrome.ts'
import { reportEmulator, stamp } from './shell/emulator-reports.ts'
import { MainWindow } from './shell/main-window.ts'
import { CAPSULE_EXTENSION, LINK_SCHEME, type OpenRequest, readArguments, readLink } from './shell/open-requests.ts'
import { preferencesFile } from './shell/preferences.ts'
import { RecentCapsules } from './shell/recent-capsules.ts'
import { windowStateFile } from './shell/window-state.ts'
import { fill, languageOf, stringsOf } from './strings.ts'

export interface AppOptions {
  /** Built files that the app loads. */
  paths: { preload: string; renderer: string; emulatorProcess: string; icons: string }
  argv: readonly string[]
  workingDirectory: string
  platform: string
  /** Where the emulator listens if nobody else does. */
  preferredPort: number
  /** For tests only; the app itself runs with all of them. */
  rules?: Rules
  /** Milliseconds of a clock that only goes forward. */
  now: () => number
  /** Wall clock, for names of files. */
  today: () => Date
  after: After
}

const NAME = 'Ringback'
const APP_ID = 'dev.ringback.desktop'

/**
 * The desktop app: one emulator in a utility process, one window with the dashboard, a menu and a tray. Resolves when the window is on
 * its way; in a second instance at once, since that one hands its arguments to the first and ends.
 */
export async function startApp(electron: ElectronPort, options: AppOptions): Promise<void> {
  const { rules = ALL_RULES } = options
  const { app, protocol, shell } = electron
  app.setName(NAME)
  if (options.platform === 'win32') app.setAppUserModelId(APP_ID)
  // One folder for the packaged and the unpackaged app: Electron would call the latter's "Electron".
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', path.join(app.getPath('appData'), NAME))
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  if (rules.sandbox) app.enableSandbox()
  registerAppScheme(protocol)
  guardAllContents(app, { shell, rules })
  const desktop = new Desktop(electron, { ...options, rules })
  desktop.listen()
  await app.whenReady()
  guardSession(electron.session.defaultSession, rules)
  desktop.open()
}

/** The parts of the running app, and what goes from one to the other. */
class Desktop {
  readonly #electron: ElectronPort
  readonly #options: AppOptions & { rules: Rules }
  readonly #language
  readonly #strings
  readonly #dataDirectory: string
  readonly #preferences
  readonly #recent: RecentCapsules
  readonly #emulator: EmulatorSupervisor
  readonly #control
  readonly #window: MainWindow
  readonly #chrome: Chrome
  readonly #run
  #isQuitting = false

  constructor(electron: ElectronPort, options: AppOptions & { rules: Rules }) {
    this.#electron = electron
    this.#options = options
    const { app, dialog, shell, clipboard } = electron
    const { paths, platform, preferredPort, rules, now, after, today } = options
    const userData = app.getPath('userData')
    const inUserData = (name: string) => path.join(userData, name)
    this.#language = languageOf(app.getLocale())
    this.#strings = stringsOf(this.#language)
    this.#dataDirectory = inUserData('data')
    mkdirSync(this.#dataDirectory, { recursive: true })
    this.#preferences = preferencesFile(inUserData('preferences.json'))
    this.#recent = new RecentCapsules({ app, platform, file: inUserData('recent-capsules.json') })
    this.#emulator = new EmulatorSupervisor({
      fork: () => electron.utilityProcess.fork(paths.emulatorProcess, [], { serviceName: 'Ringback emulator' }),
      preferredPort,
      store: this.#dataDirectory,
      rules,
      now,
      after,
    })
    this.#control = createControl(() => urlOf(this.#emulator.state))
    this.#window = new MainWindow({
      electron,
      preload: paths.preload,
      icon: path.join(paths.icons, 'icon.png'),
      rules,
      stateFile: windowStateFile(inUserData('window-state.json')),
      now,
      title: () => this.#title(),
      onNavigate: () => this.#chrome.follow(),
      onHopeless: () => void this.#askAboutPage(),
    })
    this.#run = createActions({
      dialog,
      shell,
      clipboard,
      strings: this.#strings,
      control: this.#control,
      state: () => this.#emulator.state,
      restart: () => this.#emulator.restart(),
      world: () => this.#window.world,
      show: screen => this.#window.show(screen),
      chooseCapsule: () => this.#chooseCapsule(),
      dataDirectory: this.#dataDirectory,
      store: () => this.#emulator.store,
      preferredPort,
      platform,
      snapshotName: () => stamp(today()),
    })
    this.#chrome = new Chrome({
      electron,
      icons: paths.icons,
      platform,
      state: () => this.#emulator.state,
      world: () => this.#window.world,
      context: () => this.#menuContext(),
    })
  }

  /** Before the app is ready: what the system may send at any time. */
  listen(): void {
    const { app } = this.#electron
    const { rules } = this.#options
    app.on('second-instance', (_event, argv, workingDirectory) => {
      this.#window.show()
      this.#openArguments(argv, workingDirectory)
    })
    app.on('open-file', (event, file) => {
      event.preventDefault()
      void app.whenReady().then(() => this.#openRequest({ kind: 'capsule', file }))
    })
    app.on('open-url', (event, url) => {
      event.preventDefault()
      const link = readLink(url, rules)
      if (link !== undefined) void app.whenReady().then(() => this.#openRequest(link))
    })
    app.on('activate', () => this.#window.show())
    app.on('window-all-closed', () => {
      if (this.#options.platform !== 'darwin' && !this.#preferences.read().keepRunning) app.quit()
    })
    app.on('before-quit', event => this.#quit(event))
  }

  /** The app is ready: everything the user sees. */
  open(): void {
    const { app, dialog, ipcMain, nativeTheme, protocol, shell } = this.#electron
    const { paths, argv, workingDirectory, platform, rules, today } = this.#options
    nativeTheme.themeSource = 'system'
    handleAppScheme(protocol, { directory: paths.renderer, rules, emulatorUrl: () => urlOf(this.#emulator.state) })
    answerCalls({
      ipcMain,
      rules,
      isOwnWindow: id => this.#window.isOwn(id),
      handlers: {
        'desktop:info': async () => ({
          version: app.getVersion(),
          platform,
          dataDirectory: this.#dataDirectory,
          emulator: this.#emulator.state,
        }),
        'desktop:run': id => this.#runForUser(id),
        'desktop:open-external': url => openExternalLink({ shell, rules }, url),
      },
    })
    // In development the registered program would be a bare Electron that knows nothing of this app.
    if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
    reportEmulator({
      emulator: this.#emulator,
      dialog,
      strings: this.#strings,
      dataDirectory: this.#dataDirectory,
      today,
      quit: () => app.quit(),
    })
    this.#emulator.onState(state => {
      this.#chrome.follow()
      this.#window.refreshTitle()
      this.#window.send('desktop:state', state)
    })
    this.#emulator.start()
    this.#chrome.show()
    this.#window.show()
    this.#openArguments(argv, workingDirectory)
  }

  #menuContext(): MenuContext {
    const { app, clipboard } = this.#electron
    const { platform, preferredPort } = this.#options
    return {
      language: this.#language,
      strings: this.#strings,
      platform,
      isPackaged: app.isPackaged,
      run: id => void this.#runForUser(id),
      inTerminal: id =>
        describeInTerminal(id, {
          state: () => this.#emulator.state,
          world: () => this.#window.world,
          store: () => this.#emulator.store,
          preferredPort,
          platform,
        }),
      copy: text => clipboard.writeText(text),
      recent: this.#recent.list(),
      openRecent: file => void this.#openRequest({ kind: 'capsule', file }),
      clearRecent: () => {
        this.#recent.clear()
        this.#chrome.refresh()
      },
      keepRunning: this.#preferences.read().keepRunning,
      setKeepRunning: keepRunning => this.#preferences.write({ keepRunning }),
      showWindow: () => this.#window.show(),
    }
  }

  #title(): string {
    const { state } = this.#emulator
    return state.kind === 'running' ? `${NAME} — ${new URL(state.url).host}` : NAME
  }

  #runForUser(id: CommandId): Promise<boolean> {
    return this.#attempt(this.#strings.command_failed, () => this.#run(id))
  }

  #openArguments(argv: readonly string[], workingDirectory: string): void {
    const { rules } = this.#options
    for (const request of readArguments({ argv, workingDirectory, rules })) void this.#openRequest(request)
  }

  async #openRequest(request: OpenRequest): Promise<boolean> {
    if (request.kind === 'screen') {
      this.#window.show(request.path)
      return true
    }
    return this.#attempt(this.#strings.capsule_failed, async () => {
      const bytes = await readCapsule(request.file, this.#options.rules)
      await this.#emulator.whenRunning()
      this.#window.show(await openCapsule({ control: this.#control, bytes }))
      this.#recent.add(request.file)
      this.#chrome.refresh()
      return true
    })
  }

  async #chooseCapsule(): Promise<boolean> {
    const { canceled, filePaths } = await this.#electron.dialog.showOpenDialog({
      title: this.#strings.capsules,
      filters: [{ name: this.#strings.capsules, extensions: [CAPSULE_EXTENSION.slice(1)] }],
      properties: ['openFile'],
    })
    const [file] = filePaths
    return canceled || file === undefined ? false : this.#openRequest({ kind: 'capsule', file })
  }

  /** Runs something for the user; what goes wrong is said in a dialog, and the app goes on. */
  async #attempt(title: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      await this.#electron.dialog.showMessageBox({ type: 'error', message: title, detail, buttons: [this.#strings.ok] })
      return false
    }
  }

  async #askAboutPage(): Promise<void> {
    const { app, dialog } = this.#electron
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message: fill(this.#strings.page_crashed, { url: urlOf(this.#emulator.state) ?? '' }),
      buttons: [this.#strings.try_again, this.#strings.quit],
      cancelId: 1,
    })
    if (response === 0) this.#window.reload()
    else app.quit()
  }

  /** The first wish to quit is held back until the emulator has finished what is in flight; then the app ends for good. */
  #quit(event: { preventDefault(): void }): void {
    event.preventDefault()
    if (this.#isQuitting) return
    this.#isQuitting = true
    this.#window.save()
    this.#chrome.dispose()
    void this.#emulator.stop().finally(() => this.#electron.app.exit(0))
  }
}
