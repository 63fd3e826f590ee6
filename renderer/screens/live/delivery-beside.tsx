import { useTranslation } from 'react-i18next'
import { deliveryUrl } from '../../../server/contract/delivery-url.ts'
import type { AttemptView } from '../../../server/control/protocol/deliveries.ts'
import type { Expected } from '../../components/axis/expected.ts'
import { plannedWord } from '../../components/axis/target-text.ts'
import { chainOf, toNext } from '../../components/delivery/chain.ts'
import { ChainState } from '../../components/delivery/chain-state.tsx'
import { Gone } from '../../components/delivery/gone.tsx'
import { useDelivery, useIsGone, usePlannedAttempts } from '../../components/delivery/use-delivery.ts'
import { useReceiver } from '../../components/delivery/use-receiver.ts'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { EventName, FaultMark, isForgedDelivery } from '../../components/forged-event.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Loading } from '../../components/loading.tsx'
import { DeliveryStatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { ToForwards } from '../../components/to-forwards.tsx'
import { idText } from '../../data/id-text.ts'
import { addEnglish } from '../../i18n/add-english.ts'
import { outcomeText, transportErrorText } from '../../i18n/said.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { beside } from './beside-text.en.ts'
import classes from './live.module.css'
import { NamedCall } from './named-things.tsx'
import { Whole } from './whole.tsx'

addEnglish({ beside })

/** Attempts stand closer together when there are more. */
const MANY = 4

interface Row {
  /** Which attempt it is, of how many where that is known. */
  name: string
  /** Whether it is the one that was meant. */
  isMeant: boolean
}

function Made({ made: { trigger, ended_at, status_code, error }, name, isMeant }: Row & { made: AttemptView }) {
  const { t } = useTranslation()
  return (
    <li aria-current={isMeant || undefined}>
      <Time at={ended_at} zoneName="hidden" />
      <span>
        {name}
        {trigger !== 'scheduled' && ` · ${t(`webhooks.trigger_${trigger}`)}`}
      </span>
      <span title={error === null ? undefined : transportErrorText(t, error)}>
        {status_code ?? (error === null ? '' : outcomeText(t, { status_code, error }))}
        <ToForwards error={error} />
      </span>
    </li>
  )
}

function ToCome({ row, name, isMeant }: Row & { row: Expected }) {
  const { t } = useTranslation()
  return (
    <li data-planned="" aria-current={isMeant || undefined}>
      <Time at={row.at} zoneName="hidden" />
      <span>{name}</span>
      <GoTo at={row.at} what={plannedWord(t, row)} look="row" />
    </li>
  )
}

/** How many attempts the delivery has at most, as long as the schedule has any to come. */
const mostOf = (rows: Iterable<Planned>): number | undefined => {
  for (const { attempt, scheduled, forged, isTaken } of rows)
    if (scheduled !== null && forged === null && !isTaken) return attempt - scheduled.number + scheduled.of
  return undefined
}

type Planned = Extract<Expected, { kind: 'attempt' }>

/** A delivery with where it stands, the ways on, and its attempts. */
export function DeliveryBeside({ id, part, onClose }: { id: string; part?: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useDelivery(id)
  const { planned, isPending } = usePlannedAttempts(id)
  const { isAsked, takesWith } = useReceiver(data)
  const isGone = useIsGone(data)
  const isPresenting = usePresenting()
  if (error) return <Failed error={error} again={() => void refetch()} />
  // Nothing moves once it is there.
  if (!data || isPending || isAsked) return <Loading height={120} />
  const { forged } = data
  const chain = chainOf(data, planned ?? [])
  // What comes only if the next attempt fails does not come where the receiver takes that.
  const expected = takesWith === undefined ? chain : toNext(chain)
  const rows = new Map(
    planned?.map((row): [number, Planned] => [row.attempt, { ...row, isTaken: takesWith !== undefined }]),
  )
  const most = mostOf(rows.values())
  const next = expected.find(({ made }) => made === null)
  const isDoubtful = expected.some(
    ({ attempt, made }) => made === null && rows.get(attempt)?.only_if === 'attempts_fail',
  )
  const state = forged === null && planned && (
    <ChainState delivery={data} chain={chain} moves={isPresenting ? 'clock' : 'all'} />
  )
  return (
    <>
      <DetailHead
        title={
          <>
            <DeliveryStatusBadge delivery={data} />
            <span>
              <EventName event={data.event} isForged={isForgedDelivery(data)} />
            </span>
          </>
        }
        onClose={onClose}
      />
      {!isPresenting && state}
      <Facts>
        {data.call_id !== null && (
          <IdLink
            noun="call"
            id={data.call_id}
            text={(data.external_id === null ? data.phone_number : idText(data.external_id)) ?? data.call_id}
            copy="hidden"
          />
        )}
        <span>{deliveryUrl(data)}</span>
        <IdLink noun="tenant" id={data.tenant} copy="hidden" />
        <IdLink noun="delivery" id={data.delivery_id} />
        <FaultMark fault={data.fault} />
        {forged !== null && <span>{t(`webhooks.forged_${forged}`)}</span>}
      </Facts>
      {isPresenting && state}
      {isGone && <Gone delivery={data} />}
      <Section title={t('live.attempts')} aside={<Whole noun="delivery" id={id} />}>
        <ol className={classes.course} data-many={expected.length > MANY ? '' : undefined}>
          {expected.map(({ attempt, made }, index) => {
            const row = rows.get(attempt)
            // A number may repeat, and attempts keep their order.
            const key = `${index} ${attempt}`
            const isMeant = String(attempt) === part
            const name =
              most === undefined
                ? t('live.attempt', { attempt })
                : t('axis.due_short.attempt', { number: attempt, of: most })
            if (made !== null) return <Made key={key} made={made} name={name} isMeant={isMeant} />
            if (row === undefined) return null
            const isCounted = row.scheduled !== null && row.forged === null
            return <ToCome key={key} row={row} name={isCounted ? name : plannedWord(t, row)} isMeant={isMeant} />
          })}
        </ol>
        {next !== undefined && isDoubtful && (
          <p className={detail.note}>{t('beside.if_all_fail', { attempt: next.attempt })}</p>
        )}
      </Section>
      <Section title={t('live.caused_by')}>
        {data.call_id !== null && (
          <div className={classes.cause}>
            <NamedCall id={data.call_id} />
          </div>
        )}
        <IdLink noun="event" id={data.event_id} text={data.event} copy="hidden" />
      </Section>
    </>
  )
}
