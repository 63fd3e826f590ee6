import { PAGE_SIZE } from '../contract/constants.ts'

/** A page of a list, with the size of the whole. */
export interface PageOf<Row> {
  readonly rows: Row[]
  readonly page: number
  readonly total: number
}

/** Where a page starts, in rows. */
export const pageOffset = (page: number): number => (page - 1) * PAGE_SIZE

/** The pagination object of list responses (spec: Response envelope). An empty list has one page. */
export function pagination({ page, total }: { page: number; total: number }) {
  return {
    current_page: page,
    per_page: PAGE_SIZE,
    total,
    last_page: Math.max(1, Math.ceil(total / PAGE_SIZE)),
  }
}
