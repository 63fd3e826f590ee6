import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { controlText } from '../../components/axis/control-text.ts'
import { receiverText } from '../../components/axis/target-text.ts'
import { Badge } from '../../components/badge.tsx'
import { EventName, FaultMark, forgerOf, isForgedDelivery, isForgedEvent } from '../../components/forged-event.tsx'
import { forgeryTaken } from '../../components/forgery-taken.ts'
import { ForkMark } from '../../components/fork-mark.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { HeldClock, HeldNow } from '../../components/held-now.tsx'
import { Method, OriginMark, PathText } from '../../components/request-text.tsx'
import { CallStatusBadge, DeliveryStatusBadge, ExchangeStatus } from '../../components/status-badge.tsx'
import { useDrills } from '../../data/drills.ts'
import { idText } from '../../data/id-text.ts'
import { talkTimeText } from '../../data/talk-time.ts'
import { durationText, wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import type { Control, Moved, TimelineItem } from '../../data/timeline.ts'
import { useTimeLeft } from '../../data/world.tsx'
import { scoreText } from '../../i18n/certification-text.ts'
import { stepsInLanguage } from '../../i18n/drill-texts.ts'
import { outcomeText } from '../../i18n/said.ts'
import { scorecardPlace } from '../../routing/scorecard.ts'
import { useHref } from '../../routing/use-place.ts'
import { FaultText } from './fault-did.tsx'
import classes from './live.module.css'

/** What else is known, the most telling first: where a row has little room, the last go first, and each as a whole. */
function More({ children }: { children: ReactNode }) {
  return <span className={classes.more}>{children}</span>
}

/** The page learns of an attempt a moment after it was made: a wait that is as short as that is none to tell of. */
const SOON_MS = 1_000

/** Until the next attempt; once it has been made, an item of its own tells of it. */
function AgainIn({ at }: { at: string }) {
  const { t } = useTranslation()
  const left = useTimeLeft(Date.parse(at))
  if (left === undefined || left < SOON_MS) return null
  return (
    <span>
      <span className="dim">{t('live.again_in')}</span> <GoTo at={at} what={t('live.again')} look="row" />
    </span>
  )
}

function MoveText({ move: { from, to, pace, paceBefore } }: { move: Moved }) {
  const { t } = useTranslation()
  const paceText = typeof pace === 'number' ? `×${pace}` : t(`clock.${pace}`)
  // Less than a second has no ends of one name.
  const isExact = (to - from) % 1_000 !== 0
  const at = (instant: number) => {
    const { date, time, milliseconds } = wallClock(instant, 'tokyo')
    return `${date} ${time}${isExact ? `.${milliseconds}` : ''}`
  }
  return (
    <>
      {from !== to && (
        <span className={classes.move}>{t('live.jumped', { by: durationText(Math.abs(to - from)) })}</span>
      )}
      {pace !== paceBefore && <span className={classes.move}>{t('live.pace', { pace: paceText })}</span>}
      {from !== to && (
        <More>
          <span className="dim">
            {at(from)} → {at(to)} {ZONE_NAMES.tokyo}
          </span>
        </More>
      )}
    </>
  )
}

/** How a receiver did, as its scorecard shows it, and the way there. */
function CertificationText({ certification }: { certification: Extract<Control, { kind: 'certification' }> }) {
  const { t } = useTranslation()
  const href = useHref()
  const { url, passed, score } = certification
  const { segments, search } = scorecardPlace(certification)
  return (
    <>
      <span>{t('axis.control.certification_of', { url })}</span>
      <Badge tone={passed ? 'good' : 'bad'} icon={passed ? 'check' : 'cross'} look="plain">
        {scoreText(t, score)}
      </Badge>
      <More>
        <a className="link" href={`${href(...segments)}${search}`}>
          {t('live.scorecard')}
        </a>
      </More>
    </>
  )
}

/** What a drill did to the world, and in its own words what that was, with the way to it. */
function DrillText({ act }: { act: Extract<Control, { kind: 'drill' }> }) {
  const { t, i18n } = useTranslation()
  const href = useHref()
  const drills = useDrills().data?.data
  return (
    <>
      <span>{controlText(t, act)}</span>
      <More>
        {drills?.some(({ drill }) => drill === act.drill) && (
          <a className="link" href={href('client', 'drills', act.drill)}>
            {t('live.show_drill')}
          </a>
        )}
        {stepsInLanguage(act, drills, i18n.language).map(step => (
          <span key={step} className="dim">
            {step}
          </span>
        ))}
      </More>
    </>
  )
}

/** What the call is called that it tells of: its id in the CRM, otherwise its number; `null` where it tells of none. */
const callOf = ({ external_id, phone_number }: { external_id: string | null; phone_number: string | null }) =>
  external_id === null ? phone_number : idText(external_id)

/** One line on what happened, or on what happened several times: then it says only what all of them have in common. */
export function ItemText({
  item,
  isOfMany,
  isStill,
}: {
  item: TimelineItem
  isOfMany: boolean
  /** Whether it says how things stood once: nothing of it runs on. */
  isStill: boolean
}) {
  const { t } = useTranslation()
  switch (item.lane) {
    case 'exchange': {
      const { seq, method, path, query, status, tenant, fault, unanswered } = item.value
      return (
        <>
          <span className={classes.number}>#{seq}</span>
          <Method method={method} />
          <PathText path={path} query={isOfMany && status === 429 ? '' : query} />
          <ExchangeStatus {...item.value} look="plain" />
          <HeldNow {...item.value} isOfMany={isOfMany} isStill={isStill} look="row" className={classes.held} />
          <OriginMark {...item.value} />
          <More>
            <HeldClock {...item.value} look="row" />
            {!isOfMany && unanswered !== 'now' && <FaultMark fault={fault} />}
            <ForkMark request_id={item.value.request_id} />
          </More>
          <span className={classes.push}>{tenant ?? '–'}</span>
        </>
      )
    }
    case 'call': {
      const { call_type, phone_number, external_id, status, staff_name, tenant } = item.value
      const talked = talkTimeText(item.value)
      // What a call has come to says how it ended, but for one that was connected: that it was once.
      const isOver = item.step === 'ended' && status === 'connected'
      return (
        <>
          <span>{t(`calls.${call_type}`)}</span>
          <span>{phone_number}</span>
          {item.step === 'ai_ready' ? (
            <Badge tone="info" icon="check" look="plain">
              {t('live.ai_ready')}
            </Badge>
          ) : isOver ? (
            <Badge tone="quiet" icon="calls" look="plain">
              {t('live.ended')}
            </Badge>
          ) : (
            <CallStatusBadge status={item.step === 'ended' ? status : item.step} look="plain" />
          )}
          <More>
            {external_id !== null && <span className="dim">{idText(external_id)}</span>}
            {item.step === 'ended' && (
              <span className="dim">
                {[!isOver && t('live.ended'), talked && t('axis.call_states.ended', { talked })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            )}
            <span className="dim">{staff_name}</span>
          </More>
          <span className={classes.push}>{tenant}</span>
        </>
      )
    }
    case 'event': {
      const { event, tenant } = item.value
      const whose = callOf(item.value)
      return (
        <>
          <span>
            <EventName event={event} isForged={isForgedEvent(item.value)} />
          </span>
          <More>
            {whose !== null && <span className="dim">{whose}</span>}
            <FaultMark fault={forgerOf(item.value)} />
          </More>
          <span className={classes.push}>{tenant}</span>
        </>
      )
    }
    case 'delivery': {
      const { event, url, status, attempt_count, next_attempt_at, last_status_code, last_error, tenant } = item.value
      const whose = callOf(item.value)
      const outcome =
        last_error !== null
          ? outcomeText(t, { status_code: null, error: last_error })
          : last_status_code !== null && t('live.answered', { status: last_status_code })
      // The badge has it of what is retried, and of a forgery that was not taken.
      const isSaid = status === 'pending' || forgeryTaken(item.value) === 'not_accepted'
      const attempts = [attempt_count > 0 && t('live.attempt', { attempt: attempt_count }), !isSaid && outcome].filter(
        Boolean,
      )
      return (
        <>
          <span>
            <EventName event={event} isForged={isForgedDelivery(item.value)} />
          </span>
          <DeliveryStatusBadge delivery={item.value} look="plain" />
          <More>
            {whose !== null && <span className="dim">{whose}</span>}
            {attempts.length > 0 && <span className="dim">{attempts.join(' · ')}</span>}
            <span className={`dim ${classes.address}`} title={url}>
              → {receiverText(url)}
            </span>
            {next_attempt_at !== null && status === 'pending' && attempt_count > 0 && !isStill && (
              <AgainIn at={next_attempt_at} />
            )}
            <FaultMark fault={item.value.fault} />
          </More>
          <span className={classes.push}>{tenant}</span>
        </>
      )
    }
    case 'ledger': {
      const { event, fact, reason, tenant } = item.value
      const whose = isOfMany ? null : item.value.external_id
      return (
        <>
          <span>{event}</span>
          <Badge tone="bad" icon="blocked" look="plain">
            {t(`live.${fact}`)}
          </Badge>
          <More>
            {whose !== null && <span className="dim">{idText(whose)}</span>}
            <span className="dim">{t(`ledger_reasons.${reason}`)}</span>
          </More>
          <span className={classes.push}>{tenant}</span>
        </>
      )
    }
    case 'control':
      if (item.value.kind === 'certification') return <CertificationText certification={item.value} />
      if (item.value.kind === 'drill') return <DrillText act={item.value} />
      return (
        <>
          <span>{controlText(t, item.value)}</span>
          {item.value.kind === 'fault' && (
            <More>
              <span className="dim">
                <FaultText act={item.value} />
              </span>
            </More>
          )}
        </>
      )
    case 'clock':
      return <MoveText move={item.value} />
  }
}
