import { Skeleton, Tabs, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView } from '../../../server/control/protocol.ts'
import { Action } from '../../components/action.tsx'
import { BodyView } from '../../components/body-view.tsx'
import { DetailHead, Facts } from '../../components/detail.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import type { IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { IdLinks } from '../../components/id-links.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { Method } from '../../components/request-text.tsx'
import { ExchangeStatus } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { copyText } from '../../data/clipboard.ts'
import { curlOf } from '../../data/exchange-curl.ts'
import { useExchange, useReplay, useWorldObject } from '../../data/queries.ts'
import { durationText } from '../../data/time-text.ts'
import { explanationText } from '../../i18n/said.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import type { SetUrlState } from '../../routing/use-url-state.ts'
import type { REQUEST_FIELDS, RequestState } from './filters.ts'
import classes from './requests.module.css'
import { ResendEditor } from './resend-editor.tsx'
import { Trace } from './trace.tsx'

interface Props {
  id: string
  state: RequestState
  onState: SetUrlState<typeof REQUEST_FIELDS>
  onClose: () => void
  onOpen: (id: string, history: 'push' | 'replace') => void
}

function Side({
  title,
  headers,
  body,
  label,
  state,
  onState,
}: { title: string; label: string } & ExchangeDetailView['request'] & Pick<Props, 'state' | 'onState'>) {
  return (
    <section className={classes.side} aria-label={title}>
      <h3>{title}</h3>
      <BodyView body={body} label={label} look={state.body} onLook={look => onState({ body: look })} />
      <div className={classes.headers}>
        <KeyValue look="mono" pairs={headers} />
      </div>
    </section>
  )
}

function Links({ exchange }: { exchange: ExchangeDetailView }) {
  const { t } = useTranslation()
  const { assumptions, caused, fault } = exchange
  const groups = [
    { noun: 'call', title: t('requests.caused'), ids: caused.calls },
    { noun: 'event', title: t('requests.caused_events'), ids: caused.events },
    { noun: 'assumption', title: t('common.assumptions_used'), ids: assumptions },
    { noun: 'fault', title: t('requests.fault'), ids: fault === null ? [] : [fault] },
  ] as const
  const shown = groups.filter(({ ids }) => ids.length > 0)
  if (shown.length === 0) return null
  return (
    <div className={classes.links}>
      <KeyValue pairs={shown.map(({ noun, title, ids }) => [title, <IdLinks key={noun} noun={noun} ids={ids} />])} />
    </div>
  )
}

function About({ exchange }: { exchange: ExchangeDetailView }) {
  const { t } = useTranslation()
  const { request_id, at, tenant, key_id, duration_ms, origin } = exchange
  return (
    <Facts>
      <Time at={at} show="full" precision="milliseconds" />
      <span>{durationText(duration_ms)}</span>
      {tenant !== null && <IdLink noun="tenant" id={tenant} copy="hidden" />}
      {key_id !== null && <IdLink noun="key" id={key_id} copy="hidden" />}
      <IdLink noun="request" id={request_id} />
      {origin !== 'client' && <span>{t('requests.sent_by', { origin: t(`origins.${origin}`) })}</span>}
    </Facts>
  )
}

/** One exchange: why the answer is what it is, both sides, the trace, and what to do with it. */
export function RequestDetail({ id, state, onState, onClose, onOpen }: Props) {
  const { t } = useTranslation()
  const { data: exchange, error, refetch } = useExchange(id)
  const { data: world } = useWorldObject()
  const [editing, setEditing] = useState(false)
  const replay = useReplay()

  const resend = () => replay.mutate({ id }, { onSuccess: ({ request_id }) => onOpen(request_id, 'push') })
  const copyCurl = () => {
    if (!exchange) return
    void copyText(curlOf(exchange, world)).then(copied =>
      copied ? notifyDone(t('requests.curl_copied')) : notifyFailed(new Error(t('common.copy_refused'))),
    )
  }
  useShortcuts({
    r: { does: t('help.keys.resend'), run: resend },
    e: { does: t('help.keys.edit'), run: () => setEditing(true) },
    c: { does: t('help.keys.curl'), run: copyCurl },
    t: { does: t('help.keys.trace'), run: () => onState({ tab: state.tab === 'trace' ? 'exchange' : 'trace' }) },
  })

  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!exchange) return <Skeleton height={120} m="md" aria-label={t('common.loading')} />
  const actions: { key: string; icon: IconName; label: string; run: () => void }[] = [
    { key: 'r', icon: 'replay', label: t('requests.replay'), run: resend },
    { key: 'e', icon: 'edit', label: t('requests.edit'), run: () => setEditing(true) },
    { key: 'c', icon: 'copy', label: t('requests.curl'), run: copyCurl },
  ]
  return (
    <>
      <DetailHead
        title={
          <>
            <Method method={exchange.method} />
            <span className={classes.full_path}>
              <span className="dim">{world && new URL(world.base_url).pathname}</span>
              {exchange.path}
              {exchange.query !== '' && <span className="dim">?{exchange.query}</span>}
            </span>
          </>
        }
        actions={actions.map(({ key, icon, label, run }) => (
          <Tooltip key={key} label={`${label} (${key})`}>
            <Action icon={icon} loading={key === 'r' && replay.isPending} onClick={run}>
              {label}
            </Action>
          </Tooltip>
        ))}
        onClose={onClose}
      />
      <div className={classes.verdict}>
        <ExchangeStatus {...exchange} />
        <p>
          {exchange.broken_off === 'dropped' && `${t('broken_off.dropped_hint', { status: exchange.status })} `}
          {explanationText(t, exchange.explanation_parts)}
        </p>
      </div>
      <About exchange={exchange} />
      <Links exchange={exchange} />
      <Tabs
        value={state.tab}
        onChange={tab => onState({ tab: tab as RequestState['tab'] })}
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <Tabs.List px="md">
          <Tabs.Tab value="exchange">{t('requests.exchange')}</Tabs.Tab>
          <Tabs.Tab value="trace">{t('requests.trace')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="exchange" className={classes.sides ?? ''}>
          <Side
            title={t('requests.request')}
            label={t('requests.request_body')}
            {...exchange.request}
            state={state}
            onState={onState}
          />
          <Side
            title={t('requests.response')}
            label={t('requests.response_body')}
            {...exchange.response}
            state={state}
            onState={onState}
          />
        </Tabs.Panel>
        <Tabs.Panel value="trace">
          <Trace steps={exchange.trace} />
        </Tabs.Panel>
      </Tabs>
      {editing && (
        <ResendEditor
          exchange={exchange}
          onClose={() => setEditing(false)}
          onSent={request_id => {
            setEditing(false)
            onOpen(request_id, 'push')
          }}
        />
      )}
    </>
  )
}
