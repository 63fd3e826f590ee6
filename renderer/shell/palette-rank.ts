import type { SpotlightActionData, SpotlightActionGroupData, SpotlightFilterFunction } from '@mantine/spotlight'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** How far an action is from what was typed, the nearest being 0; `undefined` when one of the words is nowhere in it. */
function distance(
  typed: string,
  { label = '', description = '', keywords = '' }: SpotlightActionData,
): number | undefined {
  const [title, also] = [folded(label), folded([description, keywords].flat().join(', '))]
  // Of a part of a screen, its own name counts as much as the one of the screen.
  const names = [title, ...title.split(' › ')]
  if (names.includes(typed)) return 0
  if (names.some(name => name.startsWith(typed)) || also.split(', ').includes(typed)) return 1
  const words = typed.split(/\s+/)
  const begun = wordsOf(title)
  if (words.every(word => begun.some(beginning => beginning.startsWith(word)))) return 2
  if (title.includes(typed)) return 3
  return words.every(word => title.includes(word) || also.includes(word)) ? 4 : undefined
}

/**
 * What has every word that was typed, in its name or in its other words, the nearest first; so do the groups stand. Groups that are as near
 * keep their order, and one is always the last.
 */
export const rankedBut =
  (last: string): SpotlightFilterFunction =>
  (query, data) => {
    const typed = folded(query.trim())
    if (typed === '') return data
    const groups = (data as SpotlightActionGroupData[]).flatMap(({ group, actions }) => {
      const near = actions
        .flatMap(action => {
          const far = distance(typed, action)
          return far === undefined ? [] : [{ action, far }]
        })
        .toSorted((one, other) => one.far - other.far)
      const [first] = near
      return first === undefined ? [] : [{ far: first.far, group, actions: near.map(({ action }) => action) }]
    })
    const place = ({ group, far }: { group: string; far: number }) => (group === last ? Number.POSITIVE_INFINITY : far)
    return groups
      .toSorted((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)))
      .map(({ group, actions }) => ({ group, actions }))
  }
