import i18next from 'i18next'
import { expect, test } from 'vitest'
import { DRILLS } from '../../server/contract/drills.ts'
import type { DrillView, KnownDrillView } from '../../server/control/protocol/drills.ts'
import { notMetBecause } from './drill-not-met.ts'
import { DRILL_SENTENCES_JA } from './drill-sentences.ja.ts'
import { stepsInLanguage } from './drill-texts.ts'
import { DRILLS_IN_JAPANESE } from './drills.ja.ts'

await i18next.init({ resources: { ja: { drills: DRILLS_IN_JAPANESE, drill_sentences: DRILL_SENTENCES_JA } } })

test('Every drill says in Japanese as much as in English, line by line', () => {
  const lines = DRILLS.map(({ drill, stages, passes_when }) => [drill, stages.length, passes_when.length])
  const translated = Object.entries(DRILLS_IN_JAPANESE).map(([drill, { stages, conditions }]) => [
    drill,
    stages.length,
    conditions.length,
  ])
  const byName = (rows: (string | number)[][]) =>
    rows.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  expect(byName(translated)).toEqual(byName(lines))
})

test('Why a situation has not come is said in the language of the page, in English where it is known in no other', () => {
  const missed = (drill: string, sent_nothing: boolean) =>
    ({
      drill,
      sent_nothing,
      receiver_answered: null,
      came: null,
      not_come_by: null,
      not_met_because: 'your command asked for no second page of a list',
    }) as DrillView
  expect(notMetBecause(missed('cut_body', false), 'ja')).toEqual({
    text: '2ページ目は切れませんでした。クライアントは 2ページ目を求めなかったか、同じ一覧の別のものを先に求めました',
    lang: 'ja',
  })
  expect(notMetBecause(missed('cut_body', true), 'ja')?.text).toContain('/api/v1 へのリクエストが 1つもありません')
  expect(notMetBecause({ ...missed('three_503s', false), came: 1 }, 'ja')?.text).toBe(
    'クライアントが受けた 503 は 3つ未満でした。実際は 1件です',
  )
  expect(notMetBecause({ ...missed('redelivery', false), receiver_answered: 401 }, 'ja')?.text).toContain(
    '。受信側は 401 と応答しました。どこが誤っているかは',
  )
  const not_come_by = {
    id: 'refused_no_call',
    figures: { count: 1, request: 3, what: '429 rate_limit_exceeded', wait: 12 },
  }
  expect(notMetBecause({ ...missed('lost_answer', false), not_come_by }, 'ja')?.text).toBe(
    'クライアントは電話をかける POST /calls/initiate を送りませんでした。利用制限がその 1件をあと 12秒受け付けないとして拒否したため（最初は #3、429 rate_limit_exceeded）、失われる発信の応答がありませんでした。制限がリセットされてから、訓練をもう一度行ってください',
  )
  const english = { text: 'your command asked for no second page of a list', lang: 'en' }
  expect(notMetBecause(missed('cut_body', false), 'en')).toEqual(english)
  expect(notMetBecause(missed('of_our_own', false), 'ja')).toEqual(english)
  expect(notMetBecause({ ...missed('cut_body', false), not_met_because: null }, 'ja')).toBeUndefined()
})

test('What a drill has done is said in the language of the page, in that of somebody’s own drill as it came', () => {
  const known = DRILLS.map(({ drill, stages }) => ({
    drill,
    stages: stages.map(({ text }) => text),
  })) as KnownDrillView[]
  const [, left = ''] = known.find(({ drill }) => drill === 'minute_full')?.stages ?? []
  const said = (drill: string, language: string) => stepsInLanguage({ drill, steps: [left] }, known, language)
  expect(said('minute_full', 'ja')).toEqual(['その 1分の残りは 1リクエスト'])
  expect(said('minute_full', 'en')).toEqual([left])
  expect(said('own', 'ja')).toEqual([left])
  // In which language it is to be said is known only with the drills.
  expect(stepsInLanguage({ drill: 'minute_full', steps: [left] }, undefined, 'ja')).toEqual([])
})
