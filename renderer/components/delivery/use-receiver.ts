import { useMutation, useQuery } from '@tanstack/react-query'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { InboxBehaviour, InboxView } from '../../../server/control/protocol/inboxes.ts'
import { useAttemptWait } from '../../data/attempt-wait.ts'
import { control, worldPath } from '../../data/client.ts'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { keys } from '../../data/keys.ts'
import { useWorldId } from '../../data/world.tsx'
import { isDelayed, takenWith } from '../behaviour-text.ts'

/** How a receiver inside Ringback answers from now on; nothing is asked without its name. */
function useInboxBehaviour(inbox: string | undefined) {
  const world = useWorldId()
  const name = inbox ?? ''
  return useQuery({
    queryKey: keys.area(world, 'inbox', name, 'behaviour'),
    queryFn: ({ signal }) =>
      control<InboxView>('GET', worldPath(world, 'inbox', name), { query: { limit: 1 }, signal }),
    select: ({ behaviour }) => behaviour,
    enabled: inbox !== undefined,
  })
}

/** Whom a delivery goes to, as far as it is an inbox; a forgery, which is sent once, has none to go on with. */
export interface Receiver {
  inbox: string | undefined
  /** How the inbox answers, once that is known. */
  behaviour: InboxBehaviour | undefined
  /** Whether that is still asked. */
  isAsked: boolean
  /** The status with which it takes whatever comes next. */
  takesWith: number | undefined
}

export function useReceiver(delivery: Pick<DeliveryView, 'url' | 'forged'> | undefined): Receiver {
  const inbox = delivery?.forged === null ? inboxNameOf(delivery.url) : undefined
  const { data: behaviour, isLoading: isAsked } = useInboxBehaviour(inbox)
  const isLater = behaviour !== undefined && isDelayed(behaviour)
  const waits = useAttemptWait(isLater)
  return {
    inbox,
    behaviour,
    // Whether a late answer is one in time is not known before.
    isAsked: isAsked || (isLater && waits === undefined),
    takesWith: behaviour && takenWith(behaviour, waits),
  }
}

/** Lets a receiver inside Ringback take deliveries again. */
export function useAnswerWell(inbox: string) {
  const world = useWorldId()
  return useMutation({
    mutationFn: () => control<InboxView>('PUT', worldPath(world, 'inbox', inbox), { body: {} }),
  })
}
