import { isLive } from '../domain/faults/match.ts'
import type { Instant } from '../kernel/instant.ts'
import type { WorldRuntime } from '../world/runtime.ts'
import type { Observed } from './evidence.ts'

/** Faults of a drill that were taken away by hand. */
export interface Removed {
  readonly at: Instant
  readonly count: number
  /** The places of the steps that had staged them. */
  readonly steps: ReadonlySet<number>
  /** Whether one that is left may still hit, or hold a request, or a later step may stage more. */
  readonly are_some_left: boolean
}

/** What a drill that has them is doing. */
interface Staging {
  readonly steps: readonly { readonly at: Instant | null }[]
  readonly under_way: readonly { readonly fault_id: number | null }[]
}

/** The faults that a drill has staged, and what people made of them since. */
export class StagedFaults {
  readonly #runtime: WorldRuntime
  /** Of which step each is, and how many requests it may hit. */
  readonly #staged = new Map<number, { readonly step: number; readonly times: number | null }>()

  constructor(runtime: WorldRuntime) {
    this.#runtime = runtime
  }

  take(ids: readonly number[], step: number): void {
    for (const { id, times } of this.#runtime.services.faults.all())
      if (ids.includes(id)) this.#staged.set(id, { step, times })
  }

  /** Those that somebody has removed while they could still hit: when the first one, how many, and of which steps. */
  removedFrom(drill: Staging, { requests, changes }: Observed): Removed | undefined {
    const found = changes.filter(({ what, fault_id }) => {
      const staged = what === 'fault_removed' && fault_id !== null ? this.#staged.get(fault_id) : undefined
      if (staged === undefined) return false
      const hits = [...requests, ...drill.under_way].filter(one => one.fault_id === fault_id).length
      return staged.times === null || hits < staged.times
    })
    const [first] = found
    if (first === undefined) return undefined
    const steps = new Set(found.flatMap(({ fault_id }) => this.#staged.get(fault_id ?? 0)?.step ?? []))
    const { services, kernel } = this.#runtime
    const are_some_left =
      drill.steps.some(({ at }) => at === null) ||
      drill.under_way.some(({ fault_id }) => fault_id !== null && this.#staged.has(fault_id)) ||
      services.faults.all().some(fault => this.#staged.has(fault.id) && isLive(fault, kernel.now))
    return { at: first.at.at, count: found.length, steps, are_some_left }
  }
}
