import type { Query } from '../client/control-client.ts'
import type { Parts, WorldClient } from '../client/world-client.ts'
import type { Page } from '../control/protocol/common.ts'
import { stopwatch } from '../kernel/pace.ts'
import { waitWithin } from './test-runner.ts'

export interface WaitOptions {
  /** Longest wait in milliseconds of real time; by default, `waitTimeout` of the emulator. */
  readonly timeout?: number | undefined
}

/** What was waited for did not come in time. The message says what was there instead. */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError'
  readonly code = 'wait_timeout'
}

/** The emulator holds an answer back for a minute at most. */
const LONGEST_HOLD = 30_000

/**
 * The rows of a list as soon as there are any. The emulator holds its answer back until then, so nothing is asked twice.
 *
 * @throws WaitTimeoutError with the text of `missing`
 */
export async function waitForRows<Row>(
  world: WorldClient,
  parts: Parts,
  {
    query,
    timeout = (world.waitTimeout ?? waitWithin)(),
    missing,
  }: WaitOptions & { query: Query; missing: () => Promise<string> },
): Promise<Row[]> {
  const end = stopwatch() + timeout
  for (;;) {
    const left = Math.max(0, end - stopwatch())
    const wait = `${Math.ceil(Math.min(left, LONGEST_HOLD))}ms`
    const { data } = await world.get<Page<Row>>(parts, { ...query, wait })
    if (data.length > 0) return data
    if (left === 0) throw new WaitTimeoutError(`${await missing()} (waited ${Math.round(timeout)} ms of real time)`)
  }
}

/** `event=call.missed external_id=crm-1`: filters as messages show them. */
export function describeFilter(filter: object): string {
  const parts = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  return parts.length === 0 ? 'any' : parts.join(' ')
}
