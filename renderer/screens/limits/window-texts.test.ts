import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { Stretch } from './window-slots.ts'
import { byHandText, figuresText, lineOf, timesText, toldOf, windowText } from './window-texts.ts'

const t = ((key: string, values: object = {}) =>
  `${key.replace('limits.', '')} ${Object.values(values).join(' ')}`) as unknown as TFunction
const at = '2026-03-10T00:00:00.000Z'
const steps = (...counts: readonly number[]) =>
  counts.slice(1).map((to, index) => ({ at, from: counts[index] ?? 0, to, action: index }))
const setting = { at, from: 5, to: 300, most: 300, net: 295, steps: steps(5, 300) }

test('Of what somebody set and set back is said how much was used in between, as what was refused was refused by that', () => {
  const figures = { used: 300, refused: 2, byHand: 295, settings: [{ ...setting, most: 10_000 }] }
  expect(figuresText(t, figures)).toContain('reached 10000 · refused_here 2')
  expect(figuresText(t, { ...figures, settings: [setting] })).not.toContain('reached')
})

test('Of what was set each act is told, not their sum; of many the first and the last', () => {
  const told = (...counts: readonly number[]) =>
    byHandText(t, {
      byHand: 8,
      settings: [{ at, from: 1, to: 9, most: Math.max(...counts), net: 8, steps: steps(...counts) }],
    })
  expect(told(0, 5_000, 0)).toBe('by_hand_steps 0 → 5,000between 5,000 → 0')
  expect(told(0, 1, 2, 3, 4)).toBe('by_hand_steps 0 → 1between …between 3 → 4')
  const apart = { ...setting, steps: [{ at, from: 1, to: 993, action: 1 }] }
  const after = { ...setting, steps: [{ at, from: 1_000, to: 0, action: null }] }
  expect(byHandText(t, { byHand: -8, settings: [apart, after] })).toBe('set_steps 1 → 993between 1,000 → 0')
  // Where it is not known from what to what.
  expect([byHandText(t, { byHand: -8, settings: [] }), byHandText(t, { byHand: 0, settings: [] })]).toEqual([
    'given_back 8',
    undefined,
  ])
})

const [from, to] = [Date.parse('2026-03-10T14:59:00.000Z'), Date.parse('2026-03-10T15:00:00.000Z')]
const stretch: Stretch = {
  from,
  to,
  used: 300,
  most: 10_000,
  accepted: 1,
  refused: 2,
  steps: steps(5, 9_999),
  limit: 10_000,
  isQuiet: false,
}

test('A stretch of time tells what was used of which limit, the most, what was accepted, refused and set, and another plan', () => {
  const told = toldOf(t, stretch, { when: 'then', counts: 'requests' })
  expect(lineOf(told)).toBe(
    'then · used_by_limit 300 10,000 · reached 10000 · accepted_count 1 · refused_by_this 2 · step 09:00:00 JST 5 9,999',
  )
  const many = toldOf(t, { ...stretch, steps: steps(0, 1, 2, 3, 4, 5, 6, 7, 8) }, { when: 'then', counts: 'sends' })
  expect([many.set.length, many.set.at(-1), many.notTold]).toEqual([6, 'step 09:00:00 JST 7 8', 2])
  expect(many.more).toContain('sent_count 1')
  // A drill may have set it.
  const drill = toldOf(
    t,
    { ...stretch, steps: [{ at, from: 1, to: 2, action: null }] },
    { when: '', counts: 'successes' },
  )
  expect([drill.set, drill.more]).toEqual([
    ['step_set 09:00:00 JST 1 2'],
    ['reached 10000', 'successful_count 1', 'refused_by_this 2'],
  ])
  const other = { ...stretch, most: 300, steps: [], limit: null, limitBefore: 1_000, refused: undefined }
  expect(toldOf(t, other, { when: 'then', counts: 'requests' })).toMatchObject({
    used: 'used_count 300',
    more: ['accepted_count 1', 'other_limit 1,000 unlimited '],
  })
})

test('Times end at 24:00, or now', () => {
  expect([timesText(t, { from, to }), timesText(t, { from, to: to - 30_000, now: to - 30_000 })]).toEqual([
    '23:59:00–24:00:00 JST',
    '23:59:00–now  JST',
  ])
  expect([windowText({ from, to }), windowText({ from: to - 86_400_000, to })]).toEqual([
    '2026-03-10 23:59:00–24:00:00 JST',
    '2026-03-10',
  ])
})
