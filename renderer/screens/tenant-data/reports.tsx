import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import type { CallStatus } from '../../../server/contract/calls.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { callColour } from '../../components/call-signs.ts'
import frame from '../../components/columns.module.css'
import { type ListColumn, ListTable } from '../../components/list-table.tsx'
import { Named } from '../../components/named.tsx'
import { Panel } from '../../components/panel.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import toolbar from '../../components/toolbar.module.css'
import { useAssumedValue } from '../../data/assumptions.ts'
import {
  type CallsRecord,
  type CallTotals,
  type SummaryReport,
  type UsersRecord,
  useEveryPage,
  useTenantData,
  type Via,
} from '../../data/tenant-data.ts'
import { durationText, unitText } from '../../data/time-text.ts'
import { useHref } from '../../routing/use-place.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import classes from './data.module.css'
import { daysOf, RANGE_FIELDS, type Range, rangeOf } from './fields.ts'
import { RangePicker } from './range-picker.tsx'
import { callsByDay, outcomesIn } from './report-rows.ts'
import { ReadWith, Source } from './source.tsx'

const SCOPE = 'reports:read'

/** Of no calls, where the world assumes that there is none. */
const NONE = '–'
const percent = (share: number | null) => (share === null ? NONE : `${Math.round(share * 1_000) / 10} %`)
const averageText = (seconds: number | null) => (seconds === null ? NONE : durationText(seconds * 1_000))

/** Which calls the averages are of: never all of them, since a call that has not ended has no length. `undefined` until that is known. */
function useAverageOver(): string | undefined {
  const { t } = useTranslation()
  const value = useAssumedValue('reports.average_over')
  return value === 'ended_calls' || value === 'ended_connected_calls' ? t(`data.average_over.${value}`) : undefined
}

/** By the length of which calls the time in talk is divided. `undefined` until that is known. */
function useTalkOver(): string | undefined {
  const { t } = useTranslation()
  const value = useAssumedValue('reports.talk_ratio')
  return value === 'of_all_calls' || value === 'of_connected_calls' ? t(`data.talk_over.${value}`) : undefined
}
const shortDay = (day: string) => day.slice(5)
// Charts stand still: a figure that moves into place cannot be read.
const STILL = { isAnimationActive: false } as const
/** A bar leads to its calls. Who has no pointer finds the same way in the figures. */
const onBar = <Row,>(open: (row: Row) => void) => ({
  onClick: ({ payload }: { payload?: Row }) => payload !== undefined && open(payload),
  cursor: 'pointer',
})
const AXIS = { tickLine: false, axisLine: false } as const
/** Every day, or every so many: with room between them, and no gap unlike the others. */
const DAYS = { ...AXIS, interval: 'equidistantPreserveStart', minTickGap: 16 } as const

function Tiles({ totals, wayTo }: { totals: CallTotals; wayTo: WayToCalls }) {
  const { t } = useTranslation()
  const averageOver = useAverageOver()
  const figure = (count: number, of: CallsBehind) => <Calls count={count} way={wayTo(of)} />
  const tiles: [name: string, figure: ReactNode, of?: string | undefined][] = [
    [t('data.total_calls'), figure(totals.total_calls, {})],
    [t('data.connected_calls'), figure(totals.connected_calls, { status: 'connected' })],
    [t('data.success_rate'), percent(totals.success_rate)],
    [t('data.average_duration'), averageText(totals.average_duration_seconds), averageOver],
  ]
  return (
    <dl className={classes.tiles}>
      {tiles.map(([name, figure, of]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
          {of !== undefined && <dd data-note>{of}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** Which calls of the range a figure counts. */
interface CallsBehind {
  day?: string
  status?: CallStatus
  staff?: number
}
type WayToCalls = (of: CallsBehind) => string | undefined

/**
 * The address of the calls behind a figure, read in the same way. `undefined` in a world whose reports count other calls than the list of the
 * same days has, and until that is known.
 */
function useWayToCalls(tenant: string, via: Via, { from, to }: Range): WayToCalls {
  const href = useHref()
  const dayOf = useAssumedValue('reports.day_of_call')
  const unfinished = useAssumedValue('reports.unfinished_calls')
  const isSame = dayOf === 'start' && unfinished === 'counted'
  return useCallback(
    ({ day, status, staff }) => {
      const asked = {
        from: day ?? from,
        to: day ?? to,
        status,
        staff: staff === undefined ? undefined : String(staff),
        via: via === 'api' ? via : undefined,
      }
      const search = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
      return isSame ? `${href('data', tenant, 'calls')}?${new URLSearchParams(search)}` : undefined
    },
    [href, tenant, via, from, to, isSame],
  )
}

/** How many calls there are, with the way to them. */
function Calls({ count, way }: { count: number; way: string | undefined }) {
  const text = count.toLocaleString('en')
  return count === 0 || way === undefined ? (
    text
  ) : (
    <Link className="link" href={way}>
      {text}
    </Link>
  )
}

interface CallsByDayProps {
  wayTo: WayToCalls
  days: string[]
  records: CallsRecord[]
  pagesLeftOut: number
}

function CallsByDay({ days, records, pagesLeftOut, wayTo }: CallsByDayProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const rows = callsByDay(days, records)
  const outcomes = outcomesIn(rows)
  const columns: ListColumn<(typeof rows)[number]>[] = [
    { id: 'day', title: t('data.day'), render: ({ day }) => day },
    ...outcomes.map(outcome => ({
      id: outcome,
      title: t(`call_status.${outcome}`),
      align: 'end' as const,
      render: (row: (typeof rows)[number]) => (
        <Calls count={row[outcome] ?? 0} way={wayTo({ day: row.day, status: outcome })} />
      ),
    })),
  ]
  return (
    <Panel title={t('data.calls_by_day')} about={t('data.unit_calls')}>
      {pagesLeftOut > 0 && <p role="note">{t('data.pages_left_out', { count: pagesLeftOut })}</p>}
      <div role="img" aria-label={t('data.calls_by_day')}>
        {/* The legend of the library takes its height for that of the window, which is not that of a page that is drawn larger. */}
        <ul className={classes.legend}>
          {outcomes.map(name => (
            <li key={name}>
              <span style={{ background: callColour(name) }} />
              {t(`call_status.${name}`)}
            </li>
          ))}
        </ul>
        <BarChart
          h={212}
          data={rows.map(row => ({ ...row, day: shortDay(row.day), date: row.day }))}
          dataKey="day"
          type="stacked"
          series={outcomes.map(name => ({ name, label: t(`call_status.${name}`), color: callColour(name) }))}
          barProps={({ name }) => ({
            ...STILL,
            stroke: 'var(--rb-panel)',
            ...onBar<{ date: string }>(({ date }) => {
              const way = wayTo({ day: date, status: name as CallStatus })
              if (way !== undefined) navigate(way)
            }),
          })}
          tooltipAnimationDuration={0}
          yAxisProps={{ ...AXIS, allowDecimals: false, width: 32 }}
          xAxisProps={DAYS}
        />
      </div>
      <details className={classes.figures}>
        <summary>{t('data.figures')}</summary>
        <ListTable label={t('data.calls_by_day')} fit="content" rows={rows} columns={columns} idOf={({ day }) => day} />
      </details>
    </Panel>
  )
}

function SuccessRate({ periods }: Pick<SummaryReport, 'periods'>) {
  const { t } = useTranslation()
  // A day without a call has no rate: the line has a gap there.
  const rows = periods.map(({ period, total_calls, success_rate }) => ({
    day: shortDay(period),
    rate: total_calls === 0 || success_rate === null ? null : Math.round(success_rate * 1_000) / 10,
  }))
  return (
    <Panel title={t('data.success_by_day')} about="%">
      <div role="img" aria-label={t('data.success_by_day')}>
        <LineChart
          h={200}
          data={rows}
          dataKey="day"
          unit=" %"
          series={[{ name: 'rate', label: t('data.success_rate'), color: 'var(--rb-accent)' }]}
          curveType="linear"
          connectNulls={false}
          lineProps={STILL}
          tooltipAnimationDuration={0}
          yAxisProps={{ ...AXIS, domain: [0, 100], width: 56 }}
          // The figure beside the highest line has half its height above it.
          lineChartProps={{ margin: { top: 10, right: 10 } }}
          xAxisProps={DAYS}
        />
      </div>
    </Panel>
  )
}

function TimeOnCalls({ people, wayTo }: { people: UsersRecord[]; wayTo: WayToCalls }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const talkOver = useTalkOver()
  const averageOver = useAverageOver()
  const columns = useMemo(
    (): ListColumn<UsersRecord>[] => [
      { id: 'name', title: t('data.staff'), render: ({ staff_name }) => <Named>{staff_name}</Named> },
      {
        id: 'calls',
        title: t('data.total_calls'),
        align: 'end',
        render: ({ staff_id, call_count }) => <Calls count={call_count} way={wayTo({ staff: staff_id })} />,
      },
      {
        id: 'connected',
        title: t('data.connected_calls'),
        align: 'end',
        render: ({ staff_id, connected_count }) => (
          <Calls count={connected_count} way={wayTo({ staff: staff_id, status: 'connected' })} />
        ),
      },
      {
        id: 'talk',
        title: t('data.total_duration'),
        align: 'end',
        render: row => durationText(row.total_duration_seconds * 1_000),
      },
      {
        id: 'average',
        title: t('data.average_duration'),
        align: 'end',
        render: row => averageText(row.average_duration_seconds),
      },
      { id: 'ratio', title: t('data.talk_ratio'), align: 'end', render: ({ talk_ratio }) => percent(talk_ratio) },
    ],
    [t, wayTo],
  )
  const rows = people.map(row => ({
    name: row.staff_name,
    staff: row.staff_id,
    minutes: Math.round(row.total_duration_seconds / 6) / 10,
  }))
  return (
    <Panel title={t('data.length_by_staff')} about={t('data.unit_minutes')}>
      <div role="img" aria-label={t('data.length_by_staff')}>
        <BarChart
          h={Math.max(120, rows.length * 30 + 40)}
          data={rows}
          dataKey="name"
          orientation="vertical"
          valueFormatter={minutes => `${minutes}${unitText('min')}`}
          series={[{ name: 'minutes', label: t('data.total_duration'), color: 'var(--rb-accent)' }]}
          barProps={{
            ...STILL,
            maxBarSize: 18,
            ...onBar<(typeof rows)[number]>(({ staff }) => {
              const way = wayTo({ staff })
              if (way !== undefined) navigate(way)
            }),
          }}
          tooltipAnimationDuration={0}
          yAxisProps={{ ...AXIS, width: 130 }}
          // The last tick has its unit beside it.
          xAxisProps={{ ...AXIS, padding: { right: 16 } }}
        />
      </div>
      <div className={classes.staff}>
        <ListTable
          label={t('data.length_by_staff')}
          fit="content"
          rows={people}
          columns={columns}
          idOf={({ staff_id }) => String(staff_id)}
        />
        {averageOver !== undefined && (
          <p className={classes.averages}>{t('data.averages_are', { over: averageOver })}</p>
        )}
        {talkOver !== undefined && <p className={classes.averages}>{t('data.talk_ratio_is', { over: talkOver })}</p>}
      </div>
    </Panel>
  )
}

/** The reports of a tenant as charts, each with its figures. */
export function Reports({ tenant, via, now }: { tenant: TenantView; via: Via; now: number }) {
  const { t } = useTranslation()
  const [typed, setState] = useUrlState(RANGE_FIELDS)
  const range = rangeOf(typed, now)
  const wayTo = useWayToCalls(tenant.tenant, via, range)
  const shared = { tenant, via, scope: SCOPE, query: { ...range } } as const
  const summary = useTenantData<{ data: SummaryReport }>({ ...shared, path: '/reports/summary' })
  // What refuses the first would refuse the others too, and count them.
  const enabled = summary.isSuccess
  const calls = useEveryPage<CallsRecord>({ ...shared, path: '/reports/calls', enabled })
  const users = useEveryPage<UsersRecord>({ ...shared, path: '/reports/users', enabled })
  return (
    <>
      <search className={toolbar.toolbar} aria-label={t('data.range')}>
        <RangePicker range={range} now={now} onChange={next => setState(next)} />
      </search>
      <ScrollRegion className={`${frame.main} ${frame.whole}`} label={t('data.reports')}>
        <Source tenant={tenant} via={via} scope={SCOPE} reading={summary}>
          {({ data }) => (
            <div className={`${frame.stack} ${classes.reports}`}>
              <Tiles totals={data.totals} wayTo={wayTo} />
              <Source tenant={tenant} via={via} scope={SCOPE} reading={calls}>
                {records => (
                  <CallsByDay
                    days={daysOf(range)}
                    records={records}
                    pagesLeftOut={calls.data?.left_out ?? 0}
                    wayTo={wayTo}
                  />
                )}
              </Source>
              <div className={classes.pair}>
                <SuccessRate periods={data.periods} />
                <Source tenant={tenant} via={via} scope={SCOPE} reading={users}>
                  {people => <TimeOnCalls people={people} wayTo={wayTo} />}
                </Source>
              </div>
              <div className={classes.sources}>
                <ReadWith endpoint="GET /reports/summary" requests={summary.data?.requests ?? []} />
                <ReadWith endpoint="GET /reports/calls" requests={calls.data?.requests ?? []} />
                <ReadWith endpoint="GET /reports/users" requests={users.data?.requests ?? []} />
              </div>
            </div>
          )}
        </Source>
      </ScrollRegion>
    </>
  )
}
