import { coverageOf, readMetRows } from '../../journal/coverage.ts'
import { withoutSecrets } from '../../journal/redact.ts'
import type { CoverageView, RunCoverageView } from '../protocol.ts'
import type { ProcessRoute, WorldRoute } from '../route.ts'

export const runCoverageRoutes: readonly ProcessRoute[] = [
  {
    scope: 'process',
    method: 'GET',
    path: '/coverage',
    summary: 'How much of the contract all worlds have met since the start, removed and reset ones too',
    answers: 'RunCoverageView',
    handle: ({ emulator }): RunCoverageView => withMaskedRoutes(emulator.runCoverage()),
  },
]

export const coverageRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/coverage',
    summary: 'How much of the contract the exchanges of the journal have met',
    answers: 'CoverageView',
    handle: ({ world }): CoverageView => {
      const { store, services } = world.life
      return withMaskedRoutes(coverageOf([readMetRows(store)], services.register.values))
    },
  },
]

function withMaskedRoutes<View extends CoverageView>(coverage: View): View {
  const unknown_routes = coverage.unknown_routes.map(row => ({ ...row, path: withoutSecrets(row.path) }))
  return { ...coverage, unknown_routes }
}
