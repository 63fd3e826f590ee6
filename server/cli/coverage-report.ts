import { writeFileSync } from 'node:fs'
import type { AssumptionView, CoverageView, WorldHandle } from '../index.ts'
import { coverageHtml } from './coverage-html.ts'
import { coverageText, reliedOnText } from './coverage-text.ts'

export interface CoverageReport {
  readonly coverage: CoverageView
  readonly assumptions: readonly AssumptionView[]
}

const FORMATS = {
  text: ({ coverage, assumptions }: CoverageReport) => `${coverageText(coverage)}\n\n${reliedOnText(assumptions)}\n`,
  json: ({ coverage, assumptions }: CoverageReport) =>
    `${JSON.stringify({ ...coverage, assumptions_relied_on: assumptions.filter(row => row.relied_on > 0) }, null, 2)}\n`,
  html: ({ coverage, assumptions }: CoverageReport) => coverageHtml(coverage, assumptions),
} as const satisfies { readonly [format: string]: (report: CoverageReport) => string }

export type CoverageFormat = keyof typeof FORMATS
export const COVERAGE_FORMATS = Object.keys(FORMATS) as CoverageFormat[]

export async function readCoverage(world: WorldHandle): Promise<CoverageReport> {
  const [coverage, assumptions] = await Promise.all([world.coverage(), world.assumptions.list()])
  return { coverage, assumptions }
}

export function renderCoverage(report: CoverageReport, format: CoverageFormat): string {
  return FORMATS[format](report)
}

/** The name says the form: `.json`, `.html`, anything else is text. */
export function writeCoverage(file: string, report: CoverageReport): void {
  const end = /\.(json|html)$/.exec(file)?.[1] as CoverageFormat | undefined
  writeFileSync(file, renderCoverage(report, end ?? 'text'))
}
