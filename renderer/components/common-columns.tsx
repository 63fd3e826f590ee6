import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { idText } from '../data/id-text.ts'
import classes from './common-columns.module.css'
import { IdLink } from './id-link.tsx'
import type { FittingColumn, TableWidth } from './table-columns.ts'
import { Time } from './time.tsx'

type Fitting = Pick<FittingColumn<never>, 'from' | 'width'>

/** All of it, or without the year, which a row may leave out; seconds are what tells rows apart. */
const LOOKS = { wide: { width: '152px', show: 'full' }, narrow: { width: '108px', show: 'time' } } as const

/** When it was: with its whole date, once the row has the room. */
export const timeColumn = <Row,>(
  t: TFunction,
  { width, title = t('table.time_jst'), at }: { width: TableWidth; title?: string; at: (row: Row) => string },
): FittingColumn<Row> => {
  const { show, ...look } = LOOKS[width === 'wide' || width === 'widest' ? 'wide' : 'narrow']
  return {
    id: 'at',
    from: 'narrow',
    title,
    render: row => <Time at={at(row)} show={show} zoneName="hidden" />,
    ...look,
  }
}

export const tenantColumn = (t: TFunction, fitting: Fitting): FittingColumn<{ tenant: string | null }> => ({
  id: 'tenant',
  title: t('table.tenant'),
  render: ({ tenant }) => (tenant === null ? '–' : <IdLink noun="tenant" id={tenant} copy="hidden" />),
  ...fitting,
})

export const externalIdColumn = (t: TFunction, fitting: Fitting): FittingColumn<{ external_id: string | null }> => ({
  id: 'external',
  title: t('table.external_id'),
  render: ({ external_id }) => (external_id === null ? '–' : <span title={external_id}>{idText(external_id)}</span>),
  ...fitting,
})

interface About {
  external_id?: string | null
  phone_number?: string | null
  tenant: string | null
}

const nameOfCall = ({ external_id, phone_number }: About) => external_id ?? phone_number ?? null

/**
 * What tells rows apart beside what is open, on a line of its own: the caller's own id of the call, or its number where it has none, unless
 * `nameOf` says otherwise (`undefined` where no row has one), and the tenant. `more` has the room that these leave.
 */
export const aboutColumn = <Row extends About>(
  t: TFunction,
  more?: (row: Row) => ReactNode,
  nameOf: (row: Row) => string | null | undefined = nameOfCall,
): FittingColumn<Row> => ({
  id: 'about_call',
  from: 'narrow',
  title: t('table.about'),
  width: '1fr',
  line: 'below',
  render: row => {
    const name = nameOf(row)
    return (
      <>
        {name === undefined ? null : name === null ? (
          // What follows stands where it does in the other rows.
          <span className={classes.name} aria-hidden>
            {'\u00a0'}
          </span>
        ) : (
          <span className={classes.name} title={name}>
            {idText(name)}
          </span>
        )}
        {row.tenant !== null && (
          <span className={classes.tenant}>
            <IdLink noun="tenant" id={row.tenant} copy="hidden" />
          </span>
        )}
        {more !== undefined && <span className={classes.more}>{more(row)}</span>}
      </>
    )
  },
})
