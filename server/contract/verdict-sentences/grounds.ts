/**
 * What rules on clients rest on, by its place in contract/README.md, as it is told to people: the documented sentence in a few words, or the
 * guess. What no document says is good manners.
 */
export const GROUNDS = {
  'auth-1': 'spec: every request, Authorization: Bearer',
  'auth-2': 'spec: keys have scopes',
  'customer-1': 'spec: customers, external_id',
  delivery: 'spec: delivery of webhooks',
  'endpoints-3': 'spec: POST /customers/bulk',
  'endpoints-4': 'spec: PUT /customers/{customerId}',
  'endpoints-6': 'spec: POST /calls/initiate, external_id',
  'envelope-2': 'spec: lists, pagination',
  'errors-2': 'spec: 429 quota_exceeded',
  'errors-3': 'spec: 429, Retry-After',
  events: 'spec: events of webhooks',
  limits: 'spec: limits',
  'limits-5': 'spec: X-RateLimit-Remaining and X-RateLimit-Reset',
  'report-3': 'spec: from and to, at most 31 days',
  signature: 'spec: signature of webhooks',
} as const satisfies Record<string, string>

const README = 'contract/README.md'
export const GOOD_MANNERS = 'good manners'

/** The ground of a rule in words: `contract/README.md#errors-3` is `spec: 429, Retry-After`, an assumption is called by its id. */
export function groundOf(rests_on: string): string {
  const [file, place = ''] = rests_on.split('#')
  return file === README ? ((GROUNDS as Readonly<Record<string, string>>)[place] ?? GOOD_MANNERS) : rests_on
}
