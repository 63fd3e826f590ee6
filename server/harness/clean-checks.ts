import type { WorldClient } from '../client/world-client.ts'
import type { CoverageView, DeliveryView, ExchangeView, FaultView } from '../control/protocol.ts'

/** What a run may leave behind that nobody wanted. Each check lists what it found, in words. */
const CLEAN_CHECKS = {
  /** Requests to paths that the contract does not have. */
  unknown_route: async world => {
    const { unknown_routes } = await world.get<CoverageView>(['coverage'])
    return unknown_routes.map(({ method, path, outside, count }) =>
      outside
        ? `${method} ${path} is outside /api/v1, where the API begins (${times(count)}). Check the base address of the client.`
        : `${method} ${path} is not an endpoint of the contract (${times(count)}). Check the path.`,
    )
  },
  /** Deliveries that no receiver has acknowledged with a 2xx. */
  undelivered: async world => {
    const open = await world.list<DeliveryView>(['deliveries'], { status: 'pending,failed' })
    return open.map(
      ({ event, url, status, attempt_count, last_status_code, last_error }) =>
        `${event} to ${url} is ${status} after ${attempt_count} attempts (${last_error ?? last_status_code ?? 'none made yet'}). See its attempts, or advance the clock to its next one.`,
    )
  },
  /** Faults that have not fired although they were meant to. */
  unspent_fault: async world => {
    const faults = await world.list<FaultView>(['faults'])
    return faults.flatMap(({ id, fired, times: planned }) =>
      planned === undefined || fired >= planned
        ? []
        : [`Fault ${id} fired ${times(fired)} of ${planned}. Check that a request or a delivery matches it.`],
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

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
