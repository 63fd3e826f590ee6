import type { Page } from '../../server/control/protocol/common.ts'
import type { FaultBody, FaultView } from '../../server/control/protocol/faults.ts'
import { control, worldPath } from './client.ts'
import { useAreaMutation, useWorldQuery } from './queries.ts'

export const useFaults = () => useWorldQuery<Page<FaultView>>('faults', ['faults'])

export const useAddFault = () =>
  useAreaMutation(
    'faults',
    (world, body: FaultBody) => control<FaultView>('POST', worldPath(world, 'faults'), { body }),
    {
      showsErrors: true,
    },
  )

export const useRemoveFault = () =>
  useAreaMutation('faults', (world, id: number) => control<void>('DELETE', worldPath(world, 'faults', id)))

export const useRemoveAllFaults = () =>
  useAreaMutation('faults', (world, _: undefined) => control<void>('DELETE', worldPath(world, 'faults')))
