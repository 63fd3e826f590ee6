import type { CoverageView } from '../../server/contract/coverage.ts'
import { useWorldQuery } from './queries.ts'

export const useCoverage = () => useWorldQuery<CoverageView>('coverage', ['coverage'])
