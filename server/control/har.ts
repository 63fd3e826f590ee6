import { STATUS_CODES } from 'node:http'
import { lossOf } from '../contract/answered.ts'
import { API_PREFIX } from '../contract/constants.ts'
import { type Departure, NO_CONNECTION } from '../journal/departures.ts'
import { answerHeaders, unpackHeaders } from '../journal/packing.ts'
import { Literals, Redactor } from '../journal/redactor.ts'
import { toIso } from '../kernel/instant.ts'
import type { ExchangeRow } from '../store/schema.ts'
import { answeredByFault, brokenOff, viewBody } from './exchange-views.ts'
import type { ExchangeView } from './protocol/journal.ts'
import type { Reveal } from './reveal.ts'

type Left = Pick<ExchangeView, 'answered' | 'broken_off' | 'unanswered' | 'left_ms' | 'fault' | 'duration_ms'>

interface HarOptions {
  /** Address of the emulator: `http://127.0.0.1:4010`. */
  readonly url: string
  readonly version: string
  readonly reveal: Reveal
  readonly comment: string | undefined
  /** What is known of an exchange once its answer has left. */
  readonly departureOf: (seq: number) => Departure | undefined
  /** What became of the answer, as the list of requests has it. */
  readonly viewOf: (row: ExchangeRow) => Left
  /** The slug of a tenant. */
  readonly tenantOf: (tenant_id: number) => string | undefined
}

/**
 * Exchanges, oldest first, as an HTTP archive (HAR 1.2). The times of entries are emulated, durations are real. Names that begin with an
 * underscore are Ringback's own, as the format allows. Of an answer that nobody got, the response has status 0 with the reason in `_error`, as
 * browsers write it, and `_decided` has what had been decided.
 */
export function toHar(
  rows: readonly ExchangeRow[],
  { url, version, reveal, comment, departureOf, viewOf, tenantOf }: HarOptions,
) {
  const literals = new Literals()
  for (const row of rows) for (const headers of [row.request_headers, row.response_headers]) literals.add(headers)
  const redactor = new Redactor(literals.all)
  return {
    log: {
      version: '1.2',
      creator: { name: 'Ringback', version },
      comment,
      entries: rows.map(row => ({
        ...entryOf(reveal === 'secrets' ? row : redactor.exchange(row), viewOf(row), url),
        _tenant: row.tenant_id === null ? null : (tenantOf(row.tenant_id) ?? null),
        ...leaving(departureOf(row.seq)),
      })),
    },
  }
}

function entryOf(row: ExchangeRow, left: Left, url: string) {
  const { path, query } = row
  const time = tookMs(left)
  const loss = lossOf(left)
  const decided = responseOf(row)
  return {
    startedDateTime: toIso(row.at),
    time: time ?? 0,
    request: requestOf(row, { url: `${url}${API_PREFIX}${path}${query ? `?${query}` : ''}`, query }),
    response:
      loss === undefined
        ? decided
        : loss === 'answer cut'
          ? { ...decided, _error: loss }
          : { ...NO_RESPONSE, _error: loss },
    cache: {},
    timings: { send: 0, wait: time ?? 0, receive: 0 },
    comment: time === null ? 'How long it took is not known.' : undefined,
    _request_id: row.request_id,
    _endpoint: row.endpoint,
    _code: row.code,
    _assumptions: row.assumptions === '' ? [] : row.assumptions.split(','),
    _fault: row.fault_id,
    _answered_by_fault: answeredByFault(row),
    _broken_off: brokenOff(row),
    _decided: loss === undefined || loss === 'answer cut' ? undefined : decided,
    _origin: row.origin,
  }
}

/** How long an answer took, in real milliseconds, as the dashboard says it; `null` where nobody knows, or where it has not left. */
function tookMs({ answered, unanswered, left_ms, fault, duration_ms }: Left): number | null {
  if (unanswered !== null) return null
  return answered === 'gone' || (fault !== null && left_ms !== null) ? left_ms : duration_ms
}

/** As browsers write a request that got no answer. */
const NO_RESPONSE = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
}

/** Real time is in microseconds since the world began in its process. */
function leaving(left: Departure | undefined) {
  if (left === undefined) return {}
  const { answered, connection, began_us, ended_us } = left
  const over = connection === NO_CONNECTION ? {} : { connection: String(connection) }
  return { _answered: answered, ...over, _real: { began_us, ended_us } }
}

function requestOf(row: ExchangeRow, { url, query }: { url: string; query: string }) {
  const headers = unpackHeaders(row.request_headers)
  const { text, base64, bytes } = viewBody(row.request_body)
  return {
    method: row.method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(nameAndValue),
    queryString: [...new URLSearchParams(query)].map(nameAndValue),
    // The format has no encoding for request bodies, so bytes that are not text are described in the comment.
    postData:
      bytes === 0
        ? undefined
        : { mimeType: typeOf(headers), text: text ?? base64, comment: text === null ? 'base64' : undefined },
    headersSize: -1,
    bodySize: bytes,
  }
}

function responseOf(row: ExchangeRow) {
  const headers = answerHeaders(row)
  const { text, base64, bytes } = viewBody(row.response_body)
  return {
    status: row.status,
    statusText: STATUS_CODES[row.status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(nameAndValue),
    content: {
      size: bytes,
      mimeType: typeOf(headers),
      text: bytes === 0 ? undefined : (text ?? base64),
      encoding: bytes > 0 && text === null ? 'base64' : undefined,
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: bytes,
  }
}

const nameAndValue = ([name, value]: readonly [string, string]) => ({ name, value })
const typeOf = (headers: readonly (readonly [string, string])[]) =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
