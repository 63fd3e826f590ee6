import type { ScheduledTask } from 'node-cron'
import { DAY_ZONE } from '../contract/constants.ts'
import { isLive } from '../kernel/clock-line.ts'
import { DAY } from '../kernel/instant.ts'
import { removeCountersBefore } from '../store/tables/counters.ts'
import type { World } from './world.ts'

/** Counters of windows this long ago are shown nowhere: the longest look back is that of a report. */
const COUNTERS_KEPT = 190 * DAY

/** What a live world does at times of day. None of it decides anything: quotas are rows keyed by their window. */
interface Recurrence {
  readonly name: string
  /** A cron expression of five fields, in the zone of the contract's day. */
  readonly expression: string
  readonly run: (world: World) => void
}

export const RECURRENCES: readonly Recurrence[] = [
  {
    // The change of the day itself is a job of the world's queue. This makes sure that a process that was asleep at midnight notices it.
    name: 'tokyo-midnight',
    expression: '0 0 * * *',
    run: ({ runtime }) => runtime.kernel.runDue(),
  },
  {
    name: 'retention',
    expression: '17 * * * *',
    run: ({ runtime }) => {
      const { store, kernel, retention } = runtime
      const now = kernel.catchUp()
      removeCountersBefore(store, now - COUNTERS_KEPT)
      store.transaction(() => retention.run(now))
    },
  },
  {
    name: 'checkpoint',
    expression: '*/10 * * * *',
    run: ({ runtime }) => runtime.store.checkpoint(),
  },
]

/** Runs the recurrences in the live worlds until it is stopped. Frozen and scaled worlds do not follow real time, and are left alone. */
export class WallClockRecurrences {
  readonly #worlds: () => readonly World[]
  readonly #onDefect: (error: unknown) => void
  #tasks: ScheduledTask[] = []
  #stopped = false

  constructor(parts: { worlds: () => readonly World[]; onDefect: (error: unknown) => void }) {
    this.#worlds = parts.worlds
    this.#onDefect = parts.onDefect
  }

  /** node-cron is loaded here, because the start does not have to wait for it. */
  async start(): Promise<void> {
    const { schedule } = await import('node-cron')
    if (this.#stopped) return
    this.#tasks = RECURRENCES.map(recurrence =>
      schedule(recurrence.expression, () => this.run(recurrence), {
        name: recurrence.name,
        timezone: DAY_ZONE,
        unref: true,
      }),
    )
  }

  /** Runs one recurrence in every live world. A world that fails does not keep it from the others. */
  run(recurrence: Recurrence): void {
    for (const world of this.#worlds()) {
      if (!isLive(world.runtime.kernel.pace)) continue
      try {
        recurrence.run(world)
      } catch (error) {
        this.#onDefect(error)
      }
    }
  }

  /** Names of the scheduled tasks, with the instant at which each runs next. */
  planned(): { name: string; next: Date | null }[] {
    return this.#tasks.map(task => ({ name: task.name ?? '', next: task.getNextRun() }))
  }

  stop(): void {
    this.#stopped = true
    for (const task of this.#tasks) void task.destroy()
    this.#tasks = []
  }
}
