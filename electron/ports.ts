/**
 * The slices of Electron that the shell uses. Its modules take them as parameters and never import `electron`, so they run and are tested
 * where no Electron binary exists. `main.ts` passes the real thing, and there the compiler holds these slices against Electron's own types;
 * the stand-in of the tests implements the very same slices.
 */
import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  FileFilter,
  ForkOptions,
  HandlerDetails,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeImage,
  Rectangle,
  WebPreferences,
  WindowOpenHandlerResponse,
} from 'electron'

interface CancelableEvent {
  preventDefault(): void
}

export type AppPathName = 'appData' | 'userData'

export interface AppPort {
  readonly isPackaged: boolean
  readonly commandLine: { hasSwitch(name: string): boolean }
  setName(name: string): void
  setPath(name: AppPathName, path: string): void
  getPath(name: AppPathName): string
  getVersion(): string
  getLocale(): string
  enableSandbox(): void
  requestSingleInstanceLock(): boolean
  whenReady(): Promise<void>
  quit(): void
  exit(code?: number): void
  setAsDefaultProtocolClient(scheme: string): boolean
  addRecentDocument(path: string): void
  clearRecentDocuments(): void
  setAppUserModelId(id: string): void
  on(event: 'second-instance', listener: (event: unknown, argv: string[], workingDirectory: string) => void): unknown
  on(event: 'open-file', listener: (event: CancelableEvent, path: string) => void): unknown
  on(event: 'open-url', listener: (event: CancelableEvent, url: string) => void): unknown
  on(event: 'before-quit', listener: (event: CancelableEvent) => void): unknown
  on(event: 'activate' | 'window-all-closed', listener: () => void): unknown
  on(event: 'web-contents-created', listener: (event: unknown, contents: WebContentsPort) => void): unknown
}

export interface FramePort {
  readonly origin: string
  readonly url: string
}

export interface WebContentsPort {
  readonly id: number
  readonly mainFrame: FramePort
  getURL(): string
  reload(): void
  send(channel: string, ...args: unknown[]): void
  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void
  on(event: 'will-navigate' | 'will-redirect', listener: (event: CancelableEvent & { url: string }) => void): unknown
  on(
    event: 'will-frame-navigate',
    listener: (event: CancelableEvent & { url: string; isMainFrame: boolean }) => void,
  ): unknown
  on(
    event: 'will-attach-webview',
    listener: (event: CancelableEvent, preferences: WebPreferences, params: Record<string, string>) => void,
  ): unknown
  on(
    event: 'render-process-gone',
    listener: (event: unknown, details: { reason: string; exitCode: number }) => void,
  ): unknown
  on(event: 'did-finish-load' | 'did-navigate' | 'did-navigate-in-page', listener: () => void): unknown
}

export interface WindowPort {
  readonly webContents: WebContentsPort
  loadURL(url: string): Promise<void>
  show(): void
  focus(): void
  restore(): void
  maximize(): void
  setFullScreen(flag: boolean): void
  setBackgroundColor(color: string): void
  setTitle(title: string): void
  isDestroyed(): boolean
  isMinimized(): boolean
  isMaximized(): boolean
  isFullScreen(): boolean
  getNormalBounds(): Rectangle
  on(event: 'ready-to-show' | 'closed' | 'blur' | 'unresponsive', listener: () => void): unknown
  on(event: 'close' | 'page-title-updated', listener: (event: CancelableEvent) => void): unknown
}

type WindowConstructor = new (options: BrowserWindowConstructorOptions) => WindowPort

export interface SessionPort {
  setPermissionRequestHandler(
    handler: (
      contents: WebContentsPort,
      permission: string,
      callback: (granted: boolean) => void,
      details: { requestingUrl?: string; isMainFrame?: boolean },
    ) => void,
  ): void
  setPermissionCheckHandler(
    handler: (
      contents: WebContentsPort | null,
      permission: string,
      requestingOrigin: string,
      details: { isMainFrame?: boolean },
    ) => boolean,
  ): void
  setDevicePermissionHandler(handler: (details: { deviceType: string; origin: string }) => boolean): void
  setDisplayMediaRequestHandler(handler: (request: unknown, callback: (streams: object) => void) => void): void
}

export interface ProtocolPort {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void
}

export interface InvokeEvent {
  readonly sender: WebContentsPort
  readonly senderFrame: FramePort | null
}

export interface IpcMainPort {
  handle(channel: string, listener: (event: InvokeEvent, ...args: unknown[]) => Promise<unknown>): void
}

export interface UtilityProcessPort {
  postMessage(message: unknown): void
  kill(): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
}

interface UtilityProcessFactory {
  fork(modulePath: string, args?: string[], options?: ForkOptions): UtilityProcessPort
}

/** The other end, inside the utility process. */
export interface ParentPortPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  postMessage(message: unknown): void
}

export interface MenuPort {
  readonly items: readonly { readonly label: string }[]
}

interface MenuFactory {
  buildFromTemplate(template: MenuItemConstructorOptions[]): MenuPort
  setApplicationMenu(menu: MenuPort | null): void
}

export interface TrayPort {
  setToolTip(text: string): void
  setContextMenu(menu: MenuPort | null): void
  destroy(): void
  on(event: 'click', listener: () => void): unknown
}

type TrayConstructor = new (image: string | NativeImage) => TrayPort

interface OpenDialogQuestion {
  title: string
  filters: FileFilter[]
  properties: 'openFile'[]
}

export interface DialogPort {
  showMessageBox(options: MessageBoxOptions): Promise<{ response: number }>
  showOpenDialog(options: OpenDialogQuestion): Promise<{ canceled: boolean; filePaths: string[] }>
}

export interface ShellPort {
  openExternal(url: string): Promise<void>
  openPath(path: string): Promise<string>
}

interface NativeThemePort {
  themeSource: 'system' | 'light' | 'dark'
  readonly shouldUseDarkColors: boolean
  on(event: 'updated', listener: () => void): unknown
}

interface ScreenPort {
  getAllDisplays(): { workArea: Rectangle }[]
}

/** Everything the shell needs of Electron's main process. */
export interface ElectronPort {
  app: AppPort
  BrowserWindow: WindowConstructor
  Menu: MenuFactory
  Tray: TrayConstructor
  clipboard: { writeText(text: string): void }
  dialog: DialogPort
  ipcMain: IpcMainPort
  nativeTheme: NativeThemePort
  protocol: ProtocolPort
  screen: ScreenPort
  session: { readonly defaultSession: SessionPort }
  shell: ShellPort
  utilityProcess: UtilityProcessFactory
}

/** What the preload script needs of Electron's renderer process. */
export interface PreloadPort {
  contextBridge: { exposeInMainWorld(key: string, api: unknown): void }
  ipcRenderer: {
    invoke(channel: string, ...args: unknown[]): Promise<unknown>
    on(channel: string, listener: (event: unknown, ...args: unknown[]) => void): unknown
    off(channel: string, listener: (event: unknown, ...args: unknown[]) => void): unknown
  }
}
