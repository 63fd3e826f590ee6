import type { JudgedWorld } from './judged-world.ts'

/** What stands in the way of a client, at a moment that chance picks. */
export type Trouble = (world: JudgedWorld, draw: (min: number, max: number) => number) => Promise<unknown>

export const TROUBLES: readonly Trouble[] = [
  // Twenty requests fill the burst window of the plan.
  async () => undefined,
  async world => (await world.tenant('free')).setLimits({ minute: { used: 'limit-1' } }),
  (world, draw) => fault(world, { effect: { status: 503, retry_after: draw(1, 90) }, times: draw(1, 3) }),
  (world, draw) => fault(world, { effect: { status: 503 }, times: draw(1, 3) }),
  (world, draw) => fault(world, { effect: { status: 500 }, times: draw(1, 3) }),
  (world, draw) => fault(world, { effect: { code: 'rate_limit_exceeded' }, ttl: `PT${draw(1, 9)}S` }),
]

export const fault = (world: JudgedWorld, body: object) => world.control('POST', '/faults', body)
