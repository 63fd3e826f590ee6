import type { TFunction } from 'i18next'
import { wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import type { Setting } from './window-slots.ts'

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

/** `2026-03-10 23:59:00 JST`. */
export function tokyoText(at: number): string {
  const { date, time } = wallClock(at, 'tokyo')
  return `${date} ${time} ${ZONE_NAMES.tokyo}`
}

/** How much of a window somebody has set or given back, or that they did both in equal parts; `undefined` when nobody has set it. */
export function byHandText(t: TFunction, { byHand, settings }: ByHand): string | undefined {
  if (byHand !== 0) return t(byHand < 0 ? 'limits.given_back' : 'limits.set_by_hand', { count: Math.abs(byHand) })
  return settings.length === 0 ? undefined : t('limits.set_and_back')
}

/** `Set by hand at 2026-03-10 23:59:00 JST: 5 → 5,000`. */
export function settingText(t: TFunction, { at, from, to, most }: Setting): string {
  const figures = { from: from.toLocaleString('en'), to: to.toLocaleString('en'), most: most.toLocaleString('en') }
  const isOver = most > Math.max(from, to)
  return t(isOver ? 'limits.set_at_over' : 'limits.set_at', { ...figures, time: tokyoText(Date.parse(at)) })
}

/** `5 used · had reached 60 · 2 refused · 55 given back by hand`. */
export function figuresText(t: TFunction, { used, refused, ...byHand }: Figures): string {
  // By itself it only grows.
  const reached = Math.max(0, ...byHand.settings.map(({ most }) => most))
  const parts = [
    t('limits.used_count', { count: used }),
    ...(reached > used ? [t('limits.reached', { count: reached })] : []),
    ...(refused > 0 ? [t('limits.refused_here', { count: refused })] : []),
    byHandText(t, byHand) ?? [],
  ]
  return parts.flat().join(' · ')
}
