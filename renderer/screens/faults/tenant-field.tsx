import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTenants } from '../../data/queries.ts'
import type { FieldsProps } from './draft.ts'

/** Whose requests or deliveries a fault is for. */
export function TenantField({ draft, set }: FieldsProps) {
  const { t } = useTranslation()
  const tenants = useTenants() ?? []
  return (
    <Select
      size="xs"
      label={t('table.tenant')}
      placeholder={t('faults.any')}
      clearable
      data={tenants.map(({ tenant }) => tenant)}
      value={draft.tenant || null}
      onChange={tenant => set({ tenant: tenant ?? '' })}
    />
  )
}
