import type { TFunction } from 'i18next'
import type { LimitName } from '../../../server/control/protocol/limits.ts'
import { wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import { DAY, mostOf, type Setting, type Step, type Stretch } from './window-slots.ts'

/** What people did to what is used of a window. */
interface ByHand {
  /** How much of it somebody has set; negative when they gave more back than they took. */
  readonly byHand: number
  readonly settings: readonly Setting[]
}

interface Figures extends ByHand {
  readonly used: number
  readonly refused: number
}

/** A stretch of time and what became of it, in words. */
export interface Told {
  readonly when: string
  readonly used: string
  /** What led to that. */
  readonly more: readonly string[]
  /** What was set in it, oldest first; of many, the newest. */
  readonly set: readonly string[]
  /** How many settings there are besides. */
  readonly notTold: number
}

/** More settings of one stretch are behind "set by hand". */
const MOST_TOLD = 6

const said = (count: number) => count.toLocaleString('en')

/** `2026-03-10 23:59:00 JST`. */
export function tokyoText(at: number): string {
  const { date, time } = wallClock(at, 'tokyo')
  return `${date} ${time} ${ZONE_NAMES.tokyo}`
}

/**
 * `23:59:00–24:00:00 JST`; what lasts until now ends with that. To the second, as the end is not in it: `00:00–23:59` would read as all of a
 * day, of which the last minute is another stretch.
 */
export function timesText(
  t: TFunction,
  { from, to, now }: { from: number; to: number; now?: number | undefined },
): string {
  const clock = (at: number) => wallClock(at, 'tokyo').time
  const end = to === now ? t('limits.now') : clock(to) === '00:00:00' ? '24:00:00' : clock(to)
  return `${clock(from)}–${end} ${ZONE_NAMES.tokyo}`
}

/** `2026-03-10 23:59:50–24:00:00 JST`; of a day, its date. */
export function windowText({ from, to }: { from: number; to: number }): string {
  const { date, time } = wallClock(from, 'tokyo')
  if (to - from >= DAY) return date
  const end = wallClock(to, 'tokyo').time
  return `${date} ${time}–${end === '00:00:00' ? '24:00:00' : end} ${ZONE_NAMES.tokyo}`
}

/** `00:15:02 JST: 5 → 9,999 by hand`. What has no action may be of a drill or of a world file. */
function stepText(t: TFunction, { at, from, to, action }: Step): string {
  const time = `${wallClock(Date.parse(at), 'tokyo').time} ${ZONE_NAMES.tokyo}`
  return t(action === null ? 'limits.step_set' : 'limits.step', { time, from: said(from), to: said(to) })
}

/** What a limit counts: a day counts requests that succeed, shorter windows those that they let through. */
export type Counted = 'successes' | 'requests' | 'sends'
const COUNTED = {
  successes: 'limits.successful_count',
  requests: 'limits.accepted_count',
  sends: 'limits.sent_count',
} as const satisfies Record<Counted, string>

/** What each limit counts. */
export const COUNTS = {
  day: 'successes',
  minute: 'requests',
  burst: 'requests',
  webhook_sends: 'sends',
} as const satisfies Record<LimitName, Counted>

/** Windows that are drawn of each limit; of a day, its curve. */
export const SHOWN = { burst: 24, minute: 24, webhook_sends: 14 } as const

/** What another limit refused in the same time. */
interface Refusals {
  readonly limit: 'minute' | 'burst'
  readonly count: number
}

/** The figures of a stretch of time that is called so. */
export function toldOf(
  t: TFunction,
  stretch: Stretch,
  { when, counts, others = [] }: { when: string; counts: Counted; others?: readonly Refusals[] },
): Told {
  const { used, most, accepted, refused, steps, limit, limitBefore = limit, isQuiet, isKept = true } = stretch
  if (!isKept) return { when, used: t('limits.not_kept'), more: [], set: [], notTold: 0 }
  const limitText = (count: number | null) => (count === null ? t('limits.unlimited') : said(count))
  return {
    when,
    used:
      limit === null
        ? t('limits.used_count', { count: used })
        : t('limits.used_by_limit', { used: said(used), limit: said(limit) }),
    more: [
      most > used && t('limits.reached', { count: most }),
      isQuiet ? t(counts === 'sends' ? 'limits.quiet_sends' : 'limits.quiet') : t(COUNTED[counts], { count: accepted }),
      !isQuiet &&
        refused !== undefined &&
        t(counts === 'sends' ? 'limits.refused_here' : 'limits.refused_by_this', { count: refused }),
      ...others.map(({ limit: other, count }) => t(`limits.refused_by_${other}`, { count })),
      limit !== limitBefore && t('limits.other_limit', { from: limitText(limitBefore), to: limitText(limit) }),
    ].filter(part => part !== false),
    set: steps.slice(-MOST_TOLD).map(step => stepText(t, step)),
    notTold: Math.max(0, steps.length - MOST_TOLD),
  }
}

/** What stands behind another place of a stretch: `the burst`. */
export const otherText = (t: TFunction, [other]: readonly Refusals[]): string | undefined =>
  other && t(`limits.short.${other.limit}`)

/** The same as one line. */
export const lineOf = ({ when, used, more, set }: Told): string => [when, used, ...more, ...set].join(' · ')

/** Settings that are told one by one; of more, the first and the last. */
const MOST_STEPS = 3

/**
 * What somebody did to a window, from what to what each time: a sum of it would be a figure that nobody has seen. Where that is not known,
 * how much of it was set or given back in all; `undefined` when nobody has set it.
 */
export function byHandText(t: TFunction, { byHand, settings }: ByHand): string | undefined {
  const steps = settings.flatMap(setting => setting.steps)
  const last = steps.at(-1)
  if (last === undefined) {
    if (byHand === 0) return undefined
    return t(byHand < 0 ? 'limits.given_back' : 'limits.set_by_hand', { count: Math.abs(byHand) })
  }
  const step = ({ from, to }: Step) => `${said(from)} → ${said(to)}`
  // What has no action may be of a drill or of a world file.
  const isByHand = steps.every(({ action }) => action !== null)
  const told = steps.length > MOST_STEPS ? [step(steps[0] ?? last), '…', step(last)] : steps.map(step)
  return t(isByHand ? 'limits.by_hand_steps' : 'limits.set_steps', {
    steps: told.join(t('limits.between')),
  })
}

/** `5 used · had reached 60 · 2 refused · by hand 60 → 5`. */
export function figuresText(t: TFunction, { used, refused, ...byHand }: Figures): string {
  const reached = mostOf(used, byHand.settings)
  const parts = [
    t('limits.used_count', { count: used }),
    ...(reached > used ? [t('limits.reached', { count: reached })] : []),
    ...(refused > 0 ? [t('limits.refused_here', { count: refused })] : []),
    byHandText(t, byHand) ?? [],
  ]
  return parts.flat().join(' · ')
}
