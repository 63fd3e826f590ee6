import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { Badge } from '../../components/badge.tsx'
import side from '../../components/side-list.module.css'
import { type Caller, callersOf, countsOf, EVERYONE, findingsBySeverity, MARKS, RECEIVERS, rowsFor } from './callers.ts'
import classes from './client.module.css'

interface Props {
  rows: readonly VerdictView[]
  who: string
  hrefOf: (who: string) => string
}

/** Findings in one figure: errors, else warnings, else a tick where something was kept. */
function Findings({ rows }: { rows: readonly VerdictView[] }) {
  const { t } = useTranslation()
  const { error, warning } = findingsBySeverity(rows)
  if (error > 0)
    return (
      <Badge tone="bad" icon="cross" title={t('client.errors', { count: error })}>
        {error}
      </Badge>
    )
  if (warning > 0)
    return (
      <Badge tone="warn" icon="alert" title={t('client.warnings', { count: warning })}>
        {warning}
      </Badge>
    )
  return countsOf(rows).passed > 0 ? (
    <Badge tone="good" icon="check" title={t('client.nothing_found')}>
      {t('client.fine')}
    </Badge>
  ) : null
}

/** The rules of somebody as one bar: what failed, what was kept, what never came up. */
function Bar({ rows }: { rows: readonly VerdictView[] }) {
  const { t } = useTranslation()
  const counts = countsOf(rows)
  const label = MARKS.map(mark => t(`client.count.${mark}`, { n: counts[mark] })).join(', ')
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
}: {
  rows: readonly VerdictView[]
  name: string
  about: ReactNode
  current: boolean
  href: string
}) {
  return (
    <li>
      <a href={href} className={side.item} aria-current={current ? 'page' : undefined}>
        <span className={side.name} title={name}>
          {name}
        </span>
        <Findings rows={rows} />
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

/** Who sent requests, and the receivers: each chooses whose verdicts are shown. */
export function CallerList({ rows, who, hrefOf }: Props) {
  const { t } = useTranslation()
  const callers = callersOf(rows)
  const receivers = rowsFor(rows, RECEIVERS)
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
        {MARKS.map(mark => (
          <span key={mark} data-mark={mark}>
            {t(`client.marks.${mark}`)}
          </span>
        ))}
      </p>
      <p className={classes.hint}>{t('client.callers_hint')}</p>
    </nav>
  )
}
