import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FaultBody, FaultView, Page } from '../../server/control/protocol.ts'
import { control, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { useWorldQuery } from './queries.ts'
import { useWorldId } from './world.tsx'

export const useFaults = () => useWorldQuery<Page<FaultView>>('faults', ['faults'])

function useFaultMutation<Variables, Answer>(
  send: (world: string, variables: Variables) => Promise<Answer>,
  meta: { showsErrors?: true } = {},
) {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return useMutation({
    meta,
    mutationFn: (variables: Variables) => send(world, variables),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.area(world, 'faults') }),
  })
}

export const useAddFault = () =>
  useFaultMutation((world, body: FaultBody) => control<FaultView>('POST', worldPath(world, 'faults'), { body }), {
    showsErrors: true,
  })

export const useRemoveFault = () =>
  useFaultMutation((world, id: number) => control<void>('DELETE', worldPath(world, 'faults', id)))

export const useRemoveAllFaults = () =>
  useFaultMutation((world, _: undefined) => control<void>('DELETE', worldPath(world, 'faults')))
