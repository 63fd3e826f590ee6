import { setImmediate } from 'node:timers/promises'
import type { WorldRuntime } from '../../server/world/runtime.ts'

/** So often the loop has to go round without a request, before all clients are taken to wait for their timers. */
const QUIET_ROUNDS = 30

type Act = (...values: unknown[]) => void

/** A timer of a client. It looks like one of Node's. */
class ClientTimer {
  readonly #time: ClientTime
  readonly #act: () => void
  readonly delay: number
  due: number

  constructor(time: ClientTime, { act, delay }: { act: () => void; delay: number }) {
    this.#time = time
    this.#act = act
    this.delay = delay
    this.due = time.now + delay
  }

  fire(): void {
    this.#act()
  }
  refresh(): this {
    this.due = this.#time.now + this.delay
    this.#time.add(this)
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
  close(): this {
    this.#time.remove(this)
    return this
  }
  [Symbol.dispose](): void {
    this.close()
  }
}

/**
 * Lets the clients of this process sleep by the clock of a frozen world: while all of them wait, the clock moves on to the timer that is due
 * first. So a client that waits an hour has waited an hour, and the test has not. Ringback's own timers stay real.
 */
export class ClientTime implements Disposable {
  readonly #timers = new Set<ClientTimer>()
  /** Those that outlive it, in real time: the timers of pools, without which nobody notices a connection that the server closes. */
  readonly #left = new Map<ClientTimer, NodeJS.Timeout>()
  #isOver = false
  readonly #runtime: WorldRuntime
  readonly #real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
  readonly #random = Math.random

  /** What the clients draw at random, such as their jitter, is drawn by `random`. */
  constructor(runtime: WorldRuntime, random: () => number) {
    this.#runtime = runtime
    Math.random = random
    const start = (act: Act, delay = 0, ...values: unknown[]) => {
      const timer = new ClientTimer(this, { act: () => act(...values), delay: Math.max(1, Math.ceil(delay)) })
      this.add(timer)
      return timer
    }
    const { clearTimeout: clearReal } = this.#real
    globalThis.setTimeout = start as unknown as typeof setTimeout
    globalThis.clearTimeout = (timer: unknown) =>
      timer instanceof ClientTimer ? timer.close() : clearReal(timer as NodeJS.Timeout)
  }

  get now(): number {
    return this.#runtime.kernel.now
  }

  add(timer: ClientTimer): void {
    if (!this.#isOver) this.#timers.add(timer)
    else {
      this.#real.clearTimeout(this.#left.get(timer))
      this.#left.set(timer, this.#real.setTimeout(() => timer.fire(), timer.delay).unref())
    }
  }

  remove(timer: ClientTimer): void {
    this.#timers.delete(timer)
    this.#real.clearTimeout(this.#left.get(timer))
    this.#left.delete(timer)
  }

  /** Moves the clock on, timer after timer, until what the clients do is done. */
  async until(work: Promise<unknown>): Promise<void> {
    let isDone = false
    const done = () => {
      isDone = true
    }
    void work.then(done, done)
    for (;;) {
      await this.#quiet(() => isDone)
      if (isDone) return void (await work)
      const due = Math.min(...[...this.#timers].map(timer => timer.due))
      if (Number.isFinite(due) && due > this.now) await this.#runtime.kernel.advance(now => Math.max(now, due))
      for (const timer of [...this.#timers]) {
        if (timer.due > this.now) continue
        this.#timers.delete(timer)
        timer.fire()
      }
    }
  }

  [Symbol.dispose](): void {
    Object.assign(globalThis, this.#real)
    Math.random = this.#random
    this.#isOver = true
    for (const timer of this.#timers) this.add(timer)
    this.#timers.clear()
  }

  async #quiet(isOver: () => boolean): Promise<void> {
    let seen = -1
    for (let rounds = 0; rounds < QUIET_ROUNDS && !isOver(); rounds++) {
      const { last } = this.#runtime.exchanges
      if (last !== seen) rounds = 0
      seen = last
      await setImmediate()
    }
  }
}
