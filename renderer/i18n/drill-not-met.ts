import i18next from 'i18next'
import { type DRILL_SENTENCES, saysAll } from '../../server/contract/drill-sentences.ts'
import { DRILLS } from '../../server/contract/drills.ts'
import { filled, type Sentence } from '../../server/contract/sentences.ts'
import type { DrillView } from '../../server/control/protocol/drills.ts'
import { inJapanese } from './drill-texts.ts'

/** One of the sentences of drills; of those that depend on a count, Japanese has one form. */
function inJapaneseText({ id, figures }: Sentence): string {
  const template = (key: string): string | undefined => i18next.getResource('ja', 'drill_sentences', key)
  return filled(template(id) ?? template(`${id}_other`) ?? '', figures, 'ja')
}

const isOfReceiver = (name: string): boolean =>
  DRILLS.some(({ drill, needs_receiver = false }) => drill === name && needs_receiver)

const said = (id: keyof typeof DRILL_SENTENCES, figures: Sentence['figures'] = {}) => inJapaneseText({ id, figures })

/** Why its situation has not come, in the language of the page as far as it is known in it. */
export function notMetBecause(view: DrillView, language: string): { text: string; lang: 'en' | 'ja' } | undefined {
  const { drill, not_met_because, sent_nothing, came, not_come_by, receiver_answered } = view
  if (not_met_because === null) return undefined
  if (not_come_by !== null && saysAll(not_come_by) && language.startsWith('ja'))
    return { text: inJapaneseText(not_come_by), lang: 'ja' }
  const text = not_come_by !== null && saysAll(not_come_by) ? undefined : inJapanese(drill, language)?.not_met
  if (text === undefined) return { text: not_met_because, lang: 'en' }
  const more = [
    sent_nothing && said(isOfReceiver(drill) ? 'delivered_nothing' : 'sent_nothing'),
    came !== null && said('too_few_other', { count: came }),
    not_come_by !== null && inJapaneseText(not_come_by),
    receiver_answered !== null && `${said('receiver_refused', { status: receiver_answered })}。${said('finds_out')}`,
  ].filter(part => part !== false)
  return { text: [text, ...more].join('。'), lang: 'ja' }
}
