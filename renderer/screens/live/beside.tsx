import { Tooltip } from '@mantine/core'
import { Fragment, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallDetailView } from '../../../server/control/protocol/calls.ts'
import type { EventDetailView } from '../../../server/control/protocol/events.ts'
import { Action } from '../../components/action.tsx'
import { AfterDelay } from '../../components/after-delay.tsx'
import { lostBy, responseTitle } from '../../components/answered-text.ts'
import type { Expected } from '../../components/axis/expected.ts'
import { plannedWord } from '../../components/axis/target-text.ts'
import { usePlannedRows } from '../../components/axis/use-axis-marks.ts'
import { Badge } from '../../components/badge.tsx'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { EvidenceOf } from '../../components/evidence.tsx'
import { effectText } from '../../components/fault-text.ts'
import { ForClient } from '../../components/for-client.tsx'
import { EventName, FaultMark, forgerOf, isForgedEvent } from '../../components/forged-event.tsx'
import { whyText } from '../../components/gate-words.ts'
import { GoTo } from '../../components/go-to.tsx'
import { HeldNow } from '../../components/held-now.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { JsonView } from '../../components/json-view.tsx'
import { Loading } from '../../components/loading.tsx'
import { type Edits, NextSteps } from '../../components/next-steps.tsx'
import { RemoveFault } from '../../components/remove-fault.tsx'
import { isNumberOfRequest, RequestOfNumber } from '../../components/request-of-number.tsx'
import { Method, PathText } from '../../components/request-text.tsx'
import { sentByText } from '../../components/sent-by-text.ts'
import { CallStatusBadge, DeliveryStatusBadge, ExchangeStatus } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useForkBefore } from '../../components/use-fork-before.ts'
import { useWebhookName } from '../../components/webhook-name.ts'
import { useFaults } from '../../data/faults.ts'
import { idText } from '../../data/id-text.ts'
import { useHeldBackOf } from '../../data/ledger-entry.ts'
import { useExchange, useWorldObject, useWorldQuery } from '../../data/queries.ts'
import { talkTimeText } from '../../data/talk-time.ts'
import { useNotSent } from '../../data/use-not-sent.ts'
import { useGo, useHref } from '../../routing/use-place.ts'
import { queryToKeep, usePresenting } from '../../routing/use-present.ts'
import classes from './live.module.css'
import { NamedCall, NamedEvent, NamedHeldBack } from './named-things.tsx'
import { Whole } from './whole.tsx'

/** What it needs is much, and is needed of a delivery only. */
const DeliveryLoaded = lazy(() =>
  import('./delivery-beside.tsx').then(({ DeliveryBeside }) => ({ default: DeliveryBeside })),
)

/** Few answers are lost. */
const LostNow = lazy(() => import('../../components/lost-now.tsx').then(({ LostNow }) => ({ default: LostNow })))
const DoneAllTheSame = lazy(() =>
  import('../../components/lost-now.tsx').then(({ DoneAllTheSame }) => ({ default: DoneAllTheSame })),
)

interface Props {
  id: string
  /** Of a delivery the number of the attempt that was meant. */
  part?: string | undefined
  onClose: () => void
}

/** A new world in which the request has not been sent yet, or why there is none. */
function ForkBefore({ request }: { request: string }) {
  const { t } = useTranslation()
  const presenting = usePresenting()
  const { why, run, isPending } = useForkBefore(request, !presenting)
  if (presenting) return null
  if (why === undefined)
    return (
      <Action icon="fork" loading={isPending} title={t('axis.fork_about')} onClick={run}>
        {t('axis.fork')}
      </Action>
    )
  return (
    <Tooltip label={why} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
      <Action icon="info" aria-description={why} onClick={run}>
        {t('axis.no_fork')}
      </Action>
    </Tooltip>
  )
}

/** By its number as well, as everybody calls it. */
function RequestBeside({ id, onClose }: Props) {
  const go = useGo()
  if (!isNumberOfRequest(id)) return <RequestKnown id={id} onClose={onClose} />
  const open = (found: string) => go(['live', 'request', found], { search: location.search, history: 'replace' })
  return <RequestOfNumber number={Number(id)} onFound={open} />
}

/** What the address asks for, but some parts of it. */
function askedBut(...parts: string[]): string {
  const search = new URLSearchParams(location.search)
  for (const part of parts) search.delete(part)
  return search.toString()
}

/** What says that another part of the time is in view than the present. */
const PLACE = ['at', 'from', 'to', 'folds']

/** Why the answer is what it is comes first: it is what one looks for at a red row. */
function RequestKnown({ id, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useExchange(id)
  const { data: world } = useWorldObject()
  const go = useGo()
  const presenting = usePresenting()
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!data) return <Loading height={120} />
  const { calls, events } = data.caused
  const way = lostBy(data)
  const retryAfter = data.response.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
  const rejected = data.trace.find(({ outcome }) => outcome === 'rejected')
  const told = { exchange: data, world }
  // What is edited is edited where there is room for both sides of it.
  const edit = (as: Edits) =>
    go(['requests', id], {
      search: new URLSearchParams({ edit: as, from_live: `?${askedBut('present')}` }).toString(),
    })
  // What is sent comes now.
  const open = (sent: string) => go(['live', 'request', sent], { search: askedBut(...PLACE) })
  const facts = (
    <Facts>
      <strong>#{data.seq}</strong>
      <Time at={data.at} />
      {data.tenant !== null && <IdLink noun="tenant" id={data.tenant} copy="hidden" />}
      <span className={classes.own_id}>
        <IdLink noun="request" id={data.request_id} />
      </span>
      {data.unanswered === 'now' ? (
        <span>
          <HeldNow {...data} />
        </span>
      ) : data.fault === null ? null : (
        <IdLink noun="fault" id={data.fault} text={t('webhooks.of_fault', { id: data.fault })} copy="hidden" />
      )}
      {data.origin !== 'client' && <span>{sentByText(t, data.origin)}</span>}
    </Facts>
  )
  return (
    <>
      <DetailHead
        title={
          <>
            <ExchangeStatus {...data} />
            <Method method={data.method} />
            <PathText path={data.path} query={data.query} lines="several" />
          </>
        }
        // Below the axis of a slide, the line that they would take is that of what gets past a refusal.
        actions={presenting && facts}
        onClose={onClose}
      />
      {!presenting && facts}
      <Section
        title={t('live.why')}
        aside={
          <div className={classes.aside}>
            <ForkBefore request={data.request_id} />
            <Whole noun="request" id={id} />
          </div>
        }
      >
        <p className={classes.reason} data-refused={data.status >= 400 || way !== null ? 'request' : undefined}>
          {whyText(t, told)}
          {way !== null && (
            <Suspense>
              <DoneAllTheSame told={told} />
            </Suspense>
          )}
        </p>
        {data.unanswered === 'now' && data.fault !== null && (
          <div className={classes.way_on}>
            <RemoveFault id={data.fault} />
          </div>
        )}
        {way !== null && (
          <Suspense>
            <LostNow told={told} isNamed onEdit={edit} onSent={open} />
          </Suspense>
        )}
        {way === null && rejected === undefined && <AfterDelay told={told} />}
        {way === null && rejected && <NextSteps step={rejected} told={told} onEdit={edit} onSent={open} />}
        {/* What can be done here and now is in sight without a scroll; what is to be written comes after it. */}
        <ForClient exchange={data} />
      </Section>
      <EvidenceOf request={id} />
      {calls.length + events.length > 0 && (
        <Section title={t('live.caused')}>
          {calls.length + events.length > MOST_NAMED ? (
            <div className={detail.chips}>
              {calls.map(call => (
                <IdLink key={call} noun="call" id={call} copy="hidden" />
              ))}
              {events.map(event => (
                <IdLink key={event} noun="event" id={event} copy="hidden" />
              ))}
            </div>
          ) : (
            <ul className={classes.course}>
              {calls.map(call => (
                <li key={call}>
                  <NamedCall id={call} />
                </li>
              ))}
              {events.map(event => (
                <li key={event}>
                  <NamedEvent id={event} />
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      {data.response.body.bytes > 0 && (
        <Section
          title={t(way === null ? 'live.answer' : responseTitle(way))}
          aside={retryAfter !== undefined && <code className={detail.code}>Retry-After: {retryAfter}</code>}
        >
          <div data-answer>
            <JsonView text={data.response.body.text ?? ''} label={t('live.answer')} />
          </div>
        </Section>
      )}
    </>
  )
}

/** Of more things than this the ids are enough. */
const MOST_NAMED = 6

/** The request behind something, as a person would name it. */
function Cause({ request }: { request: string }) {
  const { data } = useExchange(request)
  if (!data) return <IdLink noun="request" id={request} copy="hidden" />
  const { seq, method, path, query } = data
  return (
    <div className={classes.cause}>
      <IdLink noun="request" id={request} text={`#${seq}`} copy="hidden" />
      <Method method={method} />
      <PathText path={path} query={query} />
      <ExchangeStatus {...data} look="plain" />
    </div>
  )
}

function CallBeside({ id, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useWorldQuery<CallDetailView>('calls', ['calls', id])
  const rows = usePlannedRows()
  const heldBack = useHeldBackOf(id)
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!data) return <Loading height={120} />
  const stepText = (to: string) => t(`live.steps.${to as keyof typeof STEPS}`)
  const talked = talkTimeText(data)
  // The rows may be a moment older than the call.
  const ready = data.ai_ready_at === null ? rows?.find(row => row.kind === 'call_ai' && row.call_id === id) : undefined
  return (
    <>
      <DetailHead
        title={
          <>
            <CallStatusBadge status={data.status} />
            <span>{data.external_id === null ? data.phone_number : idText(data.external_id)}</span>
          </>
        }
        onClose={onClose}
      />
      <Facts>
        <span>{data.phone_number}</span>
        <span>{data.staff_name}</span>
        <IdLink noun="tenant" id={data.tenant} copy="hidden" />
        <IdLink noun="call" id={data.call_id} />
      </Facts>
      {data.request_id !== null && (
        <Section title={t('live.caused_by')} aside={<ForkBefore request={data.request_id} />}>
          <Cause request={data.request_id} />
        </Section>
      )}
      <Section title={t('live.course')} aside={<Whole noun="call" id={id} />}>
        <ol className={classes.course}>
          <li>
            <Time at={data.initiated_at} zoneName="hidden" />
            <span>{t('live.steps.initiating')}</span>
          </li>
          {data.steps.map(({ at, to }) => (
            <li key={`${at} ${to}`}>
              <Time at={at} zoneName="hidden" />
              <span>{stepText(to)}</span>
            </li>
          ))}
          {data.ai_ready_at !== null && (
            <li>
              <Time at={data.ai_ready_at} zoneName="hidden" />
              <span>{t('live.steps.ai_ready')}</span>
            </li>
          )}
          {data.pending_steps.map(({ due_at, to }) => (
            <li key={`${due_at} ${to}`} data-planned="">
              <Time at={due_at} zoneName="hidden" />
              <span>{stepText(to)}</span>
              <GoTo at={due_at} what={stepText(to)} look="row" />
            </li>
          ))}
          {ready && (
            <li data-planned="">
              <Time at={ready.at} zoneName="hidden" />
              <span>{t('live.steps.ai_ready')}</span>
              <GoTo at={ready.at} what={t('live.steps.ai_ready')} look="row" />
            </li>
          )}
        </ol>
        {talked !== undefined && <p className={detail.note}>{t('live.talked', { for: talked })}</p>}
      </Section>
      {data.events.length + heldBack.length > 0 && (
        <Section title={t('live.caused')}>
          <ul className={classes.course}>
            {data.events.map(({ event_id }) => (
              <li key={event_id}>
                <NamedEvent id={event_id} />
              </li>
            ))}
            {heldBack.map(entry => (
              <li key={entry.id}>
                <NamedHeldBack entry={entry} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** What a call goes through, as a person says it. */
const STEPS = {
  initiating: null,
  ringing: null,
  connected: null,
  ended: null,
  missed_call: null,
  no_answer: null,
  busy: null,
  failed: null,
  ai_ready: null,
}

/** When the next attempt of a delivery comes, with the way there, and what the fault does that has held back its first one. */
function ToCome({ delivery, rows }: { delivery: EventDetailView['deliveries'][number]; rows: readonly Expected[] }) {
  const { t } = useTranslation()
  const { delivery_id, attempt_count, fault } = delivery
  const next = rows.find(row => row.kind === 'attempt' && row.delivery_id === delivery_id)
  const faults = useFaults().data?.data
  if (next === undefined) return null
  const by = attempt_count === 0 ? faults?.find(({ id }) => id === fault) : undefined
  const isHeld = by !== undefined && (by.effect.reorder ?? by.effect.delay) !== undefined
  return (
    <>
      <li data-planned="">
        <Time at={next.at} zoneName="hidden" />
        <span>{plannedWord(t, next)}</span>
        <GoTo at={next.at} what={plannedWord(t, next)} look="row" />
      </li>
      {isHeld && (
        <li data-planned="">
          <span>{effectText(t, by.effect)}</span>
        </li>
      )}
    </>
  )
}

function EventBeside({ id, onClose }: Props) {
  const { t } = useTranslation()
  const href = useHref()
  const { data, error, refetch } = useWorldQuery<EventDetailView>('events', ['events', id])
  const notSent = useNotSent(data)
  const rows = usePlannedRows() ?? []
  const nameOf = useWebhookName()
  const heldBack = notSent?.flatMap(one => (one.entry === null ? [] : one)) ?? []
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!data) return <Loading height={120} />
  return (
    <>
      <DetailHead title={<EventName event={data.event} isForged={isForgedEvent(data)} />} onClose={onClose} />
      <Facts>
        <Time at={data.occurred_at} />
        <IdLink noun="tenant" id={data.tenant} copy="hidden" />
        <IdLink noun="event" id={data.event_id} />
        <FaultMark fault={forgerOf(data)} />
      </Facts>
      {data.call_id !== null && (
        <Section title={t('live.caused_by')}>
          <div className={classes.cause}>
            <NamedCall id={data.call_id} />
          </div>
        </Section>
      )}
      <Section title={t('live.deliveries')} aside={<Whole noun="event" id={id} />}>
        <ul className={classes.course}>
          {data.deliveries.map(delivery => (
            <Fragment key={delivery.delivery_id}>
              <li>
                <DeliveryStatusBadge delivery={delivery} look="plain" />
                <FaultMark fault={delivery.fault} />
                <IdLink noun="delivery" id={delivery.delivery_id} copy="hidden" />
              </li>
              <ToCome delivery={delivery} rows={rows} />
            </Fragment>
          ))}
        </ul>
        {heldBack.length > 0 && (
          <ul className={classes.course}>
            {heldBack.map(({ webhook_id, reason, entry }) => (
              <li key={webhook_id}>
                <a className="link" href={`${href('live', 'held', entry)}${queryToKeep()}`}>
                  {nameOf(webhook_id)}
                </a>
                <span className={classes.cause}>
                  <Badge tone="bad" icon="blocked" look="plain">
                    {t('live.delivery_suppressed')}
                  </Badge>
                  <span className="dim">{t(`ledger_reasons.${reason}`)}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
        {data.deliveries.length + heldBack.length === 0 && notSent !== undefined && (
          <p className={detail.note}>{t('live.no_deliveries')}</p>
        )}
      </Section>
    </>
  )
}

function DeliveryBeside(props: Props) {
  return (
    <Suspense fallback={<Loading height={120} />}>
      <DeliveryLoaded {...props} />
    </Suspense>
  )
}
const ActLoaded = lazy(() => import('./act-beside.tsx').then(({ ActBeside }) => ({ default: ActBeside })))

const HeldLoaded = lazy(() => import('./held-beside.tsx').then(({ HeldBeside }) => ({ default: HeldBeside })))

const MomentLoaded = lazy(() => import('./moment-beside.tsx').then(({ MomentBeside }) => ({ default: MomentBeside })))

const WindowLoaded = lazy(() => import('./window-beside.tsx').then(({ WindowBeside }) => ({ default: WindowBeside })))

const whenLoaded = (Loaded: typeof ActLoaded) => (props: Props) => (
  <Suspense fallback={<Loading height={120} />}>
    <Loaded {...props} />
  </Suspense>
)

const BESIDE: Partial<Record<string, (props: Props) => React.ReactNode>> = {
  request: RequestBeside,
  call: CallBeside,
  delivery: DeliveryBeside,
  event: EventBeside,
  act: whenLoaded(ActLoaded),
  held: whenLoaded(HeldLoaded),
  moment: whenLoaded(MomentLoaded),
  window: whenLoaded(WindowLoaded),
}

/** What is open beside the list, in short; each leads to the whole on its screen. `undefined` for what has no short form. */
export function besideOf(noun: string | undefined): ((props: Props) => React.ReactNode) | undefined {
  return noun === undefined ? undefined : BESIDE[noun]
}
