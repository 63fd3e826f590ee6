import { useTranslation } from 'react-i18next'
import { mendOf } from '../../../server/contract/drill-sentences.ts'
import type { DrillReasonView } from '../../../server/control/protocol/drills.ts'
import { drillSentenceText, ruleText } from '../../i18n/said.ts'

/** How to mend what failed a drill, or how to find out what is in doubt, with a word before it; nothing where the reason says so itself. */
export function MendText({
  reason: { rule, sentence, decided },
}: {
  reason: Pick<DrillReasonView, 'rule' | 'sentence' | 'decided'>
}) {
  const { t } = useTranslation()
  const mend = mendOf(sentence.id)
  if (rule === null && mend === undefined) return null
  return (
    <>
      <strong>{t(rule !== null || decided ? 'drills.mend' : 'drills.find_out')}</strong>
      {t('common.colon')}
      {rule === null ? mend && drillSentenceText(t, { id: mend, figures: {} }) : ruleText(t, rule, 'fix')}
    </>
  )
}
