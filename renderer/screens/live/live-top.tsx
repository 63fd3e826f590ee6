import { type CSSProperties, memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import type { AxisLane } from '../../components/axis/axis-lanes.ts'
import { fitInto } from '../../components/axis/geometry.ts'
import type { Target } from '../../components/axis/layout.ts'
import type { Marks } from '../../components/axis/marks.ts'
import type { Paused } from '../../components/axis/paused.ts'
import { useAxisMarks } from '../../components/axis/use-axis-marks.ts'
import { askedFor, followed, jumpInView, shownSince, wholePast } from '../../components/axis/view.ts'
import { PageHeader } from '../../components/page-header.tsx'
import type { TimelineItem } from '../../data/timeline.ts'
import type { InSight, Stretch, Unknown } from '../../data/timeline-earlier.ts'
import { useStill } from '../../data/use-still.ts'
import { useEmulatedNow, useTimeSince } from '../../data/world.tsx'
import type { HowSet } from '../../routing/use-url-state.ts'
import { useRoomAtDesk } from './desk-room.ts'
import { isMade, LANES } from './lanes.ts'
import { LegendAsked, LegendOfMarks, type Picks } from './legend.tsx'
import classes from './live.module.css'
import { AxisControls, LiveAxis, lanesOff, shownSpan, type ViewControls } from './live-axis.tsx'
import { PausedBar, PlannedBar } from './planned-bar.tsx'
import { TenantRanks } from './tenant-ranks.tsx'
import { MOST_UNFOLDED, type Nearness } from './tenants-shown.ts'
import { type Opened, useBringIntoView } from './use-bring-into-view.ts'
import { useEarlierInView } from './use-earlier-in-view.ts'
import { useLiveView, type ViewAddress } from './use-live-view.ts'
import { type Range, useRangeInView } from './use-range-in-view.ts'
import { type Seen, seenIn, useWindowMarks } from './use-window-marks.ts'

interface HeaderProps extends ViewControls {
  paused: boolean
  newer: number
  onPause: () => void
  /** Whose things are shown, where the filters are not. */
  choice: ReactNode
  /** The rare marks that the axis has, where the legend of all has no room: then it is asked for. */
  rare?: string | undefined
  picks: Picks
}

const LiveHeader = memo(function LiveHeader({ paused, newer, onPause, choice, rare, picks, ...controls }: HeaderProps) {
  const { t } = useTranslation()
  return (
    <PageHeader
      title={t('screens.live')}
      about={
        <div className={classes.head} data-presented={choice ? '' : undefined}>
          <AxisControls {...controls} />
          {choice}
          {rare !== undefined && <LegendAsked rare={rare} picks={picks} />}
        </div>
      }
      actions={
        <Action
          variant={paused ? 'light' : 'default'}
          aria-pressed={paused}
          icon={paused ? 'play' : 'pause'}
          onClick={onPause}
        >
          {paused ? t('live.follow', { newer }) : t('requests.pause')}
        </Action>
      }
    />
  )
})

interface Props extends Omit<HeaderProps, keyof ViewControls>, Pick<ViewControls, 'isListStill'> {
  /** When it was paused: the picture stands there. */
  standing: Paused | undefined
  items: readonly TimelineItem[]
  /** The same, also what is not shown. */
  everything: readonly TimelineItem[]
  /** Lanes of the list that are switched off. */
  hidden: ReadonlySet<string>
  tenant: string
  /** Of which time not all of a lane is here. */
  unknown: Unknown
  /** Told of the time in view once it has come to rest, as what is not known of it is to be read; all of the past begins at zero. */
  onSettled: (seen: InSight) => void
  address: ViewAddress
  onAddress: (address: ViewAddress, options?: HowSet) => void
  /** Told of the time in view, where somebody has moved it. */
  onRange: (range: Range | undefined) => void
  open: string | undefined
  /** The same where it may be out of view: a press on the axis was where it stands. */
  opened: Opened | undefined
  /** Whether anything is open. */
  isOpen: boolean
  /** Whether the list has all that has happened, also where the axis shows a part of the time. */
  isWhole: boolean
  onWhole: (isWhole: boolean) => void
  onOpen: (target: Target) => void
  onAlone: (lane: AxisLane) => void
  onRefused: () => void
  isRefusedOnly: boolean
  /** Shown to others, the axis and what is open of it are all there is room for. */
  isHero: boolean
  /** Whether there is room for no more than the band. */
  isLow: boolean
  hasLegend: boolean
  /** In the lane of limits, if it is less than usual. */
  mostTenants: number | undefined
  /** In the lane of calls, if they are fewer than usual. */
  mostCallRows: number | undefined
  /** How high the axis may be, in pixels, where the list needs the rest: then it has fewer rows. */
  room: number | undefined
  /** Whose the thing is that is open. */
  openTenant: string | undefined
  /** Whether the lane of limits shows the other tenants, too. */
  isUnfolded: boolean
  /** Shown to others there is no room for that. */
  onUnfold: (() => void) | undefined
  /** Whether there is anything to show on the axis, even if it is that nothing has happened. */
  isKnown: boolean
  /** Between the header and the axis. */
  children: ReactNode
  /** Which part of the time is listed, in one line with what is planned where both have room. */
  part: ReactNode
  /** Below the axis. */
  below: ReactNode
  /** Whether what is open stands at the side, and how wide, if somebody has drawn it. */
  aside: { readonly width: number | undefined } | undefined
}

/** The same of the lanes of the axis, where several kinds of things may stand on one. */
function unreadOf(unknown: Unknown): Marks['unread'] {
  const unread: Partial<Record<AxisLane, Stretch[]>> = {}
  for (const { lane, on } of LANES)
    for (const stretch of unknown.get(lane) ?? []) {
      const own = unread[on] ?? []
      unread[on] = own
      const over = own.find(({ from, to }) => from <= stretch.to && to >= stretch.from)
      if (over === undefined) own.push(stretch)
      else own[own.indexOf(over)] = { from: Math.min(over.from, stretch.from), to: Math.max(over.to, stretch.to) }
    }
  return unread
}

/** How many things there are, as the switches count them; and when the first and the last of them was that was not done to the clock or the world. */
function happenedIn(items: readonly TimelineItem[]): { count: number; last: number; first: number } {
  let [count, last, first] = [0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const item of items) {
    if (!isMade(item)) continue
    count++
    if (item.lane === 'clock' || item.lane === 'control') continue
    last = Math.max(last, item.at)
    first = Math.min(first, item.at)
  }
  return { count, last, first }
}

/** Of the marks that most worlds have none of, those that stand on the axis. */
const rareOf = ({ chains }: Marks): string =>
  RARE.filter(rare => chains.some(({ attempts }) => attempts.some(({ outcome }) => outcome === rare))).join(' ')
const RARE = ['given_up', 'cancelled', 'accepted', 'refused', 'not_accepted'] as const

const NO_RANKS: ReadonlyMap<string, Nearness> = new Map()

/**
 * The axis with what stands around it. The part of the time in view is known here and no higher: a turn of the wheel renders neither the
 * filters nor the list.
 */
export function LiveTop({
  items,
  everything,
  standing,
  tenant,
  address,
  onAddress,
  onRange,
  onSettled,
  isListStill,
  isHero,
  isLow,
  hasLegend,
  mostTenants,
  mostCallRows,
  room,
  isUnfolded,
  onUnfold,
  isKnown,
  children,
  part,
  below,
  aside,
  opened,
  isOpen,
  isWhole,
  onWhole,
  openTenant,
  ...props
}: Props) {
  const { t } = useTranslation()
  const { hidden, open, onOpen, onAlone, onRefused, isRefusedOnly, paused, newer, onPause, choice, unknown, picks } =
    props
  const isCut = unknown.has('exchange')
  const [ranks, setRanks] = useState<ReadonlyMap<string, Nearness>>(NO_RANKS)
  const pausedAt = standing?.at
  const near = useStill('ranks', ranks.size > 0 ? ranks : undefined, standing?.moment) ?? NO_RANKS
  const [seen, setSeen] = useState<Seen>()
  const { windows, untold, others, foremost, areRead } = useWindowMarks({
    items,
    everything,
    unknown: unknown.get('exchange'),
    tenant,
    most: isUnfolded ? MOST_UNFOLDED : mostTenants,
    near,
    opened: openTenant,
    standing,
    seen,
  })
  // The buttons of what is planned are not there before the axis above has its height: they would move away from under the pointer.
  const [isStanding, setStanding] = useState(false)
  useEffect(() => {
    if (isKnown && areRead && seen !== undefined) setStanding(true)
  }, [isKnown, areRead, seen])
  const unread = useMemo(() => unreadOf(unknown), [unknown])
  const drawn = useAxisMarks(items, { windows, untold, unread, tenant, standing })
  const off = useMemo(() => lanesOff(hidden), [hidden])
  const stage = useRef<HTMLDivElement>(null)
  const atDesk = useRoomAtDesk(stage)
  // Whoever unfolds it wants it higher.
  const fits = room ?? (isUnfolded ? undefined : atDesk)
  const { marks, notShown, mostRows } = useMemo(() => {
    if (fits === undefined) return { marks: drawn, notShown: others, mostRows: { mostCallRows } }
    const { windows: fitting, left, most } = fitInto(drawn, { room: fits, hidden: off, foremost })
    return { marks: { ...drawn, windows: fitting }, notShown: [...left, ...others], mostRows: most }
  }, [drawn, others, mostCallRows, fits, off, foremost])
  const [view, setView, choose] = useLiveView(address, onAddress)
  const present = useEmulatedNow() ?? 0
  const now = pausedAt ?? present
  const bring = useBringIntoView(opened, { isOpen, view, setView, isWhole, onWhole })
  const tellRange = useRangeInView({ isMoved: view.centre !== undefined, now }, onRange)
  const isMoved = view.centre !== undefined
  const settle = useEarlierInView({ isMoved, known: unknown, tell: onSettled })
  // Where the axis begins is said of few views: of the others, moving on renders nothing anew.
  const begins = useRef(0)
  const [, sayBegins] = useState(0)
  const onInView = (from: number, to: number) => {
    begins.current = Math.ceil(from / 1_000) * 1_000
    if (isQuiet || jump !== undefined) sayBegins(begins.current)
    bring(from, to)
    tellRange(from, to)
    const { span, centre, edges } = view
    // What is all there is may be what was read alone.
    if (span === 0) settle({ from: 0, to })
    else if (centre === undefined) settle({ from: Math.min(from, now - span * 1_000), to })
    // Beyond a fold there may be very much, and what was moved into view comes first.
    else {
      const near = { from: Math.max(from, centre - span * 500), to: Math.min(to, centre + span * 500) }
      settle(edges === undefined ? near : { from, to, first: near.to })
    }
    setSeen(before => {
      const next = seenIn(from, to)
      return before?.from === next.from && before.to === next.to ? before : next
    })
  }
  // Of requests only the newest are kept, and what is older is not all that has happened.
  const begin = isCut ? marks.requests[0]?.at : marks.instants[0]
  const since = useTimeSince(begin)
  const all = wholePast(view, pausedAt !== undefined && begin !== undefined ? Math.max(0, pausedAt - begin) : since)
  const happened = useMemo(() => happenedIn(items), [items])
  const isQuiet =
    view.centre === undefined &&
    view.span > 0 &&
    Number.isFinite(happened.last) &&
    happened.last < now - view.span * 1_000
  const lastOfAll = useMemo(() => happenedIn(everything).last, [everything])
  const shownFrom = shownSince(view, { ...marks, now })
  // Then what was before is in view, as far as it was not long before that.
  const isAllShown = isQuiet && happened.first >= shownFrom
  const jump = view.centre === undefined && view.span > 0 && !isQuiet ? jumpInView(view, { ...marks, now }) : undefined
  // Of very much that was before the jump, the end is in view.
  const sinceJump = jump && Math.max(shownFrom, begin ?? shownFrom, begins.current)
  const past = useRef({ ...marks, now })
  past.current = { ...marks, now }
  const onSpan = useCallback((span: number) => choose(() => askedFor(span, past.current)), [choose])
  const onFollow = useCallback(() => choose(followed), [choose])
  return (
    <>
      <TenantRanks onRanks={setRanks} />
      {!isHero && (
        <LiveHeader
          span={shownSpan(view)}
          isFollowing={view.centre === undefined}
          isListStill={isListStill}
          stillAt={pausedAt}
          all={all}
          isCut={isCut}
          earlier={isQuiet ? happened.count : 0}
          hasOthers={isQuiet && lastOfAll >= now - view.span * 1_000}
          isAllShown={isAllShown}
          sinceJump={sinceJump}
          isNarrow={Boolean(choice)}
          isBeforeJump={jump !== undefined && sinceJump !== undefined && sinceJump <= jump.from}
          quietSince={isQuiet ? begins.current : 0}
          inView={view.span}
          onSpan={onSpan}
          onFollow={onFollow}
          paused={paused}
          newer={newer}
          onPause={onPause}
          choice={choice}
          rare={isKnown && !hasLegend ? rareOf(marks) : undefined}
          picks={picks}
        />
      )}
      {children}
      <div
        ref={stage}
        className={classes.stage}
        data-aside={aside ? '' : undefined}
        style={{ '--rb-aside': aside?.width === undefined ? undefined : `min(${aside.width}px, 60%)` } as CSSProperties}
      >
        {isHero && <h1 className="visually-hidden">{t('screens.live')}</h1>}
        {isKnown && !isHero && hasLegend && <LegendOfMarks rare={rareOf(marks)} picks={picks} />}
        {isKnown && (
          <LiveAxis
            marks={marks}
            stillAt={pausedAt}
            notShown={notShown}
            isUnfolded={isUnfolded}
            onUnfold={onUnfold}
            hidden={off}
            view={view}
            onView={setView}
            onInView={onInView}
            open={open}
            onOpen={onOpen}
            onAlone={onAlone}
            onRefused={onRefused}
            isRefusedOnly={isRefusedOnly}
            isLow={isLow}
            isPart={picks.answers.size > 0}
            mostRows={mostRows}
          />
        )}
        {isKnown && !isHero && (
          <div className={classes.bars} data-standing={isStanding ? '' : undefined}>
            {!isLow && pausedAt === undefined && (
              <PlannedBar planned={marks.planned} moved={marks.moves.findLast(({ from, to }) => from !== to)?.key} />
            )}
            {!isLow && standing !== undefined && (
              <PausedBar at={standing.at} isLater={standing.isLater} newer={newer} />
            )}
            {part}
          </div>
        )}
        {below}
      </div>
    </>
  )
}
