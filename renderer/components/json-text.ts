type TokenKind = 'key' | 'string' | 'number' | 'literal' | 'punctuation'
export interface Token {
  kind: TokenKind
  text: string
  /** Where in the text it begins. */
  offset: number
}
export interface Line {
  indent: number
  tokens: Token[]
}

/** The grammar of RFC 8259; a string that JSON does not allow is no token. */
const TOKEN =
  /[ \t\n\r]+|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[\u007f-\u009f])*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|([{}[\],:])/uy

const KINDS = ['string', 'number', 'literal', 'punctuation'] as const

/** The tokens up to the first character that starts none, and where that is. */
function tokensOf(text: string): { tokens: Token[]; stoppedAt: number | undefined } {
  const tokens: Token[] = []
  let offset = 0
  while (offset < text.length) {
    TOKEN.lastIndex = offset
    const match = TOKEN.exec(text)
    if (!match) return { tokens, stoppedAt: offset }
    for (const [index, kind] of KINDS.entries()) {
      const token = match[index + 1]
      if (token !== undefined) tokens.push({ kind, text: token, offset })
    }
    offset = TOKEN.lastIndex
  }
  return { tokens, stoppedAt: undefined }
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or }' | ', or ]' | 'end'

/** Marks keys, and gives the offset of the first token that cannot stand where it does; the end of the text when something is missing. */
function mistakeIn(tokens: Token[], end: number): number | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  const afterValue = (): Expected => (open.at(-1) === '{' ? ', or }' : open.at(-1) === '[' ? ', or ]' : 'end')
  for (const token of tokens) {
    const mark = token.kind === 'punctuation' ? token.text : undefined
    const closesHere =
      (mark === '}' && (expected === 'key or }' || expected === ', or }')) ||
      (mark === ']' && (expected === 'value or ]' || expected === ', or ]'))
    if (closesHere) {
      open.pop()
      expected = afterValue()
    } else if (expected === 'value' || expected === 'value or ]') {
      if (mark === undefined) expected = afterValue()
      else if (mark === '{' || mark === '[') {
        open.push(mark)
        expected = mark === '{' ? 'key or }' : 'value or ]'
      } else return token.offset
    } else if ((expected === 'key' || expected === 'key or }') && token.kind === 'string') {
      token.kind = 'key'
      expected = ':'
    } else if (expected === ':' && mark === ':') expected = 'value'
    else if (mark === ',' && expected === ', or }') expected = 'key'
    else if (mark === ',' && expected === ', or ]') expected = 'value'
    else return token.offset
  }
  return expected === 'end' ? undefined : end
}

/** Tokens of a JSON text, or the offset of the mistake that makes it none. */
function read(text: string): { tokens: Token[]; mistake: number | undefined } {
  const { tokens, stoppedAt } = tokensOf(text)
  return { tokens, mistake: mistakeIn(tokens, stoppedAt ?? text.length) ?? stoppedAt }
}

const opens = (token: Token | undefined) => token?.kind === 'punctuation' && (token.text === '{' || token.text === '[')
const closes = (token: Token | undefined) => token?.kind === 'punctuation' && (token.text === '}' || token.text === ']')

/**
 * Lays JSON out in indented lines without parsing its values: numbers keep every digit, repeated keys stay, strings keep their escapes.
 * `undefined` when the text is not JSON.
 */
export function jsonLines(text: string): Line[] | undefined {
  const { tokens, mistake } = read(text)
  if (mistake !== undefined) return undefined
  const lines: Line[] = [{ indent: 0, tokens: [] }]
  let indent = 0
  const newLine = () => lines.push({ indent, tokens: [] })
  tokens.forEach((token, index) => {
    const before = tokens[index - 1]
    const isEmptyPair = closes(token) && opens(before)
    if (closes(token)) {
      indent--
      if (!isEmptyPair) newLine()
    }
    lines.at(-1)?.tokens.push(token)
    if (opens(token)) {
      indent++
      if (!closes(tokens[index + 1])) newLine()
    } else if (token.text === ',' && token.kind === 'punctuation') newLine()
  })
  return lines
}

/** A JSON text of one line on as many as show what is in what; `undefined` for any other text, which stays as it is. Only white space between its tokens differs. */
export function laidOutJson(text: string): string | undefined {
  if (text.includes('\n')) return undefined
  const lines = jsonLines(text)
  if (lines === undefined || lines.length === 1) return undefined
  const textOf = ({ kind, text: token }: Token) => (kind === 'punctuation' && token === ':' ? ': ' : token)
  return lines.map(({ indent, tokens }) => '  '.repeat(indent) + tokens.map(textOf).join('')).join('\n')
}

/** Where in a text a value stands, up to but not with `to`: of a string what is between its quotes. */
export interface JsonPlace {
  from: number
  to: number
}

/** A value with what is in it, by its keys or numbers. */
interface Placed extends JsonPlace {
  /** From its key, or from the comma before or to the one after it: what to take out so that it is gone. */
  whole?: JsonPlace
  parts: [key: string, value: Placed][]
  /** Where one more would be written. */
  end: number
}

function placedIn(tokens: Token[]): Placed | undefined {
  let index = 0
  const value = (): Placed => {
    const { text, offset, kind } = tokens[index++]!
    if (kind !== 'punctuation') {
      const quote = kind === 'string' ? 1 : 0
      return { from: offset + quote, to: offset + text.length - quote, parts: [], end: offset + text.length }
    }
    const parts: Placed['parts'] = []
    let end = offset + 1
    while (!closes(tokens[index])) {
      const before = end
      if (tokens[index]?.text === ',') index++
      const first = tokens[index]!.offset
      let key = String(parts.length)
      if (text === '{') {
        key = JSON.parse(tokens[index]!.text) as string
        // After the colon.
        index += 2
      }
      const part = value()
      end = tokens[index - 1]!.offset + tokens[index - 1]!.text.length
      const after = tokens[index]
      // The first one goes with the comma and the space after it.
      const next = after?.text === ',' ? tokens[index + 1]?.offset : undefined
      part.whole = parts.length > 0 ? { from: before, to: end } : { from: first, to: next ?? end }
      parts.push([key, part])
    }
    const closing = tokens[index++]!
    return { from: offset, to: closing.offset + 1, parts, end }
  }
  return tokens.length === 0 ? undefined : value()
}

/**
 * Where in a JSON text the value of a field stands, by its path (`customers.3.tel1`), as in the details of a refusal; where it is not there, the place at which it would
 * be written. In what is no JSON the place of the first mistake. `whole`: what to take out so that neither the value nor its key is there.
 */
export function placeOfField(text: string, path: string): JsonPlace & { isThere: boolean; whole?: JsonPlace } {
  const { tokens, mistake } = read(text)
  const root = mistake === undefined ? placedIn(tokens) : undefined
  if (root === undefined) return { from: mistake ?? 0, to: mistake ?? 0, isThere: false }
  let [found, rest] = [root, path]
  while (rest !== '') {
    // As JSON.parse has it, the last of two that are called the same; a key may have a point in it.
    const part = found.parts.findLast(([key]) => rest === key || rest.startsWith(`${key}.`))
    if (part === undefined) return { from: found.end, to: found.end, isThere: false }
    found = part[1]
    rest = rest.slice(part[0].length + 1)
  }
  const { from, to, whole } = found
  return { from, to, isThere: true, ...(whole && { whole }) }
}

/** Line and column, both from 1, of the first mistake in a text that should be JSON; `undefined` when it is. */
export function jsonErrorAt(text: string): { line: number; column: number } | undefined {
  const { mistake } = read(text)
  if (mistake === undefined) return undefined
  const before = text.slice(0, mistake).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
