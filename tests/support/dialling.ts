import type { RequestSeen } from '../../server/verdicts/observations.ts'
import { hash, type ObservedClient, type RequestSays } from './observed.ts'

export interface Dialling extends RequestSays {
  readonly to?: string | undefined
  /** The external_id that is sent; none unless it is said. */
  readonly as?: string | undefined
  readonly staff?: number | undefined
  /** How many calls it places; one where it is answered 200. */
  readonly calls?: number | undefined
  /** Whether the call before it was still under way. */
  readonly meanwhile?: boolean | undefined
}

/** What an observation says of an initiation. */
export function dialling({
  to = '03-1234-0001',
  as,
  staff = 1,
  calls = 1,
  meanwhile = false,
  ...says
}: Dialling = {}): RequestSays {
  const external_id = as === undefined ? null : hash(as)
  const digits = to.replaceAll(/\D/g, '')
  const placed = (says.status ?? 200) === 200 ? [1].slice(0, calls) : []
  return {
    external_id,
    initiation: {
      loose: hash(`${staff} ${digits}`),
      external_id,
      shown: `${digits.slice(0, 3)}****${digits.slice(-4)}`,
      placed,
      meanwhile,
    },
    ...says,
  }
}

/** An initiation that is answered before this returns. */
export const dials = (client: ObservedClient, how: Dialling = {}): RequestSeen =>
  client.sends('POST', '/calls/initiate', dialling(how))
