import type { Stage } from '../contract/drill.ts'
import { COUNTER_WINDOWS } from '../domain/limits/windows.ts'
import type { Instant } from '../kernel/instant.ts'
import type { ChangeSeen } from '../verdicts/observations.ts'
import type { WorldRuntime } from '../world/runtime.ts'

type StagedLimit = keyof NonNullable<Stage['limits']>

/** Of a limit that a drill had nearly used up, somebody left more before its situation came. */
export interface Lifted {
  readonly at: Instant
  /** `clock`: it was moved past the end of the window, which counts anew then. */
  readonly by: 'limits' | 'plan' | 'clock'
  readonly limit: StagedLimit
  /** Whose; `null` is every tenant's. */
  readonly tenant: string | null
  readonly staged: number
  /** `null` where there is no limit any more, and with `clock`. */
  readonly left: number | null
}

/** The limits that a drill has set, and what people made of them since. */
export class StagedLimits {
  readonly #runtime: WorldRuntime
  readonly #staged: { readonly limit: StagedLimit; readonly staged: number; readonly start: Instant; end: Instant }[] =
    []
  readonly #lifted: Lifted[] = []

  constructor(runtime: WorldRuntime) {
    this.#runtime = runtime
  }

  take({ limits = {} }: Stage, now: Instant): void {
    for (const limit of Object.keys(limits) as StagedLimit[])
      this.#staged.push({ limit, staged: limits[limit] === 'limit' ? 0 : 1, ...COUNTER_WINDOWS[limit](now) })
  }

  hears({ what, tenant: slug, at: { at } }: ChangeSeen): void {
    if ((what !== 'limits' && what !== 'plan') || slug === null || this.#staged.length === 0) return
    const { services } = this.#runtime
    const tenant = services.tenants.bySlug(slug)
    if (tenant === undefined) return
    for (const { limit: kind, staged, start } of this.#staged) {
      const { limit, used, window } = services.limits.counter(tenant, kind, at)
      const left = limit === null ? null : limit - used
      if (window.start === start && (left === null || left > staged))
        this.#lifted.push({ at, by: what, limit: kind, tenant: slug, staged, left })
    }
  }

  /** The first that made more room for one of these tenants; for any, where none of them has sent anything. */
  liftedOf(tenants: ReadonlySet<string | null>, since: Instant): Lifted | undefined {
    if (this.#staged.length === 0) return undefined
    const theirs = this.#lifted.filter(({ tenant }) => tenants.size === 0 || tenants.has(tenant))
    return [...theirs, ...this.#passed(since)].toSorted((one, other) => one.at - other.at)[0]
  }

  #passed(since: Instant): Lifted[] {
    const moves = this.#runtime.actions.clockMoves(since).filter(({ from }) => from >= since)
    return this.#staged.flatMap(({ limit, staged, end }) => {
      const past = moves.find(({ from, to }) => from < end && to >= end)
      return past === undefined ? [] : [{ at: end, by: 'clock' as const, limit, tenant: null, staged, left: null }]
    })
  }
}
