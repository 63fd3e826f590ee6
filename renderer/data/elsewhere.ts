import { useQuery } from '@tanstack/react-query'
import type { WhereaboutsView } from '../../server/control/protocol/worlds.ts'
import { control } from './client.ts'
import { keys } from './keys.ts'
import { useWorldId } from './world.tsx'

interface Elsewhere {
  /** Worlds that were looked into, without the one on the page. */
  asked: number
  /** Whether these are all that there are. */
  isWhole: boolean
  found: readonly string[]
}

/** The other worlds that have a thing which this one has not: somebody has followed a link into the wrong one. One request asks for all. */
export function useElsewhere(list: string, id: string): Elsewhere | undefined {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.elsewhere(world, list, id),
    queryFn: async ({ signal }): Promise<Elsewhere> => {
      const { worlds, asked, unasked } = await control<WhereaboutsView>(
        'GET',
        `/control/whereabouts/${list}/${encodeURIComponent(id)}`,
        { signal },
      )
      return { asked: asked - 1, isWhole: unasked === 0, found: worlds.filter(other => other !== world) }
    },
  }).data
}
