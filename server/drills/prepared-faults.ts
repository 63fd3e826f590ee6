import type { Drill, Stage, StagedFault } from '../contract/drill.ts'
import { type FaultEffect, isForDeliveries } from '../domain/faults/faults.ts'
import type { Instant } from '../kernel/instant.ts'
import type { WorldRuntime } from '../world/runtime.ts'
import type { DrillWebhooks } from './drill-webhooks.ts'
import { layFaults } from './staging.ts'

/** The events that a stage delivers. */
export const kindsOf = ({ events, newest_first }: Stage) => events ?? newest_first

const isOfDeliveries = ({ effect }: StagedFault): boolean => isForDeliveries(effect as FaultEffect)

/** Faults that a drill has laid, by the step that they are of. */
export interface Laid {
  readonly step: number
  readonly ids: readonly number[]
}

/**
 * The faults of a drill that are for deliveries. What the drill delivers itself has them alone: they are prepared until it does, and hit what goes to
 * one webhook then. So nothing that happens in the world meanwhile uses them up, or meets them.
 */
export class PreparedFaults {
  readonly #runtime: WorldRuntime
  readonly #webhooks: DrillWebhooks
  /** Whether a stage of the drill delivers. */
  readonly #delivers: boolean
  readonly #prepared: { readonly step: number; readonly faults: readonly StagedFault[] }[] = []

  constructor(runtime: WorldRuntime, drill: Drill, webhooks: DrillWebhooks) {
    this.#runtime = runtime
    this.#webhooks = webhooks
    this.#delivers = drill.stages.some(stage => kindsOf(stage) !== undefined)
  }

  /** Takes the faults on deliveries out of a stage: the rest is staged as it is. Those of a drill that delivers nothing itself are laid at once. */
  prepare(stage: Stage, step: number, now: Instant): { readonly rest: Stage; readonly laid: readonly Laid[] } {
    const { faults = [] } = stage
    const ours = faults.filter(isOfDeliveries)
    if (ours.length === 0) return { rest: stage, laid: [] }
    const rest = { ...stage, faults: faults.filter(one => !isOfDeliveries(one)) }
    if (this.#delivers) {
      this.#prepared.push({ step, faults: ours })
      return { rest, laid: [] }
    }
    const { ids } = this.#webhooks
    if (ids.length === 0) return { rest: stage, laid: [] }
    return { rest, laid: ids.map(webhook_id => ({ step, ids: this.#lay(ours, webhook_id, now) })) }
  }

  /** Lays what was prepared for what a stage is about to deliver. */
  layFor(stage: Stage, tenant_id: number | null, now: Instant): readonly Laid[] {
    const kinds = kindsOf(stage)
    if (kinds === undefined || this.#prepared.length === 0 || tenant_id === null) return []
    const webhook_id = this.#webhooks.target(tenant_id, kinds)
    if (webhook_id === undefined) return []
    return this.#prepared.splice(0).map(({ step, faults }) => ({ step, ids: this.#lay(faults, webhook_id, now) }))
  }

  #lay(faults: readonly StagedFault[], webhook_id: number, now: Instant): number[] {
    const forIt = faults.map(fault => ({ ...fault, match: { webhook_id, ...fault.match } }))
    return layFaults(this.#runtime, forIt, now)
  }
}
