import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { InboxMessage } from '../../../server/control/protocol/inboxes.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { EventName } from '../../components/forged-event.tsx'
import { PagedList, type RowKind } from '../../components/paged-list.tsx'
import { columnsAt, type FittingColumn } from '../../components/table-columns.ts'
import { Time } from '../../components/time.tsx'
import { useContract } from '../../data/contract.ts'
import { idText } from '../../data/id-text.ts'
import { textField } from '../../routing/url-state.ts'
import { useFilters } from '../../routing/use-filters.ts'
import { useOpen } from '../../routing/use-open.ts'
import { Behaviour } from './behaviour.tsx'
import classes from './inbox.module.css'
import { Again, Answered, MessageDetail, Verified } from './message-detail.tsx'
import { useClearInbox, useInbox } from './use-inbox.ts'

const FIELDS = { q: textField(), signature: textField(), event: textField(), answered: textField() }
const FILTERS = ['q', 'signature', 'event', 'answered'] as const
const SIGNATURES = ['valid', 'valid_delivery_unknown', 'invalid', 'forged'] as const
const askedBy = (signature: string) => (signature === 'forged' ? { forged: 'true' } : { signature })
const NO_ANSWER = 'none'
const ANSWERS = ['2xx', '3xx', '4xx', '5xx', NO_ANSWER] as const
const NEWEST_FIRST = { order: 'newest' }

/** Characters of a body that a row has room for. */
const PREVIEW = 400

const beginningOf = (text: string) => (text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text)

/** What the message is about: the caller's own id of the call, or its number where it has none. */
const nameOf = ({ external_id, phone_number }: InboxMessage) =>
  external_id === null ? phone_number : idText(external_id)

/** Nothing in a row leads away from it: the message that it opens does. */
function About({ message, answer }: { message: InboxMessage; answer: 'shown' | 'hidden' }) {
  const { t } = useTranslation()
  const name = nameOf(message)
  return (
    <>
      {/* Beside the event the word would be what is cut. */}
      {message.forged !== null && (
        <Badge tone="warn" icon="alert" look="plain">
          {t('webhooks.forged_ones')}
        </Badge>
      )}
      {name !== null && (
        <span className={classes.about_name} title={name}>
          {name}
        </span>
      )}
      <span className="mono" translate="no">
        {message.tenant}
      </span>
      {answer === 'shown' && <Answered {...message} />}
      <Again nth={message.nth} />
      {/* The last, as it is the one that may be cut. */}
      <Path {...message} />
    </>
  )
}

/** Where it was sent to, which tells apart what one inbox gets: all paths below its name lead there. */
function Path({ path }: InboxMessage) {
  return path === null ? (
    <span className="dim">–</span>
  ) : (
    <span className={`mono dim ${classes.cut}`} title={path} translate="no">
      {path}
    </span>
  )
}

const farColumns = (t: TFunction): readonly FittingColumn<InboxMessage>[] => [
  { id: 'path', from: 'wide', title: t('inbox.path'), width: 'minmax(96px, 1.8fr)', render: Path },
  {
    id: 'external',
    from: 'medium',
    title: t('inbox.call'),
    width: 'minmax(112px, 1fr)',
    render: row => <span title={nameOf(row) ?? undefined}>{nameOf(row) ?? '–'}</span>,
  },
  {
    id: 'tenant',
    from: 'medium',
    title: t('table.tenant'),
    width: '72px',
    render: ({ tenant }) => (
      <span className="mono dim" translate="no">
        {tenant ?? '–'}
      </span>
    ),
  },
  {
    id: 'answered',
    from: 'medium',
    title: t('inbox.answered'),
    width: '84px',
    render: row => <Answered {...row} />,
  },
  {
    id: 'delivery',
    from: 'widest',
    title: t('inbox.delivery'),
    width: '300px',
    render: ({ delivery_id }) => <span className="mono dim">{delivery_id ?? '–'}</span>,
  },
  {
    id: 'body',
    from: 'widest',
    title: t('inbox.text'),
    width: 'minmax(300px, 5fr)',
    render: ({ body }) => <span className="mono dim">{beginningOf(body.text)}</span>,
  },
]

const ROWS: RowKind<InboxMessage> = {
  idOf: ({ id }) => String(id),
  topics: ['delivery'],
  columnsOf: (t, width) => {
    // Beside an open message, and in a small window: what a message is about stands on a second line.
    const isTight = width === 'narrow' || width === 'beside' || width === 'medium'
    return columnsAt<InboxMessage>(width, [
      {
        id: 'at',
        from: 'narrow',
        title: t('inbox.time_jst'),
        width: 'minmax(106px, 136px)',
        render: ({ received_at }) => <Time at={received_at} show="row" zoneName="hidden" precision="milliseconds" />,
      },
      {
        id: 'verified',
        from: 'narrow',
        title: t('inbox.signature'),
        width: isTight ? 'minmax(70px, 168px)' : width === 'wide' ? 'minmax(84px, 0.7fr)' : '168px',
        render: row => <Verified {...row} look="plain" />,
      },
      {
        id: 'event',
        from: 'narrow',
        title: t('inbox.event'),
        width: isTight ? 'minmax(116px, 190px)' : width === 'wide' ? 'minmax(172px, 1.2fr)' : 'minmax(176px, 220px)',
        render: ({ event, method, certify_case, forged, nth }) => (
          <>
            <EventName event={event ?? method} isForged={forged !== null && !isTight} />
            {!isTight && <Again nth={nth} after=" · " />}
            {certify_case !== null && <span className="dim"> · {t('inbox.certify')}</span>}
          </>
        ),
      },
      ...(isTight
        ? ([
            {
              id: 'answered',
              from: 'beside',
              title: t('inbox.answered'),
              width: '84px',
              render: row => <Answered {...row} />,
            },
            {
              id: 'about',
              from: 'narrow',
              title: t('table.about'),
              width: '1fr',
              line: 'below',
              render: row => <About message={row} answer={width === 'narrow' ? 'shown' : 'hidden'} />,
            },
          ] satisfies FittingColumn<InboxMessage>[])
        : farColumns(t)),
    ])
  },
}

/** One receiver: how it answers, what it got, and the message that is open. */
export function Receiver({ name }: { name: string }) {
  const { t } = useTranslation()
  const { data: inbox, error, refetch } = useInbox(name)
  const clear = useClearInbox(name)
  const contract = useContract()
  const [{ q, signature, event, answered }, , filters] = useFilters(FIELDS, FILTERS)
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
      <FilterBar
        filters={filters}
        search={t('inbox.search')}
        choices={[
          {
            field: 'signature',
            label: t('inbox.signature'),
            data: SIGNATURES.map(value => ({ value, label: t(`inbox.signature_is.${value}`) })),
            width: 120,
          },
          { field: 'event', label: t('inbox.event'), data: contract?.events ?? [], width: 112 },
          {
            field: 'answered',
            label: t('inbox.answered'),
            // A status that a link asks for.
            data: [...new Set([...ANSWERS, ...(answered === '' ? [] : [answered])])].map(value => ({
              value,
              label: value === NO_ANSWER ? t('inbox.no_answer') : value,
            })),
            width: 96,
          },
        ]}
      />
      <PagedList
        label={t('inbox.list')}
        kind={ROWS}
        path={`inbox/${name}`}
        query={{ ...NEWEST_FIRST, q, event, answered, ...askedBy(signature) }}
        filters={filters}
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
