import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { InboxMessage } from '../../../server/control/protocol.ts'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Split } from '../../components/split.tsx'
import { columnsAt, type TableWidth, useTableWidth } from '../../components/table-columns.ts'
import type { Column } from '../../components/table-row.tsx'
import { Time } from '../../components/time.tsx'
import { VirtualTable } from '../../components/virtual-table.tsx'
import { usePagedRows } from '../../data/use-paged-rows.ts'
import { useGo, usePlace } from '../../routing/use-place.ts'
import { Behaviour } from './behaviour.tsx'
import classes from './inbox.module.css'
import { Answered, MessageDetail, Verified } from './message-detail.tsx'
import { useClearInbox, useInbox } from './use-inbox.ts'

const TOPICS = ['delivery'] as const
const NO_QUERY = {}
const idOf = ({ id }: InboxMessage) => String(id)

function columnsOf(t: TFunction, width: TableWidth): Column<InboxMessage>[] {
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
      width: '168px',
      render: row => <Verified {...row} look="plain" />,
    },
    {
      id: 'event',
      from: 'narrow',
      title: t('inbox.event'),
      width: 'minmax(104px, 1fr)',
      render: ({ event, method, certify_case }) => (
        <>
          {event ?? method}
          {certify_case !== null && <span className="dim"> · {t('inbox.certify')}</span>}
        </>
      ),
    },
    {
      id: 'answered',
      from: 'medium',
      title: t('inbox.answered'),
      width: '100px',
      render: row => <Answered {...row} />,
    },
    {
      id: 'delivery',
      from: 'medium',
      title: t('inbox.delivery'),
      width: 'minmax(120px, 1.6fr)',
      render: ({ delivery_id, delivery_known }) =>
        delivery_known && delivery_id !== null ? (
          <IdLink noun="delivery" id={delivery_id} copy="hidden" />
        ) : (
          <span className="mono dim">{delivery_id ?? '–'}</span>
        ),
    },
  ])
}

/** One receiver: how it answers, what it got, and the message that is open. */
export function Receiver({ name }: { name: string }) {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const go = useGo()
  const { data: inbox, error, refetch } = useInbox(name)
  const clear = useClearInbox(name)
  const list = usePagedRows<InboxMessage>(`inbox/${name}`, NO_QUERY, TOPICS)
  const open = segments[2]
  const width = useTableWidth({ isOpen: open !== undefined })
  const columns = useMemo(() => columnsOf(t, width), [t, width])
  const close = () => go(['inbox', name])
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!inbox) return null
  return (
    <>
      <div className={classes.head}>
        <h2>{name}</h2>
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
            <Button size="compact-sm" variant="default" leftSection={<Icon name="trash" size={13} />} onClick={ask}>
              {t('inbox.clear')}
            </Button>
          )}
        </ConfirmAction>
      </div>
      <Behaviour name={name} behaviour={inbox.behaviour} />
      <Split
        detail={
          open === undefined
            ? undefined
            : {
                label: t('inbox.open_message', { id: open }),
                key: open,
                content: <MessageDetail key={open} name={name} id={open} onClose={close} />,
                onClose: close,
              }
        }
      >
        <VirtualTable
          oldestFirst
          label={t('inbox.list')}
          list={list}
          columns={columns}
          idOf={idOf}
          selected={open}
          onOpen={({ id }, history) => go(['inbox', name, id], { history })}
          empty={
            <EmptyState
              icon="inbox"
              title={t('inbox.no_messages')}
              hint={t('inbox.no_messages_hint')}
              command={inbox.url}
            />
          }
        />
      </Split>
    </>
  )
}
