import path from 'node:path'
import type { ClockView } from '../../server/control/protocol/clock.ts'
import { type MenuContext, menuTemplate, trayTemplate } from '../commands/menus.ts'
import { statusLine } from '../commands/status.ts'
import { watchClock } from '../emulator/clock-watch.ts'
import { type EmulatorState, urlOf } from '../emulator/state.ts'
import type { ElectronPort, TrayPort } from '../ports.ts'

interface ChromeOptions {
  electron: Pick<ElectronPort, 'Menu' | 'Tray'>
  icons: string
  platform: string
  state: () => EmulatorState
  /** The world that the window shows. */
  world: () => string
  /** The menu as it is at this moment. */
  context: () => MenuContext
}

/** What is around the page: the menu bar, and the tray with the clock of the world that the window shows. */
export class Chrome {
  readonly #options: ChromeOptions
  #tray: TrayPort | undefined
  #clock: ClockView | undefined
  #watched: { url: string; world: string } | undefined
  #unwatch: (() => void) | undefined

  constructor(options: ChromeOptions) {
    this.#options = options
  }

  show(): void {
    const { electron, icons, platform, context } = this.#options
    // macOS colours a template image by itself; the others show the picture as it is.
    this.#tray = new electron.Tray(path.join(icons, platform === 'darwin' ? 'trayTemplate.png' : 'tray.png'))
    this.#tray.on('click', () => context().showWindow())
    this.refresh()
  }

  /** Draws both again: Linux shows only a whole new menu. */
  refresh(): void {
    const { electron, context, state, world } = this.#options
    const now = context()
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(menuTemplate(now)))
    const status = statusLine({ state: state(), world: world(), clock: this.#clock, strings: now.strings })
    this.#tray?.setToolTip(status)
    this.#tray?.setContextMenu(electron.Menu.buildFromTemplate(trayTemplate(now, status)))
  }

  /** To be called when the emulator or the window is in another state: the clock of the world shown is followed from then on. */
  follow(): void {
    const { state, world } = this.#options
    const url = urlOf(state())
    const wanted = url === undefined ? undefined : { url, world: world() }
    if (wanted?.url !== this.#watched?.url || wanted?.world !== this.#watched?.world) {
      this.#unwatch?.()
      this.#clock = undefined
      this.#watched = wanted
      this.#unwatch = wanted && watchClock({ ...wanted, onClock: clock => this.#tell(clock) })
    }
    this.refresh()
  }

  dispose(): void {
    this.#unwatch?.()
    this.#tray?.destroy()
    this.#tray = undefined
  }

  #tell(clock: ClockView): void {
    this.#clock = clock
    this.refresh()
  }
}
