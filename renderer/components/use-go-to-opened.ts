import { useTranslation } from 'react-i18next'
import { navigate } from 'wouter/use-browser-location'
import type { OpenedWorld } from '../data/open-file.ts'
import { placeOfNoun } from '../routing/nouns.ts'
import { pathIn } from '../routing/paths.ts'
import { notifyDone } from './notify.tsx'

/** Goes to a world that was made of a file or of a snapshot: to the request for which a capsule was taken, or else to where it begins. */
export function useGoToOpened() {
  const { t } = useTranslation()
  return ({ world_id, request_id, isHeld }: OpenedWorld, from: string) => {
    notifyDone(t(isHeld ? 'shell.opened_held' : 'shell.opened', { name: from, world: world_id }))
    navigate(pathIn(world_id, ...(request_id === null ? ['live'] : placeOfNoun('request', request_id))))
  }
}
