import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Marks } from '../../components/axis/marks.ts'
import type { Paused } from '../../components/axis/paused.ts'
import { plannedWords } from '../../components/axis/planned-words.ts'
import { pointTexts } from '../../components/axis/target-text.ts'
import { ClosedByEscape } from '../../components/closed-by-escape.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import { useEmulatedDay } from '../../data/world.tsx'
import classes from './live.module.css'

/** More than this are for the axis to show, unless somebody asks for the rest; more than that are for nobody to read. */
const SHOWN = { usual: 10, open: 40 }

/** Of a button that is cut, so much of its words can be read in any case. */
const READABLE_PX = 120

/** Whether an entry has no more than the beginning of its words. */
function isUnreadable(entry: HTMLElement | undefined): boolean {
  const words = entry?.querySelector('[data-when]')?.previousElementSibling
  return words != null && words.scrollWidth > words.clientWidth && words.clientWidth < READABLE_PX
}

/**
 * Which entries of a list have room in one line, in their order: where one has none, a shorter one after it may. It is of another kind then: the
 * second midnight would be taken for the next.
 */
function fittingIn(list: HTMLElement, entries: readonly HTMLElement[], points: Marks['planned']): number[] {
  const leftOut = new Set<string>()
  const { width } = list.getBoundingClientRect()
  // The page may be drawn larger.
  const scale = width / list.offsetWidth || 1
  const { columnGap, paddingLeft, paddingRight } = getComputedStyle(list)
  const gap = Number.parseFloat(columnGap) * scale
  // Half a pixel more: the scale is as exact as whole pixels have it, and a list of one entry is just as wide as that.
  let room = width - (Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)) * scale + gap + 0.5
  return entries.flatMap((entry, index) => {
    const taken = entry.getBoundingClientRect().width + gap
    const kinds = points[index]?.rows.map(({ kind }) => kind) ?? []
    if (taken > room || kinds.some(kind => leftOut.has(kind))) {
      for (const kind of kinds) leftOut.add(kind)
      return []
    }
    room -= taken
    return index
  })
}

/**
 * Which entries of a list are in its one line, none where the words of the first have no room: measured anew when one of them, or the
 * list, becomes wider or narrower.
 */
function useInOneLine(list: RefObject<HTMLElement | null>, shown: Marks['planned'], isOpen: boolean): number[] {
  const [fitting, setFitting] = useState<string>()
  const instants = shown.map(({ at }) => at).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: one entry takes the place of another, as many as there are, and has its own element
  useEffect(() => {
    const { current } = list
    if (current === null || isOpen) return undefined
    const entries = [...current.children] as HTMLElement[]
    const measure = () => {
      setFitting(isUnreadable(entries[0]) ? '' : fittingIn(current, entries, shown).join(' '))
    }
    const observer = new ResizeObserver(measure)
    for (const element of [current, ...entries]) observer.observe(element)
    return () => observer.disconnect()
  }, [list, instants, isOpen])
  const all = [...shown.keys()]
  const there = fitting?.split(' ')
  return there === undefined ? all : all.filter(index => there.includes(String(index)))
}

/** What comes next, in order: each is a button that goes there. What has no room in one line is counted, and shown when it is asked for. */
export const PlannedBar = memo(function PlannedBar({
  planned,
  moved,
}: Pick<Marks, 'planned'> & { moved: string | undefined }) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  // What was unfolded is another list after a jump.
  const [unfolded, setUnfolded] = useState<{ moved: string | undefined }>()
  const isOpen = unfolded !== undefined && unfolded.moved === moved
  const shown = planned.slice(0, isOpen ? SHOWN.open : SHOWN.usual)
  const fitting = useInOneLine(list, shown, isOpen)
  if (planned.length === 0) return null
  const words = plannedWords(t, planned)
  const rest = planned.length - (isOpen ? shown.length : fitting.length)
  return (
    <section
      className={classes.planned}
      aria-label={t('axis.planned')}
      data-open={isOpen ? '' : undefined}
      data-narrow={fitting.length === 0 ? '' : undefined}
    >
      <span className="dim">{t('axis.planned')}</span>
      <ol ref={list}>
        {shown.map((point, index) => {
          const about = pointTexts(t, point).join(t('live.and_also'))
          const isOut = !isOpen && !fitting.includes(index)
          return (
            <li key={point.at} inert={isOut} data-out={isOut ? '' : undefined}>
              <GoTo at={point.at} what={words[index] ?? ''} about={about} look="named" />
            </li>
          )
        })}
      </ol>
      {isOpen && <ClosedByEscape onClose={() => setUnfolded(undefined)} />}
      {(isOpen || rest > 0) && (
        <button
          type="button"
          className={classes.planned_rest}
          aria-expanded={isOpen}
          onClick={() => setUnfolded(isOpen ? undefined : { moved })}
        >
          {isOpen
            ? t('live.planned_fewer')
            : t(fitting.length === 0 ? 'live.planned_count' : 'live.planned_more', { count: rest })}
        </button>
      )}
    </section>
  )
})

/** In its place while the screen is paused: what is to come goes on coming, and the axis shows what was to come then. */
export function PausedBar({ at, isLater, newer }: Pick<Paused, 'at' | 'isLater'> & { newer: number }) {
  const { t } = useTranslation()
  // As closely as rows have it, where the clock was between two seconds: what follows in the same second is not shown.
  const { date, time, milliseconds } = wallClock(at, 'tokyo')
  const isOfToday = useEmulatedDay('tokyo') === date
  const exact = `${at % 1_000 === 0 ? time : `${time}.${milliseconds}`} ${ZONE_NAMES.tokyo}`
  const instant = isOfToday ? exact : `${date} ${exact}`
  return (
    <p className={classes.paused_bar}>
      {t(isLater ? 'live.paused_before_load' : 'live.paused_since', { time: instant })}{' '}
      {newer > 0 && t('live.come_since', { count: newer })}
    </p>
  )
}
