import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallStep } from '../../server/contract/calls.ts'
import type { Forgery } from '../../server/contract/events.ts'
import type { FiredJob, HappenedView, JobKind } from '../../server/control/protocol/clock.ts'
import { Action } from '../components/action.tsx'
import { ClosedByEscape } from '../components/closed-by-escape.tsx'
import { FaultMark } from '../components/forged-event.tsx'
import { happenedParts, happenedText } from '../components/happened-text.ts'
import { Icon } from '../components/icons.tsx'
import { IdLink } from '../components/id-link.tsx'
import { Time } from '../components/time.tsx'
import { goalText, UnderWay } from '../components/under-way.tsx'
import { useClockControl } from '../data/clock-control.tsx'
import type { Moved } from '../data/journey.ts'
import { useCallName, useDeliveryName } from '../data/queries.ts'
import { useClockView, useEmulatedNow } from '../data/world.tsx'
import { outcomeText } from '../i18n/said.ts'
import type { Noun } from '../routing/nouns.ts'
import { useHref, usePlace } from '../routing/use-place.ts'
import classes from './clock-bar.module.css'
import { byConcern, type FiredGroup, firedGroups, rowsInLive, stretchOf } from './fired-groups.ts'

/** More kinds than this are a number, not a list; in a low window, which is for what happens, fewer. */
const SHOWN = { usual: 12, low: 4 }
const LOW = '(max-height: 780px)'
/** Emulated time after which a move of the clock is over: at the fastest pace that leaves three seconds to read what it did. */
const PAST_MS = 180_000
/** Of more than this, Live has the newest only. */
const KEPT_IN_LIVE = 2_000

/** What the subject of a job is, by the first word of its kind. */
const SUBJECTS: Readonly<Record<string, Noun>> = { call: 'call', webhook: 'delivery' }

/** An attempt, and what a fault has to do with it. A forgery is none of the service. */
function attemptText(t: TFunction, { status_code, error, forged, repeated, late }: FiredJob): string {
  const which =
    typeof forged === 'string'
      ? t('fired.forgery', { how: t(`webhooks.forged_${forged as Forgery}`) })
      : t(repeated === true ? 'fired.repeated' : late === true ? 'fired.late' : 'fired.attempt')
  if (status_code === undefined) return which
  const outcome = {
    status_code: typeof status_code === 'number' ? status_code : null,
    error: typeof error === 'string' ? error : null,
  }
  return t('fired.answered', { which, answer: outcomeText(t, outcome) })
}

/** One thing that was due, in words of the service. */
function firedText(t: TFunction, job: FiredJob): string {
  const kind = job.kind as JobKind
  switch (kind) {
    case 'call.step':
      return typeof job.to === 'string' ? t(`fired.call.${job.to as CallStep}`) : t('fired.call_goes_on')
    case 'call.ai_ready':
      return t('fired.call_ai')
    case 'webhook.attempt':
      return attemptText(t, job)
    case 'day.rollover':
      return t('axis.due.tokyo_day')
  }
}

/** A call, by the name that it has in lists and on the axis. */
function CallLink({ id }: { id: string }) {
  const name = useCallName(id)
  return (
    <span className={classes.fired_call}>
      <IdLink noun="call" id={id} copy="hidden" {...(name !== undefined && { text: name })} />
    </span>
  )
}

/** A delivery, by the name of the call that it tells of, or by its event where it tells of none. */
function DeliveryLink({ id }: { id: string }) {
  const name = useDeliveryName(id)
  return (
    <span className={classes.fired_call}>
      <IdLink noun="delivery" id={id} copy="hidden" {...(name !== undefined && { text: name })} />
    </span>
  )
}

function Fired({ group: { text, first, count } }: { group: FiredGroup }) {
  const { t } = useTranslation()
  const noun = SUBJECTS[first.kind.split('.')[0] ?? '']
  return (
    <li>
      <Time at={first.due_at} zoneName="hidden" />
      <span>{text}</span>
      {noun === 'call' ? <CallLink id={first.subject} /> : noun === 'delivery' && <DeliveryLink id={first.subject} />}
      {typeof first.fault === 'number' && <FaultMark fault={first.fault} />}
      {count > 1 && <span className="dim">{t('fired.and', { count: count - 1 })}</span>}
    </li>
  )
}

/** What the sentence counts and no job stands for: limits that began anew, and events that were not delivered. */
function Beside({ resets, not_delivered = {} }: HappenedView) {
  const { t } = useTranslation()
  const href = useHref()
  const isReset = Math.max(...Object.values(resets)) > 0
  const dropped = Object.values(not_delivered).reduce((sum, count) => sum + count, 0)
  return (
    <>
      {isReset && (
        <li>
          <a className="link" href={href('limits')}>
            {t('fired.limits_reset')}
          </a>
        </li>
      )}
      {dropped > 0 && (
        <li>
          <a className="link" href={href('webhooks', 'suppressed')}>
            {t('fired.not_delivered', { count: dropped })}
          </a>
        </li>
      )}
    </>
  )
}

interface Place {
  /** Below the clock, or above a screen that is shown to others, which says itself where the clock goes. */
  on: 'bar' | 'stage'
}

/** One entry of each kind, however many there are of it, and the way to all of them on the axis. */
function FiredList({ fired, happened, on }: { fired: readonly FiredJob[]; happened: HappenedView } & Place) {
  const { t } = useTranslation()
  const href = useHref()
  const isLow = useMediaQuery(LOW, false, { getInitialValueInEffect: false })
  const { segments } = usePlace()
  const shown = isLow && on === 'bar' ? SHOWN.low : SHOWN.usual
  const groups = firedGroups(byConcern(fired, segments), job => firedText(t, job))
  const rest = groups.slice(shown).reduce((sum, { count }) => sum + count, 0)
  const isAtLive = segments[0] === 'live' && on === 'stage'
  const { rows, isAll } = rowsInLive(fired)
  return (
    <ul className={classes.fired_list}>
      {groups.slice(0, shown).map(group => (
        <Fired key={`${group.first.subject} ${group.text} ${String(group.first.fault)}`} group={group} />
      ))}
      {rest > 0 && <li className="dim">{t('clock.fired_more', { count: rest })}</li>}
      {on === 'bar' && <Beside {...happened} />}
      {rows > 1 && !isAtLive && (
        <li>
          <a className="link" href={`${href('live')}${stretchOf(fired)}`}>
            {rows > KEPT_IN_LIVE
              ? t('fired.newest_in_live')
              : t(isAll ? 'fired.all_in_live' : 'fired.others_in_live', { count: rows })}
          </a>
        </li>
      )}
    </ul>
  )
}

/** The one thing that fell due of what concerns those who look on most, in the words of the list. */
function Foremost({ fired }: { fired: readonly FiredJob[] }) {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const first = byConcern(fired, segments)[0]
  if (first === undefined || !segments.includes(first.subject)) return null
  return (
    <>
      <span className={classes.fired_first}>{firedText(t, first)}</span>
      <span className="dim">·</span>
    </>
  )
}

/** As many parts of what happened as have room, each whole, and how many have none. */
function AsFits({ parts }: { parts: readonly string[] }) {
  const { t } = useTranslation()
  const all = useRef<HTMLSpanElement>(null)
  const [{ left, x, y }, setRest] = useState({ left: 0, x: 0, y: 0 })
  useLayoutEffect(() => {
    const { current } = all
    if (current === null) return undefined
    // What has no room in the lines that are shown wraps into one below them.
    const count = () => {
      const frame = current.getBoundingClientRect()
      const parts = [...current.children].map(part => part.getBoundingClientRect())
      const shown = parts.filter(({ top }) => top < frame.bottom - 1)
      const last = shown.at(-1) ?? frame
      // In pixels of the page, which is drawn larger on the stage.
      const scale = frame.width / (current.offsetWidth || 1) || 1
      setRest({
        left: parts.length - shown.length,
        x: (last.right - frame.right) / scale,
        y: (last.top - frame.top) / scale,
      })
    }
    const observer = new ResizeObserver(count)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <span ref={all} className={classes.fired_sentence}>
        {parts.length === 0
          ? t('clock.fired_nothing')
          : parts.map(part => (
              <span key={part} className={classes.fired_part}>
                {part}
              </span>
            ))}
      </span>
      {left > 0 && (
        // Right behind the last of them: the lines keep the room that the next one would take.
        <span className={classes.fired_first} style={{ transform: `translate(${x}px, ${y}px)` }}>
          {t('fired.and', { count: left })}
        </span>
      )}
    </>
  )
}

/** During an advance where it goes, and whom it waits for. After it: where the clock is now and what fell due on the way, each at its own instant. */
export function FiredStrip({ on }: Place) {
  const { t } = useTranslation()
  const { last, isLastHere, dismiss } = useClockControl()
  const isUnderWay = Boolean(useClockView()?.advance)
  const [unfolded, setUnfolded] = useState<Moved>()
  const now = useEmulatedNow()
  // Beside a clock that has gone on it would read as what happened just now.
  const isPast = last !== undefined && now !== undefined && now - Date.parse(last.now) >= PAST_MS
  useEffect(() => {
    if (isPast) dismiss()
  }, [isPast, dismiss])
  if (isUnderWay && on === 'bar')
    return (
      <div className={classes.fired} role="status">
        <UnderWay />
      </div>
    )
  // On the stage the next screen is another subject, and needs its height.
  if (!last || isUnderWay || isPast || (on === 'stage' && !isLastHere))
    return (
      <div className={classes.nothing_fired} data-on={on} role="status">
        <span aria-hidden>{t('clock.fired_here')}</span>
      </div>
    )
  const { now: movedTo, fired, happened, stopped_before } = last
  const isOnStage = on === 'stage'
  const isFolded = isOnStage && unfolded !== last
  return (
    <div className={classes.fired} data-on={on} data-folded={isFolded ? '' : undefined} role="status">
      <div className={classes.fired_what}>
        <span className={classes.fired_title}>
          <Icon name="arrow_right" size={13} />
          <Time at={movedTo} />
          <span className="dim">·</span>
          {stopped_before !== undefined && (
            <>
              <span>{t('clock.stopped_before', { to: goalText(stopped_before, Date.parse(movedTo)) })}</span>
              <span className="dim">·</span>
            </>
          )}
          {isOnStage && <Foremost fired={fired} />}
          {isFolded ? (
            <AsFits key={movedTo} parts={happenedParts(t, happened)} />
          ) : (
            <span>{happenedText(t, happened) ?? t('clock.fired_nothing')}</span>
          )}
        </span>
        {!isFolded && <FiredList fired={fired} happened={happened} on={on} />}
      </div>
      {isOnStage && !isFolded && <ClosedByEscape onClose={() => setUnfolded(undefined)} />}
      {isOnStage && fired.length > 0 && (
        <Action
          size="compact-xs"
          aria-expanded={!isFolded}
          rightSection={<Icon name={isFolded ? 'chevron_right' : 'chevron_down'} size={12} />}
          onClick={() => setUnfolded(isFolded ? last : undefined)}
        >
          {t('fired.what')}
        </Action>
      )}
      <ActionIcon variant="subtle" color="gray" size={22} aria-label={t('common.dismiss')} onClick={dismiss}>
        <Icon name="cross" size={13} />
      </ActionIcon>
    </div>
  )
}
