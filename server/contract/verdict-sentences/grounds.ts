/**
 * What rules on clients rest on, by its place in contract/README.md, as it is told to people: the documented sentence in a few words, or the
 * guess. What no document says is good manners.
 */
export const GROUNDS = {
  'auth-1': 'the contract: Authorization: Bearer with every request',
  'auth-2': 'the contract: scopes of keys',
  'customer-1': 'the contract: external_id of customers',
  delivery: 'the contract: delivery of webhooks',
  'endpoints-3': 'the contract: POST /customers/bulk',
  'endpoints-4': 'the contract: PUT /customers/{customerId}',
  'endpoints-6': 'the contract: POST /calls/initiate, external_id',
  'envelope-2': 'the contract: pages of lists',
  'errors-2': 'the contract: 429 quota_exceeded',
  'errors-3': 'the contract: 429, Retry-After',
  events: 'the contract: events of webhooks',
  limits: 'the contract: limits',
  'limits-5': 'the contract: X-RateLimit-Remaining and X-RateLimit-Reset',
  'report-3': 'the contract: from and to, at most 31 days',
  signature: 'the contract: signature of webhooks',
} as const satisfies Record<string, string>

const README = 'contract/README.md'
export const GOOD_MANNERS = 'good manners'

/** The ground of a rule in words: `contract/README.md#errors-3` is `the contract: 429, Retry-After`, an assumption is called by its id. */
export function groundOf(rests_on: string): string {
  const [file, place = ''] = rests_on.split('#')
  return file === README ? ((GROUNDS as Readonly<Record<string, string>>)[place] ?? GOOD_MANNERS) : rests_on
}
