import { crc32 } from 'node:zlib'
import type { EndpointId } from '../contract/endpoints.ts'
import { limitsOfPlan } from '../contract/plans.ts'
import { maskPhoneNumber } from '../domain/calls/phone-number.ts'
import { keyInAddress } from '../domain/tenants/sent-keys.ts'
import type { Departure } from '../journal/departures.ts'
import type { Conclusion, Exchange } from '../turn/answer.ts'
import type { Actors, Sender } from '../verdicts/actors.ts'
import { fingerprintsOf, hashOf } from '../verdicts/fingerprints.ts'
import type { Initiation, Moment, Paging, RequestSeen } from '../verdicts/observations.ts'
import { LISTS, RANGED } from '../verdicts/queries.ts'
import type { LastDialled } from './last-dialled.ts'

/** How an answer left, with what only the entrance knows. */
export interface Left extends Departure {
  readonly exchange: Exchange
  /** The body that was sent. */
  readonly body: Buffer | null
  /** Of the first request on a connection: when that was accepted. */
  readonly accepted_us: number | null
  /** A well-formed key that no world has issued, as it may be shown. */
  readonly foreign_key: string | null
}

const PAGED = new Set<string | null>(LISTS)
const OF_DAYS = new Set<string | null>(RANGED)
const NO_IDS: readonly number[] = []
const EMPTY = Buffer.alloc(0)

/** What rules are told of an exchange. */
export function requestSeen(
  left: Left,
  {
    conclusion,
    ended,
    actors,
    dialled,
  }: { conclusion: Conclusion; ended: Moment; actors: Actors; dialled: LastDialled },
): RequestSeen {
  const { exchange, body, began_us, connection, accepted_us, answered, foreign_key } = left
  const { request, turn, rate, leap, counted, seq, request_id } = exchange
  const { row, answer, retry_after } = conclusion
  const { method, path, query, status, code, fault_id, origin } = row
  const endpoint = row.endpoint as EndpointId | null
  const { caller } = turn
  const effect = answered === 'cut' ? exchange.fault?.effect : undefined
  const given = endpoint === null || method === 'GET' ? undefined : bodyOf(exchange)
  const parameters = (PAGED.has(endpoint) || OF_DAYS.has(endpoint)) && query !== '' ? new URLSearchParams(query) : null
  const { fingerprint, sweep } = fingerprintsOf({ endpoint, method, path, query, body: request.body ?? EMPTY })
  return {
    kind: 'request',
    seq,
    request_id,
    origin,
    actor: actors.of(senderOf(exchange)),
    connection,
    accepted_us,
    began: { real_us: began_us, at: turn.now, leapt: leap.added, factor: leap.factor },
    ended,
    answered,
    broken_off: effect?.drop === true ? 'dropped' : effect?.truncate === undefined ? null : 'truncated',
    method,
    path,
    query,
    endpoint,
    fingerprint,
    sweep,
    status,
    code,
    counted,
    retry_after,
    remaining: caller === undefined || rate === undefined ? null : rate.remaining,
    reset: caller === undefined || rate === undefined ? null : rate.resetAt,
    burst_limit: caller === undefined ? null : limitsOfPlan(caller.plan).burst,
    answer: body === null ? 0 : crc32(body),
    paging: status === 200 && PAGED.has(endpoint) ? pagingOf(answer.body, parameters) : null,
    range: OF_DAYS.has(endpoint) && parameters !== null ? rangeOf(parameters) : null,
    external_id: externalIdOf({ endpoint, given, parameters, status, asked: turn.route.params, answer: answer.body }),
    initiation:
      endpoint === 'initiateCall' && given !== undefined
        ? initiationOf(given, answer.body, meanwhileOf(dialled, caller?.slug))
        : null,
    registered: status < 300 && given !== undefined ? registeredBy(endpoint, given, answer.body) : NO_IDS,
    scope: turn.route.endpoint?.scope ?? null,
    changed: answer.changed ?? null,
    fault_id,
    key_in_url: keyInAddress(query === '' ? request.path : `${request.path}?${request.query}`),
    foreign_key: status === 401 ? foreign_key : null,
  }
}

const USER_AGENT = 'user-agent'
const INSTANCE = 'x-client-instance'
const AUTHORIZATION = 'authorization'
const SCHEME = /^bearer /i

type Headers = Exchange['request']['headers']
type Named = Pick<Sender, 'key' | 'user_agent' | 'instance'>

let latest: { readonly headers: Headers; readonly named: Named } | undefined

function senderOf({ request, turn }: Exchange): Sender {
  if (latest?.headers !== request.headers) latest = { headers: request.headers, named: namedIn(request.headers) }
  const { key, user_agent, instance } = latest.named
  return {
    tenant: turn.caller?.slug ?? null,
    credential: turn.caller?.key_id ?? request.keyHash ?? request.unreadable ?? '',
    key,
    user_agent,
    instance,
  }
}

/** The first header counts of those that have the same name. */
function namedIn(headers: Headers): Named {
  const first = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null
  return {
    key: first(AUTHORIZATION)?.replace(SCHEME, '') ?? null,
    user_agent: first(USER_AGENT),
    instance: first(INSTANCE),
  }
}

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The fields that were sent, once they were found to be good; where a fault answered instead, nobody has looked at them. */
function bodyOf({ turn, request, fault }: Exchange): Fields | undefined {
  const { raw } = (turn.body ?? {}) as { raw?: unknown }
  const value = raw ?? (fault === undefined || request.body === null ? undefined : request.readBody().value)
  return isObject(value) ? value : undefined
}

const hashed = (value: unknown): number | null => (typeof value === 'string' ? hashOf(value) : null)
const dataOf = (answer: unknown): Fields => (isObject(answer) && isObject(answer.data) ? answer.data : {})

function pagingOf(answer: unknown, parameters: URLSearchParams | null): Paging | null {
  if (!isObject(answer) || !isObject(answer.pagination)) return null
  const { current_page, last_page, total } = answer.pagination as unknown as Omit<Paging, 'page'>
  return { page: parameters?.get('page') ?? null, current_page, last_page, total }
}

function rangeOf(parameters: URLSearchParams): RequestSeen['range'] {
  const [from, to] = [parameters.get('from'), parameters.get('to')]
  return from === null || to === null ? null : { from, to }
}

interface Asked {
  readonly endpoint: EndpointId | null
  readonly given: Fields | undefined
  readonly parameters: URLSearchParams | null
  readonly status: number
  /** In the path. */
  readonly asked: Readonly<Record<string, string>>
  readonly answer: unknown
}

function externalIdOf({ endpoint, given, parameters, status, asked, answer }: Asked): number | null {
  if (given !== undefined) return hashed(given.external_id)
  // Some look for a call by its external_id in the place of its own id, where nobody knows it.
  if (endpoint === 'getCall') return hashed(status === 404 ? asked.callId : dataOf(answer).external_id)
  return hashed(parameters?.get('external_id'))
}

type IsMeanwhile = (person: string, call_id: string) => boolean

const meanwhileOf =
  (dialled: LastDialled, tenant = ''): IsMeanwhile =>
  (person, call_id) =>
    dialled.isMeanwhile(`${tenant} ${person}`, call_id)

function initiationOf(given: Fields, answer: unknown, isMeanwhile: IsMeanwhile): Initiation {
  const { staff_id, project_id, phone_number, external_id } = given
  const number = String(phone_number)
  const { call_id } = dataOf(answer)
  const person = `${staff_id} ${project_id} ${number.replace(/\D/g, '')}`
  const isPlaced = typeof call_id === 'string'
  return {
    loose: hashOf(person),
    external_id: hashed(external_id),
    shown: maskPhoneNumber(number),
    placed: isPlaced ? [hashOf(call_id)] : NO_IDS,
    meanwhile: isPlaced && isMeanwhile(person, call_id),
  }
}

function registeredBy(endpoint: EndpointId | null, given: Fields, answer: unknown): readonly number[] {
  if (endpoint === 'createCustomer') return idsOf([given])
  if (endpoint !== 'createCustomersInBulk' || !Array.isArray(given.customers)) return NO_IDS
  const { results } = dataOf(answer)
  if (!Array.isArray(results)) return idsOf(given.customers)
  const refused = new Set(results.flatMap(result => (isObject(result) && 'errors' in result ? result.index : [])))
  return idsOf(given.customers.filter((_, index) => !refused.has(index)))
}

const idsOf = (customers: readonly unknown[]): readonly number[] =>
  customers.flatMap(customer => (isObject(customer) ? (hashed(customer.external_id) ?? []) : []))
