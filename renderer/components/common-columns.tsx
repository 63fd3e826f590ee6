import type { TFunction } from 'i18next'
import { IdLink } from './id-link.tsx'
import type { FittingColumn, TableWidth } from './table-columns.ts'
import { Time } from './time.tsx'

type Fitting = Pick<FittingColumn<never>, 'from' | 'width'>

const WIDTHS = { narrow: '92px', beside: '108px', medium: '108px', wide: '152px', widest: '152px' } as const
const SHOWN = { narrow: 'row', beside: 'time', medium: 'time', wide: 'full', widest: 'full' } as const

/** When it was: with its date, once the row has the room. */
export const timeColumn = <Row,>(
  t: TFunction,
  { width, title = t('table.time_jst'), at }: { width: TableWidth; title?: string; at: (row: Row) => string },
): FittingColumn<Row> => ({
  id: 'at',
  from: 'narrow',
  title,
  width: WIDTHS[width],
  render: row => <Time at={at(row)} show={SHOWN[width]} zoneName="hidden" />,
})

export const tenantColumn = (t: TFunction, fitting: Fitting): FittingColumn<{ tenant: string | null }> => ({
  id: 'tenant',
  title: t('table.tenant'),
  render: ({ tenant }) => (tenant === null ? '–' : <IdLink noun="tenant" id={tenant} copy="hidden" />),
  ...fitting,
})

export const externalIdColumn = (t: TFunction, fitting: Fitting): FittingColumn<{ external_id: string | null }> => ({
  id: 'external',
  title: t('table.external_id'),
  render: ({ external_id }) => external_id ?? '–',
  ...fitting,
})
