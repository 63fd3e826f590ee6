import type { Instant } from '../kernel/instant.ts'
import type { WorldRuntime } from '../world/runtime.ts'
import type { World } from '../world/world.ts'

/** Changes a world from outside a request: in one transaction at the present, after which whatever is due runs. */
export function change<Result>(world: World, work: (runtime: WorldRuntime, now: Instant) => Result): Result {
  const { runtime } = world
  const now = runtime.kernel.catchUp()
  const result = runtime.store.transaction(() => work(runtime, now))
  runtime.kernel.runDue()
  return result
}
