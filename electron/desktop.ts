import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createActions, describeInTerminal } from './commands/actions.ts'
import type { MenuContext } from './commands/menus.ts'
import type { CommandId } from './commands/table.ts'
import { createControl } from './emulator/control.ts'
import { urlOf } from './emulator/state.ts'
import { type After, EmulatorSupervisor } from './emulator/supervisor.ts'
import type { ElectronPort } from './ports.ts'
import { handleAppScheme } from './scheme/app-scheme.ts'
import { openExternalLink } from './security/external-links.ts'
import { answerCalls } from './security/ipc.ts'
import { type Attempt, attemptWith } from './shell/attempt.ts'
import { Chrome } from './shell/chrome.ts'
import { reportEmulator, stamp } from './shell/emulator-reports.ts'
import { MainWindow } from './shell/main-window.ts'
import { LINK_SCHEME, readLink } from './shell/open-requests.ts'
import { Opener } from './shell/opener.ts'
import { preferencesFile } from './shell/preferences.ts'
import { RecentCapsules } from './shell/recent-capsules.ts'
import { windowStateFile } from './shell/window-state.ts'
import { fill, languageOf, stringsOf } from './strings.ts'

const NAME = 'Ringback'

export interface DesktopOptions {
  /** Built files that the app loads. */
  paths: { preload: string; renderer: string; emulatorProcess: string; icons: string }
  argv: readonly string[]
  workingDirectory: string
  platform: string
  /** Where the emulator listens if nobody else does. */
  preferredPort: number
  /** Milliseconds of a clock that only goes forward. */
  now: () => number
  /** Wall clock, for names of files. */
  today: () => Date
  after: After
}

/** The parts of the running app, and what goes from one to the other. Made when Electron is ready. */
export class Desktop {
  readonly #electron: ElectronPort
  readonly #options: DesktopOptions
  readonly #language
  readonly #strings
  readonly #dataDirectory: string
  readonly #preferences
  readonly #recent: RecentCapsules
  readonly #emulator: EmulatorSupervisor
  readonly #control
  readonly #window: MainWindow
  readonly #chrome: Chrome
  readonly #attempt: Attempt
  readonly #opener: Opener
  readonly #run
  #isQuitting = false

  constructor(electron: ElectronPort, options: DesktopOptions) {
    this.#electron = electron
    this.#options = options
    const { app, dialog, shell, clipboard } = electron
    const { paths, platform, preferredPort, now, after, today } = options
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
      now,
      after,
    })
    this.#control = createControl(() => urlOf(this.#emulator.state))
    this.#window = new MainWindow({
      electron,
      preload: paths.preload,
      icon: path.join(paths.icons, 'icon.png'),
      stateFile: windowStateFile(inUserData('window-state.json')),
      now,
      title: () => this.#title(),
      onNavigate: () => this.#chrome.follow(),
      onHopeless: () => void this.#askAboutPage(),
    })
    this.#attempt = attemptWith({ dialog, strings: this.#strings })
    this.#opener = new Opener({
      attempt: this.#attempt,
      control: this.#control,
      dialog,
      recent: this.#recent,
      strings: this.#strings,
      whenRunning: () => this.#emulator.whenRunning(),
      show: screen => this.#window.show(screen),
      onRecent: () => this.#chrome.refresh(),
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
      chooseCapsule: () => this.#opener.choose(),
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

  /** Comes to the front, with what a second start asked for. */
  bringForward(argv: readonly string[] = [], workingDirectory = ''): void {
    this.#window.show()
    this.#opener.openArguments(argv, workingDirectory)
  }

  openFile(file: string): void {
    void this.#opener.open({ kind: 'capsule', file })
  }

  openLink(url: string): void {
    const link = readLink(url)
    if (link !== undefined) void this.#opener.open(link)
  }

  /** The last window is closed. On macOS an app stays, elsewhere only if the user wants so. */
  windowsClosed(): void {
    if (this.#options.platform !== 'darwin' && !this.#preferences.read().keepRunning) this.#electron.app.quit()
  }

  /** Everything the user sees. */
  open(): void {
    const { app, dialog, ipcMain, nativeTheme, protocol, shell } = this.#electron
    const { paths, argv, workingDirectory, platform, today } = this.#options
    nativeTheme.themeSource = 'system'
    handleAppScheme(protocol, { directory: paths.renderer, emulatorUrl: () => urlOf(this.#emulator.state) })
    answerCalls({
      ipcMain,
      isOwnWindow: id => this.#window.isOwn(id),
      handlers: {
        'desktop:info': async () => ({
          version: app.getVersion(),
          platform,
          dataDirectory: this.#dataDirectory,
          emulator: this.#emulator.state,
        }),
        'desktop:run': id => this.#runForUser(id),
        'desktop:open-external': url => openExternalLink({ shell }, url),
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
    this.#opener.openArguments(argv, workingDirectory)
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
      openRecent: file => void this.#opener.open({ kind: 'capsule', file }),
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
  quit(event: { preventDefault(): void }): void {
    event.preventDefault()
    if (this.#isQuitting) return
    this.#isQuitting = true
    this.#window.save()
    this.#chrome.dispose()
    void this.#emulator.stop().finally(() => this.#electron.app.exit(0))
  }
}
