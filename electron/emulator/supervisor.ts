import type { UtilityProcessPort } from '../ports.ts'
import { type FromEmulator, readFromEmulator, type ToEmulator } from './messages.ts'
import type { EmulatorState } from './state.ts'

/** Runs a callback after milliseconds; returns what cancels it. */
export type After = (milliseconds: number, callback: () => void) => () => void

interface SupervisorOptions {
  fork: () => UtilityProcessPort
  preferredPort: number
  /** Folder of the store, or `memory`. */
  store: string
  /** Milliseconds of a clock that only goes forward. */
  now: () => number
  after: After
}

/** So many crashes within so long are a defect that a further restart does not heal. */
const CRASHES = 3
const WITHIN_MS = 60_000
/** The emulator finishes what is in flight within five seconds (tests/security/README.md#E16); then it is ended. */
const STOP_MS = 6_000

type Listener = (state: EmulatorState, before: EmulatorState) => void

/**
 * Keeps one emulator process alive.
 * 1. At most one process runs. 2. An exit that was not asked for starts a new one, on the same port and store. 3. After three of them
 * within a minute it gives up and says so. 4. `stop` resolves when the process is gone.
 */
export class EmulatorSupervisor {
  readonly #options: SupervisorOptions
  readonly #listeners = new Set<Listener>()
  #state: EmulatorState = { kind: 'stopped' }
  #process: UtilityProcessPort | undefined
  #port: number
  #store: string
  #crashes: number[] = []
  #stopping: Promise<void> | undefined
  #whenGone: (() => void) | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#port = options.preferredPort
    this.#store = options.store
  }

  get state(): EmulatorState {
    return this.#state
  }

  get store(): string {
    return this.#store
  }

  onState(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Resolves to the emulator's address as soon as it answers.
   * @throws Error with the emulator's own message when it could not start
   */
  whenRunning(): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const settle = (state: EmulatorState): boolean => {
      if (state.kind === 'running') resolve(state.url)
      else if (state.kind === 'failed') reject(new Error(state.message))
      return state.kind === 'running' || state.kind === 'failed'
    }
    if (!settle(this.#state)) {
      const forget = this.onState(state => {
        if (settle(state)) forget()
      })
    }
    return promise
  }

  /** Starts the emulator if none runs. After a failure, tries again; `store` changes where the data lives. */
  start({ store }: { store?: string } = {}): void {
    if (store !== undefined) this.#store = store
    if (this.#state.kind === 'running' || this.#state.kind === 'starting') return
    this.#enter({ kind: 'starting' })
    if (this.#process === undefined) this.#spawn()
    this.#say({ kind: 'start', port: this.#port, store: this.#store })
  }

  async restart(): Promise<void> {
    await this.stop()
    this.#crashes = []
    this.start()
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop().finally(() => {
      this.#stopping = undefined
    })
    return this.#stopping
  }

  async #stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (this.#process === undefined) resolve()
    else {
      this.#whenGone = resolve
      this.#say({ kind: 'stop' })
    }
    const cancel = this.#options.after(STOP_MS, () => this.#process?.kill())
    await promise
    cancel()
    this.#enter({ kind: 'stopped' })
  }

  #spawn(): void {
    const child = this.#options.fork()
    this.#process = child
    child.on('message', message => {
      const read = readFromEmulator(message)
      if (read !== undefined && this.#process === child) this.#hear(read)
    })
    child.on('exit', code => {
      if (this.#process !== child) return
      this.#process = undefined
      this.#gone(code)
    })
  }

  #say(message: ToEmulator): void {
    this.#process?.postMessage(message)
  }

  #hear(message: FromEmulator): void {
    switch (message.kind) {
      case 'ready': {
        const { url, controlUrl, port } = message
        // From now on this port is ours: after a crash the address that was copied must still work.
        this.#port = port
        this.#enter({ kind: 'running', url, controlUrl, port, moved: port !== this.#options.preferredPort })
        return
      }
      case 'failed':
        this.#enter({ kind: 'failed', code: message.code, message: message.message })
        return
      case 'stopped':
        return
    }
  }

  #gone(exitCode: number): void {
    if (this.#whenGone !== undefined) {
      this.#whenGone()
      this.#whenGone = undefined
      return
    }
    // It said why it could not start; there is nothing to restart until the user decides.
    if (this.#state.kind === 'failed') return
    const now = this.#options.now()
    this.#crashes = [...this.#crashes.filter(at => now - at < WITHIN_MS), now]
    if (this.#crashes.length > CRASHES) {
      const message = `The emulator stopped ${this.#crashes.length} times within a minute, last with exit code ${exitCode}. Try again, or start it in a terminal to see why: ringback start --store "${this.#store}"`
      this.#enter({ kind: 'failed', code: 'crash_loop', message })
      return
    }
    this.#enter({ kind: 'restarting', exitCode })
    this.start()
  }

  #enter(state: EmulatorState): void {
    const before = this.#state
    this.#state = state
    for (const listener of this.#listeners) listener(state, before)
  }
}
