import { NumberInput, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import form from '../../components/form.module.css'
import { useContract } from '../../data/contract.ts'
import { unitText } from '../../data/time-text.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { type FieldsProps, FORGERIES, TIMINGS, type Timing } from './draft.ts'
import classes from './faults.module.css'
import { TenantField } from './tenant-field.tsx'

/** No webhook can subscribe to it, and no fault hits it. */
const TEST_EVENT = 'webhook.test'

/** To which webhook, by what people know it by; one that is gone stays chosen, by its number. */
function WebhookField({ draft, set }: FieldsProps) {
  const { t } = useTranslation()
  const webhooks = useAllWebhooks().filter(({ deleted_at }) => deleted_at === null)
  const known = webhooks.map(({ webhook_id, label, url, tenant }) => ({
    value: String(webhook_id),
    label: `${webhook_id} · ${label ?? url} · ${tenant}`,
  }))
  const isOther = draft.webhook !== '' && known.every(({ value }) => value !== draft.webhook)
  return (
    <Select
      size="xs"
      label={t('webhooks.webhook')}
      placeholder={t('faults.any')}
      clearable
      searchable
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      data={isOther ? [...known, draft.webhook] : known}
      value={draft.webhook || null}
      onChange={webhook => set({ webhook: webhook ?? '' })}
    />
  )
}

/** Which deliveries a fault is for. */
export function DeliveryMatchFields({ draft, set }: FieldsProps) {
  const { t } = useTranslation()
  const events = (useContract()?.events ?? []).filter(kind => kind !== TEST_EVENT)
  return (
    <fieldset className={classes.group}>
      <legend>{t('faults.match_deliveries')}</legend>
      <div className={form.fields}>
        <Select
          size="xs"
          label={t('webhooks.event')}
          placeholder={t('faults.any')}
          clearable
          data={events}
          value={draft.event || null}
          onChange={event => set({ event: event ?? '' })}
        />
        <WebhookField draft={draft} set={set} />
        <TenantField draft={draft} set={set} />
      </div>
    </fieldset>
  )
}

/** What happens to them, in emulated time. */
export function DeliveryEffectFields({ draft, set }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.group}>
      <legend>{t('faults.effect')}</legend>
      <div className={form.fields}>
        <Select
          size="xs"
          label={t('faults.timing')}
          allowDeselect={false}
          data={TIMINGS.map(value => ({ value, label: t(`faults.timing_${value}`) }))}
          value={draft.timing}
          onChange={timing => set({ timing: (timing ?? 'kept') as Timing })}
        />
        {draft.timing !== 'kept' && (
          <NumberInput
            size="xs"
            label={t(draft.timing === 'reorder' ? 'faults.wait_at_most' : 'faults.wait')}
            suffix={unitText('s')}
            min={0}
            decimalScale={3}
            value={draft.wait}
            onChange={value => set({ wait: String(value) })}
          />
        )}
        <NumberInput
          size="xs"
          label={t('faults.copies')}
          placeholder={t('faults.no_copies')}
          min={1}
          max={10}
          allowDecimal={false}
          value={draft.copies}
          onChange={value => set({ copies: String(value) })}
        />
        <Select
          size="xs"
          // Its choices are sentences.
          className={classes.wide}
          label={t('faults.forge')}
          placeholder={t('faults.no_forgery')}
          clearable
          data={FORGERIES.map(value => ({ value, label: t(`faults.forge_${value}`) }))}
          value={draft.forge || null}
          onChange={forge => set({ forge: forge ?? '' })}
        />
      </div>
    </fieldset>
  )
}
