import { useTranslation } from 'react-i18next'
import type { VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { Section } from '../../components/detail.tsx'
import { IdLinks } from '../../components/id-links.tsx'
import { useEvidence } from '../../data/verdicts.ts'
import { fewOf } from './callers.ts'
import { EvidenceTable } from './evidence-table.tsx'
import classes from './finding.module.css'

/** What shows that a rule was kept: the exchanges or deliveries of a few of its cases. */
export function PassedCases({ row: { passed_cases, met } }: { row: Pick<VerdictView, 'passed_cases' | 'met'> }) {
  const { t } = useTranslation()
  const shown = fewOf(passed_cases)
  const cases = shown.filter(({ evidence }) => evidence.length > 0)
  const exchanges = useEvidence({ evidence: cases.flatMap(({ evidence }) => evidence) })
  const deliveries = [...new Set(shown.flatMap(one => one.deliveries))]
  if (shown.length === 0) return null
  return (
    <Section
      title={t('client.passed_cases')}
      aside={deliveries.length > 0 && <span className="dim">{t('client.deliveries')}</span>}
    >
      {cases.length > 0 && <EvidenceTable of={cases} exchanges={exchanges} look="cases" />}
      {deliveries.length > 0 && <IdLinks noun="delivery" ids={deliveries} />}
      {shown.length < met && (
        <p className={classes.hint}>{t('client.cases_shown', { shown: shown.length, all: met })}</p>
      )}
      {cases.some(({ evidence }) => evidence.length > 1) && <p className={classes.hint}>{t('client.cases_hint')}</p>}
    </Section>
  )
}
