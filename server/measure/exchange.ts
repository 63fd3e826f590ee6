import type { Json } from '../contract/assumption-entry.ts'

/**
 * How much harm a request can do to a tenant. 0 reads; 1 is refused by a documented sentence; 2 leaves a record, or may; 2R also brings real
 * events to the receiver; 3 fills the burst and minute windows; 4 uses up the requests of the day; 5 waits for an administrator. A request that
 * could make a real phone ring has no class, because there is no way to send it.
 */
export const HARM_CLASSES = ['0', '1', '2', '2R', '3', '4', '5'] as const
export type HarmClass = (typeof HARM_CLASSES)[number]

export const HARM: { readonly [Class in HarmClass]: string } = {
  '0': 'reads, or asks for what no endpoint has',
  '1': 'is refused, as documented',
  '2': 'leaves records, or may',
  '2R': 'leaves records, and real events of the tenant arrive at the receiver',
  '3': 'fills burst and minute windows: others of the tenant are refused for up to a minute',
  '4': 'uses up the requests of the day: everybody in the tenant is refused until midnight in Tokyo',
  '5': 'waits for an administrator who changes the plan of the tenant meanwhile',
}

/** Which key a request carries: the given one, the second one with fewer scopes, or something that is no key of the service. */
export type KeyName = 'main' | 'second' | 'none' | 'malformed' | 'unknown' | 'scheme'

/** A request as it is given to the sender. */
export interface Outgoing {
  readonly class: HarmClass
  readonly method: string
  /** Below the base address, without the query. */
  readonly path: string
  readonly query: string
  readonly key: KeyName
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
  /** How the owner of the tenant can recognise what it leaves. */
  readonly tag: string | undefined
}

/** A request with its answer, in the form in which it is kept: values of people, keys and secrets are not in it. */
export interface Exchange {
  /** Empty when it was not this run that sent it. */
  readonly step: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly key: KeyName
  /** When it was sent, by the clock of the one who sent it. */
  readonly at: number
  readonly request: Json | null
  /** The length that was tried, of a step that looks for the longest. */
  readonly length: number | null
  readonly status: number
  /** By name in lower case; only those that say something about the contract. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json | null
}

/** The endpoint of an exchange, with ids as `{}`: `GET /customers/{}`. */
export function endpointOf({ method, path }: Pick<Exchange, 'method' | 'path'>): string {
  return `${method} ${path.replace(/^(\/(?:customers|calls|webhooks)\/)(?!bulk$|initiate$)[^/]+/, '$1{}')}`
}

export const isAccepted = ({ status }: Exchange): boolean => status >= 200 && status < 300
export const isRefused = ({ status }: Exchange): boolean => status >= 400 && status < 500

type Members = { readonly [name: string]: Json }
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `data` of an answer; `undefined` when there is none. */
export const dataOf = ({ body }: Exchange): Json | undefined => (isObject(body) ? body.data : undefined)
export const objectIn = (exchange: Exchange): Members | undefined => {
  const data = dataOf(exchange)
  return isObject(data) ? data : undefined
}
export const rowsIn = (exchange: Exchange): readonly Members[] => {
  const data = dataOf(exchange)
  return Array.isArray(data) ? data.filter(isObject) : []
}
export const codeOf = ({ body }: Exchange): string | undefined => {
  const error = isObject(body) ? body.error : undefined
  return isObject(error) && typeof error.code === 'string' ? error.code : undefined
}
export const pagingOf = ({ body }: Exchange): Members | undefined => {
  const paging = isObject(body) ? body.pagination : undefined
  return isObject(paging) ? paging : undefined
}

/** One line that says what was asked and answered: `GET /customers?page=0 → 422 validation_error`. */
export function told(exchange: Exchange): string {
  const { method, path, query, key, status } = exchange
  const asked = `${method} ${path}${query === '' ? '' : `?${query}`}${key === 'main' ? '' : ` (key: ${key})`}`
  return [`${asked} → ${status}`, codeOf(exchange)].filter(part => part !== undefined).join(' ')
}
