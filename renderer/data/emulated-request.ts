import type { API_PREFIX } from '../../server/contract/constants.ts'
import type { ORIGIN_HEADER, Origin } from '../../server/contract/origins.ts'
import { ControlError, type Query, withQuery } from './client.ts'

/** Typed by the contract: the compiler tells when the prefix changes there. */
const PREFIX: typeof API_PREFIX = '/api/v1'

/** What the dashboard sends is told from what clients do: neither coverage nor the lists take it for theirs. */
const OWN: { readonly [Name in typeof ORIGIN_HEADER]: Origin } = { 'X-Ringback-Origin': 'dashboard' }

export interface EmulatedRequest {
  method: string
  /** Below the prefix, with parameters filled in: `/customers/12`. */
  path: string
  query?: Query | undefined
  /** Plaintext; without one the request has no Authorization header. */
  key?: string | undefined
  /** JSON text, sent as it stands. */
  body?: string | undefined
}

export interface EmulatedAnswer {
  status: number
  headers: [string, string][]
  text: string
  /** Leads to its trace in the journal; `null` when the connection broke off. */
  request_id: string | null
  /** Real time that the answer took, in milliseconds. */
  duration_ms: number
}

/**
 * Sends a request to the emulated API as a client would: limits count it, and it stands in the journal as the dashboard's.
 * @throws Error when there is no answer, as when a fault drops the connection.
 */
export async function sendEmulated(request: EmulatedRequest, signal?: AbortSignal): Promise<EmulatedAnswer> {
  const { method, path, query, key, body } = request
  const started = performance.now()
  const headers = new Headers(OWN)
  if (key) headers.set('Authorization', `Bearer ${key}`)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const response = await fetch(withQuery(`${PREFIX}${path}`, query), {
    method,
    headers,
    body: body ?? null,
    signal: signal ?? null,
    cache: 'no-store',
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: [...response.headers],
    text,
    request_id: response.headers.get('X-Request-ID'),
    duration_ms: performance.now() - started,
  }
}

/** An answer of the emulated API that is not 2xx, with the request that got it. */
export class EmulatedError extends Error {
  readonly status: number
  readonly code: string | null
  readonly details: { [field: string]: unknown } | null
  readonly request_id: string | null
  /** Its codes and sentences are those of the contract, not of the control API. */
  readonly isEmulated = true

  constructor({ status, text, request_id }: Pick<EmulatedAnswer, 'status' | 'text' | 'request_id'>) {
    const error = errorOf(text)
    super(error?.message ?? `The emulated API answered ${status}.`)
    this.name = 'EmulatedError'
    this.status = status
    this.code = error?.code ?? null
    this.details = error?.details ?? null
    this.request_id = request_id
  }
}

interface Refusal {
  code: string
  message: string
  details: { [field: string]: unknown } | null
}

function errorOf(text: string): Refusal | undefined {
  try {
    return (JSON.parse(text) as { error?: Refusal }).error
  } catch {
    return undefined
  }
}

/** Reads JSON from the emulated API. @throws EmulatedError for an answer that is not 2xx. */
export async function readEmulated<Body>(
  request: EmulatedRequest,
  signal?: AbortSignal,
): Promise<{ body: Body; request_id: string | null }> {
  const answer = await sendEmulated(request, signal)
  if (!isOk(answer)) throw new EmulatedError(answer)
  return { body: JSON.parse(answer.text) as Body, request_id: answer.request_id }
}

/**
 * Changes something through the emulated API, as the code of a customer would.
 * @throws EmulatedError when the answer is not 2xx, ControlError when there is none.
 */
export async function callApi<Data>({ body, ...request }: Omit<EmulatedRequest, 'body'> & { body?: unknown }): Promise<{
  data: Data
  /** By which the exchange stands in the journal. */
  request_id: string
}> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const answer = await sendEmulated({ ...request, body: text }).catch(() => {
    throw brokenOff()
  })
  if (isOk(answer)) return { data: dataOf<Data>(answer.text), request_id: answer.request_id ?? '' }
  throw new EmulatedError(answer)
}

const brokenOff = () =>
  new ControlError({
    status: 0,
    code: 'broken_off',
    message: 'The connection broke off before the answer was complete. A fault may have cut it; see Requests.',
  })

const isOk = ({ status }: EmulatedAnswer) => status >= 200 && status <= 299
/** An answer without a body has no data. */
const dataOf = <Data>(text: string) => (text === '' ? undefined : (JSON.parse(text) as { data: Data }).data) as Data
