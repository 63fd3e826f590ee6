import { SegmentedControl, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { CoverageView } from '../../../server/contract/coverage.ts'
import { coveragePage } from '../../../server/contract/coverage-page.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import frame from '../../components/columns.module.css'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { Loading } from '../../components/loading.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Panel } from '../../components/panel.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import { useCoverage } from '../../data/coverage.ts'
import { useCounts } from '../../data/facets.ts'
import { OWN_ORIGINS, useWorldObject } from '../../data/queries.ts'
import { saveFile } from '../../data/save-file.ts'
import { wallClock } from '../../data/time-text.ts'
import { useWorldClock } from '../../data/world.tsx'
import { addEnglish } from '../../i18n/add-english.ts'
import { choiceField, flagField } from '../../routing/url-state.ts'
import { useHref } from '../../routing/use-place.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import classes from './coverage.module.css'
import { CoverageMatrix } from './coverage-matrix.tsx'
import { type Cell, hasGap, LOOKS, type Look, matrixOf } from './matrix.ts'
import { coverage } from './text.en.ts'

addEnglish({ coverage })

/** Requests of Ringback itself say nothing about the client under test. */
const OWN = { origin: OWN_ORIGINS }
const TOPICS = ['exchange'] as const
const FIELDS = { look: choiceField(LOOKS), gaps: flagField() }
const PARTS = ['endpoints', 'statuses', 'codes', 'events'] as const satisfies readonly (keyof CoverageView['totals'])[]

function Totals({ totals, by_fault_only }: Pick<CoverageView, 'totals' | 'by_fault_only'>) {
  const { t } = useTranslation()
  return (
    <ul className={classes.totals} aria-label={t('coverage.totals')}>
      {PARTS.map(part => {
        const [seen, all] = totals[part]
        const byFault = part === 'statuses' || part === 'codes' ? by_fault_only[part] : 0
        return (
          <li key={part}>
            <span className={classes.part}>{t(part === 'statuses' ? 'coverage.statuses_of' : `coverage.${part}`)}</span>
            <span className={classes.figure}>
              <strong>{seen}</strong> / {all}
            </span>
            <span className={classes.share}>{all === 0 ? '–' : `${Math.round((seen / all) * 100)} %`}</span>
            {part === 'events' && <span className={classes.whose}>{t('coverage.events_by')}</span>}
            {byFault > 0 && (
              <span className={classes.by_fault}>
                <Icon name="faults" size={11} /> {t('coverage.more_by_fault', { count: byFault })}
              </span>
            )}
            <span className={classes.track} aria-hidden>
              <span className={classes.fill} style={{ width: `${all === 0 ? 0 : (seen / all) * 100}%` }} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Events({ events }: Pick<CoverageView, 'events'>) {
  const { t } = useTranslation()
  const href = useHref()
  return (
    <Panel title={t('coverage.events')} about={t('coverage.events_about')}>
      <ul className={classes.list}>
        {events.map(({ event, count }) => (
          <li key={event}>
            <Link className="link" href={`${href('webhooks', 'events')}?kind=${encodeURIComponent(event)}`}>
              <code>{event}</code>
            </Link>
            {count > 0 ? (
              <Badge tone="good" icon="check" look="plain">
                {count.toLocaleString('en')}
              </Badge>
            ) : (
              <Badge tone="warn" icon="minus" look="plain">
                {t('coverage.never')}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function UnknownRoutes({ routes }: { routes: CoverageView['unknown_routes'] }) {
  const { t } = useTranslation()
  const href = useHref()
  return (
    <Panel title={t('coverage.unknown')} about={routes.length > 0 ? t('coverage.unknown_hint') : undefined}>
      {routes.length === 0 && (
        <p className={classes.fine}>
          <Icon name="check" size={14} /> {t('coverage.unknown_none')}
        </p>
      )}
      {routes.length > 0 && (
        <ul className={classes.list}>
          {routes.map(({ method, path, takes, count }) => (
            <li key={`${method} ${path}`}>
              <Link
                className="link"
                href={`${href('requests')}?${new URLSearchParams({ method, path, status: '404,405' })}`}
              >
                <code>
                  {method} {path}
                </code>
              </Link>
              {takes && <span className={classes.takes}>{t('coverage.takes', { methods: takes.join(', ') })}</span>}
              <Badge tone="bad" icon="alert" look="plain">
                {count.toLocaleString('en')}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function useDownload(coverage: CoverageView | undefined): () => void {
  const { t, i18n } = useTranslation()
  const clock = useWorldClock()
  const world = useWorldObject().data
  return () => {
    if (!coverage || !world) return
    const now = wallClock(clock.now() ?? 0, 'tokyo')
    const about = t('coverage.html_about', { world: world.world_id, at: `${now.date} ${now.time} JST` })
    const text = coveragePage(coverage, {
      language: i18n.language,
      title: t('coverage.html_title'),
      about,
      endpoint: t('coverage.endpoint'),
      endpoints: t('coverage.endpoints'),
      requests: t('screens.requests'),
      never: t('coverage.never'),
      statuses: t('coverage.statuses'),
      codes: t('coverage.codes'),
      events: t('coverage.events'),
      events_about: t('coverage.events_about'),
      unknown: t('coverage.unknown'),
      takes: t('coverage.takes', { methods: '{{methods}}' }),
      cut_off: t('coverage.cut_off'),
      by_fault: t('coverage.fault_short'),
      more_by_fault: t('coverage.more_by_fault', { count: '{{count}}' as never }),
    })
    saveFile({ name: `${world.world_id}-coverage.html`, type: 'text/html', text })
  }
}

interface LegendProps {
  look: 'seen' | 'never'
  as?: 'fault' | 'failure' | 'beside'
  icon: IconName
  text: string
}

/** What a cell of the matrix looks like, with what that means. */
function LegendOf({ look, as, icon, text }: LegendProps) {
  return (
    <span>
      <span className={classes[look]} data-as={as}>
        <Icon name={icon} size={11} />
        {icon !== 'minus' && 'n'}
      </span>
      {text}
    </span>
  )
}

function Covered({ coverage }: { coverage: CoverageView }) {
  const { t } = useTranslation()
  const [{ look, gaps }, setState] = useUrlState(FIELDS)
  const matrix = matrixOf(coverage, look)
  const rows = gaps ? matrix.rows.filter(hasGap) : matrix.rows
  const isAny = (what: Cell['as']) => rows.some(({ cells }) => [...cells.values()].some(({ as }) => as === what))
  const isEmpty = coverage.totals.endpoints[0] === 0 && coverage.unknown_routes.length === 0
  return (
    <ScrollRegion className={`${frame.main} ${frame.whole}`} label={t('screens.coverage')}>
      <div className={`${frame.stack} ${classes.parts}`}>
        <Totals totals={coverage.totals} by_fault_only={coverage.by_fault_only} />
        {isEmpty && (
          <div className={classes.none}>
            <EmptyState
              icon="coverage"
              title={t('coverage.none')}
              hint={t('coverage.none_hint')}
              command="npx ringback exec --coverage coverage.json -- npm test"
            />
          </div>
        )}
        <Panel
          title={t('coverage.by_endpoint')}
          about={gaps ? t('coverage.with_gaps', { count: rows.length, all: matrix.rows.length }) : undefined}
          pad="none"
          actions={
            <>
              <Switch
                size="xs"
                label={t('coverage.gaps')}
                checked={gaps}
                onChange={event => setState({ gaps: event.currentTarget.checked })}
              />
              <SegmentedControl
                size="xs"
                aria-label={t('coverage.columns')}
                value={look}
                onChange={value => setState({ look: value as Look })}
                data={LOOKS.map(value => ({ value, label: t(`coverage.${value}`) }))}
              />
            </>
          }
        >
          {rows.length === 0 ? (
            <EmptyState icon="check" title={t('coverage.no_gaps')} />
          ) : (
            <CoverageMatrix matrix={{ ...matrix, rows }} look={look} />
          )}
          <p className={classes.legend}>
            <LegendOf look="seen" icon="check" text={t('coverage.seen')} />
            <LegendOf look="never" icon="minus" text={t('coverage.never')} />
            {isAny('fault') && <LegendOf look="never" as="fault" icon="faults" text={t('coverage.fault')} />}
            {isAny('failure') && <LegendOf look="seen" as="failure" icon="faults" text={t('coverage.failure')} />}
            {isAny('beside') && <LegendOf look="seen" as="beside" icon="alert" text={t('coverage.beside')} />}
            <span>{t('coverage.not_possible')}</span>
          </p>
        </Panel>
        <div className={classes.pair}>
          <Events events={coverage.events} />
          {/* Of no request nothing is to be said that is not said above. */}
          {!isEmpty && <UnknownRoutes routes={coverage.unknown_routes} />}
        </div>
      </div>
    </ScrollRegion>
  )
}

export function CoverageScreen() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCoverage()
  const download = useDownload(data)
  const leftOut = useCounts('requests', OWN, TOPICS)?.total ?? 0
  return (
    <>
      <PageHeader
        title={t('screens.coverage')}
        about={leftOut === 0 ? t('coverage.about') : t('coverage.about_left_out', { count: leftOut })}
        actions={
          <Action disabled={!data} icon="download" onClick={download}>
            HTML
          </Action>
        }
      />
      {error && <Failed error={error} again={() => void refetch()} />}
      {!data && !error && <Loading height={320} />}
      {data && <Covered coverage={data} />}
    </>
  )
}
