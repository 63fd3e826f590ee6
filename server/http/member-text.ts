/** Where the value of a member is in a JSON text. */
interface MemberText {
  readonly start: number
  readonly end: number
}

/**
 * Finds the value of a member of the outermost object exactly as it is written, because a JSON parser would round large integers and change
 * escapes. Of members with the same name the last counts, as for `JSON.parse`. Reads forward once, without recursion.
 *
 * @param text a JSON object that has been parsed before
 */
export function findMember(text: string, name: string): MemberText | undefined {
  let found: MemberText | undefined
  let at = skipSpace(text, skipSpace(text, 0) + 1)
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at)
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = endOfValue(text, start)
    if (JSON.parse(text.slice(at, keyEnd)) === name) found = { start, end }
    // After the comma, or after the final bracket.
    at = skipSpace(text, skipSpace(text, end) + 1)
  }
  return found
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return at
}

function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function endOfValue(text: string, from: number): number {
  let depth = 0
  let at = from
  while (at < text.length) {
    const character = text[at] as string
    if (character === '"') {
      at = endOfString(text, at)
      if (depth === 0) return at
      continue
    }
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      // The bracket ends the object around a number or a word, or the value itself.
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (depth === 0 && /[,\s]/.test(character)) return at
    at += 1
  }
  return at
}
