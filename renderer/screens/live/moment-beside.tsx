import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LimitsHistory } from '../../../server/control/protocol/limits.ts'
import type { Expected } from '../../components/axis/expected.ts'
import { isTokyoMidnight } from '../../components/axis/midnights.ts'
import { plannedText } from '../../components/axis/target-text.ts'
import { usePlannedRows } from '../../components/axis/use-axis-marks.ts'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { Loading } from '../../components/loading.tsx'
import { MissingSaid } from '../../components/missing.tsx'
import { Time } from '../../components/time.tsx'
import { useAreHistoriesRead, useLimitsHistories } from '../../data/limits-history.ts'
import { useWorldObject } from '../../data/queries.ts'
import { useTimelineItems } from '../../data/timeline-history.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { addEnglish } from '../../i18n/add-english.ts'
import { useHref } from '../../routing/use-place.ts'
import { beside } from './beside-text.en.ts'
import { FellDue, isDue } from './fell-due.tsx'
import classes from './live.module.css'
import { LiveLink } from './live-link.tsx'

addEnglish({ beside })

/** What a day has used of a tenant. */
interface Used {
  readonly tenant: string
  readonly limit: 'day' | 'webhook_sends'
  readonly used: number
}

const DAY_MS = 86_400_000
const OF_DAY = ['day', 'webhook_sends'] as const
/** So many tenants are named one by one, and of so many the figures of a day that is over are read. */
const [MOST_NAMED, MOST_READ] = [12, 40]

/** The tenants whose counts begin anew, each with what was used. */
function Resets({ used }: { used: readonly Used[] }) {
  const { t } = useTranslation()
  const href = useHref()
  const tenants = [...Map.groupBy(used, ({ tenant }) => tenant)]
  const shown = tenants.length > MOST_NAMED + 1 ? tenants.slice(0, MOST_NAMED) : tenants
  return (
    <ul className={classes.course}>
      {shown.map(([tenant, own]) => (
        <li key={tenant}>
          <a className="link" href={href('limits', tenant)} translate="no">
            {tenant}
          </a>
          <span>
            {own
              .map(({ limit, used: count }) =>
                t('axis.window_used', { limit: t(`axis.limits.${limit}`), used: count.toLocaleString('en') }),
              )
              .join(t('axis.between'))}
          </span>
        </li>
      ))}
      {shown.length < tenants.length && (
        <li>
          <a className="link" href={href('limits')}>
            {t('beside.more_tenants', { count: tenants.length - shown.length })}
          </a>
        </li>
      )}
    </ul>
  )
}

/** What is used by now of the day that ends then. */
function ToReset({ rows }: { rows: readonly Expected[] }) {
  const { t } = useTranslation()
  const used = rows.flatMap(row =>
    row.kind !== 'tokyo_day'
      ? []
      : row.resets.flatMap(({ tenant, limit, used: count }): Used[] =>
          (limit === 'day' || limit === 'webhook_sends') && count > 0 ? [{ tenant, limit, used: count }] : [],
        ),
  )
  return (
    <Section title={t('beside.resets')}>
      {used.length > 0 && <Resets used={used} />}
      <p className={detail.note}>{t(used.length > 0 ? 'beside.resets_so_far' : 'beside.resets_none')}</p>
    </Section>
  )
}

/** What was used of the day that ended at a midnight; `undefined` where it is not told of that day. */
function usedUntil(midnight: number, tenant: string, history: LimitsHistory): Used[] | undefined {
  const begins = midnight - DAY_MS
  if (OF_DAY.some(limit => Date.parse(history[limit].told_since) > begins)) return undefined
  return OF_DAY.flatMap(limit => {
    const used = history[limit].windows.find(({ window_start }) => Date.parse(window_start) === begins)?.used ?? 0
    return used === 0 ? [] : { tenant, limit, used }
  })
}

function HasReset({ at }: { at: number }) {
  const { t } = useTranslation()
  const href = useHref()
  const all = useWorldObject().data?.tenants
  const isMany = all !== undefined && all.length > MOST_READ
  const tenants = useMemo(() => (isMany ? [] : (all?.map(({ tenant }) => tenant) ?? [])), [all, isMany])
  const histories = useLimitsHistories(tenants)
  const areRead = useAreHistoriesRead(tenants)
  const told = histories.map((history, index) => history && usedUntil(at, tenants[index]!, history))
  const used = told.flatMap(own => own ?? [])
  return (
    <Section title={t('beside.has_reset')}>
      {isMany ? (
        <p className={detail.note}>
          <a className="link" href={href('limits')}>
            {t('axis.to_limits')}
          </a>
        </p>
      ) : all === undefined || !areRead ? (
        <Loading height={28} />
      ) : (
        <>
          {used.length > 0 && <Resets used={used} />}
          {told.includes(undefined) ? (
            <p className={detail.note}>{t('beside.reset_unknown')}</p>
          ) : (
            used.length === 0 && <p className={detail.note}>{t('beside.has_reset_none')}</p>
          )}
        </>
      )}
    </Section>
  )
}

/** What is planned then beside the end of windows, each leading to what it is about. */
function PlannedThen({ rows }: { rows: readonly Expected[] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  const shown = rows.length > MOST_NAMED + 1 ? rows.slice(0, MOST_NAMED) : rows
  return (
    <Section title={t('beside.planned_then')}>
      <ul className={classes.course}>
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several may be about one thing, and they keep their order
          <li key={index}>
            {row.kind === 'attempt' ? (
              <LiveLink noun="delivery" id={row.delivery_id} text={plannedText(t, row)} />
            ) : row.kind === 'call' || row.kind === 'call_ai' ? (
              <LiveLink noun="call" id={row.call_id} text={plannedText(t, row)} />
            ) : null}
          </li>
        ))}
        {shown.length < rows.length && (
          <li className="dim">{t('axis.and_more', { count: rows.length - shown.length })}</li>
        )}
      </ul>
    </Section>
  )
}

/** What has come about at an instant, once the clock has reached it. */
function Come({ at }: { at: number }) {
  const { t } = useTranslation()
  const items = useTimelineItems()
  const own = items.filter(item => item.at === at && isDue(item)).toReversed()
  return (
    <Section title={t('beside.come')}>
      {own.length > 0 ? <FellDue items={own.filter(isDue)} /> : <p className={detail.note}>{t('beside.come_none')}</p>}
    </Section>
  )
}

const isOfThings = ({ kind }: Expected) => kind === 'attempt' || kind === 'call' || kind === 'call_ai'

/** An instant of the axis, opened: a midnight of Tokyo with what it resets, or what is planned then, and the way there. */
export function MomentBeside({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const rows = usePlannedRows()
  const now = useEmulatedNow()
  const at = Date.parse(id)
  if (Number.isNaN(at)) return <MissingSaid look="row" title={t('beside.no_instant', { id })} />
  if (rows === undefined || now === undefined) return <Loading height={120} />
  const own = rows.filter(row => Date.parse(row.at) === at)
  const isMidnight = isTokyoMidnight(at)
  const isToCome = at > now
  const title = t(isMidnight ? 'axis.due.tokyo_day' : isToCome ? 'axis.planned' : 'beside.come')
  return (
    <>
      <DetailHead title={title} onClose={onClose} />
      <Facts>
        <Time at={at} show="full" />
        {isToCome && <GoTo at={at} what={t('beside.go_there')} about={title} look="named" />}
      </Facts>
      {isMidnight && (isToCome ? <ToReset rows={own} /> : <HasReset at={at} />)}
      {isToCome ? <PlannedThen rows={own.filter(isOfThings)} /> : !isMidnight && <Come at={at} />}
    </>
  )
}
