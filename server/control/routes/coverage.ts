import { readCoverage } from '../../journal/coverage.ts'
import { withoutSecrets } from '../../journal/redact.ts'
import type { CoverageView } from '../protocol.ts'
import type { WorldRoute } from '../route.ts'

export const coverageRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/coverage',
    summary: 'How much of the contract the exchanges of the journal have met',
    answers: 'CoverageView',
    handle: ({ world }): CoverageView => {
      const { store, services } = world.life
      const coverage = readCoverage(store, services.register.values)
      const unknown_routes = coverage.unknown_routes.map(row => ({ ...row, path: withoutSecrets(row.path) }))
      return { ...coverage, unknown_routes }
    },
  },
]
