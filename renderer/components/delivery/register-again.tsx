import { useMutation, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { RegisteredWebhook, WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { control, worldPath } from '../../data/client.ts'
import { keys } from '../../data/keys.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useWorldId } from '../../data/world.tsx'
import { Action } from '../action.tsx'
import { notifyDone } from '../notify.tsx'

/** Whether a webhook was deleted and can be taken up again: a newer one of its tenant at its URL would be in its place. */
export function useIsRevivable(webhook: WebhookView | undefined): boolean {
  const all = useAllWebhooks()
  if (webhook === undefined || webhook.deleted_at === null) return false
  const { webhook_id: id, url, tenant } = webhook
  return !all.some(one => one.url === url && one.tenant === tenant && one.webhook_id > id)
}

/** Takes a deleted webhook up again as it was, with its id and secret: through the control API, since the service itself would make another. */
function useRegisterAgain() {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ tenant, url, label, events, filters }: WebhookView) =>
      control<RegisteredWebhook>('POST', worldPath(world, 'webhooks'), {
        body: { tenant, url, events, label, filters },
      }),
    onSuccess: async ({ webhook_id }) => {
      // No request of a client tells of it.
      await queryClient.invalidateQueries({ queryKey: keys.area(world, 'webhooks') })
      notifyDone(i18next.t('webhooks.registered_again', { id: webhook_id }))
    },
  })
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
