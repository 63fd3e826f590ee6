import type { Entry } from './entries.ts'
import type { Indexed, Place } from './places.ts'

export interface Found {
  entry: Entry
  places: readonly Place[]
}

/**
 * The entries that have all words, with the parts that do: in themselves, or together with an entry that has the rest of them, as
 * `calls retry-after`. What is called so comes before what speaks of it. Pure.
 */
export function found(index: readonly Indexed[], q: string): Found[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return index.map(({ entry }) => ({ entry, places: [] }))
  const isCalled = ({ name }: Place) => words.some(word => name.includes(word))
  return index.flatMap(({ entry, text, places }) => {
    const rest = words.filter(word => !text.includes(word))
    const wanted = rest.length === 0 ? words : rest
    const within = places.filter(place => wanted.every(word => place.text.includes(word)))
    if (rest.length > 0 && within.length === 0) return []
    return [{ entry, places: within.toSorted((one, other) => Number(isCalled(other)) - Number(isCalled(one))) }]
  })
}
