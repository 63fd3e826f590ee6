import { contractError } from '../../domain/contract-error.ts'
import type { Gate } from '../request.ts'

/** Finds the key and its tenant. Missing, malformed, unknown and revoked keys get one and the same answer (contract/README.md#auth). */
export const authenticate: Gate = {
  name: 'authenticate',
  check: turn => {
    const { keyHash } = turn.request
    turn.caller = keyHash === undefined ? undefined : turn.services.tenants.callerOf(keyHash)
    if (turn.caller === undefined)
      return {
        error: contractError('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } }),
        figures: { key: keyHash === undefined ? 'none presented' : 'unknown or revoked' },
      }
    const { key_id, slug, mode, plan } = turn.caller
    return { figures: { key_id, tenant: slug, mode, plan } }
  },
}
