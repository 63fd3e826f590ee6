import { useHref } from '../../routing/use-place.ts'
import type { LiveNoun } from './lanes.ts'

/** To something that opens beside the axis, which stays as it is. */
export function LiveLink({ noun, id, text }: { noun: LiveNoun; id: string | number; text: string }) {
  const href = useHref()
  return (
    <a className="link" href={`${href('live', noun, id)}${location.search}`}>
      {text}
    </a>
  )
}
