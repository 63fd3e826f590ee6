import type { WorldClient } from '../client/world-client.ts'
import { DAY_ZONE_OFFSET_HOURS } from '../contract/constants.ts'
import type { Drill } from '../contract/drill.ts'
import { DRILLS } from '../contract/drills.ts'
import type { DrillView, KnownDrillView, StageDrillBody } from '../control/protocol/drills.ts'
import type { VerdictView } from '../control/protocol/verdicts.ts'
import { dateIn, HOUR } from '../kernel/instant.ts'
import type { ClockHandle } from './clock-handle.ts'

export interface DrillOptions {
  /** Local URL of a receiver, `http://127.0.0.1:3000/hooks`. */
  readonly receiver?: string | undefined
  /** With what it verifies. */
  readonly secret?: string | undefined
  /** URL that answers GET with a whole number: how often it has done its work so far. Without it, drills do not try whether it works twice. */
  readonly effects_url?: string | undefined
}

/** What came of a drill. */
export interface DrillResult {
  readonly drill: string
  readonly state: DrillView['state']
  /** Whether its situation has come upon the client. */
  readonly met: boolean
  /** The rows of the rules that it names. */
  readonly verdicts: VerdictView[]
  /** All that is known of it. */
  readonly view: DrillView
}

/** A moment after midnight, so that nothing falls on the line between the days. */
const AFTER_MIDNIGHT = { to: 'next-tokyo-midnight', offset: 'PT1S' } as const

/** Bad days, staged in a world. */
export class DrillsHandle {
  readonly #world: WorldClient
  readonly #clock: ClockHandle

  constructor(world: WorldClient, clock: ClockHandle) {
    this.#world = world
    this.#clock = clock
  }

  /** Those that Ringback brings along. */
  list(): Promise<KnownDrillView[]> {
    return this.#world.list(['drills'])
  }

  /** Stages a drill, and runs nothing. */
  stage(drill: StageDrillBody): Promise<DrillView> {
    return this.#world.send('POST', ['drills'], drill)
  }

  get(drill_id: string): Promise<DrillView> {
    return this.#world.get(['drills', drill_id])
  }

  /** Ends a drill and says what came of it. */
  end(drill_id: string): Promise<DrillView> {
    return this.#world.send('DELETE', ['drills', drill_id])
  }

  async run(given: string | Drill, run: () => unknown, options: DrillOptions = {}): Promise<DrillResult> {
    const { drill_id, staged_at } = await this.stage({ drill: given, ...options })
    let view: DrillView
    try {
      await run()
      if (await this.isToRunAgain(given, staged_at)) await run()
    } finally {
      // A client that has failed must not leave faults behind.
      view = await this.end(drill_id)
    }
    const { drill, state, verdicts } = view
    return { drill, state, met: view.met !== null, verdicts, view }
  }

  /** Whether the client is to be started once more; the clock is then moved past midnight. */
  async isToRunAgain(given: string | Drill, staged_at: string): Promise<boolean> {
    const drill = typeof given === 'string' ? DRILLS.find(one => one.drill === given) : given
    if (drill?.again !== 'after_tokyo_midnight') return false
    const { tokyo } = await this.#clock.get()
    if (tokyo.slice(0, 10) !== tokyoDateOf(staged_at)) return false
    await this.#clock.advance(AFTER_MIDNIGHT)
    return true
  }
}

const tokyoDateOf = (instant: string): string => dateIn(Date.parse(instant), DAY_ZONE_OFFSET_HOURS * HOUR)
