import { useTranslation } from 'react-i18next'
import type { InboxMessage } from '../../../server/control/protocol/inboxes.ts'
import { Action } from '../../components/action.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { EventName } from '../../components/forged-event.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { PagedList, type RowKind } from '../../components/paged-list.tsx'
import { columnsAt } from '../../components/table-columns.ts'
import { Time } from '../../components/time.tsx'
import { useOpen } from '../../routing/use-open.ts'
import { Behaviour } from './behaviour.tsx'
import classes from './inbox.module.css'
import { Answered, MessageDetail, Verified } from './message-detail.tsx'
import { useClearInbox, useInbox } from './use-inbox.ts'

const NEWEST_FIRST = { order: 'newest' }

/** Characters of a body that a row has room for. */
const PREVIEW = 400

const beginningOf = (text: string) => (text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text)

const ROWS: RowKind<InboxMessage> = {
  idOf: ({ id }) => String(id),
  topics: ['delivery'],
  columnsOf: (t, width) => {
    // Beside an open message.
    const isTight = width === 'narrow' || width === 'beside'
    return columnsAt<InboxMessage>(width, [
      {
        id: 'at',
        from: 'narrow',
        title: t('inbox.time_jst'),
        width: '106px',
        render: ({ received_at }) => <Time at={received_at} show="row" zoneName="hidden" precision="milliseconds" />,
      },
      {
        id: 'verified',
        from: 'narrow',
        title: t('inbox.signature'),
        width: isTight ? 'minmax(70px, 168px)' : '168px',
        render: row => <Verified {...row} look="plain" />,
      },
      {
        id: 'event',
        from: 'narrow',
        title: t('inbox.event'),
        width: isTight ? 'minmax(116px, 190px)' : 'minmax(96px, 190px)',
        render: ({ event, method, certify_case, forged }) => (
          <>
            <EventName event={event ?? method} isForged={forged !== null} isShort={isTight} />
            {certify_case !== null && <span className="dim"> · {t('inbox.certify')}</span>}
          </>
        ),
      },
      {
        id: 'answered',
        from: 'beside',
        title: t('inbox.answered'),
        width: '84px',
        render: row => <Answered {...row} />,
      },
      {
        id: 'delivery',
        from: 'wide',
        title: t('inbox.delivery'),
        width: width === 'widest' ? '300px' : 'minmax(120px, 1fr)',
        render: ({ delivery_id, delivery_known }) =>
          delivery_known && delivery_id !== null ? (
            <IdLink noun="delivery" id={delivery_id} copy="hidden" />
          ) : (
            <span className="mono dim">{delivery_id ?? '–'}</span>
          ),
      },
      {
        id: 'body',
        from: 'widest',
        title: t('inbox.text'),
        width: 'minmax(300px, 5fr)',
        render: ({ body }) => <span className="mono">{beginningOf(body.text)}</span>,
      },
    ])
  },
}

/** One receiver: how it answers, what it got, and the message that is open. */
export function Receiver({ name }: { name: string }) {
  const { t } = useTranslation()
  const { data: inbox, error, refetch } = useInbox(name)
  const clear = useClearInbox(name)
  const { close } = useOpen('inbox', name)
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!inbox) return null
  return (
    <>
      <div className={classes.head}>
        <h2 translate="no">{name}</h2>
        <span className={classes.url}>
          <code>{inbox.url}</code>
          <CopyButton text={inbox.url} what={t('inbox.url')} />
        </span>
        <ConfirmAction
          question={t('inbox.clear_question', { name })}
          action={t('inbox.clear')}
          onConfirm={() => {
            close()
            clear.mutate()
          }}
        >
          {ask => (
            <Action icon="trash" onClick={ask}>
              {t('inbox.clear')}
            </Action>
          )}
        </ConfirmAction>
      </div>
      <Behaviour name={name} behaviour={inbox.behaviour} />
      <PagedList
        label={t('inbox.list')}
        kind={ROWS}
        path={`inbox/${name}`}
        query={NEWEST_FIRST}
        place={['inbox', name]}
        detail={id => ({
          label: t('inbox.open_message', { id }),
          content: <MessageDetail key={id} name={name} id={id} onClose={close} />,
        })}
        none={
          <EmptyState
            icon="inbox"
            title={t('inbox.no_messages')}
            hint={t('inbox.no_messages_hint')}
            command={inbox.url}
          />
        }
      />
    </>
  )
}
