import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { navigate } from 'wouter/use-browser-location'
import type { ForkBody, ForkedWorld } from '../../server/control/protocol/worlds.ts'
import { control, worldPath } from '../data/client.ts'
import { keys } from '../data/keys.ts'
import { useWorldId } from '../data/world.tsx'
import { pathIn } from '../routing/paths.ts'
import { notifyDone } from './notify.tsx'

/** Makes a new world of this one as it was, and goes there. This one stays as it is. */
export function useFork() {
  const { t } = useTranslation()
  const world = useWorldId()
  const queryClient = useQueryClient()
  return useMutation({
    /** Without an instant or a request, as it is now. */
    mutationFn: (at: string | undefined) => {
      const body: ForkBody = at === undefined ? {} : { at }
      return control<ForkedWorld>('POST', worldPath(world, 'fork'), { body })
    },
    onSuccess: forked => {
      void queryClient.invalidateQueries({ queryKey: keys.worlds })
      notifyDone(t('axis.forked', { world: forked.world_id, from: world }))
      navigate(pathIn(forked.world_id, 'live'))
    },
  })
}
