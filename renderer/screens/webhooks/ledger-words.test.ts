import { expect, test } from 'vitest'
import { LEDGER_REASONS } from '../../../server/contract/events.ts'
import { CANCELLED_WORDS, isInWords, LEDGER_WORDS } from '../../../server/store/ledger-words.ts'
import { ledger_reasons as longEn } from '../live/text.en.ts'
import { ledger_reasons as longJa } from '../live/text.ja.ts'
import { webhooks as en } from './text.en.ts'
import { webhooks as ja } from './text.ja.ts'

test.each(LEDGER_REASONS)('%s is found by all words in which the lists say it', reason => {
  for (const said of [longEn[reason], longJa[reason], en.reasons_short[reason], ja.reasons_short[reason]])
    expect(LEDGER_WORDS[reason], said).toContain(said)
})

test('What was cancelled is found by the word that stands before the reason, and nothing by one letter', () => {
  for (const { cancelled_as } of [en, ja]) {
    const [word = ''] = cancelled_as.split(/[:：]/)
    expect(isInWords(word, CANCELLED_WORDS)).toBe(true)
  }
  expect(isInWords('DISABLED', LEDGER_WORDS.disabled)).toBe(true)
  expect(isInWords('d', LEDGER_WORDS.disabled)).toBe(false)
  expect(isInWords('disabled', LEDGER_WORDS.deleted)).toBe(false)
})
