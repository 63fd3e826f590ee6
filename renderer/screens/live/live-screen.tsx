import { Skeleton, Tooltip } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { ChoiceField, useTenantChoice } from '../../components/filter-bar.tsx'
import { Icon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import toolbar from '../../components/toolbar.module.css'
import type { Lane } from '../../data/timeline.ts'
import { useFirstRequest } from '../../data/use-first-request.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { flagField, textField } from '../../routing/url-state.ts'
import { useFilters } from '../../routing/use-filters.ts'
import { LANES } from './lanes.ts'
import classes from './live.module.css'
import { LiveList } from './live-list.tsx'
import { TimelineStrip } from './timeline-strip.tsx'
import { useLiveItems } from './use-live-items.ts'

const FIELDS = {
  /** Lanes that are switched off, with commas. */
  without: textField(),
  tenant: textField(),
  /** Shows also the requests that Ringback itself has sent. */
  own: flagField(),
  paused: flagField(),
}
const FILTERS = ['tenant'] as const

export function LiveScreen() {
  const { t } = useTranslation()
  const [state, setState, filters] = useFilters(FIELDS, FILTERS)
  const hidden = useMemo(() => new Set(state.without.split(',').filter(Boolean)), [state.without])
  const { items, counts, newer, history } = useLiveItems({ hidden, ...state })
  const tenantChoice = useTenantChoice()
  const command = useFirstRequest()
  const toggle = (lane: Lane) => {
    const next = new Set(hidden)
    if (!next.delete(lane)) next.add(lane)
    setState({ without: [...next].join(',') })
  }
  const pause = () => setState({ paused: !state.paused })
  useShortcuts({ '.': { does: t('help.keys.pause'), run: pause } })
  return (
    <>
      <PageHeader
        title={t('screens.live')}
        about={t('live.about')}
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
              <span>{counts[lane]}</span>
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
      {items.length > 0 ? (
        <>
          <TimelineStrip items={items} />
          <LiveList items={items} />
        </>
      ) : history.isSuccess ? (
        <EmptyState icon="live" title={t('live.none')} hint={t('live.none_hint')} command={command} />
      ) : history.error ? (
        <Failed error={history.error} again={() => void history.refetch()} />
      ) : (
        <Skeleton height={240} m="md" aria-label={t('common.loading')} />
      )}
    </>
  )
}
