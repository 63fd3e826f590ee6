import { noReliance, type Reliance, sumReliance } from '../store/reliance.ts'
import type { MetRows } from '../store/tables/met-rows.ts'

/** What some rows of worlds have met, and what they rest on. */
export interface Counted {
  readonly rows: MetRows
  readonly reliance: ReadonlyMap<string, Reliance>
}

export const NOTHING_COUNTED: Counted = { rows: { answers: [], unknown: [], events: [] }, reliance: new Map() }

export const isNothing = ({ rows, reliance }: Counted): boolean =>
  reliance.size === 0 && [rows.answers, rows.unknown, rows.events].every(({ length }) => length === 0)

/** Rows of the same kind become one, so that a run of thousands of worlds stays small. */
export function merge(all: readonly Counted[]): Counted {
  return {
    reliance: sumReliance(all.map(({ reliance }) => reliance)),
    rows: {
      answers: sum(all.flatMap(({ rows }) => rows.answers)),
      unknown: sum(all.flatMap(({ rows }) => rows.unknown)),
      events: sum(all.flatMap(({ rows }) => rows.events)),
    },
  }
}

/** What of it is about requests. */
export function ofRequests({ rows, reliance }: Counted): Counted {
  return {
    rows: { ...rows, events: [] },
    reliance: new Map([...reliance].map(([id, { requests }]) => [id, { ...noReliance(), requests }])),
  }
}

function sum<Row extends { readonly count: number }>(rows: readonly Row[]): Row[] {
  const sums = new Map<string, Row>()
  for (const { count: times, ...what } of rows) {
    const key = JSON.stringify(what)
    sums.set(key, { ...what, count: (sums.get(key)?.count ?? 0) + times } as Row)
  }
  return [...sums.values()]
}
