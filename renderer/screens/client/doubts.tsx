import { useTranslation } from 'react-i18next'
import { firstInDoubt } from '../../../server/contract/unmet-sentences.ts'
import type { VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { Section } from '../../components/detail.tsx'
import { useEvidence } from '../../data/verdicts.ts'
import { fewOf } from './callers.ts'
import { EvidenceTable } from './evidence-table.tsx'
import classes from './finding.module.css'

/** What came too early and may not have known of a refusal: the refusals, and what came after each. */
export function Doubts({ row: { doubts } }: { row: Pick<VerdictView, 'doubts'> }) {
  const { t } = useTranslation()
  const shown = fewOf(doubts)
  const exchanges = useEvidence({ evidence: shown.flatMap(({ evidence }) => evidence) })
  if (doubts.length === 0) return null
  const count = doubts.reduce((sum, { times }) => sum + times, 0)
  const listed = shown.reduce((sum, { evidence }) => sum + evidence.length - 1, 0)
  return (
    <Section title={t('client.in_doubt_title')}>
      <p className={classes.says}>{t('client.in_doubt', { count, ...firstInDoubt(doubts) })}</p>
      <EvidenceTable of={shown} exchanges={exchanges} look="cases" />
      {listed < count && <p className={classes.hint}>{t('client.doubts_shown', { shown: listed, all: count })}</p>}
    </Section>
  )
}
