import type { CoverageView } from '../../server/control/protocol.ts'
import { useWorldQuery } from './queries.ts'

export const useCoverage = () => useWorldQuery<CoverageView>('coverage', ['coverage'])
