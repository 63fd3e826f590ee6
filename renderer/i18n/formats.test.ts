import i18next from 'i18next'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { addFormats, LOOKUP } from './formats.ts'
import { ja } from './ja.ts'
import { findingText } from './said.ts'

async function said(language: 'en' | 'ja', id: string, figures: Record<string, number>) {
  const instance = i18next.createInstance()
  await instance.init({ ...LOOKUP, lng: language, resources: { en: { translation: en }, ja: { translation: ja } } })
  addFormats(instance)
  return findingText(instance.getFixedT(language), { id, figures }).replaceAll(/\s/g, ' ')
}

test('A wait is told on the clocks that show it, by whatever name the sentence has it', async () => {
  const delays = { first: 1, repeats: 4, longest: 0.12, longest_real: 0.12 }
  expect(await said('en', 'no_backoff.evenly', delays)).toContain('each 120 ms of real time after the one before')
  expect(await said('ja', 'no_backoff.evenly', delays)).toContain('終わってから 120ミリ秒（実際の時間）の間隔で')
  const registered = { requests: 20, count: 1, seconds: 4.3, seconds_emulated: 4, seconds_real: 0.3 }
  expect(await said('en', 'one_by_one.some', registered)).toContain('within 4 s of emulated and 300 ms of real time')
  expect(await said('ja', 'one_by_one.some', registered)).toContain(
    '最初の登録から 4秒（仮想時間）と 300ミリ秒（実際の時間）を経た後までに',
  )
  // As a world has kept it from before clocks were told apart.
  expect(await said('en', 'no_backoff.evenly', { first: 1, repeats: 4, longest: 0.12 })).toContain('each 120 ms after')
})
