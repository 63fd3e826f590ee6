import { createHash } from 'node:crypto'
import { API_PREFIX } from '../../contract/constants.ts'
import { shown } from '../../contract/shown.ts'
import { parseInstant } from '../../kernel/instant.ts'
import { KeyNames } from '../clients.ts'
import { RequestKinds } from '../request-kinds.ts'
import { type Source, UnreadableSource } from '../source.ts'
import type { Row } from '../trace.ts'

interface HarEntry {
  readonly startedDateTime?: unknown
  readonly request?: {
    readonly method?: unknown
    readonly url?: unknown
    readonly headers?: readonly { readonly name?: unknown; readonly value?: unknown }[]
    readonly postData?: { readonly text?: unknown }
  }
  readonly response?: { readonly status?: unknown }
  /** In archives of Ringback. */
  readonly _tenant?: unknown
  readonly _origin?: unknown
  /** What had been decided of an answer that nobody got: it counts, whoever has seen it. */
  readonly _decided?: { readonly status?: unknown }
  readonly _fault?: unknown
  readonly _answered_by_fault?: unknown
}

interface HarOptions {
  readonly name: string
  /** Origin of the service, such as `https://api.example.com`; without it, the one with the most requests under the API's prefix. */
  readonly base?: string | undefined
}

/**
 * Reads an HTTP archive (HAR 1.2), as browsers and proxies write it. An archive of Ringback also names tenants, and what its own parts sent or a
 * fault answered, which has used nothing of the limits of a client.
 */
export function readHar(text: string, { name, base }: HarOptions): Source {
  const kinds = new RequestKinds()
  const keys = new KeyNames()
  const { entries, creator, comment } = archiveOf(text, name)
  const isOfRingback = creator === 'Ringback'
  const requests = entries.map((entry, index) => requestOf(entry, `${name}, entry ${index + 1}`))
  const namesTenants = requests.some(({ tenant }) => typeof tenant === 'string')
  const origin = base === undefined ? busiestOrigin(requests) : originOf(base)
  const rows: Row[] = []
  let elsewhere: string | undefined
  const leftOut = { other_host: 0, not_api: 0, preflight: 0, sent_by_ringback: 0, answered_by_fault: 0 }
  for (const { url, method, tenant, origin: sender, fault, authorization, ...rest } of requests) {
    const kind = kinds.find(method, url.pathname)
    if (kind === undefined) elsewhere ??= `${method} ${url.pathname}`
    if (origin !== undefined && url.origin !== origin) leftOut.other_host++
    else if (kind === undefined) leftOut.not_api++
    else if (method === 'OPTIONS') leftOut.preflight++
    else if (isOfRingback && typeof sender === 'string' && sender !== 'client') leftOut.sent_by_ringback++
    else if (isOfRingback && fault) leftOut.answered_by_fault++
    else {
      const client = namesTenants ? (typeof tenant === 'string' ? tenant : undefined) : keys.of(authorization)
      rows.push({ ...rest, kind, client, fingerprint: fingerprint(method, url, rest.body) })
    }
  }
  const toldBy = namesTenants ? 'tenant' : 'key'
  const looked = { for: 'har', read: entries.length, elsewhere } as const
  // An archive of Ringback has a comment when there was more than it holds.
  const olderLeftOut = isOfRingback && comment !== undefined
  return { kind: 'har', name, rows, events: [], leftOut, looked, testTraffic: isOfRingback, toldBy, olderLeftOut }
}

function archiveOf(text: string, name: string): { entries: readonly HarEntry[]; creator: unknown; comment: unknown } {
  let archive: { log?: { entries?: unknown; creator?: { name?: unknown }; comment?: unknown } }
  try {
    archive = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UnreadableSource(`${name} is not JSON: ${(error as Error).message}. Save the recording as HAR again.`)
  }
  const entries = archive?.log?.entries
  if (Array.isArray(entries)) return { entries, creator: archive.log?.creator?.name, comment: archive.log?.comment }
  throw new UnreadableSource(`${name} has no log.entries, so it is no HTTP archive. Save the recording as HAR.`)
}

function requestOf({ startedDateTime, request, response, ...own }: HarEntry, place: string) {
  const at = typeof startedDateTime === 'string' ? parseInstant(startedDateTime) : undefined
  if (at === undefined) throw new UnreadableSource(`${place}: startedDateTime is no instant with a zone.`)
  const { url, method } = request ?? {}
  if (typeof url !== 'string' || !URL.canParse(url) || typeof method !== 'string')
    throw new UnreadableSource(`${place}: request has no method or no URL.`)
  const header = (wanted: string) =>
    String(request?.headers?.find(({ name }) => String(name).toLowerCase() === wanted)?.value ?? '')
  const body = typeof request?.postData?.text === 'string' ? request.postData.text : ''
  // Browsers write 0 for a request that got no answer.
  const status = Number(own._decided?.status ?? response?.status) || undefined
  const authorization = header('authorization')
  const actor = `${authorization} ${header('user-agent').split(' ')[0]}`
  const { _tenant: tenant, _origin: origin } = own
  // Older archives do not say what the fault did.
  const fault = typeof own._fault === 'number' && own._answered_by_fault !== false
  return {
    at,
    url: new URL(url),
    method: method.toUpperCase(),
    body,
    status,
    actor,
    authorization,
    tenant,
    origin,
    fault,
  }
}

function originOf(base: string): string {
  if (URL.canParse(base) && /^https?:$/.test(new URL(base).protocol)) return new URL(base).origin
  throw new UnreadableSource(`The base is an address such as https://api.example.com (got ${shown(base)}).`)
}

function busiestOrigin(requests: readonly { readonly url: URL }[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { url } of requests)
    if (url.pathname.startsWith(`${API_PREFIX}/`)) counts.set(url.origin, (counts.get(url.origin) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** The same for a request that is sent again: method, path, parameters in any order, body. */
function fingerprint(method: string, url: URL, body: string): string {
  const query = [...url.searchParams].map(pair => pair.join('=')).sort()
  return createHash('sha1')
    .update([method, url.pathname, ...query, '', body].join('\n'))
    .digest('base64')
}
