import type { Json } from '../contract/assumption-entry.ts'
import { Redactor } from '../journal/redactor.ts'
import { isObject } from './exchange.ts'

/** Headers of answers that say something about the contract; every other one is dropped. */
const TELLING_HEADER =
  /^(?:date|content-type|allow|www-authenticate|retry-after|server|x-request-id|x-ratelimit-[a-z]+|x-quota-[a-z]+)$/
const OWN_TAG = /^rbk-[0-9a-f]+-\w+$/
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const MONTH = /^\d{4}-\d{2}$/
const WORD = /^[a-z][a-z0-9_.]{0,63}$/
const PHONE_KEY = /phone|tel/i
/** Keys whose texts are names of the contract, and ids of calls and deliveries that the service made up. */
const NAMED = new Set(['status', 'call_type', 'code', 'event', 'events', 'call_status', 'type', 'speaker', 'sentiment'])
const MADE_UP = new Set(['call_id', 'event_id', 'delivery_id'])
const REQUEST_ID = /^[\w.:-]{1,128}$/

const redactor = new Redactor()

/**
 * What is kept of a JSON value: its keys, its numbers, its instants and the names of the contract. A phone number keeps its form (`+dddd`);
 * every other text becomes `text`, so no name, secret or phone number of anybody outlives the moment at which it arrived.
 */
export function reduced(value: unknown, key = ''): Json {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return PHONE_KEY.test(key) ? 'number' : value
  if (typeof value === 'string') return reducedText(value, key)
  if (Array.isArray(value)) return value.map(item => reduced(item, key))
  if (typeof value !== 'object') return null
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [redactor.text(reducedKey(name)), reduced(item, name)]),
  )
}

/** A key of an object may itself be data, as in free-form metadata. */
const reducedKey = (name: string): string => (/^[A-Za-z][\w.]{0,63}$/.test(name) ? name : reducedPhone(name))

function reducedText(text: string, key: string): string {
  if (OWN_TAG.test(text)) return text
  if (PHONE_KEY.test(key)) return reducedPhone(text)
  if (TIME.test(text) || MONTH.test(text)) return text
  if (NAMED.has(key) && WORD.test(text)) return text
  if (MADE_UP.has(key) && REQUEST_ID.test(text) && !/^\+?\d{7,15}$/.test(text)) return redactor.text(text)
  return text === '' ? '' : 'text'
}

const reducedPhone = (text: string): string =>
  text
    .slice(0, 40)
    .replace(/\d/g, 'd')
    .replace(/[^d*+ -]/g, 'x')

export function reducedHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase()
    if (!TELLING_HEADER.test(lower)) return []
    const text = String(value)
    if (lower === 'x-request-id') return [[lower, REQUEST_ID.test(text) ? redactor.text(text) : 'text']]
    return [[lower, redactor.text(text.slice(0, 200))]]
  })
  return Object.fromEntries(kept)
}

/** What may stand in a query: figures, dates, our own tags and words of the contract. */
export function reducedQuery(query: string): string {
  const kept = (text: string) => /^-?\d{1,10}$/.test(text) || TIME.test(text) || OWN_TAG.test(text) || text === ''
  return query
    .split('&')
    .map(part => {
      const at = part.indexOf('=')
      if (at === -1) return /^%?[a-z_]{0,32}$/.test(part) ? part : 'text'
      const [name, value] = [part.slice(0, at), part.slice(at + 1)]
      const shownName = /^[a-z_[\]0-9]{1,64}$/.test(name) ? name : 'text'
      const isNamed = NAMED.has(name) && WORD.test(value)
      const isPhone = PHONE_KEY.test(name)
      return `${shownName}=${!isPhone && (kept(value) || isNamed || /^[a-z]$/.test(value)) ? value : value.startsWith('+') ? '+text' : 'text'}`
    })
    .join('&')
}

/** A path keeps ids that are numbers, ids of calls, and the names of the contract. */
export function reducedPath(path: string): string {
  return redactor.text(
    path
      .split('/')
      .map(part => (/^(?:[a-z-]{0,32}|\d{1,10}|[\w-]{20,64})$/.test(part) ? part : 'text'))
      .join('/'),
  )
}

/** The JSON of bytes, reduced; `null` for what is empty or no JSON. */
export function reducedBody(bytes: Buffer): Json | null {
  const parsed = parsedBody(bytes)
  return isObject(parsed) || Array.isArray(parsed) ? reduced(parsed) : null
}

export function parsedBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
