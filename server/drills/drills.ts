import type { World } from '../world/world.ts'
import { type DrillStart, RunningDrill } from './running-drill.ts'

/** A drill is running in this world already. */
export class DrillRunningError extends Error {
  override readonly name = 'DrillRunningError'
}

const MOST_KEPT = 100

/** The drills of one world: at most one that is on, and those that are over. They live in memory, like verdicts. */
export class Drills {
  readonly #world: World
  readonly #drills = new Map<string, RunningDrill>()
  #isStaging = false
  #last: number

  constructor(world: World) {
    this.#world = world
    // Those of an earlier process are still told of.
    this.#last = Math.max(0, ...world.runtime.actions.drills().map(({ started }) => Number(started.facts.drill_id)))
  }

  find(id: string): RunningDrill | undefined {
    return this.#drills.get(id)
  }

  /** Whether the drill that has staged a fault is on. */
  isOnFor(fault_id: number): boolean {
    return [...this.#drills.values()].some(drill => !drill.isOver && drill.fault_ids.includes(fault_id))
  }

  /** All that are kept, the last one last. */
  all(): readonly RunningDrill[] {
    return [...this.#drills.values()]
  }

  /** All of this name that were staged, the last one last. */
  allOf(name: string): readonly RunningDrill[] {
    return [...this.#drills.values()].filter(({ drill }) => drill.drill === name)
  }

  /**
   * Stages a drill.
   *
   * @throws DrillRunningError, NotStagedError, and what an advance of the clock throws
   */
  async stage(start: DrillStart): Promise<RunningDrill> {
    if (this.#isStaging || [...this.#drills.values()].some(drill => !drill.isOver)) throw new DrillRunningError()
    this.#isStaging = true
    try {
      const id = String(++this.#last)
      const drill = await RunningDrill.stage(id, this.#world, start)
      this.#drills.set(id, drill)
      for (const [old] of this.#drills) if (this.#drills.size > MOST_KEPT) this.#drills.delete(old)
      return drill
    } finally {
      this.#isStaging = false
    }
  }
}

const ofWorlds = new WeakMap<World, Drills>()

export function drillsOf(world: World): Drills {
  let drills = ofWorlds.get(world)
  if (drills === undefined) {
    drills = new Drills(world)
    ofWorlds.set(world, drills)
  }
  return drills
}
