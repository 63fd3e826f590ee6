import type { JsonStyle } from '../../domain/webhooks/write-json.ts'

interface WriterStyle extends JsonStyle {
  /** Who writes JSON like this; completes "as … writes it". */
  readonly writer: string
}

const COMPACT = { comma: ',', colon: ':' }
const SPACED = { comma: ', ', colon: ': ' }
const lines = (indent: string) => ({ comma: ',', colon: ': ', indent })

/** For Python DEL is one of them, for PHP it is not. */
const NOT_PRINTABLE_ASCII = /\\.|[\u007f-\uffff]/g
const NON_ASCII_AND_SLASH = /\\.|[\u0080-\uffff/]/g
const SLASH = /\\.|[/\u2028\u2029]/g
const GO_HTML = /\\.|[<>&\u2028\u2029]/g
const GSON_HTML = /\\.|[<>&='\u2028\u2029]/g
const DOTNET = /\\.|[\u007f-\uffff<>&'+`]/g

/** The defaults of the libraries that receivers are written with, one row for each. */
export const JSON_STYLES: readonly WriterStyle[] = [
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
  { writer: 'the pretty printer of Jackson', comma: ',', colon: ' : ', indent: '  ', airyLists: true },
  { writer: 'System.Text.Json', ...COMPACT, escaped: DOTNET, hexCase: 'upper', quoteAsHex: true },
  { writer: 'System.Text.Json, indented', ...lines('  '), escaped: DOTNET, hexCase: 'upper', quoteAsHex: true },
]
