import path from 'node:path'
import type { ClockView } from '../../server/control/protocol.ts'
import { type MenuContext, menuTemplate, trayTemplate } from '../commands/menus.ts'
import { statusLine } from '../commands/status.ts'
import { watchClock } from '../emulator/clock-watch.ts'
import type { EmulatorState } from '../emulator/state.ts'
import type { ElectronPort, TrayPort } from '../ports.ts'

export interface ChromeOptions {
  electron: Pick<ElectronPort, 'Menu' | 'Tray'>
  icons: string
  platform: string
  state: () => EmulatorState
  /** The menu as it is at this moment. */
  context: () => MenuContext
}

/** What is around the page: the menu bar, and the tray with the clock of the default world. */
export class Chrome {
  readonly #options: ChromeOptions
  #tray: TrayPort | undefined
  #clock: ClockView | undefined
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
    const { electron, context, state } = this.#options
    const now = context()
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(menuTemplate(now)))
    const status = statusLine({ state: state(), clock: this.#clock, strings: now.strings })
    this.#tray?.setToolTip(status)
    this.#tray?.setContextMenu(electron.Menu.buildFromTemplate(trayTemplate(now, status)))
  }

  /** Follows the emulator: its state, and while it runs its clock. */
  follow(state: EmulatorState): void {
    this.#unwatch?.()
    this.#unwatch = undefined
    this.#clock = undefined
    if (state.kind === 'running') {
      this.#unwatch = watchClock({ url: state.url, world: 'default', onClock: clock => this.#tell(clock) })
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
