import { Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import type { AxisLane } from '../../components/axis/axis-lanes.ts'
import type { Target } from '../../components/axis/layout.ts'
import { FOLLOWING } from '../../components/axis/view.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { ChoiceField, NothingMatches, useTenantChoice } from '../../components/filter-bar.tsx'
import { Loading } from '../../components/loading.tsx'
import { Split } from '../../components/split.tsx'
import toolbar from '../../components/toolbar.module.css'
import { useClockControl } from '../../data/clock-control.tsx'
import type { Control, Lane, TimelineItem } from '../../data/timeline.ts'
import { type InSight, type Wanted, wantedFor } from '../../data/timeline-earlier.ts'
import { type Run, rowKeyOf } from '../../data/timeline-runs.ts'
import { useFirstRequest } from '../../data/use-first-request.ts'
import { useKeepPause } from '../../data/use-still.ts'
import { useTimeline } from '../../data/world.tsx'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { scorecardPlace } from '../../routing/scorecard.ts'
import { choiceField, flagField, numberField, textField } from '../../routing/url-state.ts'
import { useFilters } from '../../routing/use-filters.ts'
import { useGo } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { besideOf } from './beside.tsx'
import { LaneSwitches } from './lane-switches.tsx'
import { LANES, markOfOpen, subjectOf, subjectOfMark, tenantOf } from './lanes.ts'
import classes from './live.module.css'
import { LiveList } from './live-list.tsx'
import { LiveTop } from './live-top.tsx'
import { isPause, pauseOf } from './paused-since.ts'
import { useRoomOnStage } from './stage-room.ts'
import { MOST_ON_LOW_WINDOW, MOST_ON_SLIDE } from './tenants-shown.ts'
import { useAnswers, useChosen } from './use-answers.ts'
import { useAside } from './use-aside.ts'
import { useLiveItems } from './use-live-items.ts'
import { useLiveOpen } from './use-live-open.ts'
import type { Range } from './use-range-in-view.ts'

/** A view that follows the clock has no part. */
const AsOfNow = lazy(() => import('./as-of-now.tsx').then(({ AsOfNow }) => ({ default: AsOfNow })))
const PartBar = lazy(() => import('./part-bar.tsx').then(({ PartBar }) => ({ default: PartBar })))

const FIELDS = {
  /** Lanes that are switched off, with commas. */
  without: textField(),
  /** Answers of requests, with commas: those with another are left out. */
  answers: textField(),
  tenant: textField(),
  /** Whether the requests that Ringback itself has sent are shown: shown to others they are, as they were sent before their eyes, and otherwise not. */
  own: choiceField(['', '1', '0']),
  /** Since when it is paused; `1` of an address says that it is to be from then on. */
  paused: textField(),
  /** The lane of limits has a row also of the tenants for which it has no room otherwise. */
  unfolded: flagField(),
  /** Seconds in view, and the instant in the middle unless the view follows the clock. */
  span: numberField(FOLLOWING.span),
  at: numberField(0),
  /** When somebody asked for these seconds: the jump that had ended by then is not in view as a whole. */
  asked: numberField(0),
  /** Where somebody has moved the view: the instants at its sides, and how wide quiet time may be. */
  from: numberField(0),
  to: numberField(0),
  folds: textField(),
  /** The seconds that were chosen before somebody zoomed. */
  chosen: numberField(FOLLOWING.span),
  /** Lists all that has happened, also where the axis shows a part of the time. */
  whole: flagField(),
}
const FILTERS = ['tenant', 'answers'] as const
const LOW = '(max-height: 780px)'
/** Beside the list there is little width, so that what is open needs the height. */
const SMALL = '(max-width: 1199px) and (max-height: 900px)'
/** What is open stands at the side there, and has the whole height. */
const WIDE = '(min-width: 1200px)'
const CALL_ROWS_ON_LOW_WINDOW = 5

export function LiveScreen() {
  const { t } = useTranslation()
  const [state, setState, filters] = useFilters(FIELDS, FILTERS)
  /** What somebody presses to see others is a step that "back" undoes. */
  const choose = useCallback((change: Partial<typeof state>) => setState(change, { history: 'push' }), [setState])
  const hidden = useChosen(state.without)
  const answers = useChosen(state.answers)
  const { noun, id, part, show, close } = useLiveOpen()
  const go = useGo()
  const subjectKey = noun === undefined ? undefined : `${noun} ${id}`
  const [isScrolled, setIsScrolled] = useState(false)
  // What was open when somebody asked for the newest rows all the same.
  const [letGo, setLetGo] = useState<string>()
  // What was pressed on the axis is where it was pressed, and a row is not in view for that.
  const [pressed, setPressed] = useState<{ key: string; on: 'axis' | 'list' }>()
  /** Rows that stand for several, and have these below them. */
  const [unfoldedRows, setUnfoldedRows] = useState<ReadonlySet<string>>(new Set())
  const fold = useCallback(
    ({ key }: Run) =>
      setUnfoldedRows(before => {
        const next = new Set(before)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [],
  )
  const [range, setRange] = useState<Range>()
  const [wanted, setWanted] = useState<Wanted>()
  const isPresenting = usePresenting()
  const isOwnShown = state.own === '' ? isPresenting : state.own === '1'
  const isPaused = isPause(state.paused)
  const isReading = isScrolled || (subjectKey !== undefined && subjectKey !== letGo)
  const {
    items,
    everything,
    listed,
    runs,
    counts,
    answerCounts,
    listing,
    pausedAt,
    standing,
    pausedText,
    newer,
    unlisted,
    listAgain,
    history,
    hasPast,
    own: ownSent,
    unknown,
    cut,
    earlier,
  } = useLiveItems({
    hidden,
    ...state,
    paused: isPaused,
    pausedSince: pauseOf(state.paused),
    answers,
    own: isOwnShown,
    open: noun === 'request' ? id : undefined,
    reading: isReading,
    unfoldedRows,
    range: state.whole ? undefined : range,
    wanted,
  })
  const timeline = useTimeline()
  const want = useCallback(
    (seen: InSight) => setWanted(before => wantedFor(seen, { wanted: before, earlier, timeline })),
    [earlier, timeline],
  )
  // Several rows tell of one thing: the one that was opened is the one that the list stands at.
  const [row, setRow] = useState<string>()
  const tenantChoice = useTenantChoice()
  const command = useFirstRequest()
  const toggle = useCallback(
    (lane: Lane) => {
      const next = new Set(hidden)
      if (!next.delete(lane)) next.add(lane)
      choose({ without: [...next].join(',') })
    },
    [hidden, choose],
  )
  const isCut = cut.has('exchange')
  const isPart = range !== undefined && !state.whole
  const { picks, picked, onlyText, pickAll, onRefused, isRefusedOnly } = useAnswers(state, {
    answers,
    counts: answerCounts,
    isCut,
    isPart,
    choose,
  })
  /** One lane of the axis with what it shows, or all of them again. */
  const alone = useCallback(
    (lane: AxisLane) => {
      const others = LANES.flatMap(({ lane: own, on }) => (on === lane ? [] : own)).join(',')
      if (lane !== 'limits') choose({ without: state.without === others ? '' : others })
    },
    [state.without, choose],
  )
  const unfold = useCallback(() => setState({ unfolded: !state.unfolded }), [state.unfolded, setState])
  const listWhole = useCallback((whole: boolean) => setState({ whole }), [setState])
  const pause = useCallback(() => setState({ paused: isPaused ? '' : '1' }), [isPaused, setState])
  // A reload, and whoever gets the address, sees the same.
  useEffect(() => {
    if (isPaused && pausedText !== undefined) setState({ paused: pausedText })
  }, [isPaused, pausedText, setState])
  useKeepPause(isPaused ? (pausedText ?? state.paused) : '')
  useShortcuts({ '.': { does: t('help.keys.pause'), run: pause } })

  const isOpen = (item: TimelineItem) => {
    const subject = subjectOf(item)
    return subject !== undefined && subject.noun === noun && subject.id === id
  }
  const showScorecard = (action: Control) => {
    if (action.kind !== 'certification') return
    const { segments, search } = scorecardPlace(action)
    go(segments, { search })
  }
  const openItem = (item: TimelineItem, how: 'push' | 'replace' = 'push') => {
    setRow(item.key)
    setLetGo(undefined)
    const subject = subjectOf(item)
    if (subject) setPressed({ key: `${subject.noun} ${subject.id}`, on: 'list' })
    if (subject) show(subject, how)
    else if (item.lane === 'control') showScorecard(item.value)
  }
  const openTarget = (target: Target) => {
    const subject = subjectOfMark(target)
    if (!subject) {
      if (target.kind === 'control') showScorecard(target.mark.value)
      return
    }
    const same = items.filter(item => {
      const own = subjectOf(item)
      return own?.noun === subject.noun && own.id === subject.id
    })
    // Of the attempts of a delivery, the one that was meant.
    const found = same.find(({ key }) => key === target.key) ?? same[0]
    setRow(found?.key)
    setPressed({ key: `${subject.noun} ${subject.id}`, on: 'axis' })
    setLetGo(undefined)
    if (found && !listed.includes(found)) listAgain()
    show(subject)
  }
  // The address says what is open: a row of another thing, which was opened before, is not it, nor is that of another attempt.
  const openedIn = (some: readonly TimelineItem[]) => {
    const own = noun === undefined ? [] : some.filter(isOpen)
    const meant = part === undefined ? own : own.filter(item => subjectOf(item)?.part === part)
    return meant.find(({ key }) => key === row) ?? meant[0]
  }
  const openedAlone = openedIn(items)
  // An attempt that is to come has no row, and stands on the axis with the others of its delivery.
  const opened = openedAlone ?? (part === undefined ? undefined : items.find(isOpen))
  const mark = useMemo(() => markOfOpen(noun, id), [noun, id])
  const openedAt = opened?.at ?? mark?.at
  const openedItem = listed === items ? openedAlone : openedIn(listed)
  const openedRun = openedItem && runs.holding(openedItem)
  const openedRow = openedRun && rowKeyOf(openedRun)
  const pressedOn = pressed?.key === subjectKey ? pressed?.on : undefined
  const isRow = pressedOn === 'list'
  const toBring =
    subjectKey === undefined || pressedOn === 'axis' || openedAt === undefined
      ? undefined
      : { key: isRow ? `${subjectKey} ${row}` : subjectKey, at: openedAt, isRow }
  const Beside = besideOf(noun)
  const ownHidden = isOwnShown ? 0 : ownSent
  const own = (
    <Tooltip label={t('requests.own_hint')}>
      <Action
        variant={isOwnShown ? 'light' : 'default'}
        aria-pressed={isOwnShown}
        onClick={() => choose({ own: isOwnShown === isPresenting ? (isPresenting ? '0' : '1') : '' })}
      >
        {isPresenting ? t(isOwnShown ? 'live.own_shown' : 'live.own_left_out', { count: ownSent }) : t('requests.own')}
        {!isPresenting && ownHidden > 0 && <span className={classes.own}>{ownHidden.toLocaleString('en')}</span>}
      </Action>
    </Tooltip>
  )
  const isHero = isPresenting && Beside !== undefined
  const isLowWindow = useMediaQuery(LOW, false, { getInitialValueInEffect: false })
  // What is open needs the room there: the axis is as low as it is above every other screen.
  const isSmallWindow = useMediaQuery(SMALL, false, { getInitialValueInEffect: false })
  const { last: moved, isLastHere } = useClockControl()
  const hasMoved = moved !== undefined && isLastHere
  // What a jump did, in words and in rows, needs the room more than what the marks mean.
  const hasLegend = !(isPresenting && isLowWindow && hasMoved)
  const room = useRoomOnStage({ isOpen: Beside !== undefined, hasMoved, hasLegend })
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  const isAside = isWide && Beside !== undefined && !isPresenting
  const aside = useAside()
  const isLow = (isLowWindow || isSmallWindow) && Beside !== undefined && !isHero && !isAside
  const isWaiting = !hasPast && history.error === null
  const hasFailed = !isWaiting && history.error !== null && items.length === 0
  const below = isWaiting ? (
    <Loading height={240} />
  ) : hasFailed ? (
    <Failed error={history.error} again={() => void history.refetch()} />
  ) : (
    <Split
      detail={
        Beside && id !== undefined
          ? {
              label: t('live.open'),
              key: `${noun} ${id}`,
              content: (
                <>
                  {standing !== undefined && (
                    <Suspense>
                      <AsOfNow at={standing.at} newer={newer} />
                    </Suspense>
                  )}
                  <Beside id={id} part={part} onClose={close} />
                </>
              ),
              width: 'narrow',
              isSlim: true,
              aside: isAside ? aside.handle : undefined,
              onClose: close,
            }
          : undefined
      }
    >
      {items.length === 0 && (hidden.size > 0 || filters.isActive) ? (
        <NothingMatches onShowAll={() => choose({ without: '', tenant: '', answers: '' })} />
      ) : items.length === 0 && ownHidden > 0 ? (
        <EmptyState icon="filter" title={t('live.none_of_clients')} hint={t('requests.own_hint')}>
          <Action onClick={() => choose({ own: '1' })}>{t('requests.show_own')}</Action>
        </EmptyState>
      ) : items.length === 0 ? (
        <EmptyState icon="live" title={t('live.none')} hint={t('live.none_hint')} command={command} />
      ) : (
        <LiveList
          runs={runs}
          isStill={pausedAt !== undefined}
          opened={openedRow ?? (Beside === undefined ? undefined : null)}
          onOpen={openItem}
          onFold={fold}
          holds={isReading}
          newer={unlisted}
          moved={isPresenting ? moved : undefined}
          isCut={isCut}
          onScrolled={setIsScrolled}
          onNewest={() => {
            setIsScrolled(false)
            setLetGo(subjectKey)
          }}
        />
      )}
    </Split>
  )
  return (
    <LiveTop
      items={items}
      everything={everything}
      hidden={hidden}
      tenant={state.tenant}
      picks={picks}
      unknown={unknown}
      onSettled={want}
      address={state}
      onAddress={setState}
      onRange={setRange}
      standing={standing}
      paused={isPaused}
      newer={newer}
      onPause={pause}
      choice={
        isPresenting && (
          <>
            <ChoiceField choice={{ ...tenantChoice, width: 104 }} filters={filters} />
            {ownSent > 0 && own}
            {onlyText !== undefined && (
              <Action icon="cross" onClick={pickAll}>
                {onlyText}
              </Action>
            )}
          </>
        )
      }
      openTenant={(opened && tenantOf(opened)) ?? mark?.tenant}
      open={opened?.lane === 'call' ? `call ${id}` : (opened?.key ?? mark?.key)}
      opened={toBring}
      isOpen={subjectKey !== undefined}
      isWhole={state.whole}
      onWhole={listWhole}
      onOpen={openTarget}
      onAlone={alone}
      onRefused={onRefused}
      isRefusedOnly={isRefusedOnly}
      isListStill={isReading}
      isHero={isHero}
      isLow={isLow}
      hasLegend={hasLegend}
      mostTenants={isHero ? MOST_ON_SLIDE : isLowWindow ? MOST_ON_LOW_WINDOW : undefined}
      mostCallRows={isLowWindow ? CALL_ROWS_ON_LOW_WINDOW : undefined}
      room={isPresenting ? room : undefined}
      isUnfolded={state.unfolded && !isPresenting}
      onUnfold={isPresenting ? undefined : unfold}
      isKnown={!isWaiting && !hasFailed}
      part={
        range !== undefined && (
          <Suspense>
            <PartBar range={range} {...listing} isWhole={state.whole} onWhole={listWhole} />
          </Suspense>
        )
      }
      below={below}
      aside={isAside ? aside : undefined}
    >
      <search className={toolbar.toolbar} aria-label={t('live.filters')}>
        <LaneSwitches
          hidden={hidden}
          counts={isWaiting || hasFailed ? undefined : counts}
          picked={picked}
          cut={cut}
          isPart={isPart}
          onToggle={toggle}
        />
        {own}
        <ChoiceField choice={tenantChoice} filters={filters} />
      </search>
    </LiveTop>
  )
}
