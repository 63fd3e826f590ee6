import { contractError } from '../../domain/contract-error.ts'
import type { Gate } from '../request.ts'

/** A path of the contract, with a method that it has (assumptions `errors.not_found`, `errors.method_not_allowed`). */
export const requireRoute: Gate = {
  name: 'route',
  check: ({ route, request, services }) => {
    if (route.endpoint !== undefined) return { figures: { endpoint: route.endpoint.id } }
    if (route.allow.length === 0) return { error: contractError('not_found'), figures: { path: 'unknown' } }
    const allow = route.allow.join(', ')
    if (request.method === 'OPTIONS' && services.register.get('http.options') === 'allow_204')
      return { figures: { allow } }
    return { error: contractError('method_not_allowed', { headers: { Allow: allow } }), figures: { allow } }
  },
}
