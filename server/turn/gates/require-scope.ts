import { contractError } from '../../domain/contract-error.ts'
import type { Gate } from '../request.ts'

/** The scope of the endpoint, held by the key (contract/README.md#auth-6). */
export const requireScope: Gate = {
  name: 'scope',
  check: ({ caller, route }) => {
    if (caller === undefined || route.endpoint === undefined) return { notReached: true }
    const { scope } = route.endpoint
    if (caller.scopes.includes(scope)) return { figures: { required: scope } }
    return { error: contractError('insufficient_scope'), figures: { required: scope, held: caller.scopes } }
  },
}
