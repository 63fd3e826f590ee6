import { useTranslation } from 'react-i18next'
import { publicName } from './forward-plan.ts'

/** Of a local address that may be a public host, that nothing is sent there then; nothing of others. */
export function PublicTarget({ local }: { local: string }) {
  const { t } = useTranslation()
  const host = publicName(local.trim())
  return host === undefined ? null : t('webhooks.forward_public', { host })
}
