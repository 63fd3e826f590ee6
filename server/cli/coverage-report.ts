import { type CoverageTexts, coveragePage } from '../contract/coverage-page.ts'
import type { AssumptionView, CoverageView, EmulatorHandle, RunCoverageView, WorldHandle } from '../index.ts'
import { coverageText, reliedOn, reliedOnText } from './coverage-text.ts'
import { writeOutput } from './files.ts'

/** What a whole run has met and left behind. */
export interface RunReport extends CoverageReport {
  readonly left: Pick<RunCoverageView, 'undelivered' | 'unspent_faults' | 'slowest_acknowledgements'>
}

export interface CoverageReport {
  readonly coverage: CoverageView
  readonly assumptions: readonly AssumptionView[]
}

/** For programs: the coverage with the assumptions that were relied on. */
export function coverageData({ coverage, assumptions }: CoverageReport) {
  const relied = assumptions.filter(({ relied_on }) => relied_on > 0)
  return { ...coverage, assumptions_relied_on: relied.map(({ id, relied_on }) => ({ id, relied_on })) }
}

const TEXTS: CoverageTexts = {
  language: 'en',
  title: 'Contract coverage',
  about: '',
  endpoint: 'Endpoint',
  endpoints: 'Endpoints',
  requests: 'Requests',
  statuses: 'Statuses',
  codes: 'Error codes',
  events: 'Events',
  events_about: 'Every event counts, whoever caused it: a call of any origin, a webhook test, or somebody by hand.',
  unknown: 'Unknown routes and methods',
  takes: 'wrong method: takes {{methods}}',
  cut_off: 'lost on the way',
  never: 'not met',
  by_fault: 'by a fault only',
  more_by_fault: '{{count}} more by a fault only',
}

const FORMATS = {
  text: ({ coverage, assumptions }) => `${coverageText(coverage)}\n\n${reliedOnText(assumptions)}\n`,
  json: report => `${JSON.stringify(coverageData(report), null, 2)}\n`,
  html: ({ coverage, assumptions }) => coveragePage(coverage, TEXTS, reliedOn(assumptions)),
} as const satisfies { readonly [format: string]: (report: CoverageReport) => string }

export type CoverageFormat = keyof typeof FORMATS
export const COVERAGE_FORMATS = Object.keys(FORMATS) as CoverageFormat[]

/** What the requests of one world have met. */
export async function readCoverage(world: WorldHandle): Promise<CoverageReport> {
  const [coverage, assumptions] = await Promise.all([world.coverage(), world.assumptions.list()])
  return { coverage, assumptions }
}

/** What all worlds of an emulator have met, including those that tests have removed or reset. */
export async function readRunCoverage(emulator: EmulatorHandle): Promise<RunReport> {
  const [run, register] = await Promise.all([emulator.coverage(), emulator.world.assumptions.list()])
  const { assumptions_relied_on: relied, undelivered, unspent_faults, slowest_acknowledgements, ...coverage } = run
  const times = new Map(relied.map(({ id, relied_on }) => [id, relied_on]))
  const assumptions = register.map(row => ({ ...row, relied_on: times.get(row.id) ?? 0 }))
  return { coverage, assumptions, left: { undelivered, unspent_faults, slowest_acknowledgements } }
}

export function renderCoverage(report: CoverageReport, format: CoverageFormat): string {
  return FORMATS[format](report)
}

/** The ending of the name selects the format: `.json`, `.html`, anything else is text. */
export function writeCoverage(file: string, report: CoverageReport): void {
  const end = /\.(json|html)$/.exec(file)?.[1] as CoverageFormat | undefined
  writeOutput(file, renderCoverage(report, end ?? 'text'))
}
