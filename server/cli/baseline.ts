import { existsSync } from 'node:fs'
import type { Seen } from '../contract/coverage.ts'
import { ENDPOINTS } from '../contract/endpoints.ts'
import { ERRORS } from '../contract/errors.ts'
import type { RunFindingView, RunVerdictView } from '../index.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import type { FoundCondition, JudgedRun } from './fail-conditions.ts'
import { readInput } from './files.ts'

/** A rule that a client broke, without times and numbers, so that the same client gives the same entry tomorrow. */
export interface BaselineVerdict {
  readonly rule: string
  readonly endpoint: string | null
  readonly product: string | null
}
/** Endpoint, status, and the code of an error. */
type BaselineMet = readonly [endpoint: string, status: number, code: string | null]

/** What a run is compared with. */
export interface Baseline {
  readonly version: 1
  readonly verdicts: readonly BaselineVerdict[]
  readonly coverage: readonly BaselineMet[]
}

/** What changed since the baseline. Only what is new in verdicts, or lost in coverage, fails a run. */
export interface BaselineChange {
  readonly newVerdicts: readonly BaselineVerdict[]
  readonly goneVerdicts: readonly BaselineVerdict[]
  readonly lostCoverage: readonly BaselineMet[]
  readonly newCoverage: readonly BaselineMet[]
}

/** From here on, only a fault answers so. */
const FIRST_FAILURE = 500
const GRAVE: readonly string[] = ['error', 'warning']

export function baselineOf({ verdicts, coverage }: JudgedRun): Baseline {
  const broken = verdicts.flatMap(({ rule, findings }) =>
    findings.filter(isWritten).map(finding => entryOf(rule, finding)),
  )
  const met = coverage.endpoints.flatMap(({ method, path, statuses, codes }) =>
    statuses.filter(isByService).flatMap(({ status }): BaselineMet[] => {
      const own = codes.filter(row => isByService(row) && statusOf(row.code) === status)
      const found = own.length === 0 ? [null] : own.map(({ code }) => code)
      return found.map(code => [`${method} ${path}`, status, code])
    }),
  )
  return { version: 1, verdicts: distinct(broken), coverage: distinct(met) }
}

/** As coverage counts: what only a fault has answered with is not met. */
const isByService = ({ count, by_fault }: Seen) => count > by_fault

const entryOf = (rule: string, { endpoint, actor }: Pick<RunFindingView, 'endpoint' | 'actor'>): BaselineVerdict => ({
  ...{ rule, endpoint, product: productOf(actor) },
})

/** The findings of a rule that an entry stands for. */
export const findingsOf = ({ rule, findings }: RunVerdictView, entry: BaselineVerdict): RunFindingView[] =>
  findings.filter(finding => isWritten(finding) && JSON.stringify(entryOf(rule, finding)) === JSON.stringify(entry))

/** Information is not compared, and neither is what a test expects. */
const isWritten = ({ severity, expected }: RunFindingView) => GRAVE.includes(severity) && !expected

/** The token without its version, which every update of a library changes. */
const productOf = (actor: { readonly product: string | null } | null): string | null =>
  actor?.product?.split('/', 1)[0] ?? null

const statusOf = (code: string) => Object.values(ERRORS).find(error => error.code === code)?.status

function distinct<Entry>(entries: readonly Entry[]): Entry[] {
  return [...new Set(entries.map(entry => JSON.stringify(entry)))].sort().map(text => JSON.parse(text))
}

/** Sorted, one entry a line, so that a change is read in a diff. */
export function baselineText({ version, verdicts, coverage }: Baseline): string {
  const list = (entries: readonly unknown[]) =>
    entries.length === 0 ? '[]' : `[\n${entries.map(entry => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`
  return `{\n  "version": ${version},\n  "verdicts": ${list(verdicts)},\n  "coverage": ${list(coverage)}\n}\n`
}

export const writtenText = (file: string, { verdicts, coverage }: Baseline): string =>
  `Wrote ${file}: what clients broke as errors and warnings (${verdicts.length}), and what of the contract was met (${coverage.length}). Information is not compared.`

/** A command that failed may have ended before it had asked for all that it asks for. */
export const notWrittenText = (file: string): string =>
  `Did not write ${file}, as the command did not succeed: what it never came to would count as never met. Run it again once it ends with 0.`

/** @throws CommandError (usage) */
export function readBaseline(file: string): Baseline {
  let read: Partial<Baseline>
  if (!existsSync(file))
    throw new CommandError(
      `${file} is not there yet, so there is nothing to compare with. --update-baseline writes it: run once with --baseline ${file} --update-baseline.`,
      EXIT.usage,
    )
  try {
    read = JSON.parse(readInput(file).toString('utf8'))
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}.`, EXIT.usage)
  }
  const { version, verdicts, coverage } = read
  if (version === 1 && Array.isArray(verdicts) && Array.isArray(coverage)) return { version, verdicts, coverage }
  throw new CommandError(`${file} is no baseline of this version. Write it again with --update-baseline.`, EXIT.usage)
}

export function changeSince(before: Baseline, now: Baseline): BaselineChange {
  const missing = <Entry>(from: readonly Entry[], among: readonly Entry[]) => {
    const known = new Set(among.map(entry => JSON.stringify(entry)))
    return distinct(from).filter(entry => !known.has(JSON.stringify(entry)))
  }
  return {
    newVerdicts: missing(now.verdicts, distinct(before.verdicts)),
    goneVerdicts: missing(before.verdicts, now.verdicts),
    // An older Ringback wrote down what only a fault can answer with.
    lostCoverage: missing(before.coverage, now.coverage).filter(([, status]) => status < FIRST_FAILURE),
    newCoverage: missing(now.coverage, distinct(before.coverage)),
  }
}

/** `POST /calls/initiate`: what is not of the contract keeps its name. */
function routeOf(endpoint: string | null): string | null {
  const row = ENDPOINTS.find(({ id }) => id === endpoint)
  return row === undefined ? endpoint : `${row.method} ${row.path}`
}

const verdictText = ({ rule, endpoint, product }: BaselineVerdict) =>
  [rule, routeOf(endpoint), product].filter(part => part !== null).join(' · ')
const metText = (met: BaselineMet) => met.filter(part => part !== null).join(' ')

/** What fails the run, one message for each entry; `newBreaks` says more of those on clients. */
export function baselineProblems(change: BaselineChange): FoundCondition[] {
  const check = 'baseline' as const
  return [
    ...change.newVerdicts.map(verdict => ({ check, message: `new: ${verdictText(verdict)}`, verdict })),
    ...lostText(change).map(message => ({ check, message })),
  ]
}

export const lostText = ({ lostCoverage }: BaselineChange): string[] =>
  lostCoverage.map(entry => `no longer met: ${metText(entry)}`)

/** What is better than in the baseline, for people. */
export function betterText({ goneVerdicts, newCoverage }: BaselineChange): string[] {
  return [
    ...goneVerdicts.map(entry => `no longer broken: ${verdictText(entry)}`),
    ...newCoverage.map(entry => `newly met: ${metText(entry)}`),
  ]
}
