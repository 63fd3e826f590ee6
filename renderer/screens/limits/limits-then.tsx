import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { Json } from '../../../server/contract/assumption-entry.ts'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import type { LimitHistoryView, LimitName, LimitsView, LimitView } from '../../../server/control/protocol/limits.ts'
import { Action } from '../../components/action.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { Icon } from '../../components/icons.tsx'
import { Loading } from '../../components/loading.tsx'
import { levelOf, MeterBar } from '../../components/meter.tsx'
import { Missing } from '../../components/missing.tsx'
import { Time } from '../../components/time.tsx'
import { historyUntil } from '../../data/limit-then.ts'
import { windowAt } from '../../data/limit-window.ts'
import { useLimitsHistory } from '../../data/limits-history.ts'
import { useExchange, useLimits } from '../../data/queries.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useHref } from '../../routing/use-place.ts'
import type { Placed } from './chart-parts.tsx'
import { DayCurve } from './day-curve.tsx'
import { LevelBadge } from './level-badge.tsx'
import { LIMITS } from './limit-names.ts'
import classes from './limits.module.css'
import { usePlacesOfUse } from './use-places-of-use.ts'
import { WindowBars } from './window-bars.tsx'
import { settingsIn } from './window-slots.ts'
import { COUNTS, figuresText, SHOWN, windowText } from './window-texts.ts'

/** What a request found of each limit that it was checked against. Events that are sent to webhooks are no matter of a request. */
type Found = Exclude<LimitName, 'webhook_sends'>

function foundBy({ trace }: ExchangeDetailView): Partial<Record<Found, Pick<LimitView, 'used' | 'limit'>>> {
  const figures = (name: string) => trace.find(({ gate }) => gate === name)?.figures ?? {}
  const [rate, quota] = [figures('rate'), figures('quota')]
  const known = (used: Json | undefined, limit: Json | undefined) =>
    typeof used === 'number' && (typeof limit === 'number' || limit === null) ? { used, limit } : undefined
  const found = {
    day: known(quota.used, quota.quota),
    minute: known(rate.minute_used, rate.minute_limit),
    burst: known(rate.burst_used, rate.burst_limit),
  }
  return Object.fromEntries(Object.entries(found).filter(([, view]) => view !== undefined))
}

interface CardProps {
  name: Found
  tenant: string
  view: LimitView
  at: number
  history: LimitHistoryView | undefined
}

/** One limit as a request found it, and what has become of the whole window, as far as that is remembered. */
function CardThen({ name, tenant, view, at, history: all }: CardProps) {
  const { t } = useTranslation()
  const now = useEmulatedNow(60_000) ?? at
  const places = usePlacesOfUse(tenant)
  const { used, limit } = view
  const title = t(`limits.then_names.${name}`)
  const present = { start: Date.parse(view.window_start), end: Date.parse(view.resets_at) }
  const window = all?.windows.find(({ window_start }) => Date.parse(window_start) === present.start)
  const history = all && historyUntil(all, present.end)
  const isDrawn = name !== 'day' || history?.growth?.some(day => Date.parse(day.window_start) === present.start)
  const chart = history && {
    title,
    tenant,
    history,
    present,
    limit,
    asOf: at,
    counts: COUNTS[name],
    placesOf: (stretch: Placed) => places.of(name, stretch),
  }
  return (
    <section
      className={classes.card}
      aria-label={title}
      data-limit={name}
      data-refusing={limit !== null && used >= limit ? '' : undefined}
    >
      <div className={classes.card_head}>
        <h2>{title}</h2>
        <span className={classes.push} />
        <span className="dim">{windowText({ from: present.start, to: present.end })}</span>
      </div>
      <div className={classes.figure}>
        <span className={classes.used}>{used.toLocaleString('en')}</span>
        {limit !== null && <span className={classes.of}>{t('limits.of', { limit: limit.toLocaleString('en') })}</span>}
        {name === 'day' && <span className={classes.of}>{t('limits.successes_only')}</span>}
        <span className={classes.push} />
        <LevelBadge view={view} />
      </div>
      <MeterBar label={title} used={used} limit={limit} />
      {window && (
        <p className={classes.note}>
          {t(now < present.end ? 'limits.window_so_far' : 'limits.window_in_all')}
          {t('limits.after_name')}
          {figuresText(t, { ...window, byHand: window.by_hand, settings: history ? settingsIn(history, present) : [] })}
        </p>
      )}
      {window &&
        isDrawn &&
        chart &&
        (name === 'day' ? <DayCurve {...chart} /> : <WindowBars {...chart} count={SHOWN[name]} />)}
    </section>
  )
}

/** The window of then, with what was used of it then. */
function viewThen(limits: LimitsView, name: Found, { used, limit }: Pick<LimitView, 'used' | 'limit'>, at: number) {
  const remaining = limit === null ? null : Math.max(0, limit - used)
  return { ...windowAt(limits[name], at), used, limit, remaining, by_hand: 0, only_by_drill: false }
}

/** The limits of a tenant as a request found them: what is used now says nothing of why it was refused then. */
export function LimitsThen({ tenant, request }: { tenant: string; request: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const { data: exchange, error, refetch } = useExchange(request)
  const { data: limits } = useLimits(tenant)
  const history = useLimitsHistory(tenant)
  const toNow = (
    <Action component="a" href={href('limits', tenant)} icon="arrow_right">
      {t('limits.to_now')}
    </Action>
  )
  if (error) return <Failed of={{ what: 'request', name: request }} error={error} again={() => void refetch()} />
  if (exchange === undefined || limits === undefined) return <Loading at="inside" height={240} />
  const found = foundBy(exchange)
  const names = LIMITS.filter((name): name is Found => name !== 'webhook_sends' && found[name] !== undefined)
  if (exchange.tenant !== tenant || names.length === 0) return <Missing what="request" name={request} way={toNow} />
  const at = Date.parse(exchange.at)
  const full = names.filter(name => {
    const { limit, used } = found[name]!
    return limit !== null && levelOf(used, limit) === 'full'
  })
  return (
    <>
      <div className={`${classes.trouble} ${classes.then}`} data-tone={full.length > 0 ? 'fast' : 'good'} role="status">
        <Icon name="limits" size={20} />
        <div>
          <h2>
            {t('limits.then_at')}
            <Time at={at} show="full" />
          </h2>
          <p>
            {t('limits.then_found', { tenant })}
            <Link className="link" href={href('requests', request)}>{`#${exchange.seq}`}</Link>
            {full.length > 0 &&
              ` · ${t('limits.are_used_up', {
                limits: full.map(name => t(`limits.short.${name}`)).join(t('limits.between')),
              })}`}
          </p>
        </div>
        {toNow}
      </div>
      <div className={classes.cards} data-then="">
        {names.map(name => (
          <CardThen
            key={name}
            name={name}
            tenant={tenant}
            view={viewThen(limits, name, found[name]!, at)}
            at={at}
            history={history?.[name]}
          />
        ))}
      </div>
    </>
  )
}
