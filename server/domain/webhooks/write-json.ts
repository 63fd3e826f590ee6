import type { Json } from '../../contract/assumption-entry.ts'

/** How a JSON library formats a document. */
export interface JsonStyle {
  /** Between elements. */
  readonly comma: string
  /** Between key and value. */
  readonly colon: string
  /** Before a closing bracket, when everything is on one line. */
  readonly closing?: string
  /** One level of indentation. Without it, everything is on one line. */
  readonly indent?: string
  /** Indented the way Jackson does it: lists on one line, and a blank inside what is empty. */
  readonly airyLists?: true
  /**
   * Characters that are escaped in addition to those that JSON requires. It matches an existing escape as a whole, so a character after a
   * backslash is never escaped a second time.
   */
  readonly escaped?: RegExp
  /** Case of the digits in `\u00e9`; lower by default. */
  readonly hexCase?: 'upper'
  /** Quotation marks in text become `\u0022`. */
  readonly quoteAsHex?: true
}

/** A document in a style, with its keys in their own order or sorted by code unit. */
export function writeJson(value: Json, style: JsonStyle, keys: 'as_given' | 'sorted' = 'as_given'): string {
  const text = textWriter(style)
  const write = (node: Json, margin: string): string => {
    if (typeof node === 'string') return text(node)
    if (node === null || typeof node !== 'object') return JSON.stringify(node)
    if (isList(node) && style.airyLists)
      return node.length === 0 ? '[ ]' : `[ ${node.map(item => write(item, margin)).join(', ')} ]`
    if (isList(node))
      return wrap(
        '[]',
        node.map(item => write(item, inner(margin))),
        margin,
      )
    const names = keys === 'sorted' ? Object.keys(node).sort() : Object.keys(node)
    const members = names.map(name => `${text(name)}${style.colon}${write(node[name]!, inner(margin))}`)
    return wrap('{}', members, margin)
  }
  const inner = (margin: string) => margin + (style.indent ?? '')
  const wrap = (brackets: '[]' | '{}', parts: string[], margin: string): string => {
    const [open, close] = [brackets[0], brackets[1]]
    if (style.indent === undefined) return `${open}${parts.join(style.comma)}${style.closing ?? ''}${close}`
    if (parts.length === 0) return style.airyLists ? `${open} ${close}` : brackets
    const line = `\n${inner(margin)}`
    return `${open}${line}${parts.join(`${style.comma}${line}`)}\n${margin}${close}`
  }
  return write(value, '')
}

function textWriter({ escaped, hexCase, quoteAsHex }: JsonStyle): (text: string) => string {
  if (!escaped) return text => JSON.stringify(text)
  const hex = (character: string) => {
    const digits = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${hexCase === 'upper' ? digits.toUpperCase() : digits}`
  }
  const replace = (part: string) => {
    if (part === '/') return '\\/'
    if (part === '\\"') return quoteAsHex ? hex('"') : part
    return part.startsWith('\\') ? part : hex(part)
  }
  return text => `"${JSON.stringify(text).slice(1, -1).replace(escaped, replace)}"`
}

function isList(node: Json): node is readonly Json[] {
  return Array.isArray(node)
}
