import type { Instant } from '../kernel/instant.ts'
import type { Life } from '../life.ts'
import type { World } from '../world.ts'

/** Changes a world from outside of a request: one transaction at the present, and then everything that is due by it. */
export function change<Result>(world: World, work: (life: Life, now: Instant) => Result): Result {
  const { life } = world
  const now = life.kernel.now()
  const result = life.store.transaction(() => work(life, now))
  life.kernel.pulse()
  return result
}
