import { useTranslation } from 'react-i18next'
import type { KnownDrillView } from '../../../server/control/protocol/drills.ts'
import { Action } from '../../components/action.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { useHref } from '../../routing/use-place.ts'
import { inFreshWorld } from './drill-commands.ts'
import { stateOf } from './drill-signs.ts'
import { inLanguage } from './drill-texts.ts'
import classes from './drills.module.css'

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
      <CommandLine label={t('drills.all_of_them')} command={inFreshWorld(undefined, { receiver: undefined })} />
      <p className={classes.hint}>{t('drills.yours')}</p>
    </section>
  )
}
