import { useElementSize } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryDetailView } from '../../../server/control/protocol/deliveries.ts'
import { Action } from '../../components/action.tsx'
import { labelShift, labelWidth } from '../../components/axis/label-shift.ts'
import { GoTo } from '../../components/go-to.tsx'
import { Icon } from '../../components/icons.tsx'
import { FORGERY_SIGNS, type ForgeryTaken, forgeryTaken } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { UnderWay } from '../../components/under-way.tsx'
import { useClockControl } from '../../data/clock-control.tsx'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { durationText, wallClock } from '../../data/time-text.ts'
import { useClockView, useEmulatedNow } from '../../data/world.tsx'
import { outcomeText } from '../../i18n/said.ts'
import { besideWord, type Link, midnightsBetween, placesOf, rowsOf, waitsOf } from './chain.ts'
import { offTimeText } from './off-time.tsx'
import { Redirected } from './redirected.tsx'
import classes from './retry-chain.module.css'
import { useAnswerWell } from './use-webhooks.ts'

const ICONS = { delivered: 'check', failed: 'cross' } as const

/** Half of the longest date stands on either side, at the size of Present too. */
const [MARGIN, SPAN] = [8, 84]
/** The moon before its word, and the gap between them. */
const MOON_PX = 14
const percent = (place: number) => `${(MARGIN + place * SPAN).toFixed(2)}%`

/** What is special about an attempt: that it was none of the schedule, or not in time. */
function besideText(t: TFunction, { trigger, made }: Link): string {
  const trait = trigger === 'scheduled' ? undefined : t(`webhooks.trigger_${trigger}`)
  return [trait, made === null ? undefined : offTimeText(t, made)].filter(text => text !== undefined).join(' · ')
}

const LINE_PX = 15
const ROW_GAP_PX = 4
/** Two dots that touch are not told apart. */
const DOT_PX = 24

/** What stands below a dot, a line each. */
function useLines() {
  const { t } = useTranslation()
  return (link: Link, hasDate: boolean): string[] => {
    const { at, made } = link
    const beside = besideText(t, link)
    return [
      ...(hasDate ? [wallClock(at, 'tokyo').date.slice('yyyy-'.length)] : []),
      wallClock(at, 'tokyo').time,
      made === null ? t('webhooks.planned') : outcomeText(t, made),
      ...(beside === '' ? [] : [beside]),
    ]
  }
}

function Dot({ link, place, drop, hasDate }: { link: Link; place: number; drop: number; hasDate: boolean }) {
  const { t } = useTranslation()
  const { attempt, at, state, made } = link
  const beside = besideText(t, link)
  return (
    <li
      className={classes.link}
      data-state={state}
      style={{ left: percent(place), '--drop': `${drop}px` } as CSSProperties}
    >
      <span className={classes.dot} title={t('webhooks.attempt_n', { n: attempt })}>
        {state === 'planned' ? attempt : <Icon name={ICONS[state]} size={11} />}
      </span>
      {hasDate && <span className={classes.when}>{wallClock(at, 'tokyo').date.slice('yyyy-'.length)}</span>}
      <span className={classes.when}>
        <Time at={at} show="clock" zoneName="hidden" />
      </span>
      <span className={classes.outcome}>{made === null ? t('webhooks.planned') : outcomeText(t, made)}</span>
      {beside !== '' && <span className={classes.outside}>{beside}</span>}
    </li>
  )
}

/** All attempts of a delivery on one axis of emulated time, with the gaps between them and the Tokyo midnights that they cross. */
export function RetryChain({ chain }: { chain: readonly Link[] }) {
  const { t } = useTranslation()
  const now = useEmulatedNow()
  const linesOf = useLines()
  const { ref, width } = useElementSize<HTMLElement>()
  const instants = chain.map(({ at }) => at)
  const [first, last] = [instants[0], instants.at(-1)]
  if (first === undefined || last === undefined || chain.length < 2) return null
  const { place, places } = placesOf(instants, width === 0 ? 0 : DOT_PX / ((SPAN / 100) * width))
  const midnights = midnightsBetween(first, last)
  // One form for all: with the day where they are not of one.
  const hasDate = midnights.length > 0
  const isUnderWay = now !== undefined && now >= first && now < last
  const pixels = (at: number) => ((MARGIN + at * SPAN) / 100) * width
  const present = isUnderWay ? { at: pixels(place(now)), size: labelWidth(t('limits.now')) } : undefined
  const midnightSize = labelWidth(t('webhooks.midnight')) + MOON_PX
  const wordOf = (midnight: number) =>
    besideWord({ line: pixels(place(midnight)), size: midnightSize, taken: present, room: width })
  const upright = [...midnights, ...(isUnderWay ? [now] : [])].map(at => pixels(place(at)))
  const texts = chain.map(link => linesOf(link, hasDate))
  const rows = rowsOf(
    texts.map((own, index) => ({
      at: pixels(places[index] ?? 0),
      size: Math.max(...own.map(text => labelWidth(text))),
    })),
  )
  // Each row is as high as the most that stands in it.
  const heights = Array.from({ length: Math.max(...rows) + 1 }, (_, row) => {
    const most = Math.max(...texts.filter((_, index) => rows[index] === row).map(({ length }) => length))
    return most * LINE_PX + ROW_GAP_PX
  })
  const heightOf = (to: number) => heights.slice(0, to).reduce((sum, height) => sum + height, 0)
  return (
    <figure
      ref={ref}
      className={classes.chain}
      aria-label={t('webhooks.chain')}
      style={{ '--below': `${heightOf(heights.length)}px` } as CSSProperties}
    >
      <div className={classes.arcs} aria-hidden>
        {waitsOf(chain).map(gap => {
          const [before, link] = [chain[gap.from], chain[gap.to]]
          if (before === undefined || link === undefined) return null
          const { at, attempt, state } = link
          const [from = 0, to = 0] = [places[gap.from], places[gap.to]]
          const wait = `+${durationText(at - before.at)}`
          const label = labelWidth(wait)
          const shift = labelShift({ arc: [pixels(from), pixels(to)], label, lines: upright })
          return (
            <span
              key={attempt}
              className={classes.arc}
              data-state={state}
              style={{ left: percent(from), width: `${((to - from) * SPAN).toFixed(2)}%` }}
            >
              <small style={{ marginLeft: shift }}>{wait}</small>
            </span>
          )
        })}
        {midnights.map(midnight => (
          <span
            key={midnight}
            className={classes.midnight}
            data-planned={now !== undefined && midnight > now ? '' : undefined}
            style={{ left: percent(place(midnight)) }}
          >
            <small style={{ marginLeft: wordOf(midnight) - pixels(place(midnight)) }}>
              <Icon name="moon" size={10} /> {t('webhooks.midnight')}
            </small>
          </span>
        ))}
        {isUnderWay && (
          <span className={classes.now} style={{ left: percent(place(now)) }}>
            <small>{t('limits.now')}</small>
          </span>
        )}
      </div>
      <ol className={classes.links} aria-label={t('webhooks.attempts')}>
        {chain.map((link, index) => (
          <Dot
            key={link.attempt}
            link={link}
            place={places[index] ?? 0}
            drop={heightOf(rows[index] ?? 0)}
            hasDate={hasDate}
          />
        ))}
      </ol>
    </figure>
  )
}

/** Of a forgery, which is sent once, that its receiver has taken or refused it. */
function ForgeryState({ taken }: { taken: ForgeryTaken }) {
  const { t } = useTranslation()
  const { tone, icon } = FORGERY_SIGNS[taken]
  return (
    <div className={classes.state} data-tone={tone}>
      <Icon name={icon} size={20} />
      <div className={classes.said}>
        <h3>{t(`delivery_status.${taken}_hint`)}</h3>
      </div>
    </div>
  )
}

/** Where a delivery stands, and the ways on: its next attempt, the end of its retries, or a receiver that takes it. */
export function ChainState({ delivery, chain }: { delivery: DeliveryDetailView; chain: readonly Link[] }) {
  const { t } = useTranslation()
  const now = useEmulatedNow()
  const { advance, busy } = useClockControl()
  const isMoving = Boolean(useClockView()?.advance)
  const inbox = inboxNameOf(delivery.url)
  const answerWell = useAnswerWell(inbox ?? '')
  const failed = chain.filter(({ state }) => state === 'failed')
  const planned = chain.filter(({ state }) => state === 'planned')
  const [next, last] = [planned[0], chain.at(-1)]
  const taken = forgeryTaken(delivery)
  if (taken !== undefined) return <ForgeryState taken={taken} />
  if (failed.length === 0 || delivery.status === 'delivered') return null
  const isOver = next === undefined || last === undefined
  const newest = failed.at(-1)?.made
  const outcome = outcomeText(t, newest ?? { status_code: null, error: null })
  return (
    <div className={classes.state} data-tone={isOver ? 'bad' : 'warn'}>
      <Icon name={isOver ? 'cross' : 'replay'} size={20} />
      <div className={classes.said}>
        <h3>
          {isOver
            ? t('webhooks.gave_up', { count: failed.length, outcome })
            : t('webhooks.chain_state', { count: failed.length, left: planned.length, outcome })}
        </h3>
        {!isOver && now !== undefined && (
          <p>{t('webhooks.chain_end', { span: durationText(Math.max(0, last.at - now)) })}</p>
        )}
        <Redirected status={newest?.status_code} />
      </div>
      <div className={classes.ways}>
        {isMoving ? (
          <UnderWay />
        ) : (
          next !== undefined &&
          last !== undefined && (
            <>
              <GoTo at={next.at} what={t('webhooks.run_to_next')} look="named" />
              {last !== next && (
                <Action icon="fast" disabled={busy} onClick={() => advance({ to: new Date(last.at).toISOString() })}>
                  {t('webhooks.run_to_end')}
                </Action>
              )}
            </>
          )
        )}
        {inbox !== undefined && delivery.forged === null && (
          <Action loading={answerWell.isPending} icon="inbox" onClick={() => answerWell.mutate()}>
            {t('webhooks.answer_well')}
          </Action>
        )}
      </div>
    </div>
  )
}
