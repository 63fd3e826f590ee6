import { REDIALS_HEAR, Redials, redialFindings } from '../redials.ts'
import { rule } from '../rule.ts'

export const doubleCall = rule<Redials>({
  id: 'double_call',
  group: 'writes',
  severity: 'error',
  hears: REDIALS_HEAR,
  rests_on: 'contract/README.md#endpoints-6',
  begin: () => new Redials('nameless'),
  sees: (request, redials) => redials.sees(request),
  attempts: (attempt, redials) => redials.attempts(attempt),
  end: (redials, { standing }) => redialFindings('double_call', redials, standing),
})
