import { API_PREFIX } from '../contract/constants.ts'
import { MeasureRefusal } from './base-address.ts'
import type { Exchange } from './exchange.ts'
import { isObject } from './exchange.ts'
import { reducedBody, reducedHeaders, reducedPath, reducedQuery } from './reduce.ts'
import { STEPS } from './steps/all.ts'

/** Reads that a recording may contain as they stand, without anything filled in. */
const PLAIN = new Map(
  STEPS.filter(
    step => step.class === '0' && step.key === undefined && step.together === undefined && step.body === undefined,
  )
    .filter(({ path, query = '' }) => !`${path}${query}`.includes('{'))
    .map(({ name, method, path, query = '' }) => [`${method} ${path}?${query}`, name]),
)

/**
 * The exchanges of a HAR with the emulated API, reduced as those of a run are. Requests to other hosts and paths are left out.
 *
 * @throws MeasureRefusal when the text is no HAR
 */
export function exchangesInHar(
  text: string,
  origin: string | undefined,
): { exchanges: readonly Exchange[]; origin: string | undefined; leftOut: number } {
  const entries = entriesOf(text)
  const found = entries.map(entry => exchangeOf(entry, origin)).filter(row => row !== undefined)
  return {
    exchanges: found.map(({ exchange }) => exchange),
    origin: origin ?? found[0]?.origin,
    leftOut: entries.length - found.length,
  }
}

function entriesOf(text: string): readonly unknown[] {
  try {
    const { log } = JSON.parse(text) as { log?: { entries?: unknown } }
    if (Array.isArray(log?.entries)) return log.entries
  } catch {
    // Told below, like JSON that is something else.
  }
  throw new MeasureRefusal('This is no HAR: it has no log.entries. Save the traffic as HAR 1.2.')
}

function exchangeOf(entry: unknown, wanted: string | undefined): { exchange: Exchange; origin: string } | undefined {
  if (!isObject(entry) || !isObject(entry.request) || !isObject(entry.response)) return undefined
  const { request, response } = entry
  if (typeof request.url !== 'string' || !URL.canParse(request.url) || typeof request.method !== 'string')
    return undefined
  const { origin, pathname, search } = new URL(request.url)
  const from = pathname.indexOf(`${API_PREFIX}/`)
  if (from === -1 || (wanted !== undefined && origin !== wanted) || typeof response.status !== 'number')
    return undefined
  const path = pathname.slice(from + API_PREFIX.length)
  const query = search.slice(1)
  const sent = headersOf(request.headers)
  const posted = isObject(request.postData) ? request.postData.text : undefined
  const exchange: Exchange = {
    step: PLAIN.get(`${request.method} ${path}?${query}`) ?? '',
    method: /^[A-Z]{3,8}$/.test(request.method) ? request.method : 'text',
    path: reducedPath(path),
    query: reducedQuery(query),
    key: Object.keys(sent).some(name => name.toLowerCase() === 'authorization') ? 'main' : 'none',
    at: Date.parse(String(entry.startedDateTime)) || 0,
    request: typeof posted === 'string' ? reducedBody(Buffer.from(posted)) : null,
    length: null,
    status: response.status,
    headers: reducedHeaders(headersOf(response.headers)),
    body: reducedBody(contentOf(response.content)),
  }
  return { exchange, origin }
}

function headersOf(headers: unknown): Record<string, string> {
  if (!Array.isArray(headers)) return {}
  return Object.fromEntries(
    headers.filter(isObject).map(({ name, value }) => [String(name).toLowerCase(), String(value)]),
  )
}

function contentOf(content: unknown): Buffer {
  if (!isObject(content) || typeof content.text !== 'string') return Buffer.alloc(0)
  return Buffer.from(content.text, content.encoding === 'base64' ? 'base64' : 'utf8')
}
