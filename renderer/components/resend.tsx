import { useTranslation } from 'react-i18next'
import { useReplay } from '../data/queries.ts'
import { Action } from './action.tsx'

interface Props {
  id: string
  look?: 'filled' | 'default'
  onSent: (id: string) => void
}

/** Sends a request again of which nothing has to be corrected. A fault may hold its answer back: who has opened another one by then stays there. */
export const Resend = (props: Props) => <ResendOne key={props.id} {...props} />

function ResendOne({ id, look = 'default', onSent }: Props) {
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
