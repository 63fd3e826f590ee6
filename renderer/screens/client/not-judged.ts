import type { ExchangeView } from '../../../server/control/protocol/journal.ts'

/** An exchange of the journal, as far as it tells why nobody is held against it. */
export type Asked = Pick<
  ExchangeView,
  | 'request_id'
  | 'seq'
  | 'key_id'
  | 'product'
  | 'method'
  | 'path'
  | 'query'
  | 'status'
  | 'origin'
  | 'connection'
  | 'real'
>

/**
 * Why a request that was refused is not even in doubt: it was on its way when the first refusal was answered; it repeats one that had been refused
 * before, as another worker does that has waited for that; or it repeats none, and no refusal was answered on its connection.
 */
export type Reason = 'on_its_way' | 'own_turn' | 'elsewhere'

export type NotJudged = Readonly<Record<Reason, readonly Asked[]>>

/**
 * What one caller had refused between a refusal and the last request that is in doubt after it, and is in no doubt itself, by the reason. What has
 * none of these is left out.
 *
 * @param refusal the first refusal of the doubt
 * @param named numbers of all requests that a doubt or a finding names
 * @param journal exchanges in any order, back to the refusal at least
 */
export function notJudged(
  journal: readonly Asked[],
  { refusal, last, named }: { refusal: Asked; last: number; named: ReadonlySet<number> },
): NotJudged {
  const found: Record<Reason, Asked[]> = { on_its_way: [], own_turn: [], elsewhere: [] }
  const refused = journal
    .filter(one => one.origin === 'client' && one.key_id === refusal.key_id && one.product === refusal.product)
    .filter(one => one.status === refusal.status)
    .toSorted((one, other) => one.seq - other.seq)
  for (const one of refused) {
    if (one.seq <= refusal.seq || one.seq >= last || named.has(one.seq)) continue
    const reason = reasonOf(one, { refusal, refused })
    if (reason !== undefined) found[reason].push(one)
  }
  return found
}

const isEqual = (one: Asked, other: Asked) =>
  one.method === other.method && one.path === other.path && one.query === other.query

function reasonOf(one: Asked, { refusal, refused }: { refusal: Asked; refused: readonly Asked[] }): Reason | undefined {
  if (one.real === null || refusal.real === null) return undefined
  if (one.real.began_us < refusal.real.ended_us) return 'on_its_way'
  const before = refused.filter(other => other.seq < one.seq)
  if (before.some(other => other.seq < refusal.seq && isEqual(other, one))) return 'own_turn'
  const since = before.filter(other => other.seq >= refusal.seq)
  return since.some(other => isEqual(other, one) || other.connection === one.connection) ? undefined : 'elsewhere'
}
