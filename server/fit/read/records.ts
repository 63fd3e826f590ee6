import { type Instant, parseInstant } from '../../kernel/instant.ts'
import { KeyNames } from '../clients.ts'
import { RequestKinds } from '../request-kinds.ts'
import { type Looked, type Source, type SourceKind, UnreadableSource } from '../source.ts'
import type { Row } from '../trace.ts'

/** A request as somebody noted it down. */
export interface RequestRecord {
  /** ISO 8601 with a zone, or milliseconds since 1970. */
  readonly at: string | number
  readonly method: string
  /** With the prefix `/api/v1`, and with the query if there is one. */
  readonly path: string
  readonly status?: number | undefined
  /** Anything that tells clients apart. */
  readonly key?: string | undefined
}

interface RecordsOptions {
  readonly kind: SourceKind
  readonly name: string
  readonly events?: readonly Instant[] | undefined
  readonly testTraffic?: boolean | undefined
  readonly wasted?: Source['wasted']
  /** Whether `key` is what clients present to the service, not what else tells them apart. */
  readonly keys?: boolean
  /** In which form they stood, and how many there were with those that are none; the records themselves when left out. */
  readonly looked?: Looked
}

/** Reads requests that were noted down one by one. @throws UnreadableSource */
export function readRecords(
  records: readonly RequestRecord[],
  { kind, name, events = [], testTraffic = false, wasted, keys = false, looked }: RecordsOptions,
): Source {
  const kinds = new RequestKinds()
  const names = new KeyNames()
  const rows: Row[] = []
  const leftOut = { not_api: 0, preflight: 0 }
  let elsewhere: string | undefined
  for (const [index, { at, method, path, status, key = '' }] of records.entries()) {
    const instant = typeof at === 'number' ? at : instantIn(at)
    if (instant === undefined || !Number.isSafeInteger(instant))
      throw new UnreadableSource(
        `${name}, row ${index + 1}: at is an instant with a zone, as in 2026-03-10T09:00:00+09:00, or in milliseconds since 1970.`,
      )
    const asked = method.toUpperCase()
    const pathname = path.split('?', 1)[0] ?? ''
    const found = kinds.find(asked, pathname)
    if (found === undefined) {
      leftOut.not_api++
      elsewhere ??= `${asked} ${pathname}`
    } else if (asked === 'OPTIONS') leftOut.preflight++
    else
      rows.push({
        at: instant,
        kind: found,
        status,
        actor: key,
        client: keys ? names.ofColumn(key) : undefined,
        fingerprint: `${asked} ${path}`,
      })
  }
  const from = looked ?? { for: kind === 'world' ? kind : 'rows', read: records.length }
  const toldBy = keys ? 'key' : undefined
  return { kind, name, rows, events, leftOut, looked: { ...from, elsewhere }, testTraffic, wasted, toldBy }
}

/** ISO 8601 with a zone, or milliseconds since 1970. */
export const instantIn = (text: string): Instant | undefined =>
  /^\d{12,14}$/.test(text) ? Number(text) : parseInstant(text)
