import { useGo, usePlace } from '../../routing/use-place.ts'
import type { LiveNoun } from './lanes.ts'

const SCREEN = 'live'

/** What is open beside the list, `/live/call/<id>`: its kind and its id. */
export function useLiveOpen() {
  const [, noun, id] = usePlace().segments
  const go = useGo()
  return {
    noun,
    id,
    show: (subject: { noun: LiveNoun; id: string }, history: 'push' | 'replace' = 'push') =>
      go([SCREEN, subject.noun, subject.id], {
        search: location.search,
        history: noun === undefined ? history : 'replace',
      }),
    close: () => go([SCREEN], { search: location.search }),
  }
}
