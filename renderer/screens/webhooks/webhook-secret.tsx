import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { SecretText } from '../../components/secret-text.tsx'
import { useReadSecret } from './use-webhooks.ts'

/** What the receiver of a webhook has to verify with; it is read when somebody asks for it. */
export function WebhookSecret({ id }: { id: number }) {
  const { t } = useTranslation()
  const read = useReadSecret()
  return read.data ? (
    <SecretText secret={read.data.secret} what={t('webhooks.secret')} />
  ) : (
    <Action icon="eye" loading={read.isPending} onClick={() => read.mutate(id)}>
      {t('webhooks.listen_show_secret')}
    </Action>
  )
}
