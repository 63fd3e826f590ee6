import { useTranslation } from 'react-i18next'
import { mendOf } from '../../../server/contract/drill-sentences.ts'
import type { DrillReasonView } from '../../../server/control/protocol/drills.ts'
import { drillSentenceText } from '../../i18n/drill-said.ts'
import { ruleText } from '../../i18n/said.ts'

/** How to mend what failed a drill, or how to find out what is in doubt, with a word before it, and that a warning fails one; nothing where the reason says so itself. */
export function MendText({
  reason: { rule, sentence, decided, severity },
}: {
  reason: Pick<DrillReasonView, 'rule' | 'sentence' | 'decided' | 'severity'>
}) {
  const { t } = useTranslation()
  const mend = mendOf(sentence.id)
  if (rule === null && mend === undefined) return null
  return (
    <>
      {severity === 'warning' && decided && (
        <>
          {t('drills.by_warning')}
          {t('common.between_sentences')}
        </>
      )}
      <strong>{t(rule !== null || decided ? 'drills.mend' : 'drills.find_out')}</strong>
      {t('common.colon')}
      {rule === null ? mend && drillSentenceText(t, { id: mend, figures: {} }) : ruleText(t, rule, 'fix')}
    </>
  )
}
