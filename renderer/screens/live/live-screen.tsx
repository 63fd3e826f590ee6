import { Skeleton, Tooltip } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import type { AxisLane } from '../../components/axis/geometry.ts'
import type { Target } from '../../components/axis/layout.ts'
import { subjectOfTarget } from '../../components/axis/subject-of-target.ts'
import { useAxisMarks } from '../../components/axis/use-axis-marks.ts'
import { FOLLOWING } from '../../components/axis/view.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { ChoiceField, useTenantChoice } from '../../components/filter-bar.tsx'
import { Icon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Split } from '../../components/split.tsx'
import toolbar from '../../components/toolbar.module.css'
import type { Lane, TimelineItem } from '../../data/timeline.ts'
import { useFirstRequest } from '../../data/use-first-request.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { flagField, numberField, textField } from '../../routing/url-state.ts'
import { useFilters } from '../../routing/use-filters.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { besideOf } from './beside.tsx'
import { LANES, subjectOf } from './lanes.ts'
import { LegendOfMarks } from './legend.tsx'
import classes from './live.module.css'
import { AxisControls, LiveAxis } from './live-axis.tsx'
import { LiveList } from './live-list.tsx'
import { PlannedBar } from './planned-bar.tsx'
import { useLiveItems } from './use-live-items.ts'
import { useLiveOpen } from './use-live-open.ts'
import { useLiveView } from './use-live-view.ts'
import { useWindowMarks } from './use-window-marks.ts'

const FIELDS = {
  /** Lanes that are switched off, with commas. */
  without: textField(),
  tenant: textField(),
  /** Shows also the requests that Ringback itself has sent. */
  own: flagField(),
  paused: flagField(),
  /** Seconds in view, and the instant in the middle unless the view follows the clock. */
  span: numberField(FOLLOWING.span),
  at: numberField(0),
}
const FILTERS = ['tenant'] as const

export function LiveScreen() {
  const { t } = useTranslation()
  const [state, setState, filters] = useFilters(FIELDS, FILTERS)
  const hidden = useMemo(() => new Set(state.without.split(',').filter(Boolean)), [state.without])
  const { items, runs, counts, newer, history } = useLiveItems({ hidden, ...state })
  const windows = useWindowMarks(items, state.tenant)
  const marks = useAxisMarks(items, windows)
  const [view, setView] = useLiveView(state, setState)
  const { noun, id, show, close } = useLiveOpen()
  // Several rows tell of one thing: the one that was opened is the one that the list stands at.
  const [row, setRow] = useState<string>()
  const tenantChoice = useTenantChoice()
  const command = useFirstRequest()
  const toggle = (lane: Lane) => {
    const next = new Set(hidden)
    if (!next.delete(lane)) next.add(lane)
    setState({ without: [...next].join(',') })
  }
  /** One lane of the axis with what it shows, or all of them again. */
  const alone = (lane: AxisLane) => {
    const others = LANES.flatMap(({ lane: own, on }) => (on === lane ? [] : own)).join(',')
    if (lane !== 'limits') setState({ without: state.without === others ? '' : others })
  }
  const pause = () => setState({ paused: !state.paused })
  useShortcuts({ '.': { does: t('help.keys.pause'), run: pause } })

  const isOpen = (item: TimelineItem) => {
    const subject = subjectOf(item)
    return subject !== undefined && subject.noun === noun && subject.id === id
  }
  const openItem = (item: TimelineItem, how: 'push' | 'replace' = 'push') => {
    setRow(item.key)
    const subject = subjectOf(item)
    if (subject) show(subject, how)
  }
  const openTarget = (target: Target) => {
    const subject = subjectOfTarget(target)
    if (!subject) return
    const found = items.find(item => {
      const own = subjectOf(item)
      return own?.noun === subject.noun && own.id === subject.id
    })
    setRow(found?.key)
    show(subject)
  }
  const opened = noun === undefined ? undefined : (items.find(({ key }) => key === row) ?? items.find(isOpen))
  const Beside = besideOf(noun)
  // Shown to others, the axis and what is open of it are all there is room for.
  const isHero = usePresenting() && Beside !== undefined
  return (
    <>
      {isHero ? (
        <h1 className="visually-hidden">{t('screens.live')}</h1>
      ) : (
        <PageHeader
          title={t('screens.live')}
          about={
            <div className={classes.head}>
              <AxisControls view={view} onView={setView} />
              <LegendOfMarks />
            </div>
          }
          actions={
            <Action
              variant={state.paused ? 'light' : 'default'}
              aria-pressed={state.paused}
              icon={state.paused ? 'play' : 'pause'}
              onClick={pause}
            >
              {state.paused ? t('live.follow', { newer }) : t('requests.pause')}
            </Action>
          }
        />
      )}
      <search className={toolbar.toolbar} aria-label={t('live.filters')}>
        <div className={classes.lanes}>
          {LANES.map(({ lane, icon }) => (
            <button
              key={lane}
              type="button"
              className={classes.toggle}
              data-lane={lane}
              aria-pressed={!hidden.has(lane)}
              onClick={() => toggle(lane)}
            >
              <Icon name={icon} size={13} />
              {t(`live.lanes.${lane}`)}
              <span>{counts[lane].toLocaleString('en')}</span>
            </button>
          ))}
        </div>
        <Tooltip label={t('requests.own_hint')}>
          <Action
            variant={state.own ? 'light' : 'default'}
            aria-pressed={state.own}
            onClick={() => setState({ own: !state.own })}
          >
            {t('requests.own')}
          </Action>
        </Tooltip>
        <ChoiceField choice={tenantChoice} filters={filters} />
      </search>
      {history.isPending && items.length === 0 ? (
        <Skeleton height={240} m="md" aria-label={t('common.loading')} />
      ) : history.error && items.length === 0 ? (
        <Failed error={history.error} again={() => void history.refetch()} />
      ) : (
        <>
          <LiveAxis
            marks={marks}
            hidden={hidden}
            view={view}
            onView={setView}
            open={opened?.lane === 'call' ? `call ${id}` : opened?.key}
            onOpen={openTarget}
            onAlone={alone}
          />
          {!isHero && <PlannedBar marks={marks} />}
          <Split
            detail={
              Beside && id !== undefined
                ? {
                    label: t('live.open'),
                    key: `${noun} ${id}`,
                    content: <Beside id={id} onClose={close} />,
                    width: 'narrow',
                    onClose: close,
                  }
                : undefined
            }
          >
            {items.length === 0 ? (
              <EmptyState icon="live" title={t('live.none')} hint={t('live.none_hint')} command={command} />
            ) : (
              <LiveList runs={runs} opened={opened?.key} onOpen={openItem} />
            )}
          </Split>
        </>
      )}
    </>
  )
}
