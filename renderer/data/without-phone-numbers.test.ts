import { expect, test } from 'vitest'
import { fieldProblem } from '../../server/contract/field-problems.ts'
import { field_problems } from '../i18n/refusals.ja.ts'
import { phoneNumbersIn, withoutPhoneNumbers } from './without-phone-numbers.ts'

test.each([
  ['+81312340001', '813****0001'],
  ['+81-3-1234-0001', '813****0001'],
  ['+81 3 1234 0001', '813****0001'],
  ['+14155550123', '141****0123'],
  ['81312340001', '813****0001'],
  ['0312340001', '031****0001'],
  ['03-5555-0001', '035****0001'],
  ['090-1234-5678', '090****5678'],
  ['415-555-0123', '415****0123'],
  ['"tel1":"09012345678"}', '"tel1":"090****5678"}'],
  ['/calls?q=%2B81312340001&limit=1', '/calls?q=813****0001&limit=1'],
  ['/calls?q=%252B81312340001', '/calls?q=813****0001'],
  ['+81312340001, 0312340002.', '813****0001, 031****0002.'],
  // As people mistype them.
  ['(090) 1234-5678', '090****5678'],
  ['(03)1234-5678', '031****5678'],
  ['090 1234 5678', '090****5678'],
  ['０９０-８７６５-４３２１', '090****4321'],
  ['＋８１９０８７６５４３２１', '819****4321'],
  ['{"tel1":9087654321}', '{"tel1":908****4321}'],
  ['"090-1234-5678-9999-0000-1"', '"090****0001"'],
])('of the phone number in %j, the first three and the last four digits are left', (text, shown) => {
  expect(withoutPhoneNumbers(text)).toBe(shown)
  expect(withoutPhoneNumbers(shown)).toBe(shown)
})

test.each([
  '2026-03-10T14:55:13.000Z',
  '2026-03-10 23:55:13',
  '1773154513',
  '1773154513000',
  't=1773154513,v1=0312340001abcdef0312340001abcdef',
  '00000000-0000-4000-8000-000000000000',
  '81123456-7890-4123-8123-812345678901',
  'evt_0312340001',
  '00000010  30 33 31 32 33 34 30 30  30 31',
  '00000010  00 01 02 03 04 05 06 07  08 09 0a 123',
  '(2026) 03-10',
  '１０件',
  '+39 s',
  '+10 min, 10,000 of 10,000',
  '0.0312340001',
  '127.0.0.1:8080',
  'crm-1001',
  '110,000',
  '031****0001',
])('%j is no phone number', text => {
  expect(withoutPhoneNumbers(text)).toBe(text)
  expect(phoneNumbersIn(text)).toEqual([])
})

test('phone numbers are known by their offsets', () => {
  expect(phoneNumbersIn('a +81312340001, 03-1234-0002')).toEqual([
    { from: 2, to: 14 },
    { from: 16, to: 28 },
  ])
})

test('The example in a sentence of the contract stays, in both languages, and the same number elsewhere does not', async () => {
  const english = fieldProblem('international', { value: '"+81312340001"' })
  const japanese = '+819012345678 のように、+ と 7〜15桁の国際形式にしてください（入力："+81312340001"）。'
  for (const text of [
    english,
    japanese,
    fieldProblem('phone_number', { least: 7, most: 20, value: '"03-5555-0001"' }),
  ]) {
    const shown = withoutPhoneNumbers(text)
    expect(shown).toMatch(/like \+819012345678;|^\+819012345678 のように|like 090-1234-5678;/)
    expect(shown).toMatch(/"(?:813|035)\*{4}0001"/)
  }
  expect(field_problems.international.startsWith(japanese.slice(0, 18))).toBe(true)
  expect(withoutPhoneNumbers('Call +819012345678 back')).toBe('Call 819****5678 back')
  expect(withoutPhoneNumbers('like +81312340001; got 7')).toBe('like 813****0001; got 7')
  expect(phoneNumbersIn(english)).toHaveLength(1)
})
