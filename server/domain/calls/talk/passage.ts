/**
 * What people say on the phone, as data. A line starts with `s:` or `c:` (staff, customer), followed by its wordings, separated by `|`. A
 * placeholder such as `{date}` has the same value throughout a call.
 */
export interface Line {
  readonly speaker: 'staff' | 'customer'
  readonly wordings: readonly string[]
}

/** Lines that belong together, such as a question and its answer. */
export interface Passage {
  readonly lines: readonly Line[]
  /** Characters that are spoken, averaged over the wordings. */
  readonly characters: number
}

export function passage(texts: readonly string[]): Passage {
  const lines = texts.map(text => ({
    speaker: text.startsWith('s:') ? ('staff' as const) : ('customer' as const),
    wordings: text.slice(2).split('|'),
  }))
  const average = ({ wordings }: Line) => wordings.reduce((sum, text) => sum + pronounced(text), 0) / wordings.length
  return { lines, characters: lines.reduce((sum, line) => sum + average(line), 0) }
}

const SILENT = new Set(Array.from('、。「」（）・ ', character => character.charCodeAt(0)))

/** How many characters of a text are spoken; at least one. */
export function pronounced(text: string): number {
  let silent = 0
  for (let index = 0; index < text.length; index++) if (SILENT.has(text.charCodeAt(index))) silent++
  return Math.max(1, text.length - silent)
}
