import type { CoverageView } from '../../../server/contract/coverage.ts'
import { ERRORS } from '../../../server/contract/errors.ts'

type CoveredEndpoint = CoverageView['endpoints'][number]

/** Columns of the matrix: what an endpoint can answer with. */
export const LOOKS = ['statuses', 'codes'] as const
export type Look = (typeof LOOKS)[number]

export interface Cell {
  count: number
  /** What it counts as: a part of the contract, an answer that the contract does not have, or a failure of the service, which only a fault causes. */
  as: 'contract' | 'beside' | 'failure'
}

/** Of the service itself: no client can cause one, so nobody is expected to meet it and no total has it. */
const FIRST_FAILURE = 500
const FAILURES: ReadonlySet<string> = new Set(
  Object.values(ERRORS).flatMap(({ status, code }) => (status >= FIRST_FAILURE ? [code] : [])),
)

export interface MatrixRow {
  endpoint: CoveredEndpoint
  /** By column; nothing where the endpoint cannot answer so. */
  cells: Map<string, Cell>
}
export interface Matrix {
  columns: string[]
  rows: MatrixRow[]
}

function cellsOf(endpoint: CoveredEndpoint, look: Look): Map<string, Cell> {
  return look === 'statuses'
    ? new Map(
        endpoint.statuses.map(({ status, count, documented }) => [
          String(status),
          { count, as: status >= FIRST_FAILURE ? 'failure' : documented ? 'contract' : 'beside' },
        ]),
      )
    : new Map(
        endpoint.codes.map(({ code, count }) => [code, { count, as: FAILURES.has(code) ? 'failure' : 'contract' }]),
      )
}

/** Endpoints by what they can answer with. Columns stand in the order in which they first occur; statuses by number. Pure. */
export function matrixOf({ endpoints }: Pick<CoverageView, 'endpoints'>, look: Look): Matrix {
  const rows = endpoints.map(endpoint => ({ endpoint, cells: cellsOf(endpoint, look) }))
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))]
  return { columns: look === 'statuses' ? columns.sort() : columns, rows }
}

/** Whether something that the contract has was never seen at this endpoint. Pure. */
export const hasGap = ({ cells }: MatrixRow) =>
  [...cells.values()].some(({ count, as }) => count === 0 && as === 'contract')
