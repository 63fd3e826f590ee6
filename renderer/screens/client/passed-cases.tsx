import { useTranslation } from 'react-i18next'
import type { VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { Section } from '../../components/detail.tsx'
import { useEvidence } from '../../data/verdicts.ts'
import { fewOf } from './callers.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { EvidenceTable } from './evidence-table.tsx'
import classes from './finding.module.css'

/** What shows that a rule was kept: the exchanges or deliveries of a few of its cases. */
export function PassedCases({
  row: { rule, passed_cases, met },
}: {
  row: Pick<VerdictView, 'rule' | 'passed_cases' | 'met'>
}) {
  const { t } = useTranslation()
  const shown = fewOf(passed_cases)
  const cases = shown.filter(({ evidence }) => evidence.length > 0)
  const exchanges = useEvidence({ evidence: cases.flatMap(({ evidence }) => evidence) })
  const deliveries = [...new Set(shown.flatMap(one => one.deliveries))]
  const deliveries_of_run = [...new Set(shown.flatMap(one => one.deliveries_of_run))]
  if (shown.length === 0) return null
  return (
    <Section title={t('client.passed_cases')}>
      {cases.length > 0 && <EvidenceTable of={cases} exchanges={exchanges} look="cases" rule={rule} />}
      {deliveries.length > 0 && <DeliveriesTable of={{ deliveries, deliveries_of_run }} />}
      {cases.some(({ evidence }) => evidence.some(({ of_run }) => of_run !== null)) && (
        <p className={classes.hint}>{t('client_run.not_here_hint')}</p>
      )}
      {shown.length < met && (
        <p className={classes.hint}>
          {/* One delivery may be several cases, an attempt each. */}
          {deliveries.length > 0 && deliveries.length < shown.length
            ? t('client.cases_in', { shown: shown.length, all: met, count: deliveries.length })
            : t('client.cases_shown', { shown: shown.length, all: met })}
        </p>
      )}
      {cases.some(({ evidence }) => evidence.length > 1) && <p className={classes.hint}>{t('client.cases_hint')}</p>}
    </Section>
  )
}
