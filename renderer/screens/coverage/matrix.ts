import { type CoverageView, isByFaultOnly, type Seen } from '../../../server/contract/coverage.ts'
import { ERRORS } from '../../../server/contract/errors.ts'

type CoveredEndpoint = CoverageView['endpoints'][number]

/** Columns of the matrix: what an endpoint can answer with. */
export const LOOKS = ['statuses', 'codes'] as const
export type Look = (typeof LOOKS)[number]

export interface Cell extends Seen {
  /**
   * What it counts as: a part of the contract, such a part that only a fault has answered with, an answer that the contract does not have, or a
   * failure of the service, which only a fault causes.
   */
  as: 'contract' | 'fault' | 'beside' | 'failure'
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

const ofContract = (seen: Seen): Cell['as'] => (isByFaultOnly(seen) ? 'fault' : 'contract')

function cellsOf(endpoint: CoveredEndpoint, look: Look): Map<string, Cell> {
  return look === 'statuses'
    ? new Map(
        endpoint.statuses.map(({ status, count, by_fault, documented }) => [
          String(status),
          {
            count,
            by_fault,
            as: status >= FIRST_FAILURE ? 'failure' : documented ? ofContract({ count, by_fault }) : 'beside',
          },
        ]),
      )
    : new Map(
        endpoint.codes.map(({ code, count, by_fault }) => [
          code,
          { count, by_fault, as: FAILURES.has(code) ? 'failure' : ofContract({ count, by_fault }) },
        ]),
      )
}

/** Endpoints by what they can answer with. Columns stand in the order in which they first occur; statuses by number. Pure. */
export function matrixOf({ endpoints }: Pick<CoverageView, 'endpoints'>, look: Look): Matrix {
  const rows = endpoints.map(endpoint => ({ endpoint, cells: cellsOf(endpoint, look) }))
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))]
  return { columns: look === 'statuses' ? columns.sort() : columns, rows }
}

/** Whether the service was never seen to answer with something that the contract has at this endpoint. Pure. */
export const hasGap = ({ cells }: MatrixRow) =>
  [...cells.values()].some(({ count, as }) => (count === 0 && as === 'contract') || as === 'fault')
