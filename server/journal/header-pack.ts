import { HEADERS } from '../contract/headers.ts'

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
const NUMBER_OF = new Map(NAMES.map((name, index) => [name, index]))

/** Headers as the store keeps them: names that are known by their number, one list of names and values. */
export function packHeaders(headers: Headers): string {
  const flat: (string | number)[] = []
  for (const [name, value] of headers) flat.push(NUMBER_OF.get(name) ?? name, value)
  return JSON.stringify(flat)
}

export function unpackHeaders(text: string): [string, string][] {
  const flat = JSON.parse(text) as (string | number)[]
  const headers: [string, string][] = []
  for (let index = 0; index < flat.length; index += 2) {
    const name = flat[index]
    headers.push([typeof name === 'number' ? (NAMES[name] ?? '') : String(name), String(flat[index + 1])])
  }
  return headers
}
