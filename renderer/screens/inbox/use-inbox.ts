import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { InboxBehaviour, InboxMessage, InboxSummary, InboxView } from '../../../server/control/protocol/inboxes.ts'
import { control, worldPath } from '../../data/client.ts'
import { keys } from '../../data/keys.ts'
import { useWorldQuery } from '../../data/queries.ts'
import { useWorldId } from '../../data/world.tsx'

export const useInboxes = () => useWorldQuery<Page<InboxSummary>>('inbox', ['inbox'])

function useInboxPage(name: string, query: { cursor?: number; limit: number }) {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, 'inbox', name, query),
    queryFn: ({ signal }) => control<InboxView>('GET', worldPath(world, 'inbox', name), { query, signal }),
  })
}

const ITSELF = { limit: 1 }

/** The receiver itself: its URL and how it answers. */
export const useInbox = (name: string) => useInboxPage(name, ITSELF)

/** One message: the list goes on after its cursor, so this is the page of one after the id before it. */
export function useMessage(name: string, id: number): { message: InboxMessage | undefined; isMissing: boolean } {
  const { data } = useInboxPage(name, { cursor: id - 1, limit: 1 })
  const message = data?.data.find(candidate => candidate.id === id)
  return { message, isMissing: data !== undefined && message === undefined }
}

export function useBehave(name: string) {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: InboxBehaviour) => control<InboxView>('PUT', worldPath(world, 'inbox', name), { body }),
    // Known with the answer: until it is read again, a field would fall back to what was before.
    onSuccess: ({ behaviour }) =>
      queryClient.setQueryData<InboxView>(
        keys.area(world, 'inbox', name, ITSELF),
        before => before && { ...before, behaviour },
      ),
  })
}

export function useClearInbox(name: string) {
  const world = useWorldId()
  return useMutation({ mutationFn: () => control<void>('DELETE', worldPath(world, 'inbox', name)) })
}
