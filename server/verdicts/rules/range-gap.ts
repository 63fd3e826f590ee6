import { RANGED } from '../queries.ts'
import { RangeSweeps } from '../range-sweeps.ts'
import { rule } from '../rule.ts'

export const rangeGap = rule<RangeSweeps>({
  id: 'range_gap',
  group: 'reads',
  severity: 'warning',
  hears: { requests: { endpoints: RANGED, status: status => status === 200 } },
  rests_on: 'contract/README.md#report-3',
  begin: () => new RangeSweeps('gap'),
  sees: (request, sweeps) => sweeps.sees(request),
  end: (sweeps, { standing }) => sweeps.outcome(standing),
})
