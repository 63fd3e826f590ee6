import { PAGE_SIZE } from '../contract/constants.ts'
import type { Register } from './register.ts'

/** A page of a list, with the size of the whole list. */
export interface PageOf<Row> {
  readonly rows: Row[]
  readonly page: number
  readonly total: number
  /** Set where it does not follow from the total and the size of a page. */
  readonly lastPage?: number
}

export const pageOffset = (page: number): number => (page - 1) * PAGE_SIZE

export const pageRange = (page: number): { limit: number; offset: number } => ({
  limit: PAGE_SIZE,
  offset: pageOffset(page),
})

/** The pagination object of list responses (contract/README.md#envelope). */
export function pagination({ page, total, lastPage }: Omit<PageOf<unknown>, 'rows'>, register: Register) {
  return {
    current_page: page,
    per_page: PAGE_SIZE,
    total,
    last_page: total === 0 ? register.get('paging.empty_last_page') : (lastPage ?? Math.ceil(total / PAGE_SIZE)),
  }
}
