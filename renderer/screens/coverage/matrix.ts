import type { CoverageView } from '../../../server/contract/coverage.ts'

type CoveredEndpoint = CoverageView['endpoints'][number]

/** Columns of the matrix: what an endpoint can answer with. */
export const LOOKS = ['statuses', 'codes'] as const
export type Look = (typeof LOOKS)[number]

export interface Cell {
  count: number
  /** Answered although the contract does not have it. */
  beside: boolean
}
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
    ? new Map(endpoint.statuses.map(row => [String(row.status), { count: row.count, beside: !row.documented }]))
    : new Map(endpoint.codes.map(({ code, count }) => [code, { count, beside: false }]))
}

/** Endpoints by what they can answer with. Columns stand in the order in which they first occur; statuses by number. Pure. */
export function matrixOf({ endpoints }: Pick<CoverageView, 'endpoints'>, look: Look): Matrix {
  const rows = endpoints.map(endpoint => ({ endpoint, cells: cellsOf(endpoint, look) }))
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))]
  return { columns: look === 'statuses' ? columns.sort() : columns, rows }
}

/** Whether something that the contract has was never seen at this endpoint. Pure. */
export const hasGap = ({ cells }: MatrixRow) => [...cells.values()].some(({ count, beside }) => count === 0 && !beside)
