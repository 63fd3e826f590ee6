import { LIVE_KEY_PREFIX, TEST_KEY_PREFIX } from '../contract/constants.ts'
import { named } from '../contract/shown.ts'
import { type Source, UnreadableSource } from './source.ts'
import type { Row } from './trace.ts'

/** How many characters of the end of a key are shown; of a shorter one a quarter, as four would be most of it. */
const SHOWN_END = 4

/** What is longer, in a column that names clients, is a key and no name. */
const LONGEST_NAME = 16

/** How the keys of one recording are named in a report: enough to tell them apart, and never the key itself. */
export class KeyNames {
  readonly #names = new Map<string, string>()
  readonly #timesGiven = new Map<string, number>()

  /** @param authorization the key, or the header that it came in; without one there is no name */
  of(authorization: string): string | undefined {
    const key = authorization.replace(/^\w+\s+/, '').trim()
    if (key === '') return undefined
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const masked = maskedKey(key)
    const times = (this.#timesGiven.get(masked) ?? 0) + 1
    this.#timesGiven.set(masked, times)
    const name = times === 1 ? masked : `${masked} (${times})`
    this.#names.set(key, name)
    return name
  }

  /** How a client of a column is named: a short name as it stands, anything longer as a key. */
  ofColumn(text: string): string | undefined {
    const name = text.trim()
    return name !== '' && name.length <= LONGEST_NAME ? name : this.of(name)
  }
}

function maskedKey(key: string): string {
  const prefix = [LIVE_KEY_PREFIX, TEST_KEY_PREFIX].find(candidate => key.startsWith(candidate)) ?? ''
  const secret = key.slice(prefix.length)
  return `${prefix}…${secret.slice(secret.length - Math.min(SHOWN_END, Math.floor(secret.length / SHOWN_END)))}`
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
  // Nobody asked; that says more than that nobody of that name did.
  if (source.rows.length === 0) return source
  const clients = clientsOf(source.rows)
  if (wanted !== undefined && !clients.some(({ name }) => name === wanted)) {
    const known = clients.map(({ name }) => named(name)).join(', ')
    throw new UnreadableSource(
      `${source.name} has no ${source.toldBy === 'tenant' ? 'tenant' : 'key'} ${named(wanted)}${known === '' ? '' : `; it has ${known}`}.`,
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
