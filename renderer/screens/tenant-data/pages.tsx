import { Pagination as Pager } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '../../data/tenant-data.ts'
import classes from './data.module.css'

interface Props {
  pagination: Pagination
  onPage: (page: number) => void
  children: React.ReactNode
}

const CONTROLS = {
  first: 'data.first_page',
  previous: 'data.previous_page',
  next: 'data.next_page',
  last: 'data.last_page',
} as const

/** Which rows of how many, and the way to the others. */
export function Pages({ pagination: { current_page, per_page, total, last_page }, onPage, children }: Props) {
  const { t } = useTranslation()
  const from = total === 0 ? 0 : (current_page - 1) * per_page + 1
  const to = Math.min(current_page * per_page, total)
  const figures = { from: from.toLocaleString('en'), to: to.toLocaleString('en'), total: total.toLocaleString('en') }
  return (
    <div className={classes.pages}>
      {total > 0 && <span>{t('data.rows_of', figures)}</span>}
      {children}
      {last_page > 1 && (
        <Pager
          size="xs"
          total={last_page}
          value={current_page}
          onChange={onPage}
          getItemProps={page => ({ 'aria-label': t('data.page', { page }) })}
          getControlProps={control => ({ 'aria-label': t(CONTROLS[control]) })}
        />
      )}
    </div>
  )
}
