import { isAscii } from 'node:buffer'
import { TextDecoder } from 'node:util'
import type { SignatureDetail } from '../../contract/signature-mistakes.ts'
import { detail, type Guess, mistake } from './mistakes.ts'

const BOM = Buffer.from([0xef, 0xbb, 0xbf])
const JAPANESE = { shift_jis: 'Shift_JIS', 'euc-jp': 'EUC-JP' } as const
type JapaneseEncoding = keyof typeof JAPANESE

const written = (encoding: string) => detail('encoding', { encoding })
const misread = (encoding: string) => detail('misread', { encoding })

/** The body after a wrong or lossy change of its character encoding, and with such a change undone. */
export function charsetGuesses(body: Buffer): Guess<Buffer>[] {
  const text = body.toString('utf8')
  const guesses: Guess<Buffer>[] = []
  const add = (is: SignatureDetail, value: Buffer | undefined) => {
    if (value && !value.equals(body)) guesses.push({ value, mistakes: [mistake('charset', { detail: is })] })
  }
  const bare = body.subarray(0, BOM.length).equals(BOM) ? body.subarray(BOM.length) : undefined
  add(detail('byte_order_mark'), bare ?? Buffer.concat([BOM, body]))
  const wide = Buffer.from(text, 'utf16le')
  const wideBig = Buffer.from(wide).swap16()
  add(written('UTF-16LE'), wide)
  add(written('UTF-16BE'), wideBig)
  add(detail('encoding_with_mark', { encoding: 'UTF-16LE' }), Buffer.concat([Buffer.of(0xff, 0xfe), wide]))
  add(detail('encoding_with_mark', { encoding: 'UTF-16BE' }), Buffer.concat([Buffer.of(0xfe, 0xff), wideBig]))
  const base64 = body.toString('base64')
  const delivered = detail('still_base64')
  add(delivered, Buffer.from(base64))
  add(detail('hex_digits'), Buffer.from(body.toString('hex')))
  add(detail('python_bytes'), Buffer.from(pythonRepr(body)))
  if (isAscii(body)) {
    const decoded = Buffer.from(text, 'base64')
    if (decoded.length > 0 && decoded.toString('base64') === text.trim()) add(delivered, decoded)
    return guesses
  }
  add(written('ISO-8859-1'), replaceAbove(text, 0xff, 'character'))
  add(written('ISO-8859-1'), replaceAbove(text, 0xff, 'unit'))
  add(detail('bytes_cut', { encoding: 'ISO-8859-1' }), Buffer.from(text, 'latin1'))
  add(written('ASCII'), replaceAbove(text, 0x7f, 'character'))
  add(written('ASCII'), replaceAbove(text, 0x7f, 'unit'))
  add(misread('ISO-8859-1'), Buffer.from(body.toString('latin1')))
  add(misread('Windows-1252'), Buffer.from(new TextDecoder('windows-1252').decode(body)))
  add(detail('replaced'), Buffer.from(text))
  for (const encoding of ['shift_jis', 'euc-jp'] as const) {
    const name = JAPANESE[encoding]
    add(written(name), encodeJapanese(text, encoding))
    const decoded = decoder(encoding)?.decode(body)
    add(misread(name), decoded === undefined ? undefined : Buffer.from(decoded))
    const redecoded = decoder(encoding, { fatal: true })
    add(detail('made_from', { encoding: name }), redecoded && strictly(redecoded, body))
  }
  add(detail('normalised', { form: 'NFC' }), Buffer.from(text.normalize('NFC')))
  add(detail('normalised', { form: 'NFD' }), Buffer.from(text.normalize('NFD')))
  return guesses
}

/** Text in a one-byte encoding. What the encoding lacks becomes a question mark, per character (Python, Java) or per UTF-16 unit (.NET). */
function replaceAbove(text: string, highest: number, unit: 'character' | 'unit'): Buffer {
  const parts = unit === 'character' ? Array.from(text) : text.split('')
  return Buffer.from(parts.map(part => (part.codePointAt(0)! > highest ? '?' : part)).join(''), 'latin1')
}

const PYTHON_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
/** How Python shows each byte of a bytes object, except the quotation mark in use. */
const PYTHON_BYTES = Array.from({ length: 0x100 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  const plain = byte >= 0x20 && byte < 0x7f ? character : `\\x${byte.toString(16).padStart(2, '0')}`
  return PYTHON_ESCAPES[character] ?? plain
})

function pythonRepr(body: Buffer): string {
  const quote = body.includes("'") && !body.includes('"') ? '"' : "'"
  let written = ''
  for (const byte of body) written += PYTHON_BYTES[byte]
  return `b${quote}${written.replaceAll(quote, `\\${quote}`)}${quote}`
}

/** `undefined` when the runtime was built without this encoding. */
function decoder(encoding: JapaneseEncoding, options: { fatal?: boolean } = {}): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding, options)
  } catch {
    return undefined
  }
}

function strictly(decode: TextDecoder, body: Buffer): Buffer | undefined {
  try {
    return Buffer.from(decode.decode(body))
  } catch {
    return undefined
  }
}

const tables = new Map<JapaneseEncoding, ReadonlyMap<string, Buffer>>()

/** The platform can decode these encodings but not encode them, so the table is reversed, once. */
function encodeJapanese(text: string, encoding: JapaneseEncoding): Buffer | undefined {
  const decode = decoder(encoding)
  if (!decode) return undefined
  const table = tables.get(encoding) ?? reversed(decode)
  tables.set(encoding, table)
  return Buffer.concat(Array.from(text, character => table.get(character) ?? Buffer.from('?')))
}

function reversed(decode: TextDecoder): ReadonlyMap<string, Buffer> {
  const table = new Map<string, Buffer>()
  const learn = (bytes: Buffer) => {
    const character = decode.decode(bytes)
    const isOne = character.length === 1 && character !== '\ufffd'
    if (isOne && !table.has(character)) table.set(character, bytes)
  }
  for (let byte = 0; byte < 0x100; byte++) learn(Buffer.of(byte))
  for (let lead = 0x81; lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) learn(Buffer.of(lead, trail))
  }
  return table
}
