import { EventEmitter } from 'node:events'
import type { MenuItem, MenuItemConstructorOptions, MessageBoxOptions, NativeImage } from 'electron'
import type { AppPathName, AppPort, DialogPort, MenuPort, SessionPort, TrayPort } from '../../../electron/ports.ts'
import { Cancelable } from './stand-in-window.ts'

export interface StandInOptions {
  /** The system's folder for the data of applications. */
  appData: string
  locale?: string
  isPackaged?: boolean
  /** Whether no other instance runs. */
  isFirstInstance?: boolean
  isDark?: boolean
}

export class StandInApp extends EventEmitter implements AppPort {
  readonly isPackaged: boolean
  readonly commandLine = { hasSwitch: () => false }
  name = ''
  userModelId = ''
  isSandboxed = false
  readonly recentDocuments: string[] = []
  readonly protocolClients: string[] = []
  /** Resolves to the exit code. */
  readonly exited: Promise<number>
  readonly #options: StandInOptions
  readonly #paths = new Map<AppPathName, string>()
  #isReady = false
  readonly #ready = Promise.withResolvers<void>()
  readonly #exit = Promise.withResolvers<number>()

  constructor(options: StandInOptions) {
    super()
    this.#options = options
    this.isPackaged = options.isPackaged ?? false
    this.#paths.set('appData', options.appData)
    this.exited = this.#exit.promise
    setImmediate(() => {
      this.#isReady = true
      this.#ready.resolve()
    })
  }

  setName(name: string): void {
    this.name = name
  }
  setAppUserModelId(id: string): void {
    this.userModelId = id
  }
  setPath(name: AppPathName, path: string): void {
    this.#paths.set(name, path)
  }
  getPath(name: AppPathName): string {
    return this.#paths.get(name) ?? ''
  }
  getVersion(): string {
    return '0.0.0'
  }
  /** Throws what Electron throws, or does not say, when something is used at the wrong time. */
  expectReady(what: string): void {
    if (!this.#isReady) throw new Error(`${what} cannot be used before the app is ready.`)
  }
  expectNotReady(what: string): void {
    if (this.#isReady) throw new Error(`${what} has to be called before the app is ready.`)
  }
  getLocale(): string {
    this.expectReady('app.getLocale')
    return this.#options.locale ?? 'en-GB'
  }
  enableSandbox(): void {
    this.expectNotReady('app.enableSandbox')
    this.isSandboxed = true
  }
  requestSingleInstanceLock(): boolean {
    return this.#options.isFirstInstance ?? true
  }
  whenReady(): Promise<void> {
    return this.#ready.promise
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.protocolClients.push(scheme)
    return true
  }
  addRecentDocument(path: string): void {
    this.recentDocuments.push(path)
  }
  clearRecentDocuments(): void {
    this.recentDocuments.length = 0
  }
  quit(): void {
    const event = new Cancelable()
    this.emit('before-quit', event)
    if (!event.defaultPrevented) this.exit(0)
  }
  exit(code = 0): void {
    this.#exit.resolve(code)
  }
}

export class StandInMenu implements MenuPort {
  readonly template: MenuItemConstructorOptions[]

  constructor(template: MenuItemConstructorOptions[]) {
    this.template = template
  }

  get items(): { label: string }[] {
    return this.template.map(({ label = '' }) => ({ label }))
  }

  /** Every entry, submenus included, depth first. */
  all(): MenuItemConstructorOptions[] {
    const flat = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
      items.flatMap(item => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])
    return flat(this.template)
  }

  /** The user chooses an entry, by id or label. */
  click(name: string): void {
    const item = this.all().find(({ id, label }) => id === name || label === name)
    if (item?.click === undefined) throw new Error(`The menu has no entry "${name}" that does something.`)
    item.click({ checked: !item.checked } as MenuItem, undefined, { triggeredByAccelerator: false })
  }
}

export class StandInTray extends EventEmitter implements TrayPort {
  readonly image: string | NativeImage
  toolTip = ''
  menu: StandInMenu | undefined
  isDestroyed = false

  constructor(image: string | NativeImage) {
    super()
    this.image = image
  }
  setToolTip(text: string): void {
    this.toolTip = text
    this.emit('told', text)
  }
  setContextMenu(menu: MenuPort | null): void {
    this.menu = menu instanceof StandInMenu ? menu : undefined
  }
  destroy(): void {
    this.isDestroyed = true
  }
}

type RequestHandler = Parameters<SessionPort['setPermissionRequestHandler']>[0]
type CheckHandler = Parameters<SessionPort['setPermissionCheckHandler']>[0]
type DeviceHandler = Parameters<SessionPort['setDevicePermissionHandler']>[0]

/** As in Electron, what nobody decides is granted. */
export class StandInSession implements SessionPort {
  request: RequestHandler = (_contents, _permission, callback) => callback(true)
  check: CheckHandler = () => true
  device: DeviceHandler = () => true
  sharesScreen = true

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.request = handler
  }
  setPermissionCheckHandler(handler: CheckHandler): void {
    this.check = handler
  }
  setDevicePermissionHandler(handler: DeviceHandler): void {
    this.device = handler
  }
  setDisplayMediaRequestHandler(handler: (request: unknown, callback: (streams: object) => void) => void): void {
    handler({}, streams => {
      this.sharesScreen = Object.keys(streams).length > 0
    })
  }
}

/** The user in front of the dialogs: what was asked, and what is answered next. */
export class StandInDialog extends EventEmitter implements DialogPort {
  readonly questions: MessageBoxOptions[] = []
  /** Labels of the buttons that are pressed next, in order; without one, the dialog is closed. */
  readonly answers: string[] = []
  chosenFile: string | undefined

  async showMessageBox(question: MessageBoxOptions): Promise<{ response: number }> {
    this.questions.push(question)
    this.emit('asked', question)
    const answer = this.answers.shift()
    const response = answer === undefined ? -1 : (question.buttons ?? []).indexOf(answer)
    return { response: response === -1 ? (question.cancelId ?? 0) : response }
  }
  async showOpenDialog(): Promise<{ canceled: boolean; filePaths: string[] }> {
    return this.chosenFile === undefined
      ? { canceled: true, filePaths: [] }
      : { canceled: false, filePaths: [this.chosenFile] }
  }
}
