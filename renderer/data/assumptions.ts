import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Json } from '../../server/contract/assumption-entry.ts'
import type { AssumptionView } from '../../server/control/protocol/assumptions.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import { control, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { useWorldQuery } from './queries.ts'
import { showAnswer } from './show-answer.ts'
import { useWorldId } from './world.tsx'

const KEY = ['assumptions'] as const

export const useAssumptions = () => useWorldQuery<Page<AssumptionView>>('assumptions', KEY)

/** What the world assumes now; `undefined` as long as that is not known. */
export const useAssumedValue = (id: string): Json | undefined =>
  useAssumptions().data?.data.find(assumption => assumption.id === id)?.value

interface AssumptionChange {
  id: string
  /** `undefined` goes back to the default. */
  value: Json | undefined
}

/** Changes an assumption of the world, or resets it. A refusal is shown where the value was typed: it names the allowed values. */
export function useChangeAssumption() {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: ({ id, value }: AssumptionChange) => {
      const path = worldPath(world, 'assumptions', id)
      return value === undefined
        ? control<AssumptionView>('DELETE', path)
        : control<AssumptionView>('PUT', path, { body: { value } })
    },
    onSuccess: changed =>
      showAnswer<Page<AssumptionView>>(
        queryClient,
        keys.area(world, 'assumptions', ...KEY),
        page => page && { ...page, data: page.data.map(row => (row.id === changed.id ? changed : row)) },
      ),
  })
}
