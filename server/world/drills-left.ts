import type { WorldRuntime } from './runtime.ts'

/** Drills live in memory: those that were on when the process ended are over, and nobody else takes their faults away. */
export function endDrillsLeft({ actions, kernel, services, store }: WorldRuntime): void {
  const left = actions.drills().filter(({ ended }) => ended === undefined)
  if (left.length === 0) return
  const { now, pace } = kernel
  store.transaction(() => {
    for (const { started, fault_ids: staged } of left) {
      const fault_ids = staged.filter(id => services.faults.remove(id))
      const { drill, title, drill_id } = started.facts
      const nothing = { steps: [], pace_before: pace, pace, receiver: null, state: null }
      actions.note('drill', now, { done: 'ended', drill, title, drill_id, fault_ids, ...nothing })
    }
  })
}
