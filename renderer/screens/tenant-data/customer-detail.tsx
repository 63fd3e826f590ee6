import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Icon } from '../../components/icons.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Named } from '../../components/named.tsx'
import { Time } from '../../components/time.tsx'
import { idText } from '../../data/id-text.ts'
import { type Customer, useTenantData, type Via } from '../../data/tenant-data.ts'
import { useProjects } from '../../data/tenants.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { CustomerCalls } from './customer-calls.tsx'
import { CustomerForm } from './customer-form.tsx'
import classes from './data.module.css'
import { CUSTOMERS_SCOPE, kanaOf } from './fields.ts'
import { ReadWith, Source } from './source.tsx'

/** What is stored of a customer, and the form that changes it. */
export function CustomerDetail({
  tenant,
  via,
  id,
  onClose,
}: {
  tenant: TenantView
  via: Via
  id: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const presenting = usePresenting()
  const projects = useProjects(tenant.tenant).data?.data
  /** What the form holds, for those who only look on. */
  const facts = (customer: Customer) =>
    [
      [t('data.name'), customer.name],
      [t('data.kana'), kanaOf(customer) || null],
      [t('data.tel1'), customer.tel1],
      [t('data.external_id'), customer.external_id && idText(customer.external_id)],
      [
        t('data.project'),
        projects?.find(({ project_id }) => project_id === customer.project_id)?.name ?? customer.project_id,
      ],
    ].map(([name, value]) => [name, value === null ? null : <Named key={name}>{value}</Named>] as const)
  const reading = useTenantData<{ data: Customer }>({ tenant, via, scope: CUSTOMERS_SCOPE, path: `/customers/${id}` })
  return (
    <>
      <header className={classes.detail_head}>
        <h2>
          {t('data.customer')} <span className="mono">{id}</span> <CopyButton text={id} what={t('data.customer_id')} />
        </h2>
        <ActionIcon variant="subtle" color="gray" aria-label={t('common.close')} onClick={onClose}>
          <Icon name="cross" />
        </ActionIcon>
      </header>
      <Source tenant={tenant} via={via} scope={CUSTOMERS_SCOPE} reading={reading}>
        {({ data: customer }) => (
          <div className={classes.detail}>
            {!presenting && (
              <CustomerForm key={customer.updated_at} tenant={tenant} customer={customer} onSaved={() => {}} />
            )}
            <KeyValue
              pairs={[
                ...(presenting ? facts(customer) : []),
                [t('data.created'), <Time key="created" at={customer.created_at} show="full" />],
                [t('data.updated'), <Time key="updated" at={customer.updated_at} show="full" />],
                [
                  t('data.calls_with_number'),
                  customer.tel1 && <CustomerCalls key="calls" tenant={tenant.tenant} phone_number={customer.tel1} />,
                ],
              ]}
            />
            <ReadWith endpoint={`GET /customers/${id}`} requests={reading.data?.requests ?? []} />
          </div>
        )}
      </Source>
    </>
  )
}
