import type { TFunction } from 'i18next'
import { IdLink } from '../../components/id-link.tsx'
import type { FittingColumn } from '../../components/table-columns.ts'

type Fitting = Pick<FittingColumn<never>, 'from' | 'width'>

/** Columns that several lists of this screen have. */
export const tenantColumn = (t: TFunction, fitting: Fitting): FittingColumn<{ tenant: string }> => ({
  id: 'tenant',
  title: t('webhooks.tenant'),
  render: ({ tenant }) => <IdLink noun="tenant" id={tenant} copy="hidden" />,
  ...fitting,
})

export const externalIdColumn = (t: TFunction, fitting: Fitting): FittingColumn<{ external_id: string | null }> => ({
  id: 'external',
  title: t('webhooks.external_id'),
  render: ({ external_id }) => external_id ?? '–',
  ...fitting,
})
