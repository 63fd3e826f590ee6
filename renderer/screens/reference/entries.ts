import type { OpenApiFile, OpenApiParameter, Operation, SentEvent } from '../../data/openapi.ts'
import { operationsOf, sentEventsOf } from '../../data/openapi.ts'

/** The address of what holds for every delivery. */
export const RECEIVING = 'receiving'

/** The address of what holds for every endpoint. */
export const COMMON = 'limits-and-errors'

/**
 * What the contents list, each with an address of its own: an endpoint, what one kind of event sends, and what holds for
 * all of either.
 */
export type Entry =
  | { readonly kind: 'common'; readonly id: typeof COMMON; readonly all: readonly Operation[] }
  | { readonly kind: 'endpoint'; readonly id: string; readonly operation: Operation }
  | { readonly kind: 'event'; readonly id: string; readonly sent: SentEvent }
  | { readonly kind: 'receiving'; readonly id: typeof RECEIVING; readonly all: readonly SentEvent[] }

export function entriesOf(file: OpenApiFile): Entry[] {
  const sent = sentEventsOf(file)
  const operations = operationsOf(file)
  return [
    { kind: 'common', id: COMMON, all: operations },
    ...operations.map(operation => ({ kind: 'endpoint' as const, id: operation.operationId, operation })),
    ...(sent.length === 0 ? [] : [{ kind: 'receiving' as const, id: RECEIVING, all: sent } as const]),
    ...sent.map(one => ({ kind: 'event' as const, id: one.operationId, sent: one })),
  ]
}

/** The headers of all deliveries: what one of them always has in one kind of event, it may have in all. */
export function headersOf(all: readonly SentEvent[]): OpenApiParameter[] {
  const byName = Map.groupBy(
    all.flatMap(({ parameters = [] }) => parameters),
    ({ name }) => name,
  )
  return [...byName.values()].flatMap(same => {
    const [first] = same
    if (first === undefined) return []
    const values = [...new Set(same.flatMap(({ schema }) => schema.enum ?? []))]
    return [{ ...first, schema: { ...first.schema, ...(values.length > 0 && { enum: values }) } }]
  })
}

/** What an answer of a receiver does, for which kinds of event; none for all of them. */
interface Acknowledgement {
  status: string
  description: string
  assumptions: string | string[] | undefined
  events: string[]
}

export function acknowledgementsOf(all: readonly SentEvent[]): Acknowledgement[] {
  const said = all.flatMap(({ event, responses }) =>
    Object.entries(responses).map(([status, { description = '', ...rest }]) => ({
      status,
      description,
      assumptions: rest['x-ringback-assumption'],
      event,
    })),
  )
  const statuses = [...new Set(said.map(({ status }) => status))]
  return statuses.flatMap(status => {
    const of = Map.groupBy(
      said.filter(one => one.status === status),
      ({ description }) => description,
    )
    return [...of].map(([description, same]) => ({
      status,
      description,
      assumptions: same[0]?.assumptions,
      events: of.size === 1 ? [] : same.map(({ event }) => event),
    }))
  })
}
