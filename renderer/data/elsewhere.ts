import { useQuery } from '@tanstack/react-query'
import type { WorldsPage } from '../../server/control/protocol/worlds.ts'
import { ControlError, control, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { useWorldId } from './world.tsx'

const isMissing = (error: unknown) => error instanceof ControlError && error.status === 404

interface Elsewhere {
  /** Worlds that answered. */
  asked: number
  /** Whether these are all that there are. */
  isWhole: boolean
  found: readonly string[]
}

/** Other worlds that are asked, at most. */
const MOST = 50

/**
 * The other worlds that have a thing which this one has not: somebody has followed a link into the wrong one. `undefined` until all have
 * been asked.
 */
export function useElsewhere(list: string, id: string): Elsewhere | undefined {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.elsewhere(world, list, id),
    queryFn: async ({ signal }) => {
      const { data } = await control<WorldsPage>('GET', '/control/worlds', { signal })
      const all = data.flatMap(({ world_id }) => (world_id === world ? [] : [world_id]))
      const others = all.slice(0, MOST)
      const has = await Promise.allSettled(others.map(other => control('GET', worldPath(other, list, id), { signal })))
      const found = others.filter((_, index) => has[index]?.status === 'fulfilled')
      // A world that could not be asked may have it.
      const without = has.filter(one => one.status === 'rejected' && isMissing(one.reason))
      const asked = found.length + without.length
      return { asked, isWhole: asked === all.length, found }
    },
  }).data
}
