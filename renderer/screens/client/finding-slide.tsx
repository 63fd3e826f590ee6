import { useTranslation } from 'react-i18next'
import type { FindingView, VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { Icon } from '../../components/icons.tsx'
import { ruleTitle } from '../../components/rule-title.ts'
import { SEVERITY_SIGNS } from '../../components/severity.ts'
import { useEvidence } from '../../data/verdicts.ts'
import { findingText, ruleText } from '../../i18n/said.ts'
import { isOfUnaware, keptOf, useCauseText } from './finding.tsx'
import classes from './finding-slide.module.css'
import { LaneDiagram } from './lane-diagram.tsx'

/** A finding as it is shown to others: what was done, its exchanges on both clocks, and how to mend it. */
export function FindingSlide({ row, finding }: { row: VerdictView; finding: FindingView }) {
  const { t } = useTranslation()
  const exchanges = useEvidence(finding)
  const cause = useCauseText(finding.cause)
  return (
    <div className={classes.slide}>
      <header className={classes.said} data-severity={finding.severity}>
        <Icon name={SEVERITY_SIGNS[finding.severity].icon} size={26} />
        <div>
          <h2>{ruleTitle(t, row)}</h2>
          <p>{findingText(t, finding.sentence)}</p>
        </div>
      </header>
      {finding.evidence.length > 0 && <LaneDiagram finding={finding} exchanges={exchanges} look="slide" />}
      {finding.left_out && (
        <p className={classes.left_out}>
          {finding.evidence.length > 0
            ? t('client.exchanges_kept', keptOf(finding.evidence.length, finding.evidence_total))
            : t('client.deliveries_kept', keptOf(finding.deliveries.length, finding.deliveries_total))}
        </p>
      )}
      <section className={classes.mend} aria-label={t('client.how')}>
        <h3>{t('client.how')}</h3>
        {cause && <p>{cause}</p>}
        <p>{ruleText(t, row.rule, 'fix')}</p>
        {isOfUnaware(finding) && <p>{t('client.one_connection')}</p>}
      </section>
    </div>
  )
}
