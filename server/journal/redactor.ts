import type { ExchangeRow } from '../store/schema.ts'
import { headerName, numbersOf } from './packing.ts'
import { bytesWithStandIns, standIn, withStandIns } from './redact.ts'

/** Headers in which clients and receivers send what is nobody else's business. */
const PRIVATE_HEADER =
  /^(?:set-)?cookie$|^(?:proxy-)?authorization$|(?:secret|token|api-?key|passw|session|credential)/i
/** A scheme with a key that the journal has masked already: there is nothing to hide. */
const MASKED = /^\w+ svc_(?:live|test)_….{4}$/
/** A header value that is a secret wherever it appears, and not a word that could appear anywhere. */
const TELLING = /^(?=.*[A-Za-z])(?=.*\d).{12,}$/
const PARTS = /[\s;,=]+/
/** How many values of private headers are searched for everywhere else. */
const MOST_LITERALS = 100

/**
 * Removes from texts and bytes whatever opens something: keys and secrets by their form (percent-encoded, escaped or in base64, too), and
 * the secrets that it was given. A replacement is as long as what it replaces. Capsules, downloaded snapshots and HAR files share it.
 */
export class Redactor {
  readonly #known: readonly string[]

  /** `known`: texts that are secret because of where they are stored, not because of their form. */
  constructor(known: Iterable<string> = []) {
    this.#known = [...new Set(known)].filter(secret => withStandIns(secret) === secret).sort(byLength)
  }

  readonly text = (text: string): string => this.#withoutKnown(withStandIns(this.#headersIn(text)))

  readonly bytes = (bytes: Buffer): Buffer => {
    const hidden = bytesWithStandIns(bytes)
    if (this.#known.length === 0) return hidden
    const text = hidden.toString('latin1')
    const rest = this.#withoutKnown(text)
    return rest === text ? hidden : Buffer.from(rest, 'latin1')
  }

  /** An exchange in the form in which it may leave the machine. */
  exchange(row: ExchangeRow): ExchangeRow {
    const entries = Object.entries(row).map(([column, value]) => [column, this.value(value)])
    return Object.fromEntries(entries) as ExchangeRow
  }

  value<Value>(value: Value): Value | string | Buffer {
    if (typeof value === 'string') return this.text(value)
    return Buffer.isBuffer(value) ? this.bytes(value) : value
  }

  /** Headers are JSON of names with their values; any other text stays byte for byte. */
  #headersIn(text: string): string {
    const pairs = headersOf(text)
    if (pairs === undefined || !pairs.some(({ name, value }) => hiddenHeader(name, value) !== value)) return text
    const parsed = JSON.parse(text)
    for (const { key, name, value } of pairs) parsed[key] = hiddenHeader(name, value)
    return JSON.stringify(parsed)
  }

  #withoutKnown(text: string): string {
    let rest = text
    for (const secret of this.#known) if (rest.includes(secret)) rest = rest.replaceAll(secret, standIn(secret))
    return rest
  }
}

/** The values of the private headers in a text, so that they are also found elsewhere. */
function* literalsIn(text: string): Generator<string> {
  for (const { name, value } of headersOf(text) ?? [])
    if (hiddenHeader(name, value) !== value)
      for (const part of [value, ...value.split(PARTS)]) if (TELLING.test(part)) yield part
}

/** Collects such values from many texts, up to as many as are searched for. */
export class Literals {
  readonly #found = new Set<string>()

  add(text: string): void {
    if (this.#found.size >= MOST_LITERALS) return
    for (const literal of literalsIn(text)) this.#found.add(literal)
  }

  get all(): ReadonlySet<string> {
    return this.#found
  }
}

interface Header {
  /** The position of its value in the parsed text. */
  readonly key: string | number
  readonly name: string
  readonly value: string
}

/** The headers in a text that is JSON of headers: an object, or alternating names and values. */
function headersOf(text: string): Header[] | undefined {
  if (!(text.startsWith('{') || text.startsWith('[')) || !(PRIVATE_HINT.test(text) || PACKED.test(text)))
    return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  // It was written by other software and stays as it is.
  if (JSON.stringify(parsed) !== text) return undefined
  if (Array.isArray(parsed))
    return parsed.flatMap((name, index) => {
      const value: unknown = parsed[index + 1]
      const isHeader = index % 2 === 0 && ['string', 'number'].includes(typeof name) && typeof value === 'string'
      return isHeader ? { key: index + 1, name: headerName(name as string | number), value } : []
    })
  const entries = Object.entries(parsed as object)
  return entries.flatMap(([name, value]) => (typeof value === 'string' ? { key: name, name, value } : []))
}

/** The stored name of the header with a value that the journal has not masked. */
const PACKED = new RegExp(`[[,](?:${numbersOf('authorization').join('|')}),"(?!Bearer svc_)`)
const PRIVATE_HINT = /cookie|authorization|secret|token|api-?key|passw|session|credential/i

function hiddenHeader(name: string, value: string): string {
  if (!PRIVATE_HEADER.test(name) || MASKED.test(value)) return value
  return 'x'.repeat(value.length)
}

const byLength = (one: string, other: string): number => other.length - one.length
