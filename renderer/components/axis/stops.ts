import type { Picture } from './layout.ts'
import type { PlannedPoint, RequestMark } from './marks.ts'

/** Where the playhead can be taken to. */
export type Stop = { readonly key: string; readonly at: number } & (
  | { readonly kind: 'planned'; readonly point: PlannedPoint }
  /** The world as it was: before a request, or at an instant. */
  | { readonly kind: 'past'; readonly before: RequestMark | undefined }
)

/** From the present on, a stop is meant once the playhead has left it. */
const LEFT_PX = 6
/** As close to a request, that one is meant. */
const NEAR_PX = 24

type Scene = Pick<Picture, 'now' | 'scale' | 'columns'>

const plannedStop = (point: PlannedPoint): Stop => ({
  key: `planned ${point.at}`,
  at: point.at,
  kind: 'planned',
  point,
})
const stopBefore = (mark: RequestMark): Stop => ({ key: mark.key, at: mark.at, kind: 'past', before: mark })

/** The stops in view that keys lead to, from left to right: before the first request of each column, then the planned points. */
export function stopsOf({ now, columns }: Scene, planned: readonly PlannedPoint[]): { past: Stop[]; planned: Stop[] } {
  return {
    past: columns.flatMap(({ marks: [first] }) => (first && first.at <= now.at ? stopBefore(first) : [])),
    planned: planned.filter(({ at }) => at > now.at).map(plannedStop),
  }
}

/** The stop that a pixel means: ahead of the present the nearest planned point, behind it a request or any instant. */
export function stopAt(scene: Scene, planned: readonly PlannedPoint[], x: number): Stop | undefined {
  const { now, scale } = scene
  if (Math.abs(x - now.x) < LEFT_PX) return undefined
  const stops = stopsOf(scene, planned)[x > now.x ? 'planned' : 'past']
  const distance = ({ at }: Stop) => Math.abs(scale.x(at) - x)
  const nearest = stops.toSorted((a, b) => distance(a) - distance(b))[0]
  if (x > now.x || (nearest && distance(nearest) <= NEAR_PX)) return nearest
  const at = Math.round(scale.at(x))
  return { key: `instant ${at}`, at, kind: 'past', before: undefined }
}
