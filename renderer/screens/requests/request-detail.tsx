import { Tooltip } from '@mantine/core'
import { Fragment, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import { Action } from '../../components/action.tsx'
import { lostBy, responseTitle, tookText } from '../../components/answered-text.ts'
import { copyCurl } from '../../components/copy-curl.ts'
import { DetailHead, Facts } from '../../components/detail.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { EvidenceOf } from '../../components/evidence.tsx'
import { FaultWhere } from '../../components/forged-event.tsx'
import { useIsForkedBefore } from '../../components/fork-mark.tsx'
import { cutOf } from '../../components/gate-words.ts'
import type { IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { IdLinks } from '../../components/id-links.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Loading } from '../../components/loading.tsx'
import { Method } from '../../components/request-text.tsx'
import { sentByText } from '../../components/sent-by-text.ts'
import { HttpStatus } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useForkBefore } from '../../components/use-fork-before.ts'
import { curlOf } from '../../data/exchange-curl.ts'
import { useExchange, useReplay, useWorldObject } from '../../data/queries.ts'
import { readableAddress } from '../../data/readable-address.ts'
import { bytesText } from '../../data/time-text.ts'
import { useIsOfRun } from '../../data/verdicts.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useGo } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import type { SetUrlState } from '../../routing/use-url-state.ts'
import { CLIENT, type REQUEST_FIELDS, type RequestState, requestQuery } from './filters.ts'
import { ReplayOf } from './replay-of.tsx'
import classes from './requests.module.css'
import { ResendEditor } from './resend-editor.tsx'
import { Side } from './side.tsx'
import { outcomesText, Trace } from './trace.tsx'
import { VerdictCard } from './verdict-card.tsx'

interface Props {
  id: string
  state: RequestState
  onState: SetUrlState<typeof REQUEST_FIELDS>
  onClose: () => void
  onOpen: (id: string, history: 'push' | 'replace') => void
}

function Links({ exchange, isOfRun }: { exchange: ExchangeDetailView; isOfRun: boolean }) {
  const { t } = useTranslation()
  const { assumptions, caused, fault } = exchange
  const groups = [
    { noun: 'call', title: t('requests.caused'), ids: caused.calls },
    { noun: 'event', title: t('requests.caused_events'), ids: caused.events },
    { noun: 'assumption', title: t(isOfRun ? 'requests.used_in_run' : 'common.assumptions_used'), ids: assumptions },
  ] as const
  const shown = groups.filter(({ ids }) => ids.length > 0)
  if (shown.length === 0 && fault === null) return null
  return (
    <div className={classes.links}>
      <KeyValue
        pairs={[
          ...shown.map(({ noun, title, ids }) => [title, <IdLinks key={noun} noun={noun} ids={ids} />] as const),
          [
            t('requests.fault'),
            fault === null ? null : (
              <span key="fault">
                <IdLink noun="fault" id={fault} />
                <FaultWhere id={fault} />
              </span>
            ),
          ],
        ]}
      />
    </div>
  )
}

/** An address with encoded letters as it was sent; the head has it as it is read. */
function Sent({ exchange: { path, query } }: { exchange: ExchangeDetailView }) {
  const { t } = useTranslation()
  const sent = query === '' ? path : `${path}?${query}`
  return readableAddress(sent) === sent ? null : (
    <span className={classes.full_path}>
      <span className="dim">{t('requests.as_sent')}</span> <code>{sent}</code>
    </span>
  )
}

function About({ exchange }: { exchange: ExchangeDetailView }) {
  const { t } = useTranslation()
  const { request_id, seq, at, tenant, key_id, origin } = exchange
  return (
    <Facts>
      <strong>#{seq}</strong>
      <Time at={at} show="full" precision="milliseconds" />
      <span>{tookText(exchange)}</span>
      {tenant !== null && <IdLink noun="tenant" id={tenant} copy="hidden" />}
      {key_id !== null && <IdLink noun="key" id={key_id} copy="hidden" />}
      <IdLink noun="request" id={request_id} />
      <Sent exchange={exchange} />
      {origin !== 'client' && <span>{sentByText(t, origin)}</span>}
    </Facts>
  )
}

/** What somebody does who no longer wants to see what a key has shown. */
const MOVES = ['wheel', 'pointerdown', 'keydown'] as const

/**
 * Scrolls a part of the panel to the top, below the head that stays there. A long path makes that higher, and so does a button that is there
 * a moment later: until somebody does something else, the part stays below it.
 */
function showBelowHead(part: HTMLElement | null): void {
  const head = part?.parentElement?.querySelector('header')
  if (!part || !head) return
  const show = () => {
    part.style.scrollMarginTop = `${head.offsetHeight}px`
    part.scrollIntoView({ block: 'start' })
  }
  show()
  const following = new ResizeObserver(show)
  following.observe(head)
  for (const move of MOVES)
    window.addEventListener(move, () => following.disconnect(), { capture: true, once: true, passive: true })
}

/** In characters: a longer parameter may be longer than a line. */
const LONGEST_WHOLE = 40

/** A query, whose lines end between its parameters. */
function Query({ query }: { query: string }) {
  return query.split('&').map((parameter, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their order
    <Fragment key={index}>
      <wbr />
      <span className={parameter.length > LONGEST_WHOLE ? 'dim' : 'dim nowrap'}>
        {index === 0 ? '?' : '&'}
        {parameter}
      </span>
    </Fragment>
  ))
}

/** What Ringback itself sent is not in the list beside it until somebody asks for it: where it is then, and the way there. */
function LeftOut({
  exchange: { origin },
  state,
  onState,
}: Pick<Props, 'state' | 'onState'> & { exchange: ExchangeDetailView }) {
  const { t } = useTranslation()
  if (origin === CLIENT || requestQuery(state).origin !== CLIENT) return null
  return (
    <div className={classes.note} data-of-list>
      <span>{t('requests.left_out')}</span>
      <Action onClick={() => onState({ own: true })}>{t('requests.show_own')}</Action>
    </div>
  )
}

/** One exchange: why the answer is what it is and what to do about it, the answer, the checks, the request. */
export function RequestDetail({ id, state, onState, onClose, onOpen }: Props) {
  const { t } = useTranslation()
  const { data: exchange, error, refetch } = useExchange(id)
  const { data: world } = useWorldObject()
  const setEditing = (edit: RequestState['edit']) => onState({ edit })
  const go = useGo()
  const backToLive = (request: string) =>
    go(['live', 'request', request], { search: state.from_live.slice(1), history: 'replace' })
  const checks = useRef<HTMLElement>(null)
  const isForkedBefore = useIsForkedBefore(id)
  const isOfRun = useIsOfRun(exchange?.seq)
  const replay = useReplay()
  const presenting = usePresenting()

  const resend = () => replay.mutate({ id }, { onSuccess: ({ request_id }) => onOpen(request_id, 'push') })
  const copy = () => {
    if (!exchange) return
    void copyCurl(t, curlOf(exchange, world))
  }
  const edit = () => setEditing('1')
  const { isOffered, run: forkHere, isPending: isForking } = useForkBefore(id, !presenting)
  const forkHint = t(isOffered ? 'requests.fork_hint' : 'requests.no_fork_hint')
  useShortcuts({
    r: { does: t('help.keys.resend'), words: t('palette.words.resend'), run: resend },
    e: { does: t('help.keys.edit'), words: t('palette.words.edit'), run: edit },
    c: { does: t('help.keys.curl'), words: t('palette.words.curl'), run: copy },
    ...(presenting ? {} : { f: { does: forkHint, words: t('palette.words.fork'), run: forkHere } }),
    t: {
      does: t('help.keys.trace'),
      words: t('palette.words.trace'),
      run: () => showBelowHead(checks.current),
    },
  })

  if (error) return <Failed of={{ what: 'request', name: id }} error={error} again={() => void refetch()} />
  if (!exchange) return <Loading height={120} />
  const told = { exchange, world }
  const way = lostBy(exchange)
  const actions: { key: string; icon: IconName; label: string; run: () => void }[] = [
    { key: 'r', icon: 'replay', label: t('requests.replay'), run: resend },
    { key: 'e', icon: 'edit', label: t('requests.edit'), run: edit },
    { key: 'c', icon: 'copy', label: t('requests.curl'), run: copy },
    ...(presenting
      ? []
      : [
          {
            key: 'f',
            icon: isOffered ? 'fork' : 'info',
            label: t(isOffered ? 'requests.fork' : 'requests.no_fork'),
            run: forkHere,
          } as const,
        ]),
  ]
  const trace = (
    <section className={classes.checks} aria-label={t('requests.checks')} ref={checks}>
      <div className={classes.side_head}>
        <h3>{t('requests.checks')}</h3>
        <span className="dim">{outcomesText(t, exchange)}</span>
      </div>
      <Trace told={told} onEdit={setEditing} />
    </section>
  )
  return (
    <>
      <DetailHead
        title={
          <span className={classes.full_path}>
            <Method method={exchange.method} /> <span className="dim">{world && new URL(world.base_url).pathname}</span>
            {readableAddress(exchange.path)}
            {exchange.query !== '' && <Query query={readableAddress(exchange.query)} />}
          </span>
        }
        actions={actions.map(({ key, icon, label, run }) => (
          // Above it stands that secrets are hidden.
          <Tooltip
            key={key}
            position={presenting ? 'bottom' : 'top'}
            label={key === 'f' ? `${forkHint} (f)` : `${label} (${key})`}
          >
            <Action
              icon={icon}
              // Shown to others, one thing is the way on: it stands once.
              data-once={key === 'r' && presenting ? '' : undefined}
              loading={(key === 'r' && replay.isPending) || (key === 'f' && isForking)}
              onClick={run}
            >
              {label}
            </Action>
          </Tooltip>
        ))}
        onClose={onClose}
      />
      <VerdictCard told={told} onEdit={setEditing} onSent={sent => onOpen(sent, 'push')} />
      <LeftOut exchange={exchange} state={state} onState={onState} />
      {isOfRun && <p className={classes.note}>{t('requests.of_run')}</p>}
      {isForkedBefore && <p className={classes.note}>{t('axis.forked_before_hint')}</p>}
      <EvidenceOf request={exchange.request_id} />
      <About exchange={exchange} />
      <ReplayOf exchange={exchange} />
      {/* A slide ends within the body: what led to the answer stands before it there. */}
      {presenting && trace}
      <Side
        title={t(responseTitle(way))}
        label={t('requests.response_body')}
        part={exchange.response}
        state={state}
        onState={onState}
        cutAt={cutOf(exchange)?.limit}
        aside={
          <>
            {way === null ? <HttpStatus status={exchange.status} /> : <span className="dim">{exchange.status}</span>}
            <span className="dim">{bytesText(exchange.response.body.bytes)}</span>
          </>
        }
      />
      {!presenting && trace}
      <Side
        title={t('requests.request')}
        label={t('requests.request_body')}
        part={exchange.request}
        state={state}
        onState={onState}
      />
      <Links exchange={exchange} isOfRun={isOfRun} />
      {state.edit !== '' && (
        <ResendEditor
          told={told}
          isForKey={state.edit === 'choose_key'}
          title={state.edit === '1' ? t('requests.edit') : t(`trace.${state.edit}`)}
          onClose={() => (state.from_live === '' ? setEditing('') : backToLive(id))}
          onOpen={request_id => {
            if (state.from_live !== '') return backToLive(request_id)
            setEditing('')
            onOpen(request_id, 'push')
          }}
        />
      )}
    </>
  )
}
