import type { Entry } from './entries.ts'
import type { Indexed, Place } from './places.ts'

export interface Found {
  entry: Entry
  /** Whether the words are of the entry itself, and not of a part of it alone. */
  isItself: boolean
  places: readonly Place[]
}

/**
 * The entries that have all words, with the parts that do: in themselves, or together with an entry that has the rest of them, as
 * `calls retry-after`. What is called so comes before what speaks of it. What many entries have is found in the one that tells of it for all,
 * and in another only together with words of that. Pure.
 */
export function found(index: readonly Indexed[], q: string): Found[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return index.map(({ entry }) => ({ entry, isItself: true, places: [] }))
  const isCalled = ({ name }: Place) => words.some(word => name.includes(word))
  return index.flatMap(({ entry, text, places }) => {
    const rest = words.filter(word => !text.includes(word))
    const isItself = rest.length === 0
    const isNarrowed = !isItself && rest.length < words.length
    const wanted = isItself ? words : rest
    const within = places.filter(
      place => (isNarrowed || !place.isCommon) && wanted.every(word => place.text.includes(word)),
    )
    if (!isItself && within.length === 0) return []
    return [
      { entry, isItself, places: within.toSorted((one, other) => Number(isCalled(other)) - Number(isCalled(one))) },
    ]
  })
}

/** More parts of one entry than these are counted. */
export const PLACES_SHOWN = 6

/** A line of the list: an entry, or a part of it. */
export interface Hit {
  readonly entry: Entry
  readonly at: string
}

/** All that the list shows and the words are found in, in its order. */
export const hitsOf = (shown: readonly Found[]): Hit[] =>
  shown.flatMap(({ entry, isItself, places }) => [
    ...(isItself ? [{ entry, at: '' }] : []),
    ...places.slice(0, PLACES_SHOWN).map(({ at }) => ({ entry, at })),
  ])
