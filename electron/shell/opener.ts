import type { Control } from '../emulator/control.ts'
import { openCapsule } from '../emulator/open-capsule.ts'
import type { DialogPort } from '../ports.ts'
import type { Strings } from '../strings.ts'
import type { Attempt } from './attempt.ts'
import { readCapsule } from './capsules.ts'
import { CAPSULE_EXTENSION, type OpenRequest, readArguments } from './open-requests.ts'
import type { RecentCapsules } from './recent-capsules.ts'

interface OpenerOptions {
  attempt: Attempt
  control: Control
  dialog: DialogPort
  recent: RecentCapsules
  strings: Strings
  /** Resolves as soon as the emulator answers. */
  whenRunning: () => Promise<unknown>
  /** Shows a screen of the dashboard, `/requests`. */
  show: (path: string) => void
  /** The list of recent capsules is another one. */
  onRecent: () => void
}

/** Opens what the user, the system or a link asks for: a capsule in a world of its own, or a screen. */
export class Opener {
  readonly #options: OpenerOptions

  constructor(options: OpenerOptions) {
    this.#options = options
  }

  /** Resolves to whether it is open. */
  open(request: OpenRequest): Promise<boolean> {
    const { attempt, show, strings } = this.#options
    if (request.kind === 'capsule') return attempt(strings.capsule_failed, () => this.#openCapsule(request.file))
    show(request.path)
    return Promise.resolve(true)
  }

  openArguments(argv: readonly string[], workingDirectory: string): void {
    for (const request of readArguments({ argv, workingDirectory })) void this.open(request)
  }

  /** Lets the user choose a capsule. */
  async choose(): Promise<boolean> {
    const { dialog, strings } = this.#options
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: strings.capsules,
      filters: [{ name: strings.capsules, extensions: [CAPSULE_EXTENSION.slice(1)] }],
      properties: ['openFile'],
    })
    const [file] = filePaths
    return canceled || file === undefined ? false : this.open({ kind: 'capsule', file })
  }

  async #openCapsule(file: string): Promise<boolean> {
    const { control, onRecent, recent, show, whenRunning } = this.#options
    const bytes = await readCapsule(file)
    await whenRunning()
    show(await openCapsule({ control, bytes }))
    recent.add(file)
    onRecent()
    return true
  }
}
