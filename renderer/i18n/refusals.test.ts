import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { ASSUMPTION_DEFAULTS } from '../../server/contract/assumptions.ts'
import { CONTROL_ERRORS, CONTROL_THINGS, controlSentence, noSuch } from '../../server/contract/control-errors.ts'
import { ERRORS } from '../../server/contract/errors.ts'
import { FIELD_PROBLEMS, fieldProblem } from '../../server/contract/field-problems.ts'
import { filled } from '../../server/contract/sentences.ts'
import { loadValidator } from '../../server/domain/validation/compile.ts'
import { validateBody } from '../../server/domain/validation/validate-body.ts'
import { validateQuery } from '../../server/domain/validation/validate-query.ts'
import { decideEgress } from '../../server/egress/destination.ts'
import { CONTRACT } from './contract.ja.ts'
import { en } from './en.ts'
import { addFormats, LOOKUP } from './formats.ts'
import { ja } from './ja.ts'
import { fieldProblemText, refusalText } from './refusal-text.ts'

const SERVER = path.join(import.meta.dirname, '../../server')
/** What runs in the process of a caller: what is thrown there, no answer has. */
const OF_CALLERS = ['cli', 'client', 'harness', 'measure', 'contract', 'emulator.ts']
/** How the code of an answer is written: in a class of errors that has a status, and in the rooms of HTTP and of the control API. */
const WRITTEN = [
  /readonly status = \d+\s+(?:override )?readonly code = '(\w+)'/g,
  /\b(?:status: \d+,|message,|[^\w]|const) code(?: =|:) '(\w+)'/g,
  /status: \d+,\s+code: '(\w+)'/g,
  /(?:refusal|new ControlError)\(\s*[^,]+,\s*'(\w+)'/g,
]

function codesOfTheServer(): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !OF_CALLERS.includes(file.split(path.sep)[0] ?? ''),
  )
  const codes = files.flatMap(file => {
    const text = readFileSync(path.join(SERVER, file), 'utf8')
    return WRITTEN.flatMap(shape => [...text.matchAll(shape)].map(([, code = '']) => code))
  })
  // `renderErrors` answers with rows of the contract where something is wrong with the request itself, or with us.
  const shared = [ERRORS.malformed_request, ERRORS.payload_too_large, ERRORS.server_error].map(({ code }) => code)
  return [...new Set([...codes, ...shared])]
}

async function translator(language: 'en' | 'ja') {
  const instance = i18next.createInstance()
  await instance.init({
    ...LOOKUP,
    lng: language,
    resources: { en: { translation: en }, ja: { translation: ja, contract: CONTRACT } },
  })
  addFormats(instance)
  return instance.getFixedT(language)
}

const IS_JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/

test('Every code with which the control API can refuse is said in Japanese', async () => {
  const codes = codesOfTheServer()
  // Each way of writing one is found.
  for (const code of [
    'not_staged',
    'impossible_step',
    'host_not_allowed',
    'too_many_streams',
    'server_error',
    'store_unavailable',
  ])
    expect(codes).toContain(code)
  const t = await translator('ja')
  const silent = codes.filter(code => {
    const { title, detail } = refusalText(t, { code, message: 'In words that nobody knows.' })
    return !IS_JAPANESE.test(title) || title === t('common.failed') || detail !== 'In words that nobody knows.'
  })
  expect(silent).toEqual([])
  expect(Object.keys(CONTROL_ERRORS).filter(code => !codes.includes(code))).toEqual([])
})

test('Every sentence of a refusal is found in what the server says, and is said in Japanese with its figures', async () => {
  const t = await translator('ja')
  for (const [code, row] of Object.entries(CONTROL_ERRORS)) {
    for (const template of Object.values('says' in row ? row.says : {})) {
      const names = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
      const figures = Object.fromEntries(names.map((name, index) => [name, `x${index}`]))
      if ('what' in figures) figures.what = CONTROL_THINGS.call_script
      const { text, detail } = refusalText(t, { code, message: filled(template, figures) })
      expect(detail).toBeUndefined()
      if (template !== CONTROL_ERRORS.invalid_request.says.field) expect(text).toMatch(IS_JAPANESE)
      for (const [name, figure] of Object.entries(figures)) if (name !== 'what') expect(text).toContain(figure)
    }
  }
})

/** Figures as the emulator puts them in: quoted texts, lists of names, words of the contract. */
const FIGURES: Readonly<Record<string, (index: number) => string | number>> = {
  types: () => 'a string or true or false or null',
  value: index => [`"Must be a; got b ${index}"`, '7', 'a list', 'an object', 'nothing'][index % 5] ?? '',
  allowed: () => '"ringing", "connected"',
  fields: () => 'name, tel1, phonetic',
  count: () => 2,
}
const namesIn = (template: string) => [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)

/** What stays as it is in Japanese: values, what is typed, and names of fields, formats and headers. */
const KEPT = [
  /"[^"]*"/g,
  /https:\/\/[\w.:/<>-]*/g,
  /YYYY-MM-DD|Webhook|API 仕様|UTF-8|JSON|NUL|URL|ID|Content-(?:Type|Encoding)|application\/json|ringback\.test|%5C|--forward/g,
  /\b(?:customers|webhooks|paging)\.\w+|\bfrom\b|\b\w+=|\b(?:accept|on|null|true|false|details|external_id|Ringback|https)\b|\b(?:name|tel1|phonetic)\b/g,
]
const englishIn = (text: string) =>
  KEPT.reduce((rest, kept) => rest.replaceAll(kept, ''), text).match(/[A-Za-z]{2,}/g) ?? []

test('Every sentence about a field is found by its own template, and no word of English is left in Japanese', async () => {
  const t = await translator('ja')
  for (const [key, template] of Object.entries(FIELD_PROBLEMS)) {
    for (let turn = 0; turn < 5; turn += 1) {
      const figures = Object.fromEntries(
        namesIn(template).map((name, index) => [
          name,
          FIGURES[name]?.(turn) ?? (name === 'name' ? 'name' : index + 40),
        ]),
      )
      const inJapanese: Readonly<Record<string, string>> = ja.field_problems
      const words = {
        types: '文字列またはtrue か falseまたはnull',
        'a list': 'リスト',
        'an object': 'オブジェクト',
        nothing: 'なし',
      }
      const said = Object.entries(figures).map(([name, figure]) => [
        name,
        name === 'types' ? words.types : (words[figure as keyof typeof words] ?? figure),
      ])
      const text = fieldProblemText(t, filled(template, figures))
      expect(text, key).toBe(
        filled(inJapanese[key] ?? inJapanese[key.replace(/_one$/, '_other')] ?? '', Object.fromEntries(said)),
      )
      expect(englishIn(text), `${key}: ${text}`).toEqual([])
    }
  }
  expect(fieldProblemText(t, 'What nobody knows')).toBe('What nobody knows')
})

const SOURCES = [
  'domain/validation',
  'domain/customers',
  'domain/webhooks',
  'http/parse-json.ts',
  'http/imprecise-values.ts',
  'turn',
]
/** How a refusal could be written that is no sentence of the table; `Is not valid: …` stands for keywords that no schema has. */
const OWN_SENTENCES = [
  /problems\.add\(\s*[^,]+,\s*[`'][A-Z]/g,
  /\bmessage: [`'][A-Z][^`'\n]* /g,
  /(?:=|return|\?|:|\[)\s*[`'](?:Must|Is(?! not valid: \$)|Has|There is no|Webhook URL|The (?:body|tenant|request)) [^`'\n]*/g,
]
/** Of the control API: what is wrong with the value of an assumption, and with an event that somebody triggers. */
const NOT_OF_REQUESTS = ['assumption-value.ts', 'payload-overrides.ts']

function ownSentencesOf(room: string): string[] {
  const at = path.join(SERVER, room)
  const files = room.endsWith('.ts')
    ? [at]
    : readdirSync(at, { recursive: true, encoding: 'utf8' }).map(file => path.join(at, file))
  return files
    .filter(
      file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !NOT_OF_REQUESTS.includes(path.basename(file)),
    )
    .flatMap(file => {
      const text = readFileSync(file, 'utf8')
      return OWN_SENTENCES.flatMap(shape =>
        [...text.matchAll(shape)].map(([found]) => `${path.basename(file)}: ${found}`),
      )
    })
}

test('What the emulated API refuses with is all in the table of sentences that the dashboard has in Japanese', () => {
  expect(SOURCES.flatMap(ownSentencesOf)).toEqual([])
})

test('What the emulator itself finds wrong with requests is said in Japanese, with no word of English left', async () => {
  const t = await translator('ja')
  await loadValidator()
  const values = {
    ...ASSUMPTION_DEFAULTS,
    'customers.tel1_format': 'e164',
    'paging.unknown_parameters': 'reject',
  } as const
  const bodies: [Parameters<typeof validateBody>[0]['endpoint'], unknown][] = [
    ['createCustomer', { tel1: 'abc', name: '', phonetic: 7, project_id: 1.5, external_id: null, nothing: 1 }],
    ['createCustomer', undefined],
    ['createCustomer', []],
    ['createCustomersInBulk', { customers: [] }],
    ['createCustomersInBulk', { customers: [3, { tel1: ['a'] }] }],
    ['updateCustomer', { project_id: 3, tel1: {} }],
    ['initiateCall', { phone_number: '12', staff_id: 0, project_id: 2 ** 53 }],
    ['createWebhook', { url: 'ftp://x', events: ['call.nothing', 'call.nothing'], filters: {}, is_enabled: 'yes' }],
    ['createWebhook', { url: 'http://127.0.0.1/', events: [] }],
    ['createWebhook', { url: 'https://10.0.0.1/' }],
    ['createWebhook', { url: 'https://a b/' }],
    ['createWebhook', { url: 'https://a.example.com/#b' }],
    ['createWebhook', { url: 'https://a:b@c.example.com/' }],
    ['createWebhook', { url: 'https://ringback.test/' }],
  ]
  const queries: [Parameters<typeof validateQuery>[0]['endpoint'], string][] = [
    ['listCalls', 'page=x&status=nothing&from=x'],
    ['listCalls', 'from=2026-03-12&to=2026-03-01&page[]=1&nothing=1'],
    ['listCalls', 'from=2020-01-01&to=2030-01-01'],
    ['listCalls', 'from=%zz&to=2026-02-30&staff_id=x'],
    ['listCustomers', 'tel1=&external_id=%00'],
  ]
  const shared = { values, note: () => {} }
  const found = [
    ...bodies.map(([endpoint, value]) => validateBody({ endpoint, value, ...shared })),
    ...queries.map(([endpoint, query]) => validateQuery({ endpoint, query, today: '2026-03-10', ...shared })),
  ].map(result => Object.values((result as { details: Record<string, string[]> }).details).flat())
  expect(found.filter(messages => messages.length === 0)).toEqual([])
  const left = found.flat().flatMap(message => {
    const text = fieldProblemText(t, message)
    // What a client may send, as the contract names it.
    const words = message.match(/"[^"]*"|(?<![.\w])[a-z0-9]+_[a-z0-9_]+\b/g) ?? []
    const rest = words.reduce((all, word) => all.replaceAll(word, ''), text)
    return englishIn(
      rest
        .replaceAll(/\(|（入力：(?:[^）]*)）/g, '')
        .replaceAll('Asia/Tokyo', '')
        .replaceAll('UTC', ''),
    )
      .filter(word => !(message.match(/one of ([^;]*);/)?.[1] ?? '').includes(word))
      .map(word => `${word} in ${text}`)
  })
  expect(left).toEqual([])
})

test('A refusal keeps the words of the server in English, and names things and kinds of values in Japanese', async () => {
  const [inEnglish, inJapanese] = [await translator('en'), await translator('ja')]
  const missing = {
    code: 'not_found',
    message: controlSentence('not_found', noSuch('7'), { what: 'call script', name: '7' }),
  }
  expect(refusalText(inEnglish, missing)).toEqual({ title: 'It is not there', text: missing.message })
  expect(refusalText(inJapanese, missing)).toEqual({ title: '見つかりません', text: '通話シナリオ 7 はありません。' })
  const nothing = { what: 'snapshot', name: 'nothing' }
  const unknown = { code: 'not_found', message: controlSentence('not_found', noSuch(nothing.name), nothing) }
  expect(unknown.message).toBe('There is no snapshot "nothing".')
  expect(refusalText(inJapanese, unknown).text).toBe('スナップショット「nothing」はありません。')
  const problem = fieldProblem('type', { types: 'a string or null', value: '[$t(common.close)]' })
  const invalid = {
    code: 'invalid_request',
    message: controlSentence('invalid_request', 'field', { field: 'plan', problem }),
  }
  expect(refusalText(inJapanese, invalid).text).toBe(
    'plan: 文字列またはnullを指定してください（入力：[$t(common.close)]）。',
  )
})

test('A refusal of the emulated API is said with its status, its code and what is wrong with each field', async () => {
  const error = {
    isEmulated: true,
    status: 422,
    code: 'validation_error',
    message: ERRORS.validation_error.message,
    details: { url: [fieldProblem('required')] },
  }
  expect(refusalText(await translator('en'), error).text).toBe(
    `422 validation_error: ${error.message} url: Is required.`,
  )
  expect(refusalText(await translator('ja'), error).text).toBe(
    '422 validation_error: リクエストに無効な値があります。details を参照してください。url: 必須です。',
  )
})

test('Why nothing can be sent to a URL is said in Japanese', async () => {
  const t = await translator('ja')
  const policy = {
    forwards: [],
    reach: 'loopback_and_private',
    allowedHosts: [],
    httpOnLoopback: true,
    ownPorts: [9],
  } as const
  for (const url of [
    'ftp://x',
    'http://8.8.8.8/',
    'https://8.8.8.8/',
    'http://127.0.0.1:9/',
    'https://inbox.ringback.test/',
  ]) {
    const destination = decideEgress(url, policy)
    const message = destination.kind === 'refused' ? destination.message : ''
    const { text, detail } = refusalText(t, { code: 'invalid_request', message })
    expect([text, detail], url).toEqual([expect.stringMatching(IS_JAPANESE), undefined])
    expect(text).not.toBe(ja.control_errors.invalid_request.title)
  }
})
