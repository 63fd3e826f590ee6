import { shown } from '../contract/shown.ts'
import type { CoverageView } from '../index.ts'
import type { CoverageReport } from './coverage-report.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import type { FoundCondition } from './fail-conditions.ts'

const COUNTED = ['endpoints', 'statuses', 'codes', 'events'] as const satisfies (keyof CoverageView['totals'])[]
type Counted = (typeof COUNTED)[number]

/** How much of the contract a run has to meet. */
export type LeastCoverage = { readonly [Name in Counted]?: number }

const isCounted = (name: string | undefined): name is Counted => (COUNTED as readonly string[]).includes(name ?? '')

/** Reads `endpoints=8,statuses=20`. */
export function readLeastCoverage(text: string): LeastCoverage {
  const least: { [Name in Counted]?: number } = {}
  for (const part of text.split(',')) {
    const [, name, count] = /^\s*(\w+)=(\d{1,4})\s*$/.exec(part) ?? []
    if (!isCounted(name))
      throw new CommandError(
        `--min-coverage takes ${COUNTED.map(each => `${each}=<n>`).join(', ')}, separated by commas (got ${shown(part.trim())}).`,
        EXIT.usage,
      )
    least[name] = Number(count)
  }
  return least
}

/** What the run has missed; each says how to find out what there is to meet. */
export function missedCoverage({ coverage }: CoverageReport, least: LeastCoverage = {}): FoundCondition[] {
  return COUNTED.flatMap(name => {
    const [met, all] = coverage.totals[name]
    const wanted = least[name] ?? 0
    if (met >= wanted) return []
    const more = name === 'statuses' || name === 'codes' ? coverage.by_fault_only[name] : 0
    const byFault = more === 0 ? '' : `; ${more} more by a fault only, which does not count`
    const message = `The run met ${met} of ${all} ${name}, less than ${wanted}${byFault}. --coverage <file> lists those that are left.`
    return [{ check: 'min_coverage' as const, message }]
  })
}
