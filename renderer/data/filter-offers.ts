/** A filter with a value, and the words for that, in the language of the page and in the API’s. */
export interface FilterWords {
  readonly field: string
  readonly value: string
  readonly words: readonly string[]
}

/** One letter is in too many words. */
const SHORTEST = 2
const MOST = 4

/** The filters that find what a search has not found, where it is a word of a column, or a part of one. Pure. */
export function offersFor<Offer extends FilterWords>(text: string, filters: readonly Offer[]): Offer[] {
  const meant = text.normalize('NFKC').trim().toLowerCase()
  if (meant.length < SHORTEST) return []
  return filters.filter(({ words }) => words.some(word => word.toLowerCase().includes(meant))).slice(0, MOST)
}
