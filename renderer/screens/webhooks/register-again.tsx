import { useTranslation } from 'react-i18next'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { Action } from '../../components/action.tsx'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useRegisterAgain } from './use-webhooks.ts'

/** Whether a webhook was deleted and can be taken up again: a newer one of its tenant at its URL would be in its place. */
export function useIsRevivable(webhook: WebhookView | undefined): boolean {
  const all = useAllWebhooks()
  if (webhook === undefined || webhook.deleted_at === null) return false
  const { webhook_id: id, url, tenant } = webhook
  return !all.some(one => one.url === url && one.tenant === tenant && one.webhook_id > id)
}

/** Takes a deleted webhook up again, where that can be. */
export function RegisterAgain({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation()
  const register = useRegisterAgain()
  if (!useIsRevivable(webhook)) return null
  return (
    <Action
      loading={register.isPending}
      title={t('webhooks.register_again_about')}
      onClick={() => register.mutate(webhook)}
    >
      {t('webhooks.register_again')}
    </Action>
  )
}
