import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { CONTROL_ERRORS, CONTROL_THINGS, controlSentence, noSuch } from '../../server/contract/control-errors.ts'
import { ERRORS } from '../../server/contract/errors.ts'
import { FIELD_PROBLEMS, fieldProblem } from '../../server/contract/field-problems.ts'
import { filled } from '../../server/contract/sentences.ts'
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

test('Every sentence about a field is found in what the server says, and is said in Japanese with its figures', async () => {
  const t = await translator('ja')
  for (const template of Object.values(FIELD_PROBLEMS)) {
    const names = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
    const figures = Object.fromEntries(names.map((name, index) => [name, String(index + 40)]))
    const text = fieldProblemText(t, filled(template, figures))
    expect(text).toMatch(IS_JAPANESE)
    for (const figure of Object.values(figures)) expect(text).toContain(figure)
  }
  expect(fieldProblemText(t, 'What nobody knows')).toBe('What nobody knows')
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
