/** One character of ASCII, percent-encoded as often as it may be, or escaped as in JSON. */
const ESCAPE = /%(?:25)*([2-7][0-9A-Fa-f])|\\u00([2-7][0-9A-Fa-f])/g
const DIGITS = 2

/** A text with its escapes read, and where each of its characters begins in the text. */
interface Read {
  readonly text: string
  readonly begins: readonly number[]
}

export const hasEscapes = (text: string): boolean => text.includes('%') || text.includes('\\u00')

/**
 * Changes what a pattern finds in a text, also where some of it is escaped: `whsec%5F…`, `\u0077hsec_…`. What takes the place of an escaped
 * character is escaped as it was, when the replacement is as long as the match; a shorter one stands as it is.
 */
export function replaceEscaped(text: string, pattern: RegExp, change: (match: string) => string): string {
  if (!hasEscapes(text)) return text.replace(pattern, change)
  const { text: read, begins } = readEscapes(text)
  let [result, last] = ['', 0]
  for (const { 0: match, index } of read.matchAll(pattern)) {
    const to = begins[index + match.length] ?? text.length
    const next = change(match)
    result += text.slice(last, begins[index])
    if (next.length === match.length)
      for (let at = 0; at < next.length; at++) result += put(text, begins, index + at, next[at] as string)
    else result += next
    last = to
  }
  return last === 0 ? text : result + text.slice(last)
}

function readEscapes(text: string): Read {
  const begins: number[] = []
  let [read, last] = ['', 0]
  const copy = (to: number) => {
    for (let at = last; at < to; at++) begins.push(at)
    read += text.slice(last, to)
  }
  for (const { 0: written, 1: percent, 2: json, index } of text.matchAll(ESCAPE)) {
    copy(index)
    begins.push(index)
    read += String.fromCharCode(Number.parseInt(percent ?? json ?? '', 16))
    last = index + written.length
  }
  copy(text.length)
  return { text: read, begins }
}

/** A character in the form of the one whose place it takes. */
function put(text: string, begins: readonly number[], at: number, character: string): string {
  const from = begins[at] ?? 0
  const form = text.slice(from, begins[at + 1] ?? text.length)
  if (form.length === 1) return character
  return form.slice(0, -DIGITS) + character.charCodeAt(0).toString(16)
}
