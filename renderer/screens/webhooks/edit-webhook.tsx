import { useTranslation } from 'react-i18next'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { aboutWebhook, useWebhookApi } from '../../components/delivery/use-webhook-api.ts'
import detail from '../../components/detail.module.css'
import { DetailHead } from '../../components/detail.tsx'
import { notifyUndo } from '../../components/notify.tsx'
import { useAssumedValue } from '../../data/assumptions.ts'
import { useTenants } from '../../data/queries.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { BarredTenant, barsOf } from './barred-tenant.tsx'
import { NoKey } from './no-key.tsx'
import { changeOf, fieldsOf } from './webhook-fields.ts'
import { WebhookForm } from './webhook-form.tsx'

/** Changes a webhook by a request, as its owner would, with a way back; its id and secret stay. */
export function EditWebhook({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { t } = useTranslation()
  const { webhook_id: id, tenant: slug } = webhook
  const tenant = useTenants()?.find(({ tenant }) => tenant === slug)
  const isMerged = useAssumedValue('webhooks.update_filters') === 'merge'
  const { key, update } = useWebhookApi(slug, { showsErrors: true })
  const { update: takeBack } = useWebhookApi(slug)
  useShortcuts({ escape: { does: t('help.keys.close'), run: onClose } })
  const before = fieldsOf(webhook)
  return (
    <>
      <DetailHead title={t('webhooks.edit_title', { id })} onClose={onClose} />
      <WebhookForm
        initial={before}
        tenant={slug}
        id={id}
        projects={tenant?.project_ids ?? []}
        action={{ text: t('webhooks.save'), icon: 'check' }}
        error={update.error}
        isPending={update.isPending}
        isBarred={key === undefined || (tenant !== undefined && barsOf(tenant).length > 0)}
        isAsBefore={after => Object.keys(changeOf(before, after)).length === 0}
        urlHint={t('webhooks.edit_url_hint')}
        filtersHint={isMerged ? t('webhooks.filters_merged') : undefined}
        onSubmit={after => {
          update.mutate(
            { id, ...changeOf(before, after) },
            {
              onSuccess: () => {
                notifyUndo({
                  message: t('webhooks.webhook_changed', { id }),
                  about: aboutWebhook(id),
                  undo: () => takeBack.mutate({ id, ...changeOf(after, before) }),
                })
                onClose()
              },
            },
          )
        }}
        onCancel={onClose}
      >
        <p className={detail.note}>{t('webhooks.edit_hint', { id })}</p>
        {tenant && <BarredTenant tenant={tenant} />}
        {key === undefined && <NoKey tenant={slug} />}
      </WebhookForm>
    </>
  )
}
