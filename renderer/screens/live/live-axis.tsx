import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { Axis } from '../../components/axis/axis.tsx'
import type { AxisLane } from '../../components/axis/axis-lanes.ts'
import { bandGeometry, fullGeometry, type MostRows } from '../../components/axis/geometry.ts'
import { LaneLabels } from '../../components/axis/lane-labels.tsx'
import type { Target } from '../../components/axis/layout.ts'
import type { Marks } from '../../components/axis/marks.ts'
import { timeOfDay } from '../../components/axis/time-labels.ts'
import { SPANS, type View } from '../../components/axis/view.ts'
import { Icon } from '../../components/icons.tsx'
import { durationText, wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import { useEmulatedDay } from '../../data/world.tsx'
import { LANES } from './lanes.ts'
import classes from './live.module.css'

const AXIS_LANES = [...new Set(LANES.map(({ on }) => on))]

interface Props {
  marks: Marks
  /** The emulated instant at which the picture stands while it is paused. */
  stillAt: number | undefined
  /** The tenants that have no row in the lane of limits. */
  notShown: readonly string[]
  /** Whether the lane of limits shows more tenants than it has room for otherwise; `onUnfold` does that, and folds it again. */
  isUnfolded: boolean
  onUnfold: (() => void) | undefined
  /** Lanes of the axis that are switched off. */
  hidden: ReadonlySet<AxisLane>
  view: View
  onView: (view: View) => void
  onInView: (from: number, to: number) => void
  open: string | undefined
  onOpen: (target: Target) => void
  onAlone: (lane: AxisLane) => void
  onRefused: () => void
  isRefusedOnly: boolean
  isLow: boolean
  /** Whether only requests with some answers are shown: of these, no share that was refused would be true. */
  isPart: boolean
  mostRows: MostRows
}

/** Of lanes of the list, the lanes of the axis that go with them: those on which nothing is shown any more. */
export const lanesOff = (hidden: ReadonlySet<string>): ReadonlySet<AxisLane> =>
  new Set(AXIS_LANES.filter(own => LANES.every(({ lane, on }) => on !== own || hidden.has(lane))))

/** The axis as the main thing of the screen, with the names of its lanes. */
export function LiveAxis({
  marks,
  stillAt,
  notShown,
  isUnfolded,
  onUnfold,
  hidden,
  view,
  onView,
  onInView,
  open,
  onOpen,
  onAlone,
  onRefused,
  isRefusedOnly,
  isLow,
  isPart,
  mostRows,
}: Props) {
  const geometryOf = useCallback(
    (width: number, empty: ReadonlySet<AxisLane>) => fullGeometry(marks, { width, hidden, empty, ...mostRows }),
    [marks, hidden, mostRows],
  )
  return (
    <Axis
      marks={marks}
      stillAt={stillAt}
      geometryOf={isLow ? bandGeometry : geometryOf}
      view={view}
      onView={onView}
      onInView={onInView}
      open={open}
      onOpen={onOpen}
      labels={(inView, geometry) =>
        !isLow && (
          <LaneLabels
            geometry={geometry}
            marks={marks}
            stillAt={stillAt}
            notShown={notShown}
            isUnfolded={isUnfolded}
            onUnfold={onUnfold}
            onAlone={onAlone}
            onRefused={onRefused}
            isRefusedOnly={isRefusedOnly}
            {...inView}
            refused={isPart ? 0 : inView.refused}
          />
        )
      }
    />
  )
}

/** One of the spans that are offered; `undefined` once somebody has zoomed. */
export const shownSpan = ({ span }: View) => SPANS.find(offered => offered === span)

export interface ViewControls {
  span: number | undefined
  isFollowing: boolean
  /** Whether the list does not go with it, as somebody reads it. */
  isListStill: boolean
  /** The emulated instant at which the picture stands while it is paused. */
  stillAt: number | undefined
  /** Emulated milliseconds that are all there is, where that is less than the span. */
  all: number | undefined
  /** Whether older requests are on their own screen only. */
  isCut: boolean
  /** How much has happened in all, where nothing has in the time that was chosen. */
  earlier: number
  /** Whether other things have happened in that time, which are not shown. */
  hasOthers: boolean
  /** Whether all of that is in view, as the view then reaches back to it. */
  isAllShown: boolean
  /** Since when things are in view, where that is farther back than was chosen, to have the whole of a jump of the clock in it. */
  sinceJump: number | undefined
  /** Whether that is before it: of very much, only the end is in view. */
  isBeforeJump: boolean
  /** Whether there is little room for words. */
  isNarrow: boolean
  /** Since when the axis shows the time then; 0 until it has been drawn. */
  quietSince: number
  /** The time that was chosen, emulated seconds. */
  inView: number
  onSpan: (span: number) => void
  onFollow: () => void
}

/** With its day, which may be another one than that of the clock. */
function instantText(at: number): string {
  const { date, time } = wallClock(at, 'tokyo')
  return `${date.slice(5)} ${time}`
}

/** What is said beside the controls, which go before it. */
function Said({ about, children }: { about?: string | undefined; children: ReactNode }) {
  return (
    <span className={classes.all} title={about}>
      <span>{children}</span>
    </span>
  )
}

/** How much time is in view, and whether the view follows the clock. */
export function AxisControls({
  span,
  isFollowing,
  isListStill,
  stillAt,
  all,
  isCut,
  earlier,
  hasOthers,
  isAllShown,
  sinceJump,
  isBeforeJump,
  isNarrow,
  quietSince,
  inView,
  onSpan,
  onFollow,
}: ViewControls) {
  const { t } = useTranslation()
  const day = useEmulatedDay('tokyo')
  const chosen = durationText(inView * 1_000)
  const quiet = t(hasOthers ? 'axis.no_match' : 'axis.no_traffic', { span: chosen })
  const whatWasBefore = t('axis.earlier_hint', { span: chosen })
  const isFarther = sinceJump !== undefined || earlier > 0
  const reaches =
    sinceJump === undefined
      ? undefined
      : t(isBeforeJump ? 'axis.since_jump' : 'axis.since_jump_part', { at: instantText(sinceJump) })
  return (
    <>
      {stillAt === undefined ? (
        <Action variant={isFollowing ? 'light' : 'default'} icon="clock" aria-pressed={isFollowing} onClick={onFollow}>
          {t(!isFollowing ? 'axis.follow' : isListStill ? 'axis.following_alone' : 'axis.following')}
        </Action>
      ) : (
        <span className={classes.paused} title={t('axis.paused_hint')}>
          <Icon name="pause" size={13} />
          {t('axis.paused_at', { time: `${timeOfDay(stillAt, day)} ${ZONE_NAMES.tokyo}` })}
        </span>
      )}
      <SegmentedControl
        size="xs"
        className={classes.spans}
        aria-label={t('axis.span')}
        value={span === undefined ? '' : String(span)}
        // Also the one that is chosen already: then it is meant to be no more than that.
        onClick={({ target }) => target instanceof HTMLInputElement && onSpan(Number(target.value))}
        // Where the view reaches back by itself there is more to see than that: a press means no more.
        data={SPANS.map(offered => ({
          value: String(offered),
          label: t(`axis.spans.${offered}`) + (offered === span && isFarther ? ' +' : ''),
        }))}
      />
      {all !== undefined && <Said>{t(isCut ? 'axis.newest_of' : 'axis.all_of', { for: durationText(all) })}</Said>}
      {sinceJump !== undefined && (
        <Said about={`${reaches}\n${t('axis.since_jump_hint', { span: chosen })}`}>
          {isNarrow ? t('axis.from', { at: instantText(sinceJump) }) : reaches}
        </Said>
      )}
      {earlier > 0 && isAllShown && (
        <Said about={t('axis.earlier_shown', { quiet })}>{t('axis.earlier_shown', { quiet })}</Said>
      )}
      {earlier > 0 && !isAllShown && (
        <>
          <Said about={whatWasBefore}>
            {quietSince === 0 ? quiet : t('axis.earlier_since', { quiet, at: instantText(quietSince) })}
          </Said>
          <Action icon="live" variant="subtle" title={whatWasBefore} onClick={() => onSpan(0)}>
            {t('axis.earlier', { count: earlier, said: `${earlier.toLocaleString('en')}${isCut ? '+' : ''}` })}
          </Action>
        </>
      )}
    </>
  )
}
