import { useTranslation } from 'react-i18next'
import { WEBHOOK_SECRET_PREFIX } from '../../../server/contract/constants.ts'
import { Action } from '../../components/action.tsx'
import { SecretText } from '../../components/secret-text.tsx'
import { usePresenting } from '../../routing/use-present.ts'
import { useReadSecret } from './use-webhooks.ts'

const HIDDEN = `${WEBHOOK_SECRET_PREFIX}${'•'.repeat(8)}`

/** What the receiver of a webhook has to verify with; it is read when somebody asks for it. */
export function WebhookSecret({ id }: { id: number }) {
  const { t } = useTranslation()
  const presenting = usePresenting()
  const read = useReadSecret()
  if (presenting) return <code>{HIDDEN}</code>
  return read.data ? (
    <SecretText secret={read.data.secret} what={t('webhooks.secret')} />
  ) : (
    <Action icon="eye" loading={read.isPending} onClick={() => read.mutate(id)}>
      {t('webhooks.listen_show_secret')}
    </Action>
  )
}
