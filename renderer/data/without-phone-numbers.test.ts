import { expect, test } from 'vitest'
import { fieldProblem } from '../../server/contract/field-problems.ts'
import { field_problems } from '../i18n/refusals.ja.ts'
import { phoneNumbersIn, withListedNumbers, withoutPhoneNumbers } from './without-phone-numbers.ts'

test.each([
  ['+81312340001', '+813••••0001'],
  ['+81-3-1234-0001', '+81-3-••••-0001'],
  ['+81 3 1234 0001', '+81 3 •••• 0001'],
  ['+14155550123', '+141••••0123'],
  ['81312340001', '813••••0001'],
  ['0312340001', '03••••0001'],
  ['03-5555-0001', '03-••••-0001'],
  ['090-1234-5678', '090-••••-5678'],
  ['415-555-0123', '41•-•••-0123'],
  ['"tel1":"09012345678"}', '"tel1":"090••••5678"}'],
  ['/calls?q=%2B81312340001&limit=1', '/calls?q=%2B813••••0001&limit=1'],
  ['/calls?q=%252B81312340001', '/calls?q=%252B813••••0001'],
  ['+81312340001, 0312340002.', '+813••••0001, 03••••0002.'],
  // As people mistype them.
  ['(090) 1234-5678', '(090) ••••-5678'],
  ['(03)1234-5678', '(03)••••-5678'],
  ['090 1234 5678', '090 •••• 5678'],
  ['０９０-８７６５-４３２１', '０９０-••••-４３２１'],
  ['＋８１９０８７６５４３２１', '＋８１９•••••４３２１'],
  ['{"tel1":9087654321}', '{"tel1":90••••4321}'],
  ['"090-1234-5678-9999-0000-1"', '"090-••••-••••-••••-•000-1"'],
  ['"0901234567890123456789012345"', '"090•••••••••••••••••••••2345"'],
  ['+8190123456789012345678', '+819•••••••••••••••5678'],
  ['090.1234.5678', '090.••••.5678'],
  ['(415) 555-0123', '(41•) •••-0123'],
  ['090(1234)5678', '090(••••)5678'],
  ['（０９０）１２３４−５６７８', '（０９０）••••−５６７８'],
  ['０９０ー１２３４ー５６７８', '０９０ー••••ー５６７８'],
  ['０９０-1234-5678', '０９０-••••-5678'],
  ['(03)1234.5678', '(03)••••.5678'],
  ['03~1234~5678', '03~••••~5678'],
  ['03|1234|5678', '03|••••|5678'],
  ['1-800-555-0199', '1-80•-•••-0199'],
  ['got " 81(3)1234.5678"', 'got " 81(3)••••.5678"'],
  ['?page=090*1234*5678', '?page=090*••••*5678'],
  ['?tel1=090"1234"5678', '?tel1=090"••••"5678'],
  ['{"tel1":"090*1234*5678"}', '{"tel1":"090*••••*5678"}'],
  ['?tel1=٠٩٠-١٢٣٤-٥٦٧٨', '?tel1=٠٩٠-••••-٥٦٧٨'],
  ['〇九〇-1234-5678', '〇九〇-••••-5678'],
  ['〇九〇ー一二三四ー五六七八', '〇九〇ー••••ー五六七八'],
  ['090　1234　5678', '090　••••　5678'],
  ['090 – 1234 – 5678', '090 – •••• – 5678'],
  ['09012 345678', '090•• ••5678'],
  ['0 9 0 1 2 3 4 5 6 7 8', '0 9 0 • • • • 5 6 7 8'],
  ['+81 (0)90-1234-5678', '+81 (0)••-••••-5678'],
  ['0081 90 1234 5678', '008• •• •••• 5678'],
  ['81 90 1234 5678', '81 9• •••• 5678'],
  ['"O90-1234-5678"', '"O90-••••-5678"'],
  ['"O9012345678"', '"O90••••5678"'],
  ['"090-1234-567a"', '"09•-•••4-567a"'],
  ['"09012E45678"', '"09•••E•5678"'],
  ['"+8190123a45678"', '"+819••••a•5678"'],
  ['tel:090-1234-5678', 'tel:090-••••-5678'],
  ['crm-09012345678', 'crm-090••••5678'],
  ['090-1234-5678 2026-03-10 12:00', '090-••••-5678 2026-03-10 12:00'],
  ['+81 3 1234 0001 2026-03-10', '+81 3 •••• 0001 2026-03-10'],
  ['090 1234 5678 20 calls', '090 •••• 5678 20 calls'],
  ['0312340001 0312340002', '03••••0001 03••••0002'],
  ['0081-90-1234-5678', '008•-••-••••-5678'],
  ['"090_1234_5678", "090/1234/5678", "090,1234,5678"', '"090_••••_5678", "090/••••/5678", "090,••••,5678"'],
  ['/customers/090_1234_5678', '/customers/090_••••_5678'],
  ['?q=090+1234+5678&r=+81+(0)90+1234+5678', '?q=090+••••+5678&r=+81+(0)••+••••+5678'],
  ['"phone_number":312340001', '"phone_number":3••••0001'],
  ['"tel1": "1234567"', '"tel1": "12•••67"'],
  ['?phone_number=312340001&limit=1', '?phone_number=3••••0001&limit=1'],
  ['X-Tel: 3 1234 0001', 'X-Tel: 3 •••• 0001'],
  ['文字列にしてください（入力：312340001）。', '文字列にしてください（入力：3••••0001）。'],
  ['Must be a string; got 312340001.', 'Must be a string; got 3••••0001.'],
  // What is wrong with it stays.
  ['like 090-1234-5678; got "09O-1234-5678".', 'like 090-1234-5678; got "09O-••••-5678".'],
  ['like +819012345678; got "+81-90-12345678901".', 'like +819012345678; got "+81-9•-•••••••8901".'],
  ['like +819012345678; got "090-12E4-5678".', 'like +819012345678; got "09•-••E•-5678".'],
  ['like +819012345678; got "０９０12345678".', 'like +819012345678; got "０９０••••5678".'],
  ['{"tel1":"09O-1234-5678"}', '{"tel1":"09O-••••-5678"}'],
  ['{"tel1":"+81-90-12345678901"}', '{"tel1":"+81-9•-•••••••8901"}'],
  ['{"tel1":"+81312340001"}', '{"tel1":"+813••••0001"}'],
  ['?tel=09O-1234-5678&page=1', '?tel=09O-••••-5678&page=1'],
  ['?tel=%2B81-90-12345678901', '?tel=%2B81-9•-•••••••8901'],
  ['?phone_number=%2B81312340001', '?phone_number=%2B813••••0001'],
  ['homeTel: 312340001', 'homeTel: 3••••0001'],
  ['"customerTelNo":312340001', '"customerTelNo":3••••0001'],
  ['X-Customer-Tel: 1773241260', 'X-Customer-Tel: 17••••1260'],
  ['"cellphone":1773241260,"reset":1773241260', '"cellphone":17••••1260,"reset":1773241260'],
  // Also where the figure of something else is expected.
  ['X-RateLimit-Reset: 0312340001', 'X-RateLimit-Reset: 03••••0001'],
  ['"phone_id":"090-1234-5678"', '"phone_id":"090-••••-5678"'],
  ['X-Request-Id: 09012345678', 'X-Request-Id: 090••••5678'],
  ['"limit":"+81312340001"', '"limit":"+813••••0001"'],
  // A field of a number, wherever it is.
  ['?tel=03-1234', '?tel=0•-••34'],
  ['{"tel":"03-1234"}', '{"tel":"0•-••34"}'],
  ['X-Tel: 03-1234', 'X-Tel: 0•-••34'],
  ['like 090-1234-5678; got "03-1234".', 'like 090-1234-5678; got "0•-••34".'],
  // Of what is too short for one, what says that it was meant as one.
  ['like +819012345678; got "3-1234-5678x".', 'like +819012345678; got "3-••••-5678x".'],
  ['like 090-1234-5678; got "1234-567O".', 'like 090-1234-5678; got "••••-567O".'],
  ['"tel1":["Must be text; got \\"1234-567O\\"."]', '"tel1":["Must be text; got \\"••••-567O\\"."]'],
  [
    '+819012345678 のように、国際形式に（入力："1234-567O"）。',
    '+819012345678 のように、国際形式に（入力："••••-567O"）。',
  ],
  ['"tel2":"03 1234 56 78 9012345"', '"tel2":"03 1••• •• •• •••2345"'],
  ['"phone_number": "1234-567O", "page": 12', '"phone_number": "••••-567O", "page": 12'],
  ['"tel1":"+81 3 1234 0001 ext 5"', '"tel1":"+81 3 •••• 0001 ext 5"'],
  // Encoded, as it was sent.
  ['?tel1=%2B81-90-12345678901&page=1', '?tel1=%2B81-9•-•••••••8901&page=1'],
  ['?tel1=%2b81%2D90%2D12345678901', '?tel1=%2b81%2D9•%2D•••••••8901'],
  ['?tel1=%EF%BC%90%EF%BC%99%EF%BC%90-1234-5678', '?tel1=%EF%BC%90%EF%BC%99%EF%BC%90-••••-5678'],
  ['?tel1=%EF%BC%88090%EF%BC%89%201234-5678', '?tel1=%EF%BC%88090%EF%BC%89%20••••-5678'],
  ['?tel1=%30%33-1234', '?tel1=%30•-••34'],
  ['{"tel1":"\\uff10\\uff19\\uff1012345678"}', '{"tel1":"\\uff10\\uff19\\uff10••••5678"}'],
  ['/customers/%FF0312340001', '/customers/%FF03••••0001'],
  ['%E7%94%B0 090-1234-5678', '%E7%94%B0 090-••••-5678'],
  // A letter at the end of a part, a digit too many, and a word beside it.
  ['09O-1234-5678', '09O-••••-5678'],
  ['+81-90-1234-56789012', '+81-9•-••••-••••9012'],
  ['{"tel1":"ext. 03-1234"}', '{"tel1":"ext. 0•-••34"}'],
])('of the phone number in %j, no more is left than its beginning and its end', (text, shown) => {
  expect(withoutPhoneNumbers(text)).toBe(shown)
  expect(withoutPhoneNumbers(shown)).toBe(shown)
  // At least three digits of it are hidden, and all that is no digit stays.
  expect(shown.match(/•/g)?.length).toBeGreaterThanOrEqual(3)
  const escaped = shown.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const digit = String.raw`(?:[\d０-９٠-٩〇一二三四五六七八九]|\\u[\da-f]{4}|(?:%[\da-f]{2}){1,3})`
  expect(text).toMatch(new RegExp(`^${escaped.replaceAll('•', digit)}$`))
})

/** What is left of each, wherever it stands. */
const FORMS = {
  '0312345678': '03••••5678',
  '03-1234-5678': '03-••••-5678',
  '+81 3 1234 5678': '+81 3 •••• 5678',
  '090.1234.5678 ext 9': '090.••••.5678 ext 9',
  '090-1234-5678x12': '090-••••-5678x12',
  '03-1234-5678 内線 12': '03-••••-5678 内線 12',
  '090_1234_5678': '090_••••_5678',
  '090"1234"5678': '090"••••"5678',
  "090'1234'5678": "090'••••'5678",
  '090#1234#5678': '090#••••#5678',
  '090\\1234\\5678': '090\\••••\\5678',
  '090\t1234\t5678': '090\t••••\t5678',
  '090\u200b1234\u200b5678': '090\u200b••••\u200b5678',
  O9O1234S678: 'O9O••••S678',
  'O9O-1234-S678': 'O9O-••••-S678',
  '09Ol234567B': '09Ol•••567B',
} as const

test.each(Object.entries(FORMS))(
  'of %j the same is hidden in a query, in a body, in any field and in what was refused',
  (number, shown) => {
    const json = (value: string) => JSON.stringify(value).slice(1, -1)
    const encoded = (value: string) => encodeURIComponent(value).replaceAll('%E2%80%A2', '•')
    const said = (value: string) => fieldProblem('page', { value: JSON.stringify(value) })
    for (const field of ['page', 'tel1', 'phone_number', 'name']) {
      expect(withoutPhoneNumbers(`/customers?${field}=${encoded(number)}&limit=1`)).toBe(
        `/customers?${field}=${encoded(shown)}&limit=1`,
      )
      expect(withoutPhoneNumbers(`{"${field}":"${json(number)}","limit":1}`)).toBe(
        `{"${field}":"${json(shown)}","limit":1}`,
      )
      expect(withoutPhoneNumbers(`{"details":{"${field}":["${json(said(number))}"]}}`)).toBe(
        `{"details":{"${field}":["${json(said(shown))}"]}}`,
      )
    }
  },
)

test('In an address a number stands as lists have it', () => {
  expect(withListedNumbers('+81312340001')).toBe('813****0001')
  expect(withListedNumbers('090-1234-5678, 0312340001')).toBe('090****5678, 031****0001')
  expect(withListedNumbers('crm-1001')).toBe('crm-1001')
})

test.each([
  '2026-03-10T14:55:13.000Z',
  '2026-03-10 23:55:13',
  '1773154513',
  '1773154513000',
  'X-RateLimit-Reset: 1773241260',
  'x-ratelimit-reset: 1773241260000',
  '"X-RateLimit-Reset": "1773241260"',
  'X-RateLimit-Remaining: 299 X-RateLimit-Limit: 300 X-RateLimit-Reset: 1773241260',
  'Retry-After: 86180 X-Quota-Used: 1000000000 X-Quota-Limit: 1000000000',
  '?since=1773154513&until=1773154513000',
  '"created_at":1773154513,"expires_at":1773154513000',
  '"phone_calls_total":1234567890,"telephone_id":123456789,"mobile_reset":1773241260',
  '"hotel_id":123456789,"constellation":1234567890',
  'Must be an instant; got 1773154513.',
  '日時にしてください（入力：1773154513）。',
  '"request_id":1234567890',
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
  'ord-2026-0310-1234',
  '03/10/2026, 01,02,003, a_012_345_6789',
  'req 2026-03-10T14:55:13.000Z 0.000123456789 s',
  '0000000123',
  '0 0 24 24',
  '0 0 1000 1000',
  'M12 3.5 090 4 5 6',
  '10 12 14 16 18 20',
  '192.168.100.200',
  '2026-03-10 23:55:13 – 2026-03-11 00:55:13',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  '090-1234',
  '?per_page=090-1234',
  '"tel1":"110"',
  '"telephone_hours":"9-17"',
  '9,876,543,210',
  '"external_id":"crm-000002","customer_id":1002,"duration_seconds":120',
  '12:00:00 – 12:03:10 JST',
  '?page=2&limit=0&so=1&since=2026-03-10',
  'sha256=0b1250951805b0125',
  '0b125095-1805-4123-8123-812345678901',
  'build 08 is bigger, 12 bits',
  '[01,02,03,1234]',
  '"ids":[101,102,1031,1041]',
  '2026/03/10 01:02:03',
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
    expect(shown).toMatch(/"(?:\+813••••|03-••••-)0001"/)
  }
  expect(field_problems.international.startsWith(japanese.slice(0, 18))).toBe(true)
  expect(withoutPhoneNumbers('Call +819012345678 back')).toBe('Call +819•••••5678 back')
  expect(withoutPhoneNumbers('like +81312340001; got 7')).toBe('like +813••••0001; got 7')
  expect(phoneNumbersIn(english)).toHaveLength(1)
})
