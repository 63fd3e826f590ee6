import { CLEAN_CHECK_NAMES, type CleanCheck, type EmulatorHandle, findCleanProblems } from '../index.ts'
import type { CoverageReport } from './coverage-report.ts'
import { CommandError, EXIT } from './exit-codes.ts'

/** What `--fail-on` accepts: the checks of a world, and whether a variation of `--vary` breaks the command. */
export type Condition = CleanCheck | 'assumptions'
export const CONDITION_NAMES: readonly Condition[] = [...CLEAN_CHECK_NAMES, 'assumptions']

export interface FoundCondition {
  readonly check: Condition
  readonly message: string
}

/** Conditions that are judged by the coverage of the whole run, so that worlds which tests have removed count too. */
const OF_THE_RUN: { readonly [Check in CleanCheck]?: (report: CoverageReport) => string[] } = {
  unknown_route: ({ coverage }) =>
    coverage.unknown_routes.map(
      ({ method, path, count }) =>
        `${method} ${path} is not an endpoint of the contract (${count} requests). Check the path.`,
    ),
  server_error: report => answered(report, status => status >= 500),
  rate_limited: report => answered(report, status => status === 429),
}

/** Reads `unknown_route,undelivered`. When the flag is repeated, the conditions add up. */
export function readConditions(text: string, before: readonly Condition[] = []): Condition[] {
  const names = text.split(',').map(name => name.trim())
  const unknown = names.find(name => !(CONDITION_NAMES as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new CommandError(`--fail-on takes ${CONDITION_NAMES.join(', ')} (got ${unknown}).`, EXIT.usage)
  return [...new Set([...before, ...(names as Condition[])])]
}

/** The conditions that the first run meets, each with what was found. */
export async function findConditions(
  emulator: EmulatorHandle,
  report: CoverageReport,
  conditions: readonly Condition[],
): Promise<FoundCondition[]> {
  const found: FoundCondition[] = []
  for (const check of conditions) {
    if (check === 'assumptions') continue
    const ofTheRun = OF_THE_RUN[check]
    if (ofTheRun !== undefined) found.push(...ofTheRun(report).map(message => ({ check, message })))
    else
      for (const { world_id } of await emulator.worlds())
        found.push(...(await findCleanProblems((await emulator.openWorld(world_id)).client, [check])))
  }
  return found
}

function answered({ coverage }: CoverageReport, matches: (status: number) => boolean): string[] {
  return coverage.endpoints.flatMap(({ method, path, statuses }) =>
    statuses
      .filter(({ status, count }) => count > 0 && matches(status))
      .map(({ status, count }) => `${method} ${path} was answered ${status} (${count} requests).`),
  )
}
