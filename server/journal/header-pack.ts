import { HEADERS, JSON_TYPE } from '../contract/headers.ts'
import type { Instant } from '../kernel/instant.ts'

type Headers = readonly (readonly [string, string])[]

/** Names that nearly every exchange has. The store knows them by their position, so new ones are added at the end. */
const NAMES: readonly string[] = [
  HEADERS.requestId,
  'Content-Type',
  'Date',
  HEADERS.rateLimit,
  HEADERS.rateRemaining,
  HEADERS.rateReset,
  'Host',
  'Authorization',
  'Accept',
  'User-Agent',
  'Connection',
  'Content-Length',
  'host',
  'authorization',
  'accept',
  'user-agent',
  'connection',
  'content-type',
  'content-length',
  'accept-language',
  'sec-fetch-mode',
  'accept-encoding',
]
/** A header name from the store, where it is written out or given as its number. */
export const headerName = (code: string | number): string => (typeof code === 'number' ? (NAMES[code] ?? '') : code)

/** The numbers under which a header is stored, one for each way of writing its name. */
export const numbersOf = (name: string): number[] =>
  NAMES.flatMap((known, index) => (known.toLowerCase() === name ? index : []))

const NUMBER_OF = new Map(NAMES.map((name, index) => [name, index]))

/** Headers whose values are whole numbers. */
const NUMERIC: ReadonlySet<string> = new Set([
  HEADERS.rateLimit,
  HEADERS.rateRemaining,
  HEADERS.rateReset,
  'Content-Length',
  'content-length',
])

const WHOLE = /^(?:0|[1-9]\d{0,14})$/

/** Header values that the exchange also has elsewhere, by the name of the header. */
type Told = { readonly [name: string]: string }
const NOTHING: Told = {}

/** The values of an answer's headers that the exchange has elsewhere. `date` is its instant in the form of HTTP. */
export function toldBy({ request_id, date }: { request_id: string; date: string }): Told {
  return { [HEADERS.requestId]: request_id, 'Content-Type': JSON_TYPE, Date: date }
}

/**
 * Headers in the form of the store: one list of names and values. Known names become their number, values that are stored elsewhere become
 * null, and whole numbers are stored as numbers.
 */
export function packHeaders(headers: Headers, told: Told = NOTHING): string {
  const flat: (string | number | null)[] = []
  for (const [name, value] of headers) {
    flat.push(NUMBER_OF.get(name) ?? name)
    if (told[name] === value) flat.push(null)
    else flat.push(NUMERIC.has(name) && WHOLE.test(value) ? Number(value) : value)
  }
  return JSON.stringify(flat)
}

export function unpackHeaders(text: string, told: Told = NOTHING): [string, string][] {
  const flat = JSON.parse(text) as (string | number | null)[]
  const headers: [string, string][] = []
  for (let index = 0; index < flat.length; index += 2) {
    const [code, value] = [flat[index], flat[index + 1]]
    const name = typeof code === 'number' ? (NAMES[code] ?? '') : String(code)
    headers.push([name, value === null ? (told[name] ?? '') : String(value)])
  }
  return headers
}

export function answerHeaders({
  response_headers,
  request_id,
  at,
}: {
  response_headers: string
  request_id: string
  at: Instant
}): [string, string][] {
  return unpackHeaders(response_headers, toldBy({ request_id, date: new Date(at).toUTCString() }))
}
