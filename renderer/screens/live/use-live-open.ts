import { useGo, usePlace } from '../../routing/use-place.ts'
import type { Subject } from './lanes.ts'

const SCREEN = 'live'

/** What is open beside the list, `/live/call/<id>`: its kind and its id, and of a delivery which attempt was meant, `/live/delivery/<id>/2`. */
export function useLiveOpen() {
  const [, noun, id, part] = usePlace().segments
  const go = useGo()
  return {
    noun,
    id,
    part,
    show: ({ noun: next, id: nextId, part: nextPart }: Subject, history: 'push' | 'replace' = 'push') =>
      go([SCREEN, next, nextId, ...(nextPart === undefined ? [] : [nextPart])], {
        search: location.search,
        history: noun === undefined ? history : 'replace',
      }),
    close: () => go([SCREEN], { search: location.search }),
  }
}
