import { Redials, redialFindings } from '../redials.ts'
import { rule } from '../rule.ts'

export const freshExternalIdOnRetry = rule<Redials>({
  id: 'fresh_external_id_on_retry',
  group: 'writes',
  severity: 'error',
  hears: { requests: { endpoints: ['initiateCall'] } },
  rests_on: 'contract/README.md#endpoints-6',
  begin: () => new Redials('fresh'),
  sees: (request, redials) => redials.sees(request),
  end: (redials, { standing }) => redialFindings('fresh_external_id_on_retry', redials, standing),
})
