import { REDIALS_HEAR, Redials, redialFindings } from '../redials.ts'
import { rule } from '../rule.ts'

export const freshExternalIdOnRetry = rule<Redials>({
  id: 'fresh_external_id_on_retry',
  group: 'writes',
  severity: 'error',
  hears: REDIALS_HEAR,
  rests_on: 'contract/README.md#endpoints-6',
  begin: () => new Redials('fresh'),
  sees: (request, redials) => redials.sees(request),
  attempts: (attempt, redials) => redials.attempts(attempt),
  end: (redials, { standing }) => redialFindings('fresh_external_id_on_retry', redials, standing),
})
