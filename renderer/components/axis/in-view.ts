import type { Picture } from './layout.ts'
import type { CallMark, RequestMark } from './marks.ts'

/** How much of what stands on the axis is in view. */
export interface InView {
  readonly requests: number
  readonly refused: number
  /** Of these, for a limit. */
  readonly byLimit: number
  /** Whom limits refused how many of them, in order and with spaces between: see {@link limitedIn}. */
  readonly limited: string
  readonly calls: number
  /** Calls that are not over. */
  readonly underWay: number
  /** Whether the present is in view. */
  readonly isPresent: boolean
  /** The lanes of which not all is known in view, with spaces between. */
  readonly unread: string
}

/** How many requests limits refused each of some tenants. */
export function limitedIn({ limited }: Pick<InView, 'limited'>): ReadonlyMap<string, number> {
  const words = limited.split(' ').filter(Boolean)
  return new Map(words.flatMap((word, index) => (index % 2 === 0 ? [[word, Number(words[index + 1])]] : [])))
}

/** The instants at the edges of what is in view. They are whole, as all instants are: two that share them show the same. */
export const edgesOf = ({ scale, geometry: { width } }: Pick<Picture, 'scale' | 'geometry'>) => ({
  from: Math.round(scale.at(0)),
  to: Math.round(scale.at(width)),
})

/** What the names of the lanes say of a picture: by when things were, and not by how wide they are drawn. */
export function inViewOf(picture: Picture): InView {
  const {
    geometry: { width },
    columns,
    bars,
    groups,
    now,
    unread,
  } = picture
  const { from, to } = edgesOf(picture)
  const isPresent = now.x >= 0 && now.x <= width
  const lanes = [...new Set(unread.map(({ lane }) => lane))].join(' ')
  const limited = new Map<string, number>()
  const seen = { requests: 0, refused: 0, byLimit: 0, calls: 0, underWay: 0, isPresent, unread: lanes }
  const meet = ({ answer, value }: RequestMark) => {
    if (answer === 'limited' && value.tenant !== null) limited.set(value.tenant, (limited.get(value.tenant) ?? 0) + 1)
  }
  const count = (mark: RequestMark) => {
    const { at, answer } = mark
    if (at < from || at > to) return
    meet(mark)
    seen.requests++
    if (answer === 'client' || answer === 'limited') seen.refused++
    if (answer === 'limited') seen.byLimit++
  }
  for (const { marks, counts } of columns) {
    // One that is in view as a whole is counted already.
    if (marks[0]!.at < from || marks.at(-1)!.at > to) {
      for (const mark of marks) count(mark)
      continue
    }
    seen.requests += marks.length
    seen.refused += counts.client + counts.limited
    seen.byLimit += counts.limited
    if (counts.limited > 0) marks.forEach(meet)
  }
  const countCall = ({ from: begin, ended, planned }: CallMark) => {
    if (begin > to || Math.max(ended ?? Math.max(now.at, begin), planned.at(-1)?.at ?? 0) < from) return
    seen.calls++
    if (ended === undefined) seen.underWay++
  }
  for (const { mark } of bars) countCall(mark)
  for (const { marks } of groups) for (const mark of marks) countCall(mark)
  return {
    ...seen,
    limited: [...limited.keys()]
      .sort()
      .map(tenant => `${tenant} ${limited.get(tenant)}`)
      .join(' '),
  }
}
