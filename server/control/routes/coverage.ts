import type { CoverageView, RunCoverageView } from '../../contract/coverage.ts'
import { coverageOf } from '../../journal/coverage.ts'
import { withoutSecrets } from '../../journal/redact.ts'
import { readMetRows } from '../../store/tables/met-rows.ts'
import type { ProcessRoute, WorldRoute } from '../route.ts'

export const runCoverageRoutes: readonly ProcessRoute[] = [
  {
    method: 'GET',
    path: '/coverage',
    summary: 'Get the contract coverage of all worlds since the start, including removed and reset ones',
    answers: 'RunCoverageView',
    handle: ({ emulator }): RunCoverageView => withMaskedRoutes(emulator.runCoverage()),
  },
]

export const coverageRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/coverage',
    summary: 'Get the contract coverage of the exchanges of the world',
    answers: 'CoverageView',
    handle: ({ world }): CoverageView => {
      const { store, services, exchanges } = world.runtime
      const { trimmed, departures } = exchanges
      const rows = readMetRows(store, { gone: departures.seqsOf(['gone']) })
      return withMaskedRoutes(coverageOf([trimmed.rows, rows], services.register.values))
    },
  },
]

function withMaskedRoutes<View extends CoverageView>(coverage: View): View {
  const unknown_routes = coverage.unknown_routes.map(row => ({ ...row, path: withoutSecrets(row.path) }))
  return { ...coverage, unknown_routes }
}
