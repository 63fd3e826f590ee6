import type { WorldClient } from '../client/world-client.ts'
import type { CoverageView } from '../contract/coverage.ts'
import type { DeliveryView } from '../control/protocol/deliveries.ts'
import type { FaultView } from '../control/protocol/faults.ts'
import type { ExchangeView } from '../control/protocol/journal.ts'
import type { VerdictView } from '../control/protocol/verdicts.ts'
import { undeliveredText, unknownRouteText, unspentFaultText } from './clean-sentences.ts'
import { findingText } from './verdict-text.ts'

/** What a run may leave behind that nobody wanted. Each check lists what it found, in words. */
const CLEAN_CHECKS = {
  /** Requests to paths that the contract does not have. */
  unknown_route: async world => {
    const { unknown_routes } = await world.get<CoverageView>(['coverage'])
    return unknown_routes.map(unknownRouteText)
  },
  /** Deliveries that no receiver has acknowledged with a 2xx. */
  undelivered: async world => {
    const open = await world.list<DeliveryView>(['deliveries'], { status: 'pending,failed', forged: 'false' })
    return open.map(({ last_error, last_status_code, ...row }) =>
      undeliveredText({ ...row, last: last_error ?? last_status_code }),
    )
  },
  /** Faults that have not fired although they were meant to. */
  unspent_fault: async world => {
    const faults = await world.list<FaultView>(['faults'])
    return faults.flatMap(({ id, fired, times }) =>
      times === undefined || fired >= times ? [] : [unspentFaultText({ id, fired, times })],
    )
  },
  /** Answers with 5xx. */
  server_error: async world => {
    const failed = await world.list<ExchangeView>(['requests'], { status: '5xx' })
    return failed
      .filter(isWhole)
      .map(({ method, path, status, request_id }) => `${method} ${path} was answered ${status} (${request_id}).`)
  },
  /** Answers with 429. */
  rate_limited: async world => {
    const refused = await world.list<ExchangeView>(['requests'], { status: '429' })
    return refused
      .filter(isWhole)
      .map(({ method, path, code, request_id }) => `${method} ${path} was refused with ${code} (${request_id}).`)
  },
  /** Findings on the clients of the world that are errors, each with a picture of its exchanges. */
  verdicts: async world => {
    const rows = await world.list<VerdictView>(['verdicts'], { state: 'failed', severity: 'error' })
    return rows.flatMap(row => row.findings.map(finding => findingText(row, finding)))
  },
} as const satisfies { readonly [name: string]: (world: WorldClient) => Promise<string[]> }

/** Nobody received what a fault dropped or truncated. */
const isWhole = ({ broken_off }: ExchangeView) => broken_off === null

export type CleanCheck = keyof typeof CLEAN_CHECKS
export const CLEAN_CHECK_NAMES = Object.keys(CLEAN_CHECKS) as CleanCheck[]

/** What `assertClean` checks by default. A test may well provoke a 429 or a 5xx on purpose. */
export const DEFAULT_CLEAN_CHECKS: readonly CleanCheck[] = ['unknown_route', 'undelivered', 'unspent_fault']

export interface CleanProblem {
  readonly check: CleanCheck
  readonly message: string
}

/** A world is not in the state in which a run should leave it; the message lists every problem. */
export class WorldNotCleanError extends Error {
  override readonly name = 'WorldNotCleanError'
  readonly code = 'world_not_clean'
  readonly problems: readonly CleanProblem[]

  constructor(world: string, problems: readonly CleanProblem[]) {
    super(`World ${world} is not clean:\n${problems.map(({ check, message }) => `- ${check}: ${message}`).join('\n')}`)
    this.problems = problems
  }
}

export async function findCleanProblems(world: WorldClient, checks: readonly CleanCheck[]): Promise<CleanProblem[]> {
  const found: CleanProblem[] = []
  for (const check of checks) for (const message of await CLEAN_CHECKS[check](world)) found.push({ check, message })
  return found
}
