import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { WebhookView } from '../../server/control/protocol/webhooks.ts'
import { useAllWebhooks } from '../data/use-page.ts'

type Named = Pick<WebhookView, 'webhook_id' | 'label'>

/** A label that can be read; `undefined` where there is none, or only white space. Pure. */
export const labelOf = ({ label }: { readonly label: string | null }): string | undefined => label?.trim() || undefined

/** Its label where it has one, with its number where others are called the same; else its number. Pure. */
export function shortName(t: TFunction, webhook: Named, all: readonly Named[]): string {
  const label = labelOf(webhook)
  const number = t('webhooks.of_webhook', { id: webhook.webhook_id })
  if (label === undefined) return number
  const isShared = all.some(other => other.webhook_id !== webhook.webhook_id && labelOf(other) === label)
  return isShared ? `${label} · ${number}` : label
}

/** Its number, and its label where it has one: `webhook 2 · CRM`. Pure. */
export function webhookName(t: TFunction, webhook: Named): string {
  const number = t('webhooks.of_webhook', { id: webhook.webhook_id })
  const label = labelOf(webhook)
  return label === undefined ? number : `${number} · ${label}`
}

/** What a webhook that has a label is called wherever it is told of, by its id. */
export function useWebhookLabel(): (id: number) => string | undefined {
  const { t } = useTranslation()
  const all = useAllWebhooks()
  return id => {
    const webhook = all.find(({ webhook_id }) => webhook_id === id)
    return webhook && labelOf(webhook) && shortName(t, webhook, all)
  }
}

/** What any webhook is called, by its id. */
export function useWebhookName(): (id: number) => string {
  const { t } = useTranslation()
  const label = useWebhookLabel()
  return id => label(id) ?? t('webhooks.of_webhook', { id })
}
