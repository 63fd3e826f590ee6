/** What is seen only by what it does, by its name among the texts. */
const NAMES = {
  '\n': 'line_break',
  '\r': 'carriage_return',
  '\t': 'tab',
  ' ': 'space',
  '\u00a0': 'no_break_space',
  '\ufeff': 'byte_order_mark',
} as const
export type Unseen = (typeof NAMES)[keyof typeof NAMES]

const isNamed = (character: string): character is keyof typeof NAMES => character in NAMES

/** Which such characters a text holds and how many of each, in order; nothing where it has one that is seen, or none at all. Pure. */
export function unseenIn(text: string): { name: Unseen; count: number }[] {
  const counts = new Map<Unseen, number>()
  for (const character of text) {
    if (!isNamed(character)) return []
    const name = NAMES[character]
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Array.from(counts, ([name, count]) => ({ name, count }))
}
