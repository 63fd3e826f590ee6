import type { Json } from '../../../contract/assumption-entry.ts'

/** How a JSON library writes a document. */
export interface JsonStyle {
  /** Who writes so, for a sentence: "as … writes it". */
  readonly writer: string
  /** Between elements. */
  readonly comma: string
  /** Between key and value. */
  readonly colon: string
  /** Unit of indentation; without it everything stands on one line. */
  readonly indent?: string
  /** Characters written as an escape beside those that JSON demands. */
  readonly escaped?: RegExp
  /** Case of the digits in `\u00e9`; lower by default. */
  readonly hexCase?: 'upper'
  /** Quotation marks inside text as `\u0022`. */
  readonly quoteAsHex?: true
}

const COMPACT = { comma: ',', colon: ':' }
const SPACED = { comma: ', ', colon: ': ' }
const lines = (indent: string) => ({ comma: ',', colon: ': ', indent })

/** Python counts DEL among them, PHP does not. */
const NOT_PRINTABLE_ASCII = /[\u007f-\uffff]/
const NON_ASCII_AND_SLASH = /[\u0080-\uffff/]/
const SLASH = /[/\u2028\u2029]/
const GO_HTML = /[<>&\u2028\u2029]/
const GSON_HTML = /[<>&='\u2028\u2029]/
const DOTNET = /[\u007f-\uffff<>&'+`]/

/** The defaults of the libraries that receivers are written with; a fact about each of them per row. */
export const JSON_STYLES: readonly JsonStyle[] = [
  { writer: 'JSON.stringify', ...COMPACT },
  { writer: 'JSON.stringify with an indent of 2', ...lines('  ') },
  { writer: 'JSON.stringify with an indent of 4', ...lines('    ') },
  { writer: 'JSON.stringify with tabs', ...lines('\t') },
  { writer: 'json.dumps of Python', ...SPACED, escaped: NOT_PRINTABLE_ASCII },
  { writer: 'json.dumps of Python with ensure_ascii off', ...SPACED },
  { writer: 'json.dumps of Python with compact separators', ...COMPACT, escaped: NOT_PRINTABLE_ASCII },
  { writer: 'json.dumps of Python with an indent of 2', ...lines('  '), escaped: NOT_PRINTABLE_ASCII },
  { writer: 'json.dumps of Python with an indent of 4', ...lines('    '), escaped: NOT_PRINTABLE_ASCII },
  { writer: 'json_encode of PHP', ...COMPACT, escaped: NON_ASCII_AND_SLASH },
  { writer: 'json_encode of PHP with unescaped Unicode', ...COMPACT, escaped: SLASH },
  { writer: 'json_encode of PHP with JSON_PRETTY_PRINT', ...lines('    '), escaped: NON_ASCII_AND_SLASH },
  { writer: 'json.Marshal of Go or to_json of Rails', ...COMPACT, escaped: GO_HTML },
  { writer: 'json.MarshalIndent of Go', ...lines('  '), escaped: GO_HTML },
  { writer: 'Gson', ...COMPACT, escaped: GSON_HTML },
  { writer: 'the pretty printer of Jackson', comma: ',', colon: ' : ', indent: '  ' },
  { writer: 'System.Text.Json', ...COMPACT, escaped: DOTNET, hexCase: 'upper', quoteAsHex: true },
  { writer: 'System.Text.Json, indented', ...lines('  '), escaped: DOTNET, hexCase: 'upper', quoteAsHex: true },
]

/** A document in a style, its keys in their own order or sorted by code unit. */
export function writeJson(value: Json, style: JsonStyle, keys: 'as_given' | 'sorted' = 'as_given'): string {
  const text = textWriter(style)
  const write = (node: Json, margin: string): string => {
    if (typeof node === 'string') return text(node)
    if (node === null || typeof node !== 'object') return JSON.stringify(node)
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
    if (parts.length === 0) return brackets
    if (style.indent === undefined) return `${open}${parts.join(style.comma)}${close}`
    const line = `\n${inner(margin)}`
    return `${open}${line}${parts.join(`${style.comma}${line}`)}\n${margin}${close}`
  }
  return write(value, '')
}

function textWriter({ escaped, hexCase, quoteAsHex }: JsonStyle): (text: string) => string {
  if (!escaped) return text => JSON.stringify(text)
  // Escapes are taken as a whole, so that a character after a backslash is never escaped a second time.
  const parts = new RegExp(`\\\\.|${escaped.source}`, 'g')
  const hex = (character: string) => {
    const digits = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${hexCase === 'upper' ? digits.toUpperCase() : digits}`
  }
  const replace = (part: string) => {
    if (part === '/') return '\\/'
    if (part === '\\"') return quoteAsHex ? hex('"') : part
    return part.startsWith('\\') ? part : hex(part)
  }
  return text => `"${JSON.stringify(text).slice(1, -1).replace(parts, replace)}"`
}

function isList(node: Json): node is readonly Json[] {
  return Array.isArray(node)
}
