import { useElementSize } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { labelShift, labelWidth, textWidth } from '../../components/axis/label-shift.ts'
import { type Link, pausesOf, recoveryOf, type Wait, waitsOf } from '../../components/delivery/chain.ts'
import { type ForgeryTaken, takenWith } from '../../components/forgery-taken.ts'
import { Icon } from '../../components/icons.tsx'
import { FORGERY_SIGNS } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { durationText, wallClock } from '../../data/time-text.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { outcomeText } from '../../i18n/said.ts'
import { besideRings, besideWord, midnightsBetween, partsBelow, placesOf } from './chain-places.ts'
import { offTimeText } from './off-time.tsx'
import classes from './retry-chain.module.css'

const ICONS = { delivered: 'check', failed: 'cross' } as const

/** On either side of the axis in per cent: half of the longest date has room there, at the size of Present too. */
const MARGIN = 8
/** Between what stands below the first or the last dot and the edge. */
const EDGE_PX = 8
/** The moon before its word, and the gap between them. */
const MOON_PX = 14
const percent = (share: number) => `${share.toFixed(2)}%`

/** Broken at the space that is nearest to the middle: below a dot at either end there is no room for more. Pure. */
function inTwoLines(text: string): string {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const [at] = spaces.toSorted((one, other) => Math.abs(one - text.length / 2) - Math.abs(other - text.length / 2))
  return at === undefined ? text : `${text.slice(0, at)}\n${text.slice(at + 1)}`
}

/** What is special about an attempt: that it was none of the schedule, not in time, or the first that was delivered after others had failed. */
function besideTexts(t: TFunction, { trigger, made }: Link, isRecovery: boolean): string[] {
  const texts = [
    trigger === 'scheduled' ? undefined : inTwoLines(t(`webhooks.trigger_${trigger}`)),
    made === null ? undefined : offTimeText(t, made),
    isRecovery ? t('webhooks.recovery') : undefined,
  ]
  return texts.filter(text => text !== undefined)
}

const LINE_PX = 15
const ROW_GAP_PX = 4
/** Two dots that touch are not told apart. */
const DOT_PX = 24
/** From the middle of a dot to a line that does not touch it. */
const BESIDE_DOT_PX = 15
/** Where there is room for that, times stand side by side: a time is narrower than the widest text of as many letters. */
const CLOCK_PX = textWidth('hh:mm:ss') + 3

interface Look {
  hasDate: boolean
  isRecovery: boolean
}
/** As wide as the sign before an outcome. */
const SIGN_ROOM = '××'

/** What stands below a dot, a line each. */
function useLines() {
  const { t } = useTranslation()
  return (link: Link, { hasDate, isRecovery }: Look): string[] => {
    const { at, made } = link
    return [
      ...(hasDate ? [wallClock(at, 'tokyo').date.slice('yyyy-'.length)] : []),
      wallClock(at, 'tokyo').time,
      made === null ? t('webhooks.planned') : `${SIGN_ROOM}${outcomeText(t, made)}`,
      ...besideTexts(t, link, isRecovery).flatMap(text => text.split('\n')),
    ]
  }
}

/** Of a forgery, what is well is the reverse. */
const LOOKS_LIKE = { accepted: 'failed', refused: 'delivered', not_accepted: 'neither' } as const satisfies Record<
  ForgeryTaken,
  string
>

/** An attempt by its number, which is the same wherever it is told of. */
function Dot({
  link,
  left,
  drop,
  after,
  note,
  hasDate,
  isRecovery,
  isForged,
}: { link: Link; left: string; drop: number; after: number; note: number; isForged: boolean } & Look) {
  const { t } = useTranslation()
  const { attempt, at, state, made } = link
  const taken = isForged && made !== null ? takenWith(made.status_code) : undefined
  return (
    <li
      className={classes.link}
      data-state={taken === undefined ? state : LOOKS_LIKE[taken]}
      style={{ left, '--drop': `${drop}px`, '--drop-after': `${after}px`, '--drop-note': `${note}px` } as CSSProperties}
    >
      <span className={classes.dot} title={t('webhooks.attempt_n', { n: attempt })}>
        {attempt}
      </span>
      {hasDate && <span className={classes.when}>{wallClock(at, 'tokyo').date.slice('yyyy-'.length)}</span>}
      <span className={classes.when}>
        <Time at={at} show="clock" zoneName="hidden" />
      </span>
      <span className={classes.outcome}>
        {state !== 'planned' && (
          <Icon name={taken === undefined ? ICONS[state] : FORGERY_SIGNS[taken].icon} size={10} />
        )}
        {made === null ? t('webhooks.planned') : outcomeText(t, made)}
      </span>
      {besideTexts(t, link, isRecovery).map(text => (
        <span key={text} className={classes.outside}>
          {text}
        </span>
      ))}
    </li>
  )
}

/** So much of the width, in per cent, that what stands below the first and the last dot is whole. Pure. */
function marginOf(ends: readonly (readonly string[])[], width: number): number {
  if (width === 0) return MARGIN
  const half = Math.max(...ends.flat().map(textWidth)) / 2
  return Math.max(MARGIN, ((half + EDGE_PX) / width) * 100)
}

/**
 * How far below its dot each label begins, how far below its times what came of it does, and how far below that what else is said of it: where times
 * stand side by side they are in one row, and only what is wider takes two. Pure.
 */
function dropsBelow(
  labels: readonly { at: number; sizes: readonly number[] }[],
  times: number,
  isRoomy: boolean,
): { drops: readonly number[]; afters: readonly number[]; notes: readonly number[] } {
  const look = { line: LINE_PX, gap: ROW_GAP_PX }
  const none = labels.map(() => 0)
  const rests = labels.map(({ at, sizes }) => ({ at, sizes: isRoomy ? sizes.slice(times) : sizes }))
  const { firsts, others } = partsBelow(rests, { ...look, heads: isRoomy ? 1 : times + 1 })
  return isRoomy ? { drops: none, afters: firsts, notes: others } : { drops: firsts, afters: none, notes: others }
}

/** All attempts of a delivery on one axis of emulated time, with the gaps between them and the Tokyo midnights that they cross. */
export function RetryChain({ chain, isForged = false }: { chain: readonly Link[]; isForged?: boolean }) {
  const { t } = useTranslation()
  const now = useEmulatedNow()
  const linesOf = useLines()
  const { ref, width } = useElementSize<HTMLElement>()
  const instants = chain.map(({ at }) => at)
  const [first, last] = [instants[0], instants.at(-1)]
  if (first === undefined || last === undefined || chain.length < 2) return null
  const midnights = midnightsBetween(first, last)
  // One form for all: with the day where they are not of one.
  const hasDate = midnights.length > 0
  // Who takes a forgery has not recovered.
  const recovery = isForged ? undefined : recoveryOf(chain)?.delivered
  const texts = chain.map(link => linesOf(link, { hasDate, isRecovery: link === recovery }))
  const margin = marginOf([texts[0] ?? [], texts.at(-1) ?? []], width)
  const share = 100 - 2 * margin
  const span = (share / 100) * width
  const isRoomy = (chain.length - 1) * CLOCK_PX <= span
  const least = isRoomy ? CLOCK_PX : DOT_PX
  const { place, places } = placesOf(instants, width === 0 ? 0 : least / span)
  const isUnderWay = now !== undefined && now >= first && now < last
  const pixels = (at: number) => ((margin + at * share) / 100) * width
  const rings = places.map(pixels)
  const beside = (at: number) => besideRings({ line: pixels(place(at)), rings, clear: BESIDE_DOT_PX })
  const present = isUnderWay ? { at: beside(now), size: labelWidth(t('limits.now')) } : undefined
  const midnightSize = labelWidth(t('webhooks.midnight')) + MOON_PX
  // Of midnights that stand close, those are named that have room for it.
  let named = Number.NEGATIVE_INFINITY
  const lines = midnights.map(midnight => {
    const line = beside(midnight)
    const word = besideWord({ line, size: midnightSize, taken: present, room: width })
    if (word - midnightSize / 2 < named) return { midnight, line, word: undefined }
    named = word + midnightSize / 2
    return { midnight, line, word }
  })
  const upright = [...lines.map(({ line }) => line), ...(present === undefined ? [] : [present.at])]
  const measured = (gap: Wait) => {
    const wait = `+${durationText((instants[gap.to] ?? 0) - (instants[gap.from] ?? 0))}`
    const arc = [rings[gap.from] ?? 0, rings[gap.to] ?? 0] as const
    return { ...gap, wait, arc, label: labelWidth(wait), middle: (arc[0] + arc[1]) / 2 }
  }
  const gaps = waitsOf(chain).map(measured)
  const pauses = pausesOf(chain).map(pause => {
    const { wait, arc, label } = measured(pause)
    const ends = [arc[0] + BESIDE_DOT_PX, arc[1] - BESIDE_DOT_PX] as const
    const shift = labelShift({ arc: ends, label, lines: upright, room: ends })
    return { ...pause, wait, ends, shift, isNamed: ends[1] - ends[0] >= label }
  })
  // From left to right: a label keeps off where the one before it has come to stand, and off the middle of the next.
  let taken = 0
  const waits = gaps.map((gap, index) => {
    const after = gaps[index + 1]
    const room = [taken, after === undefined ? width : after.middle - after.label / 2] as const
    const shift = labelShift({ arc: gap.arc, label: gap.label, lines: upright, room })
    taken = gap.middle + shift + gap.label / 2
    return { ...gap, shift }
  })
  const labels = texts.map((own, index) => ({ at: pixels(places[index] ?? 0), sizes: own.map(textWidth) }))
  const { drops, afters, notes } = dropsBelow(labels, hasDate ? 2 : 1, isRoomy)
  const below = Math.max(
    ...texts.map(
      ({ length }, index) =>
        (drops[index] ?? 0) + (afters[index] ?? 0) + (notes[index] ?? 0) + length * LINE_PX + ROW_GAP_PX,
    ),
  )
  // Chromium leaves what moves within a container where it was when the container goes beside the list, or takes its place: it is made anew.
  const madeFor = Math.round(width)
  return (
    <figure
      ref={ref}
      className={classes.chain}
      data-flat={waits.length === 0 && upright.length === 0 ? '' : undefined}
      aria-label={t('webhooks.chain')}
      style={{ '--below': `${below}px` } as CSSProperties}
    >
      <div key={`arcs ${madeFor}`} className={classes.arcs} aria-hidden>
        {waits.map(({ wait, shift, ...gap }) => {
          const link = chain[gap.to]
          if (link === undefined) return null
          const { attempt, state } = link
          const [from = 0, to = 0] = [places[gap.from], places[gap.to]]
          return (
            <span
              key={attempt}
              className={classes.arc}
              data-state={state}
              style={{ left: percent(margin + from * share), width: percent((to - from) * share) }}
            >
              <small style={{ marginLeft: shift }}>{wait}</small>
            </span>
          )
        })}
        {pauses
          .filter(({ ends }) => ends[1] > ends[0])
          .map(({ to, wait, ends, shift, isNamed }) => (
            <span key={to} className={classes.pause} style={{ left: ends[0], width: ends[1] - ends[0] }}>
              {isNamed && <small style={{ marginLeft: shift }}>{wait}</small>}
            </span>
          ))}
        {lines.map(({ midnight, line, word }) => (
          <span
            key={midnight}
            className={classes.midnight}
            data-planned={now !== undefined && midnight > now ? '' : undefined}
            style={{ left: line }}
          >
            {word !== undefined && (
              <small style={{ marginLeft: word - line }}>
                <Icon name="moon" size={10} /> {t('webhooks.midnight')}
              </small>
            )}
          </span>
        ))}
        {present !== undefined && (
          <span className={classes.now} style={{ left: present.at }}>
            <small>{t('limits.now')}</small>
          </span>
        )}
      </div>
      <ol key={`links ${madeFor}`} className={classes.links} aria-label={t('webhooks.attempts')}>
        {chain.map((link, index) => (
          <Dot
            key={link.attempt}
            link={link}
            left={percent(margin + (places[index] ?? 0) * share)}
            drop={drops[index] ?? 0}
            after={afters[index] ?? 0}
            note={notes[index] ?? 0}
            hasDate={hasDate}
            isRecovery={link === recovery}
            isForged={isForged}
          />
        ))}
      </ol>
    </figure>
  )
}
