import { contractError } from '../domain/contract-error.ts'
import type { Gate } from './turn.ts'

/** The scope of the endpoint, held by the key (spec: Authentication, 6). */
export const requireScope: Gate = {
  name: 'scope',
  check: ({ caller, route }) => {
    if (caller === undefined || route.endpoint === undefined) return { notReached: true }
    const { scope } = route.endpoint
    const figures = { required: scope, held: caller.scopes }
    return caller.scopes.includes(scope) ? { figures } : { error: contractError('insufficient_scope'), figures }
  },
}
