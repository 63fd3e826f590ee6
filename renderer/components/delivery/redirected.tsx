import { useTranslation } from 'react-i18next'

/** Why an answer that leads elsewhere is a failure; nothing for any other. */
export function Redirected({ status }: { status: number | null | undefined }) {
  const { t } = useTranslation()
  if (status === null || status === undefined || status < 300 || status >= 400) return null
  return <p>{t('webhooks.redirected', { status })}</p>
}
