import type { TFunction } from 'i18next'
import { DRILL_SENTENCES } from '../../server/contract/drill-sentences.ts'
import type { Sentence } from '../../server/contract/sentences.ts'
import type { DrillReasonView } from '../../server/control/protocol/drills.ts'
import { drillSentenceIn, findingText } from './said.ts'

/** One of the sentences of drills. */
export const drillSentenceText = (t: TFunction, sentence: Sentence): string =>
  drillSentenceIn(t, sentence, DRILL_SENTENCES)

/** Why a condition of a drill does not hold. */
export const drillReasonText = (t: TFunction, { of, sentence }: DrillReasonView): string =>
  of === 'verdict' ? findingText(t, sentence) : drillSentenceText(t, sentence)
