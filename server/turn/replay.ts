import { BODY_MAX_BYTES, BULK_BODY_MAX_BYTES, ERRORS } from '../contract/errors.ts'
import { REPLAY_HEADER } from '../contract/origins.ts'
import { hashKey } from '../domain/tenants/tenants.ts'
import type { BodyOutcome } from '../http/body.ts'
import { unpackHeaders } from '../journal/packing.ts'
import type { ExchangeRow } from '../store/schema.ts'
import type { WorldRuntime } from '../world/runtime.ts'
import { credentialsIn, parseOutcome } from './entrance.ts'
import type { ApiRequest } from './request.ts'
import { findRoute } from './routes.ts'

export interface ReplayChange {
  readonly method?: string | undefined
  readonly path?: string | undefined
  readonly query?: string | undefined
  /** Headers that replace the recorded ones; `null` leaves one out. `Authorization` replaces the key. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined
  readonly body?: string | undefined
}

/**
 * The request of a recorded exchange, to be answered again: the same bytes with the same key. The key is found by its id, because the
 * journal does not have its value.
 */
export function replayRequest(
  runtime: WorldRuntime,
  row: ExchangeRow,
  { headers = {}, body, method = row.method, path = row.path, query = row.query }: ReplayChange,
): ApiRequest {
  const changed = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]))
  const given = changed.get('authorization')
  const credentials =
    given === undefined
      ? {
          keyHash: row.key_id === null ? hashOfUnknown(row) : runtime.services.tenants.hashOf(row.key_id),
          shown: undefined,
        }
      : credentialsIn(given.value ?? undefined)
  const bytes = body === undefined ? row.request_body : Buffer.from(body)
  const sent = unpackHeaders(row.request_headers).filter(
    ([name]) => !changed.has(name.toLowerCase()) && name !== REPLAY_HEADER && !(body !== undefined && isLength(name)),
  )
  for (const [name, { name: spelled, value }] of changed)
    if (value !== null) sent.push([spelled, name === 'authorization' ? (credentials.shown ?? '') : value])
  if (body !== undefined) sent.push(['Content-Length', String(bytes?.length ?? 0)])
  sent.push([REPLAY_HEADER, row.request_id])
  const outcome = body === undefined ? outcomeOf(row) : { kind: 'body' as const, bytes: bytes ?? NO_BODY }
  const type = sent.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return {
    method,
    path,
    query,
    headers: sent,
    body: bytes === null || bytes.length === 0 ? null : bytes,
    keyHash: credentials.keyHash,
    origin: 'replay',
    readBody: verbatim => parseOutcome(outcome, type, verbatim),
  }
}

/** Of a key that no world had only the ends are recorded. What is presented again is no key of this world either, and not no key at all. */
function hashOfUnknown({ request_headers }: ExchangeRow): string | undefined {
  const shown = unpackHeaders(request_headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  return shown !== undefined && /^bearer /i.test(shown) ? hashKey(shown) : undefined
}

const NO_BODY = Buffer.alloc(0)
const isLength = (name: string) => /^(?:content-length|transfer-encoding)$/i.test(name)

/** What reading the body led to: a body that was too large or encoded was not stored, and has to be refused again. */
function outcomeOf({ request_body, request_headers, method, path, status }: ExchangeRow): BodyOutcome {
  if (request_body !== null) return { kind: 'body', bytes: request_body }
  const headers = new Map(unpackHeaders(request_headers).map(([name, value]) => [name.toLowerCase(), value]))
  const encoding = headers.get('content-encoding')
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') return { kind: 'encoded', encoding }
  const maxBytes = findRoute(method, path).endpoint?.bulk ? BULK_BODY_MAX_BYTES : BODY_MAX_BYTES
  const tooLarge = status === ERRORS.payload_too_large.status || Number(headers.get('content-length') ?? 0) > maxBytes
  return tooLarge ? { kind: 'too_large', maxBytes } : { kind: 'body', bytes: NO_BODY }
}
