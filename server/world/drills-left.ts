import { DRILL_ORIGIN } from '../contract/drills.ts'
import type { WebhookRow } from '../store/schema.ts'
import type { WorldRuntime } from './runtime.ts'

/** Drills live in memory: those that were on when the process ended are over, and nobody else takes their faults and webhooks away. */
export function endDrillsLeft({ actions, forwards, kernel, services, store }: WorldRuntime): void {
  const left = actions.drills().filter(({ ended }) => ended === undefined)
  if (left.length === 0) return
  const { now, pace } = kernel
  store.transaction(() => {
    for (const { started, fault_ids: staged } of left) {
      const fault_ids = staged.filter(id => services.faults.remove(id))
      const { drill, title, drill_id, receiver: tried } = started.facts
      if (tried !== null) {
        const isOfIt = ({ url, deleted_at, updated_at }: WebhookRow) =>
          deleted_at === null && updated_at === started.at && url.startsWith(DRILL_ORIGIN)
        for (const { tenant_id } of services.tenants.all())
          for (const webhook of services.webhooks.active(tenant_id).filter(isOfIt)) {
            services.webhooks.remove(webhook, now)
            services.deliveries.cancelPending(webhook, { reason: 'deleted' }, now)
          }
        forwards.replace(forwards.all().filter(({ from }) => from !== DRILL_ORIGIN))
      }
      const nothing = { steps: [], pace_before: pace, pace, receiver: null, state: null }
      actions.note('drill', now, { done: 'ended', drill, title, drill_id, fault_ids, ...nothing })
    }
  })
}
