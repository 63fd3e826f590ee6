import { useTranslation } from 'react-i18next'
import { useReplay } from '../data/queries.ts'
import { Action } from './action.tsx'

/** Sends a request again of which nothing has to be corrected. */
export function Resend({
  id,
  look = 'default',
  onSent,
}: {
  id: string
  look?: 'filled' | 'default'
  onSent: (id: string) => void
}) {
  const { t } = useTranslation()
  const replay = useReplay()
  return (
    <Action
      variant={look}
      icon="replay"
      data-resend=""
      loading={replay.isPending}
      onClick={() => replay.mutate({ id }, { onSuccess: ({ request_id }) => onSent(request_id) })}
    >
      {t('requests.replay')}
    </Action>
  )
}
