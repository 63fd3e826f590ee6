import { HEADERS, JSON_TYPE } from '../contract/headers.ts'
import type { Instant } from '../kernel/instant.ts'

type Headers = readonly (readonly [string, string])[]

/** Names that nearly every exchange has, by their number in the store; new ones are added at the end. */
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
/** The name that stands in the store for itself, or as its number. */
export const headerName = (code: string | number): string => (typeof code === 'number' ? (NAMES[code] ?? '') : code)

/** The numbers of headers with this name, however it is written. */
export const numbersOf = (name: string): number[] =>
  NAMES.flatMap((known, index) => (known.toLowerCase() === name ? index : []))

const NUMBER_OF = new Map(NAMES.map((name, index) => [name, index]))

/** Headers that hold whole numbers. */
const NUMERIC: ReadonlySet<string> = new Set([
  HEADERS.rateLimit,
  HEADERS.rateRemaining,
  HEADERS.rateReset,
  'Content-Length',
  'content-length',
])

const WHOLE = /^(?:0|[1-9]\d{0,14})$/

/** Values that an exchange tells in another place, by the name of their header. */
type Told = { readonly [name: string]: string }
const NOTHING: Told = {}

/** What an exchange tells about the headers of its answer. `date` is its instant as HTTP writes it. */
export function toldBy({ request_id, date }: { request_id: string; date: string }): Told {
  return { [HEADERS.requestId]: request_id, 'Content-Type': JSON_TYPE, Date: date }
}

/**
 * Headers as the store keeps them: one list of names and values. Names that are known stand as their number, values that are told
 * elsewhere as null, and whole numbers as such.
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

/** The headers of the answer of an exchange. */
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
