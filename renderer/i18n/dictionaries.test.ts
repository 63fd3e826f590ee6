import i18next from 'i18next'
import { expect, test } from 'vitest'
import { ASSUMPTION_IDS, ASSUMPTIONS } from '../../server/contract/assumptions.ts'
import { DRILL_SENTENCES } from '../../server/contract/drill-sentences.ts'
import { ERRORS } from '../../server/contract/errors.ts'
import { EXPLANATIONS } from '../../server/contract/explanations.ts'
import { openApiDocument } from '../../server/contract/openapi.ts'
import { filled } from '../../server/contract/sentences.ts'
import { SIGNATURE_DETAILS, SIGNATURE_MISTAKES } from '../../server/contract/signature-mistakes.ts'
import { effectsProbe } from '../../server/egress/effects-probe.ts'
import { TRANSPORT_ERROR_CODES } from '../../server/egress/transport-error.ts'
import { messageOf } from '../../server/verdicts/said.ts'
import { CERTIFICATION_CASES } from '../../server/workshop/certification/catalogue.ts'
import { observation, outcome, problemWith } from '../../server/workshop/certification/observation.ts'
import { JSON_STYLES } from '../../server/workshop/doctor/json-styles.ts'
import { SIGNATURE_SNIPPETS } from '../../server/workshop/signature-snippets.ts'
import { CERTIFICATION_SENTENCES } from './certification.ja.ts'
import { certificationText } from './certification-text.ts'
import { CONTRACT } from './contract.ja.ts'
import { drillSentenceText } from './drill-said.ts'
import { DRILL_SENTENCES_JA } from './drill-sentences.ja.ts'
import { english as en } from './english.ts'
import { addFormats, LOOKUP } from './formats.ts'
import { ja } from './ja.ts'
import { explanationText, findingText, mistakeText, outcomeText, titleText, transportErrorText } from './said.ts'
import { TITLES } from './titles.ja.ts'

type Tree = { readonly [key: string]: string | Tree }

/** Every text of a dictionary by its whole key. */
function texts(tree: Tree, prefix = ''): Map<string, string> {
  const rows = Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...texts(value, `${prefix}${key}.`)],
  )
  return new Map(rows)
}

const [english, japanese] = [
  texts({ ...en, drill_sentences: DRILL_SENTENCES }),
  texts({ ...ja, drill_sentences: DRILL_SENTENCES_JA }),
]
const figuresOf = (text = '') => [...new Set(text.match(/\{\{\w+(?:, (?:duration|clocks))?\}\}/g))].sort()
/** Japanese has no singular of its own. */
const isSingular = (key: string) => key.endsWith('_one')

test('Every key has a text in both languages', () => {
  expect([...japanese.keys()].filter(key => !english.has(key))).toEqual([])
  expect([...english.keys()].filter(key => !japanese.has(key) && !isSingular(key))).toEqual([])
})

test('A text has the same figures in both languages', () => {
  const differing = [...english.keys()].filter(
    key => !isSingular(key) && String(figuresOf(english.get(key))) !== String(figuresOf(japanese.get(key))),
  )
  expect(differing).toEqual([])
})

test('Every sentence that the emulator says is there in Japanese, in other words than the English ones', () => {
  const parts = [
    'explanations.',
    'signature_mistakes.',
    'signature_steps.',
    'signature_details.',
    'verdicts.',
    'verdict_grounds.',
    'drill_sentences.',
  ]
  const same = parts.flatMap(part =>
    [...english].filter(([key, text]) => key.startsWith(part) && japanese.get(key) === text).map(([key]) => key),
  )
  // Nothing but names and what the emulator puts in.
  expect(same.sort()).toEqual(['explanations.body', 'signature_details.encoding', 'signature_details.hmac'])
})

test('Every title that the emulator sends with an id is there in Japanese', () => {
  expect(Object.keys(TITLES.assumptions).sort()).toEqual([...ASSUMPTION_IDS].sort())
  expect(Object.keys(TITLES.certification).sort()).toEqual(Object.keys(CERTIFICATION_CASES).sort())
  expect(Object.keys(TITLES.transport_errors).sort()).toEqual([...TRANSPORT_ERROR_CODES].sort())
  expect(Object.keys(en.attempt_errors).sort()).toEqual([...TRANSPORT_ERROR_CODES, 'interrupted'].sort())
  // Names are the same in every language.
  const isName = (writer: string) => !/ /.test(writer)
  const writers = JSON_STYLES.map(({ writer }) => writer).filter(writer => !isName(writer))
  expect(Object.keys(TITLES.writers).sort()).toEqual(writers.sort())
  const isProse = (text: string) => / (read|once|then|Needs|Do|Servlets|Rack)\b/.test(text)
  const notes = SIGNATURE_SNIPPETS.filter(({ raw_body }) => isProse(raw_body))
  expect(Object.keys(TITLES.raw_bodies).sort()).toEqual(notes.map(({ language }) => language).sort())
  for (const title of Object.values(TITLES).flatMap(titles => Object.values(titles)))
    expect(title).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
})

/** Every sentence that the reference shows of a part of the OpenAPI file. */
function sentencesOf(part: unknown, name = ''): string[] {
  if (typeof part === 'string') return name === 'summary' || name === 'description' ? part.split(' Or: ') : []
  if (typeof part !== 'object' || part === null) return []
  // What is an example is nothing that is said.
  return Object.entries(part).flatMap(([key, value]) =>
    ['example', 'examples'].includes(key) ? [] : sentencesOf(value, key),
  )
}

test('Every sentence of the contract that the reference shows is there in Japanese', () => {
  const file = openApiDocument()
  const { tags, paths, components } = file
  const { schemas, responses, headers } = components as Record<string, object>
  // No endpoint answers some of the errors, as of a method that its path does not have.
  const messages = Object.values(ERRORS).map(({ message }) => message)
  const shown = new Set([...sentencesOf({ tags, paths, schemas, responses, headers }), ...messages])
  expect([...shown].filter(sentence => CONTRACT[sentence] === undefined)).toEqual([])
  for (const text of Object.values(CONTRACT)) expect(text).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
})

async function translator(language: 'en' | 'ja') {
  const instance = i18next.createInstance()
  await instance.init({
    ...LOOKUP,
    lng: language,
    resources: {
      en: { translation: en },
      ja: {
        translation: ja,
        titles: TITLES,
        certification: CERTIFICATION_SENTENCES,
        drill_sentences: DRILL_SENTENCES_JA,
      },
    },
  })
  addFormats(instance)
  return instance.getFixedT(language)
}

const FIGURES = { minute_used: 300, minute_limit: 300, burst_used: 1, burst_limit: 50, retry_after: 29 }
const PARTS = [
  { id: 'rejected', figures: { status: 429, gate: 'rate' } },
  { id: 'rate', figures: FIGURES },
  // What a customer sent must not be taken for a template.
  { id: 'body', figures: { body: '$t(common.close) {{status}} <b>' } },
] as const

test('An explanation is said in English as the emulator says it, and in Japanese with the same figures', async () => {
  const inEnglish = PARTS.map(({ id, figures }) => filled(EXPLANATIONS[id], figures)).join(' ')
  expect(explanationText(await translator('en'), PARTS)).toBe(inEnglish)
  const inJapanese = explanationText(await translator('ja'), PARTS)
  expect(inJapanese).toContain('チェック rate で拒否されました。')
  expect(inJapanese).toContain('1分間に 300件中 300件、今の 10秒間に 50件中 1件')
  expect(inJapanese).toContain('$t(common.close) {{status}} <b>')
})

test('A title is said in English as the emulator sends it, in Japanese by its id, and as it is when nobody knows it', async () => {
  const id = 'webhooks.reach'
  const { title } = ASSUMPTIONS[id]
  expect(titleText(await translator('en'), 'assumptions', { id, title })).toBe(title)
  expect(titleText(await translator('ja'), 'assumptions', { id, title })).toBe('配信できるホスト')
  expect(titleText(await translator('ja'), 'certification', { id, title: 'Not yet known' })).toBe('Not yet known')
})

test('An error of an attempt keeps its code, and is said in Japanese when the code is known', async () => {
  const [inEnglish, inJapanese] = [await translator('en'), await translator('ja')]
  const refused = 'connection_refused: nothing listens at 127.0.0.1:9'
  expect(transportErrorText(inEnglish, refused)).toBe(refused)
  expect(transportErrorText(inJapanese, refused)).toBe('connection_refused: 接続先で待ち受けているものがありません')
  expect(transportErrorText(inJapanese, 'total_timeout')).toBe('total_timeout: 時間内に応答が完了しませんでした')
  expect(transportErrorText(inJapanese, 'interrupted')).toBe('interrupted')
  const short = (t: typeof inEnglish, error: string | null) => outcomeText(t, { status_code: null, error })
  expect([short(inEnglish, refused), short(inJapanese, refused)]).toEqual(['connection refused', '接続拒否'])
  expect([short(inEnglish, 'interrupted'), short(inEnglish, 'odd.one: {{x}}'), short(inEnglish, null)]).toEqual([
    'interrupted',
    'odd.one',
    '–',
  ])
  const odd = 'some_error: $t(common.close) {{status}}'
  expect([transportErrorText(inEnglish, odd), transportErrorText(inJapanese, odd)]).toEqual([odd, odd])
})

test('How long something took or lasts is said as people say it, in English as the emulator does, and in Japanese', async () => {
  const [inEnglish, inJapanese] = [await translator('en'), await translator('ja')]
  const figures = { early: 43, refused: 42, wait: 86_100, seconds: 86_092.4 }
  const sentence = { id: 'retry_before_retry_after.one', figures }
  const text = '#43 came 23 h 54 min before the 23 h 55 min were over that #42 had asked for.'
  // No end of a line parts a length of time.
  const unbroken = (duration: string) => duration.replaceAll(' ', '\u00a0')
  expect(findingText(inEnglish, sentence)).toBe(text.replaceAll(/23 h 5\d min/g, unbroken))
  expect(messageOf(sentence)).toBe(text)
  expect(findingText(inJapanese, sentence)).toBe(
    '#43 は、#42 が求めた 23時間\u206055分が終わる 23時間\u206054分前に届きました。',
  )
  // A sentence that gives seconds with a unit of its own would say 86092 s.
  const seconds = [...english, ...japanese].filter(
    ([key, text]) => /^verdicts\..*messages/.test(key) && /\}\} (s\b|秒)/.test(text),
  )
  expect(seconds).toEqual([])
})

test('What a sentence of a drill lists is parted as the language of the page does it', async () => {
  const sentence = { id: 'not_final', figures: { count: 2, what: 'GET /calls 503 × 2, GET /customers 503' } }
  const of = async (language: 'en' | 'ja') => drillSentenceText(await translator(language), sentence)
  expect(await of('en')).toContain('GET /calls 503 × 2, GET /customers 503')
  expect(await of('ja')).toContain('GET /calls 503 × 2、GET /customers 503')
})

test('A mistake is said with its special case and what stands in brackets', async () => {
  const detail = { id: 'writer_sorted', figures: { writer: 'Gson' } } as const
  const mistake = { id: 'reserialized', text: 'reserialized', title: '', fix: '', figures: {}, detail } as const
  const { title } = mistakeText(await translator('en'), mistake)
  const brackets = filled(SIGNATURE_DETAILS.writer_sorted, detail.figures)
  expect(title).toBe(`${SIGNATURE_MISTAKES.reserialized.title} (${brackets})`)
  const japanese = mistakeText(await translator('ja'), mistake)
  expect(japanese.title).toBe('署名の前に本文が解析され、書き直されています（Gson の出力と同じ、キーは並べ替え済み）')
})

test('What a certification says of a receiver is said in English as the emulator says it, and in Japanese without English left', async () => {
  const answered = (status_code: number | null, error: string | null = null) => ({ status_code, error, duration_ms: 4 })
  const refusals = [401, 404, 302, 500, 400, null].map(status =>
    answered(status, status === null ? 'ECONNREFUSED' : null),
  )
  const problems = [true, false].flatMap(writesAgain => refusals.map(refusal => problemWith(refusal, { writesAgain })))
  const said = [
    ...Object.values(CERTIFICATION_CASES).flatMap(({ expected, fix }) => [expected({ totalSeconds: 10 }), fix]),
    ...problems.flatMap(({ problem, fix }) => [problem, fix]),
    ...refusals.map(refusal => `not tried, since a genuine delivery got ${outcome(refusal)}`),
    observation([[answered(200)], [answered(500, 'ECONNRESET')]]),
    observation([[answered(200), answered(503), answered(200)]]),
    observation([[{ ...answered(200), duration_ms: 0.04 }], [answered(200), { ...answered(503), duration_ms: 0.04 }]]),
    observation([[answered(200), answered(503)].map(answer => ({ ...answer, duration_ms: 0.04 }))]),
    `${observation([[answered(200)]])}; no work was done`,
    `${observation([[answered(200)]])}; the work was done once`,
    `${observation([[answered(200)]])}; the work was done 2 times`,
  ]
  const [inEnglish, inJapanese] = [await translator('en'), await translator('ja')]
  expect(said.map(text => certificationText(inEnglish, text))).toEqual(said)
  // Codes, names and what one types stand as they are.
  const wordless = /^[0-9x]+$/
  const untold = said.filter(
    text => !wordless.test(text) && !/[\u3040-\u30ff\u4e00-\u9fff]/.test(certificationText(inJapanese, text)),
  )
  expect(untold).toEqual([])
  expect(certificationText(inJapanese, '200 after 4 ms, then 500 after 2 ms')).toBe('200（4 ms）、次に 500（2 ms）')
  expect(certificationText(inJapanese, '200 in under 0.1 ms')).toBe('200（0.1 ms 未満）')
  expect(certificationText(inJapanese, 'What nobody knows')).toBe('What nobody knows')
})

test('What is wrong with the URL that counts the work is said by the name of its field, and in Japanese without English', async () => {
  const [inEnglish, inJapanese] = [await translator('en'), await translator('ja')]
  const url = 'http://127.0.0.1:9/done'
  const outcome = (status_code: number | null, response_body: string | null, error: string | null) =>
    ({ status_code, response_body, error, target: url, response_headers: null, duration_ms: 0 }) as const
  const problems = await Promise.all(
    [
      outcome(200, 'ok', null),
      outcome(200, '', null),
      outcome(null, null, 'connection_refused: nothing listens at 127.0.0.1:9'),
    ].map(answer =>
      effectsProbe(url, { ask: async () => answer, signal: new AbortController().signal })
        .read()
        .then(String, ({ message }: Error) => message),
    ),
  )
  const stayed =
    'The URL that counts its work stayed at 3 for 2 s after a genuine delivery. It has to say how often the receiver has done its work.'
  for (const problem of [
    ...problems,
    stayed,
    'The URL that counts its work said -1. It has to answer with a whole number.',
  ])
    for (const text of [problem, `not tried: ${problem}`]) {
      expect(certificationText(inEnglish, text)).toContain('he URL that counts its work')
      const japanese = certificationText(inJapanese, text)
      expect(japanese).toContain('処理の回数を返す URL')
      expect(japanese.replaceAll(/URL|http\S+|connection_refused|"ok"/g, '')).not.toMatch(/[a-z]{2}/)
    }
  expect(
    certificationText(
      inJapanese,
      'A genuine delivery got no answer (connection_refused: nothing listens at 127.0.0.1:9).',
    ),
  ).toBe('正しい配信の結果：応答なし（connection_refused: 接続先で待ち受けているものがありません）')
})

test('A ready-made fault is called in Japanese as lists call what it does to an answer, and no client that left is called so', () => {
  const { faults, broken_off } = ja
  expect([faults.template_dropped, faults.template_cut]).toEqual([broken_off.dropped, broken_off.truncated])
  expect(broken_off.gone).toContain(broken_off.gone_short)
  for (const said of [faults.template_dropped, faults.template_cut, faults.connection_drop, faults.does_drop])
    expect(said).not.toContain(broken_off.gone_short)
})
