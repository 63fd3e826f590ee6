import { LIVE_KEY_PREFIX, TEST_KEY_PREFIX } from '../contract/constants.ts'
import { type Source, UnreadableSource } from './source.ts'
import type { Row } from './trace.ts'

/** Keys of any other form than a short name are shown by their end only. */
const LONGEST_NAME = 16

/** How a key is named in a report: enough to tell it from the others, and never the key itself. */
export function keyName(authorization: string): string | undefined {
  const key = authorization.replace(/^Bearer\s+/i, '').trim()
  if (key === '') return undefined
  if (key.length <= LONGEST_NAME) return key
  const prefix = [LIVE_KEY_PREFIX, TEST_KEY_PREFIX].find(candidate => key.startsWith(candidate)) ?? ''
  return `${prefix}…${key.slice(-4)}`
}

/** Who asked, the busiest first; rows without a client are nobody's. */
export function clientsOf(rows: readonly Row[]): { name: string; requests: number }[] {
  const counts = new Map<string, number>()
  for (const { client } of rows) if (client !== undefined) counts.set(client, (counts.get(client) ?? 0) + 1)
  return [...counts].map(([name, requests]) => ({ name, requests })).sort((one, other) => other.requests - one.requests)
}

/**
 * The part of a recording that is one tenant's, as limits count per tenant. Where a recording names tenants, that is the wanted one or else the
 * busiest; keys may all be of one tenant, so they are taken together unless one is wanted.
 *
 * @throws UnreadableSource when nobody of that name asked
 */
export function oneTenant(source: Source, wanted: string | undefined): Source {
  const clients = clientsOf(source.rows)
  if (wanted !== undefined && !clients.some(({ name }) => name === wanted)) {
    const known = clients.map(({ name }) => name).join(', ')
    throw new UnreadableSource(
      `${source.name} has no ${source.toldBy === 'tenant' ? 'tenant' : 'key'} ${wanted}${known === '' ? '' : `; it has ${known}`}.`,
    )
  }
  const judged = wanted ?? (source.toldBy === 'tenant' && clients.length > 1 ? clients[0]?.name : undefined)
  if (judged === undefined) return source
  const rows = source.rows.filter(({ client }) => client === judged)
  return {
    ...source,
    rows,
    clients,
    judged,
    leftOut: { ...source.leftOut, other_clients: source.rows.length - rows.length },
  }
}
