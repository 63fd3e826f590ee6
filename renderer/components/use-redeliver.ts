import { useMutation } from '@tanstack/react-query'
import i18next from 'i18next'
import type { DeliveryDetailView } from '../../server/control/protocol/deliveries.ts'
import { control, worldPath } from '../data/client.ts'
import { useWorldId } from '../data/world.tsx'
import { notifyOutcome } from './notify.tsx'
import { againText, againTone } from './redelivered.ts'

/** For so long the outcome of a redelivery is waited for. */
const OUTCOME_WAIT = '10s'

/** Sends a delivery again now, and says what came of it: where it failed as before, nothing else on the page may change. */
export function useRedeliver(id: string) {
  const world = useWorldId()
  return useMutation({
    mutationFn: async () => {
      const path = worldPath(world, 'deliveries', id)
      const { attempt_count } = await control<DeliveryDetailView>('GET', path)
      const query = { wait: OUTCOME_WAIT }
      const after = await control<DeliveryDetailView>('POST', `${path}/redeliver`, { query, body: {} })
      const made = after.attempt_count > attempt_count ? after.attempts.at(-1) : undefined
      return made ? { status_code: made.status_code, error: made.error, isForged: after.forged !== null } : null
    },
    onSuccess: again => notifyOutcome(againText(i18next.t, [again]), againTone([again])),
  })
}
