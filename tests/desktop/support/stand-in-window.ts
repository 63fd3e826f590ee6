import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions, HandlerDetails, Rectangle, WindowOpenHandlerResponse } from 'electron'
import type { FramePort, WebContentsPort, WindowPort } from '../../../electron/ports.ts'

/** An event that a listener may forbid, as Electron's are. */
export class Cancelable {
  defaultPrevented = false
  preventDefault(): void {
    this.defaultPrevented = true
  }
}

/** How a page is fetched: through the protocol handler of the app, as Chromium does. */
export type Load = (url: string) => Promise<Response>

class Frame implements FramePort {
  url = ''
  get origin(): string {
    return this.url === '' ? 'null' : this.url.split('/').slice(0, 3).join('/')
  }
}

let lastId = 0

/** A page without Chromium: it loads through the real protocol handler and raises the events that Electron raises. */
export class StandInWebContents extends EventEmitter implements WebContentsPort {
  readonly id = ++lastId
  readonly mainFrame = new Frame()
  readonly sent: { channel: string; args: unknown[] }[] = []
  /** The last document and its headers. */
  document: { text: string; headers: Headers } | undefined
  loads = 0
  #destroyed = false
  #openHandler: ((details: HandlerDetails) => WindowOpenHandlerResponse) | undefined
  readonly #load: Load

  constructor(load: Load) {
    super()
    this.#load = load
  }

  getURL(): string {
    return this.mainFrame.url
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  destroy(): void {
    this.#destroyed = true
  }
  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    this.#openHandler = handler
  }

  send(channel: string, ...args: unknown[]): void {
    const copies: unknown[] = structuredClone(args)
    this.sent.push({ channel, args: copies })
    this.emit('ipc', channel, ...copies)
  }

  reload(): void {
    void this.show(this.mainFrame.url)
  }

  async show(url: string): Promise<void> {
    this.mainFrame.url = url
    this.emit('did-navigate')
    const response = await this.#load(url)
    this.document = { text: await response.text(), headers: response.headers }
    this.loads += 1
    this.emit('did-finish-load')
  }

  /** The page changes its own address, as a router does. */
  moveTo(path: string): void {
    this.mainFrame.url = new URL(path, this.mainFrame.url).href
    this.emit('did-navigate-in-page')
  }

  // What a page, or whoever got into it, may try. Each tells whether it got through.

  tryToNavigate(url: string): boolean {
    return this.#leaveFor(url, 'will-navigate')
  }

  tryToRedirect(url: string): boolean {
    return this.#leaveFor(url, 'will-redirect')
  }

  tryToNavigateFrame(url: string): boolean {
    const event = Object.assign(new Cancelable(), { url, isMainFrame: false })
    this.emit('will-frame-navigate', event)
    return !event.defaultPrevented
  }

  tryToAttachWebview(): boolean {
    const event = new Cancelable()
    this.emit('will-attach-webview', event, {}, {})
    return !event.defaultPrevented
  }

  tryToOpenWindow(url: string): boolean {
    const details = { url, frameName: '', features: '', disposition: 'foreground-tab' } as HandlerDetails
    return this.#openHandler === undefined || this.#openHandler(details).action === 'allow'
  }

  /** The renderer process dies, as after `kill -9`. */
  crash(reason = 'crashed'): void {
    this.emit('render-process-gone', {}, { reason, exitCode: 9 })
  }

  #leaveFor(url: string, name: 'will-navigate' | 'will-redirect'): boolean {
    const event = Object.assign(new Cancelable(), { url })
    this.emit(name, event)
    if (!event.defaultPrevented) this.mainFrame.url = url
    return !event.defaultPrevented
  }
}

export class StandInWindow extends EventEmitter implements WindowPort {
  readonly options: BrowserWindowConstructorOptions
  readonly webContents: StandInWebContents
  isShown = false
  focused = 0
  title: string
  backgroundColor: string | undefined
  bounds: Rectangle
  minimized = false
  maximized = false
  fullScreen = false
  #destroyed = false

  constructor(options: BrowserWindowConstructorOptions, load: Load) {
    super()
    this.options = options
    this.webContents = new StandInWebContents(load)
    this.title = options.title ?? ''
    this.backgroundColor = options.backgroundColor
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 }
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.show(url)
    this.emit('ready-to-show')
  }
  show(): void {
    this.isShown = true
  }
  focus(): void {
    this.focused += 1
  }
  restore(): void {
    this.minimized = false
  }
  maximize(): void {
    this.maximized = true
  }
  setFullScreen(flag: boolean): void {
    this.fullScreen = flag
  }
  setBackgroundColor(color: string): void {
    this.backgroundColor = color
  }
  setTitle(title: string): void {
    this.title = title
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  isMinimized(): boolean {
    return this.minimized
  }
  isMaximized(): boolean {
    return this.maximized
  }
  isFullScreen(): boolean {
    return this.fullScreen
  }
  getNormalBounds(): Rectangle {
    return this.bounds
  }

  /** The user closes it. */
  close(): void {
    const event = new Cancelable()
    this.emit('close', event)
    if (event.defaultPrevented) return
    this.#destroyed = true
    this.webContents.destroy()
    this.emit('closed')
  }
}
