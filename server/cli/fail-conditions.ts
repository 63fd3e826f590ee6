import { shown } from '../contract/shown.ts'
import { timesText, undeliveredText, unknownRouteText, unspentFaultText } from '../harness/clean-sentences.ts'
import { CLEAN_CHECK_NAMES, type CleanCheck, type RunVerdictView } from '../index.ts'
import type { BaselineVerdict } from './baseline.ts'
import type { RunReport } from './coverage-report.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { isVerdictCondition, VERDICT_CONDITIONS, type VerdictCondition, verdictProblems } from './verdict-conditions.ts'

/** What `--fail-on` accepts: the checks of a world, no request at all, and whether a variation of `--vary` breaks the command. */
export type Condition = Exclude<CleanCheck, 'verdicts'> | VerdictCondition | 'no_requests' | 'assumptions'
const OTHERS = [...CLEAN_CHECK_NAMES.filter(name => name !== 'verdicts'), 'no_requests', 'assumptions'] as const
export const CONDITION_NAMES: readonly string[] = [...OTHERS, ...VERDICT_CONDITIONS]

/** What conditions are asked of. */
export interface JudgedRun extends RunReport {
  readonly verdicts: readonly RunVerdictView[]
}

/** What fails a run that its command passes. */
export type Check = Condition | 'min_coverage' | 'baseline'

export interface FoundCondition {
  readonly check: Check
  readonly message: string
  /** What clients did that is new since the baseline. */
  readonly verdict?: BaselineVerdict | undefined
}

/** Each is asked of the whole run, so that what tests did in worlds that they have removed counts, and what a journal had no more room for. */
const CONDITIONS: {
  readonly [Name in Exclude<Condition, 'assumptions' | VerdictCondition>]: (report: RunReport) => string[]
} = {
  unknown_route: ({ coverage }) => coverage.unknown_routes.map(unknownRouteText),
  undelivered: ({ left }) => left.undelivered.map(undeliveredText),
  unspent_fault: ({ left }) => left.unspent_faults.map(unspentFaultText),
  server_error: report => answered(report, status => status >= 500),
  rate_limited: report => answered(report, status => status === 429),
  no_requests: ({ coverage: { endpoints, unknown_routes } }) =>
    [...endpoints.map(({ requests }) => requests), ...unknown_routes.map(({ count }) => count)].some(count => count > 0)
      ? []
      : ['The command sent no request to /api/v1. Check that it reads RINGBACK_BASE_URL, and that it ran any test.'],
}

/** Reads `unknown_route,undelivered`. When the flag is repeated, the conditions add up. */
export function readConditions(text: string, before: readonly Condition[] = []): Condition[] {
  const names = text.split(',').map(name => name.trim())
  const unknown = names.find(name => !(OTHERS as readonly string[]).includes(name) && !isVerdictCondition(name))
  if (unknown !== undefined)
    throw new CommandError(`--fail-on takes ${CONDITION_NAMES.join(', ')} (got ${shown(unknown)}).`, EXIT.usage)
  return [...new Set([...before, ...(names as Condition[])])]
}

/** The conditions that the first run meets, each with what was found. */
export function findConditions(run: JudgedRun, conditions: readonly Condition[]): FoundCondition[] {
  return conditions.flatMap(check => messagesOf(run, check).map(message => ({ check, message })))
}

function messagesOf(run: JudgedRun, check: Condition): string[] {
  if (check === 'assumptions') return []
  return isVerdictCondition(check) ? verdictProblems(run.verdicts, check) : CONDITIONS[check](run)
}

function answered({ coverage }: RunReport, matches: (status: number) => boolean): string[] {
  return coverage.endpoints.flatMap(({ method, path, statuses }) =>
    statuses
      .filter(({ status, count }) => count > 0 && matches(status))
      .map(({ status, count }) => `${method} ${path} was answered ${status} (${timesText(count)}).`),
  )
}
