const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|\s+|[^\s"{}[\],:]+/gs
const OPENING = ['{', '[']
const CLOSING = ['}', ']']

/**
 * JSON with a field a line, as `JSON.stringify` writes it with two spaces, also of a text that is cut somewhere. The same text where it begins
 * like no JSON or has white space of its own, so that it would not be shown as it was sent.
 */
export function indentedJson(text: string): string {
  if (!OPENING.includes(text.charAt(0))) return text
  let depth = 0
  let before = ''
  let indented = ''
  for (const [token] of text.matchAll(TOKENS)) {
    if (/^\s/.test(token)) return text
    if (CLOSING.includes(token)) depth = Math.max(0, depth - 1)
    const isEmpty = OPENING.includes(before) && CLOSING.includes(token)
    const isLine = before === ',' || OPENING.includes(before) || CLOSING.includes(token)
    if (isLine && !isEmpty) indented += `\n${'  '.repeat(depth)}`
    indented += token === ':' ? ': ' : token
    if (OPENING.includes(token)) depth += 1
    before = token
  }
  return indented
}
