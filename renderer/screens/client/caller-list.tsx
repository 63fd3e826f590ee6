import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActorView, VerdictView, WorldJudgement } from '../../../server/control/protocol/verdicts.ts'
import { Badge } from '../../components/badge.tsx'
import { SEVERITY_SIGNS } from '../../components/severity.ts'
import side from '../../components/side-list.module.css'
import { WholeNames } from '../../components/whole-names.tsx'
import {
  type Caller,
  callersOf,
  countsOf,
  doubtsIn,
  EVERYONE,
  MARKS,
  RECEIVERS,
  rowsFor,
  standingOf,
} from './callers.ts'
import classes from './client.module.css'
import { RealTime } from './real-time.tsx'

interface Props {
  rows: readonly VerdictView[]
  /** Number of the first request that is judged. */
  from: number
  kept: WorldJudgement['kept']
  run: WorldJudgement['run']
  who: string
  hrefOf: (who: string) => string
}

/** A number beside its sign, and for those who hear it, of what. */
function Count({ children, of }: { children: number; of: string }) {
  return (
    <>
      <span aria-hidden="true">{children}</span>
      <span className="visually-hidden">{of}</span>
    </>
  )
}

/** What is so of somebody, in a word. */
function StandingBadge({ rows, caller }: { rows: readonly VerdictView[]; caller?: ActorView | undefined }) {
  const { t } = useTranslation()
  const { is, count } = standingOf(rows, caller)
  switch (is) {
    case 'untried':
      return null
    case 'not_let_in':
      return (
        <Badge tone="quiet" icon="blocked" title={t('client.not_let_in_hint')}>
          {t('client.not_let_in')}
        </Badge>
      )
    case 'in_doubt':
      return (
        <Badge tone="warn" icon="shadow" title={t('client.in_doubt_hint', { count })}>
          <Count of={t('client.requests_in_doubt', { count })}>{count}</Count>
        </Badge>
      )
    case 'open':
      return (
        <Badge tone="quiet" icon="clock" title={t('client.still_open', { count })}>
          <Count of={t('client.open', { count })}>{count}</Count>
        </Badge>
      )
    case 'expected':
      return (
        <Badge tone="quiet" icon="minus" title={t('client.expected_count', { count })}>
          {t('client.count.expected', { count })}
        </Badge>
      )
    case 'passed':
      return (
        <Badge tone="good" icon="check" title={t('client.nothing_found_hint')}>
          {t('client.nothing_found')}
        </Badge>
      )
    default:
      return (
        <Badge {...SEVERITY_SIGNS[is]} title={t(`client.found.${is}`, { count })}>
          {count}
        </Badge>
      )
  }
}

/** What is in doubt of somebody beside what was found: in all it is as much as the findings say. */
function DoubtBadge({ rows, caller }: { rows: readonly VerdictView[]; caller?: ActorView | undefined }) {
  const { t } = useTranslation()
  const { count } = doubtsIn(rows) ?? { count: 0 }
  if (count === 0 || standingOf(rows, caller).is === 'in_doubt') return null
  return (
    <Badge tone="warn" icon="shadow" look="plain" title={t('client.in_doubt_hint', { count })}>
      <Count of={t('client.requests_in_doubt', { count })}>{count}</Count>
    </Badge>
  )
}

/** The rules of somebody as one bar: what failed, what was kept, what never came up. */
function Bar({ rows }: { rows: readonly VerdictView[] }) {
  const { t } = useTranslation()
  const counts = countsOf(rows)
  const label = MARKS.filter(mark => counts[mark] > 0)
    .map(mark => t(`client.count.${mark}`, { count: counts[mark] }))
    .join(t('client.between'))
  return (
    <span className={classes.bar} role="img" aria-label={label} title={label}>
      {MARKS.filter(mark => counts[mark] > 0).map(mark => (
        <span key={mark} data-mark={mark} style={{ flexGrow: counts[mark] }} />
      ))}
    </span>
  )
}

function Item({
  rows,
  name,
  about,
  current,
  href,
  caller,
}: {
  rows: readonly VerdictView[]
  name: string
  about: ReactNode
  current: boolean
  href: string
  caller?: ActorView
}) {
  return (
    <li>
      <a href={href} className={side.item} aria-current={current ? 'page' : undefined}>
        <span className={`${side.name} ${classes.name_whole}`} title={name}>
          {name}
        </span>
        <span className={classes.standings}>
          <DoubtBadge rows={rows} caller={caller} />
          <StandingBadge rows={rows} caller={caller} />
        </span>
        <span className={side.about}>{about}</span>
        <Bar rows={rows} />
      </a>
    </li>
  )
}

/** Whose key it is; only that there is no tenant is said in the language of the page. */
function AboutCaller({ caller: { actor } }: { caller: Caller }) {
  const { t } = useTranslation()
  const names = [actor.tenant, actor.key, actor.instance].filter(part => part !== null)
  return (
    <>
      {actor.tenant === null && `${t('client.no_tenant')}${names.length > 0 ? ' · ' : ''}`}
      <span translate="no">{names.join(' · ')}</span>
    </>
  )
}

/** What the process before has judged. */
function KeptHint({ kept }: Pick<Props, 'kept'>) {
  const { t } = useTranslation()
  if (kept?.by !== 'restart') return null
  return (
    <p className={classes.hint}>
      {t('client.kept_hint.restart', { until: kept.until })}
      {t('common.between_sentences')}
      <RealTime at={kept.at} />
    </p>
  )
}

/** How much of a run is judged with the world, and that the capsule may hold less of it. */
function RunHint({ from, run }: Pick<Props, 'from' | 'run'>) {
  const { t } = useTranslation()
  if (run === null) return null
  const { until, taken_at } = run
  const cut = from - 1
  const ends = until === null ? 'ends_somewhere' : until > cut ? 'ends_before' : 'ends_with_run'
  return (
    <p className={classes.hint}>
      {t(`client_run.${ends}`, { until: until ?? cut, cut, seq: from })}
      {t('common.between_sentences')}
      {t('client_run.taken')}
      {t('common.between_sentences')}
      <RealTime at={taken_at} />
    </p>
  )
}

/** Who sent requests, and the receivers: each chooses whose verdicts are shown. */
export function CallerList({ rows, from, kept, run, who, hrefOf }: Props) {
  const { t } = useTranslation()
  const callers = callersOf(rows)
  const receivers = rowsFor(rows, RECEIVERS)
  // A bar may have a mark that the one of everyone has not: what is in doubt of one may be reported of another.
  const bars = [rows, receivers, ...callers.map(caller => caller.rows)].map(own => countsOf(own))
  return (
    <nav className={classes.callers} aria-label={t('client.callers')}>
      <ul className={side.list}>
        <Item
          rows={rows}
          name={t('client.everyone')}
          about={t('client.everyone_about')}
          current={who === EVERYONE}
          href={hrefOf(EVERYONE)}
        />
        {callers.map(caller => (
          <Item
            key={caller.id}
            rows={caller.rows}
            name={caller.actor.product}
            about={<AboutCaller caller={caller} />}
            current={who === caller.id}
            caller={caller.actor}
            href={hrefOf(caller.id)}
          />
        ))}
        <Item
          rows={receivers}
          name={t('client.receivers')}
          about={t('client.receivers_about')}
          current={who === RECEIVERS}
          href={hrefOf(RECEIVERS)}
        />
      </ul>
      <p className={classes.legend}>
        {MARKS.filter(mark => bars.some(counts => counts[mark] > 0)).map(mark => (
          <span key={mark} data-mark={mark}>
            {t(`client.marks.${mark}`)}
          </span>
        ))}
      </p>
      <p className={classes.hint}>
        <WholeNames>{t('client.callers_hint')}</WholeNames>
      </p>
      <RunHint from={from} run={run} />
      <KeptHint kept={kept} />
      {from > 1 && run === null && <p className={classes.hint}>{t('client.since_hint', { seq: from })}</p>}
    </nav>
  )
}
