import { expect, test } from 'vitest'
import { isRunnable, RUNNERS, type RunnableLanguage, runSnippet } from '../../tests/support/signature/runners.ts'
import { SIGNATURE_VECTORS, wrongHeaders } from '../../tests/support/signature/vectors.ts'
import { verifySignature } from '../domain/webhooks/signature.ts'
import { SIGNATURE_SNIPPETS, SNIPPET_LANGUAGES } from './signature-snippets.ts'

/** Compiling the first program takes long on a machine that has never compiled one. */
const COMPILE_TIMEOUT = 180_000

const languages = Object.keys(RUNNERS) as RunnableLanguage[]
const runnable = languages.filter(isRunnable)
const notRun = SNIPPET_LANGUAGES.filter(language => !runnable.some(name => name === language))

const cases = SIGNATURE_VECTORS.flatMap((vector, index) => {
  const other = SIGNATURE_VECTORS[(index + 1) % SIGNATURE_VECTORS.length]!
  return [
    vector,
    ...wrongHeaders(vector).map(header => ({ ...vector, header })),
    { ...vector, secret: vector.secret.slice('whsec_'.length) },
    { ...vector, body: Buffer.concat([vector.body, Buffer.from('\n')]) },
    { ...vector, header: other.header },
  ]
})

test(`snippets run here: ${runnable.join(', ')}; not run here: ${notRun.join(', ') || 'none'}`, () => {
  expect(runnable).toContain('node')
  expect([...runnable, ...notRun].sort()).toEqual([...SNIPPET_LANGUAGES].sort())
})

test.each(runnable)(
  'the snippet in %s accepts every golden vector and refuses every wrong signature',
  language => {
    const snippet = SIGNATURE_SNIPPETS.find(row => row.language === language)!
    const answers = runSnippet(language, snippet, cases)
    expect(answers).toEqual(cases.map(verifySignature))
    expect(answers.filter(Boolean)).toHaveLength(SIGNATURE_VECTORS.length)
  },
  COMPILE_TIMEOUT,
)

test('every snippet compares in constant time, and says which bytes and which secret it wants', () => {
  const CONSTANT_TIME =
    /timingSafeEqual|compare_digest|hash_equals|secure_compare|hmac\.Equal|isEqual|FixedTimeEquals|\|= ord/
  for (const { language, code, raw_body } of SIGNATURE_SNIPPETS) {
    expect(code, language).toMatch(CONSTANT_TIME)
    expect(code, language).toContain('whole secret, whsec_ included')
    expect(code, language).toContain('the raw bytes of the request')
    expect(code, language).not.toMatch(/\t {2}|[ \t]\n/)
    expect(raw_body.length, language).toBeGreaterThan(20)
  }
  expect(SIGNATURE_SNIPPETS.map(({ language }) => language)).toEqual([...SNIPPET_LANGUAGES])
})
