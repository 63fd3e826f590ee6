import { useTranslation } from 'react-i18next'
import { useWebhookLabel, useWebhookName } from '../../components/webhook-name.ts'

const inOrder = (ids: readonly number[]) => [...ids].sort((one, other) => one - other)

/** Ids in their order as the language of the page lists them: `4, 7 and 10`. */
export function useListed(): (ids: readonly number[]) => string {
  const { i18n } = useTranslation()
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return ids => list.format(inOrder(ids).map(String))
}

/** Webhooks in their order, by what they are called: `CRM and webhook 7`, or `webhooks 4 and 7` where none has a label. */
export function useListedWebhooks(): (ids: readonly number[]) => string {
  const { t, i18n } = useTranslation()
  const listed = useListed()
  const [label, name] = [useWebhookLabel(), useWebhookName()]
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return ids =>
    ids.every(id => label(id) === undefined)
      ? t('webhooks.to_webhooks', { count: ids.length, ids: listed(ids) })
      : list.format(inOrder(ids).map(name))
}
