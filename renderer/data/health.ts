import { useQuery } from '@tanstack/react-query'
import type { HealthView } from '../../server/control/protocol/process.ts'
import { control } from './client.ts'
import { keys } from './keys.ts'
import { useWorldId } from './world.tsx'

/** Real time between two looks. A disk that is full tells nobody of it, and what a stream would tell cannot be written. */
const LOOK_AGAIN_MS = 10_000

/** What is wrong with the worlds of the process. */
export const useHealth = () =>
  useQuery({
    queryKey: keys.health,
    queryFn: ({ signal }) => control<HealthView>('GET', '/control/health', { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  })

export type ProblemView = HealthView['problems'][number]

/** What is wrong with each world that is not as it should be. */
export function useProblems(): ReadonlyMap<string, ProblemView> {
  const { data } = useHealth()
  return new Map(data?.problems.map(problem => [problem.world_id, problem]))
}

/** What is wrong with the world that the page shows. */
export const useProblem = (): ProblemView | undefined => useProblems().get(useWorldId())
