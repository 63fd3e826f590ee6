import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownDrillView } from '../../../server/control/protocol/drills.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { WholeNames } from '../../components/whole-names.tsx'
import { inLanguage } from '../../i18n/drill-texts.ts'
import { useHref } from '../../routing/use-place.ts'
import { inFreshWorld } from './drill-commands.ts'
import classes from './drill-overview.module.css'
import { drillGroups, SIGNS, stateOf } from './drill-signs.ts'

const FIRST = [
  ['stage', 'faults'],
  ['client', 'play'],
  ['judge', 'check'],
] as const satisfies readonly (readonly [string, IconName])[]

/** It needs nothing but one request, and most clients have it wrong. */
const BEST_FIRST = 'lost_answer'

/** What drills are, and where to begin; what failed comes before that. */
export function DrillOverview({ rows }: { rows: readonly KnownDrillView[] }) {
  const { t, i18n } = useTranslation()
  const href = useHref()
  const failed = rows.find(row => stateOf(row) === 'failed')
  const first = rows.find(({ drill }) => drill === BEST_FIRST) ?? rows[0]
  const to = failed ?? first
  return (
    <section className={classes.overview} aria-label={t('drills.about')}>
      <h2>{t('drills.about')}</h2>
      <ol className={classes.first}>
        {FIRST.map(([part, icon]) => (
          <li key={part}>
            <span className={classes.first_icon}>
              <Icon name={icon} size={18} />
            </span>
            <strong>{t(`drills.first.${part}`)}</strong>
            <span className={classes.first_about}>{t(`drills.first_about.${part}`)}</span>
          </li>
        ))}
      </ol>
      {to && (
        <p>
          <Action component="a" variant="filled" icon="arrow_right" href={href('client', 'drills', to.drill)}>
            {t(to === failed ? 'drills.see_failed' : 'drills.start_with', {
              title: inLanguage(to, i18n.language).title,
            })}
          </Action>
        </p>
      )}
      <div className={classes.command}>
        <CommandLine label={t('drills.all_of_them')} command={inFreshWorld(undefined, { receiver: undefined })} />
        <p className={classes.hint}>{t('drills.yours')}</p>
      </div>
      <h3>{t('drills.catalogue')}</h3>
      {drillGroups(rows).map(([name, own]) => (
        <Fragment key={name}>
          <h4>{t(`drills.${name}`)}</h4>
          <ul className={classes.catalogue}>
            {own.map(row => (
              <Entry key={row.drill} row={row} />
            ))}
          </ul>
        </Fragment>
      ))}
    </section>
  )
}

/** What one drill does and asks for, in the words of its own page. */
function Entry({ row }: { row: KnownDrillView }) {
  const { t, i18n } = useTranslation()
  const href = useHref()
  const { title, stages, conditions } = inLanguage(row, i18n.language)
  const state = row.is_on ? 'on' : stateOf(row)
  return (
    <li>
      <a href={href('client', 'drills', row.drill)}>{title}</a>
      <Badge {...SIGNS[state]} look="plain">
        {t(`drills.states.${state}`)}
      </Badge>
      <p>
        <WholeNames>{stages.join(t('drills.and_then'))}</WholeNames>
      </p>
      <ul className={classes.wanted}>
        {conditions.map(condition => (
          <li key={condition}>
            <span className={classes.aim}>
              <Icon name="arrow_right" size={12} />
            </span>
            <span className={classes.aim_text}>
              <WholeNames>{condition}</WholeNames>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
