import type { CoverageView, RunCoverageView } from '../contract/coverage.ts'
import { counted } from '../contract/sentences.ts'

/** What a run has left behind that nobody wanted, in words: for one world (`assertClean`) and for a whole run (`ringback exec --fail-on`). */

type UnknownRoute = CoverageView['unknown_routes'][number]
type Undelivered = Omit<RunCoverageView['undelivered'][number], 'world_id' | 'last'> & {
  readonly last: string | number | null
  readonly world_id?: string | undefined
}
type UnspentFault = Omit<RunCoverageView['unspent_faults'][number], 'world_id'> & {
  readonly world_id?: string | undefined
}

export const unknownRouteText = ({ method, path, outside, takes, count }: UnknownRoute): string =>
  takes
    ? `${method} ${path} is not an endpoint of the contract, whose path takes ${takes.join(', ')} (${timesText(count)}). Check the method.`
    : outside
      ? `${method} ${path} is outside /api/v1, where the API begins (${timesText(count)}). Check the base address of the client.`
      : `${method} ${path} is not an endpoint of the contract (${timesText(count)}). Check the path.`

export const undeliveredText = (row: Undelivered): string => {
  const { event, event_id, delivery_id, url, status, attempt_count, last, world_id } = row
  return `${event} to ${url} is ${status} after ${counted(attempt_count, 'attempt')} (${last ?? 'none made yet'})${inWorld(world_id)}: event ${event_id}, delivery ${delivery_id}. See its attempts, or advance the clock to its next one.`
}

export const unspentFaultText = ({ id, fired, times, world_id }: UnspentFault): string =>
  `Fault ${id}${inWorld(world_id)} fired ${timesText(fired)} of ${times}. Check that a request or a delivery matches it.`

export const timesText = (count: number): string => (count === 1 ? 'once' : `${count} times`)

const inWorld = (world_id: string | undefined) => (world_id === undefined ? '' : ` in world ${world_id}`)
