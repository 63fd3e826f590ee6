import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SIGNATURE_VECTORS, wrongHeaders } from '../../tests/support/signature/vectors.ts'
import written from '../../tests/support/signature/written-by-others.golden.json' with { type: 'json' }
import { SIGNATURE_MISTAKE_IDS, SIGNATURE_MISTAKES } from '../contract/signature-mistakes.ts'
import type { SignatureCheckResult } from '../control/protocol/signatures.ts'
import { signBody } from '../domain/webhooks/signature.ts'
import { diagnoseSignature } from './signature-doctor.ts'

const secret = 'whsec_4f0c2a9d7b6e4c1f8a3d5e7f90b1c2d3'
const otherSecrets = [
  { webhook_id: 7, secret: 'whsec_seven' },
  { webhook_id: 12, secret: 'whsec_twelve' },
]
const text = '{"event":"call.completed","external_id":"顧客 é/1","data":{"status":"connected","duration_seconds":83}}'
const body = Buffer.from(text)

const hmac = (key: string | Buffer, message: string | Buffer, hash = 'sha256') => createHmac(hash, key).update(message)
const header = (key: string | Buffer, message: string | Buffer) => `sha256=${hmac(key, message).digest('hex')}`
const named = (value: string, given: Partial<{ secret: string; body: Buffer }> = {}) =>
  diagnoseSignature({ secret, body, otherSecrets, ...given, header: value }).mistakes.map(({ id }) => id)

const SINGLE: [id: string, how: string, value: string][] = [
  ['prefix_stripped', 'the key without its prefix', header(secret.slice(6), body)],
  [
    'prefix_stripped',
    'the rest of the secret decoded from base64',
    header(Buffer.from(secret.slice(6), 'base64'), body),
  ],
  ['prefix_stripped', 'the rest of the secret decoded from hex', header(Buffer.from(secret.slice(6), 'hex'), body)],
  [
    'reserialized',
    'keys sorted',
    header(
      secret,
      '{"data":{"duration_seconds":83,"status":"connected"},"event":"call.completed","external_id":"顧客 é/1"}',
    ),
  ],
  ['reserialized', 'slashes escaped', header(secret, text.replace('/', '\\/'))],
  ['reserialized', 'an object in place of the body', header(secret, '[object Object]')],
  ['reserialized', 'a body that was read already', header(secret, '')],
  ['reserialized', 'text made JSON text once more', header(secret, JSON.stringify(text))],
  ['reserialized', 'a Buffer made JSON text', header(secret, JSON.stringify(body))],
  ['base64_digest', 'base64', `sha256=${hmac(secret, body).digest('base64')}`],
  ['base64_digest', 'base64url', `sha256=${hmac(secret, body).digest('base64url')}`],
  [
    'base64_digest',
    'base64 of the hex digits',
    `sha256=${Buffer.from(hmac(secret, body).digest('hex')).toString('base64')}`,
  ],
  ['uppercase_hex', 'upper case', `sha256=${hmac(secret, body).digest('hex').toUpperCase()}`],
  ['missing_sha256_prefix', 'no prefix', hmac(secret, body).digest('hex')],
  ['missing_sha256_prefix', 'upper-case prefix', `SHA256=${hmac(secret, body).digest('hex')}`],
  ['missing_sha256_prefix', 'another prefix', `v1,${hmac(secret, body).digest('hex')}`],
  ['missing_sha256_prefix', 'a quoted value', `"${header(secret, body)}"`],
  ['missing_sha256_prefix', 'the whole header line', `X-Service-Signature: ${header(secret, body)}`],
  ['missing_sha256_prefix', 'the format of another service', `t=1700000000,v1=${hmac(secret, body).digest('hex')}`],
  ['quoted_secret', 'quotes around the secret', header(`"${secret}"`, body)],
  [
    'altered_header',
    'one digit of the value',
    header(secret, body).replace(/.$/, digit => (digit === '0' ? '1' : '0')),
  ],
  ['trailing_newline', 'a line feed after the body', header(secret, `${text}\n`)],
  ['trailing_newline', 'a line feed after the secret', header(`${secret}\n`, body)],
  ['trailing_newline', 'a line feed after the value', `${header(secret, body)}\n`],
  ['wrong_algorithm', 'HMAC-SHA1', `sha1=${hmac(secret, body, 'sha1').digest('hex')}`],
  [
    'wrong_algorithm',
    'HMAC-SHA512 under the prefix of SHA-256',
    `sha256=${hmac(secret, body, 'sha512').digest('hex')}`,
  ],
  ['wrong_algorithm', 'HMAC-MD5', `md5=${hmac(secret, body, 'md5').digest('hex')}`],
  ['wrong_algorithm', 'no HMAC', `sha256=${createHash('sha256').update(body).digest('hex')}`],
  [
    'wrong_algorithm',
    'secret and body hashed',
    `sha256=${createHash('sha256').update(secret).update(body).digest('hex')}`,
  ],
  ['wrong_algorithm', 'key and message swapped', header(body, secret)],
  ['other_secret', 'another webhook', header('whsec_twelve', body)],
  ['charset', 'ISO-8859-1 with question marks', header(secret, Buffer.from(text.replaceAll(/[顧客]/g, '?'), 'latin1'))],
  ['charset', 'UTF-8 encoded twice', header(secret, Buffer.from(body.toString('latin1')))],
  ['charset', 'UTF-16', header(secret, Buffer.from(text, 'utf16le'))],
  ['charset', 'a byte order mark', header(secret, `\ufeff${text}`)],
  ['charset', 'base64 of the body', header(secret, body.toString('base64'))],
  ['unknown', 'nothing in particular', `sha256=${'0123456789abcdef'.repeat(4)}`],
  ['unknown', 'no signature', ''],
  ['unknown', 'no digest', 'sha256=hello world'],
  ['unknown', 'half a digest', header(secret, body).slice(0, 40)],
]

test.each(SINGLE)('%s is named, and nothing else: %s', (id, _how, value) => {
  expect(named(value)).toEqual([id])
})

test.each([
  ['', 'There is no signature to check'],
  [' \n', 'There is no signature to check'],
  ['sha256=hello world', 'The value holds no digest in hex or base64'],
  [header(secret, body).slice(0, 40), 'The digest is not as long as a SHA-256'],
  [`sha256=${'ab'.repeat(32)}`, SIGNATURE_MISTAKES.unknown.title],
])('what is unknown about %j is told apart', (value, title) => {
  expect(diagnoseSignature({ secret, body, header: value }).mistakes).toMatchObject([{ id: 'unknown', title }])
})

test('every mistake of the list is named in at least one case', () => {
  expect(new Set(SINGLE.map(([id]) => id))).toEqual(new Set(SIGNATURE_MISTAKE_IDS))
})

test.each(written.written.filter(({ style }) => style !== 'JSON.stringify'))(
  'a body that $by wrote again is recognised as $style',
  row => {
    const result = diagnoseSignature({ secret, header: header(secret, row.text), body: Buffer.from(written.original) })
    expect(result.mistakes.map(({ id }) => id)).toEqual(['reserialized'])
    expect(result.mistakes[0]!.title).toContain(
      `(as ${row.style} writes it)`.replace(', keys sorted writes it', ' writes it, keys sorted'),
    )
  },
)

test.each(
  // The original order of sorted keys is lost, so nobody can say which bytes were signed.
  written.written.filter(({ style }) => !style.endsWith('sorted')),
)('a rewritten body of $by ($style) is recognised when it is held against a genuine signature', row => {
  const result = diagnoseSignature({ secret, header: header(secret, written.original), body: Buffer.from(row.text) })
  expect(result.mistakes.map(({ id }) => id)).toEqual(row.style === 'JSON.stringify' ? [] : ['reserialized'])
})

test('text of .NET, Gson and Jackson is recognised', () => {
  const plain = Buffer.from('{"a":"é<\\"\'=","b":{"c":1}}')
  const signed = (message: string) =>
    diagnoseSignature({ secret, header: header(secret, message), body: plain }).mistakes[0]!.title
  expect(signed('{"a":"\\u00E9\\u003C\\u0022\\u0027=","b":{"c":1}}')).toContain('as System.Text.Json writes it')
  expect(signed('{"a":"é\\u003c\\"\\u0027\\u003d","b":{"c":1}}')).toContain('as Gson writes it')
  expect(signed('{\n  "a" : "é<\\"\'=",\n  "b" : {\n    "c" : 1\n  }\n}')).toContain('Jackson')
})

test('Jackson keeps lists on one line, and a blank in what is empty', () => {
  const plain = Buffer.from('{"a":[1,{"b":2},[]],"c":{}}')
  const pretty = '{\n  "a" : [ 1, {\n    "b" : 2\n  }, [ ] ],\n  "c" : { }\n}'
  const { mistakes } = diagnoseSignature({ secret, header: header(secret, pretty), body: plain })
  expect(mistakes).toMatchObject([{ id: 'reserialized', title: expect.stringContaining('Jackson') }])
})

test('Japanese encodings are named, in both directions', () => {
  const japanese = Buffer.from('{"name":"山田ｱ"}')
  const shiftJis = Buffer.from('7b226e616d65223a228e529363b1227d', 'hex')
  expect(new TextDecoder('shift_jis').decode(shiftJis)).toBe('{"name":"山田ｱ"}')
  const made = diagnoseSignature({ secret, header: header(secret, shiftJis), body: japanese })
  expect(made.mistakes).toMatchObject([{ id: 'charset', title: expect.stringContaining('(Shift_JIS)') }])
  const held = diagnoseSignature({ secret, header: header(secret, japanese), body: shiftJis })
  expect(held.mistakes).toMatchObject([{ id: 'charset', title: expect.stringContaining('Shift_JIS') }])
})

test('a secret that lost its prefix, a trimmed body and a decoded body are named against a genuine signature', () => {
  const genuine = header(secret, body)
  expect(named(genuine, { secret: secret.slice(6) })).toEqual(['prefix_stripped'])
  expect(named(genuine, { secret: `${secret}\n` })).toEqual(['trailing_newline'])
  expect(named(genuine, { body: Buffer.from(`${text}\r\n`) })).toEqual(['trailing_newline'])
  expect(named(genuine, { body: Buffer.from(body.toString('base64')) })).toEqual(['charset'])
  expect(named(genuine, { body: Buffer.from(body.toString('latin1')) })).toEqual(['charset'])
  expect(named(genuine, { secret: 'whsec_seven', body }).includes('other_secret')).toBe(false)
  expect(
    diagnoseSignature({ secret: 'whsec_seven', header: genuine, body, otherSecrets: [{ webhook_id: 3, secret }] })
      .mistakes,
  ).toMatchObject([{ id: 'other_secret', title: expect.stringContaining('webhook 3') }])
})

test('quotes around the secret and an API key in its place are named against a genuine signature', () => {
  const genuine = header(secret, body)
  for (const quoted of [`"${secret}"`, `'${secret}'`, ` "${secret}"\n`])
    expect(named(genuine, { secret: quoted })).toEqual(['quoted_secret'])
  const otherSecrets = [{ webhook_id: 3, secret }]
  for (const received of [body, Buffer.from('{}')])
    expect(
      diagnoseSignature({ secret: 'svc_test_0123', header: genuine, body: received, otherSecrets }).mistakes,
    ).toMatchObject([{ id: 'other_secret', title: 'What is given as the secret is an API key' }])
})

test('a digest inside the format of another service is not called none, right or wrong, and of several the right one is found', () => {
  const [right, wrong] = [hmac(secret, body).digest('hex'), 'ab'.repeat(32)]
  const said = (value: string) => diagnoseSignature({ secret, body, header: value }).mistakes.map(({ text }) => text)
  expect(said(`t=1700000000,v1=${right}`)).toEqual(['other_format'])
  expect(said(`t=1700000000,v1=${wrong},v1=${right}`)).toEqual(['other_format'])
  expect(said(`t=1700000000,v1=${wrong}`)).toEqual(['unknown'])
  expect(said(`t=1700000000,v1=${right}0`)).toEqual(['no_digest'])
})

test('a value of which a few digits are wrong is altered, one with few right digits is unknown', () => {
  const digits = hmac(secret, body).digest('hex')
  const otherwise = (count: number) =>
    [...digits].map((digit, index) => (index < count ? (digit === '0' ? '1' : '0') : digit)).join('')
  const said = (count: number) => diagnoseSignature({ secret, body, header: `sha256=${otherwise(count)}` }).mistakes
  expect(said(3)).toMatchObject([{ id: 'altered_header', figures: { same: 61 } }])
  expect(said(40)).toMatchObject([{ id: 'unknown' }])
})

test('two mistakes are named together, and the way a header is written comes on top', () => {
  const pretty = JSON.stringify(JSON.parse(text), null, 2)
  expect(named(header(secret.slice(6), pretty))).toEqual(['prefix_stripped', 'reserialized'])
  expect(named(header(secret, `${pretty}\n`))).toEqual(['reserialized', 'trailing_newline'])
  expect(named(header('seven', body))).toEqual(['other_secret', 'prefix_stripped'])
  expect(named(`sha1=${hmac(secret.slice(6), body, 'sha1').digest('hex')}`)).toEqual([
    'prefix_stripped',
    'wrong_algorithm',
  ])
  expect(named(hmac(secret.slice(6), pretty).digest('hex').toUpperCase())).toEqual([
    'prefix_stripped',
    'reserialized',
    'uppercase_hex',
    'missing_sha256_prefix',
  ])
  expect(named(hmac(secret, `${text}\n`).digest('base64'))).toEqual([
    'trailing_newline',
    'base64_digest',
    'missing_sha256_prefix',
  ])
  expect(named(`sha512=${hmac(secret, body).digest('hex')}`)).toEqual(['missing_sha256_prefix'])
})

test('another prefix is named as it is written, and not asked to stand behind a second one', () => {
  const digest = hmac(secret, body).digest('hex')
  const said = ['SHA256=', 'sha-256:', 'v1,'].map(
    prefix => diagnoseSignature({ secret, body, header: prefix + digest, otherSecrets: [] }).mistakes[0],
  )
  expect(said.map(one => one?.title)).toEqual([
    'The value begins with SHA256= and not with sha256=',
    'The value begins with sha-256: and not with sha256=',
    'The value begins with v1, and not with sha256=',
  ])
  expect(said.map(one => one?.fix)).not.toContainEqual(expect.stringContaining('in front'))
})

test('no mistake is named on 1,000 random valid pairs', () => {
  const valid = fc.record({
    secret: fc.stringMatching(/^[A-Za-z0-9+/=]{0,60}$/).map(token => `whsec_${token}`),
    body: fc.oneof(
      fc.json().map(json => Buffer.from(json)),
      fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
    ),
  })
  fc.assert(
    fc.property(valid, pair => {
      const signed = signBody(pair)
      const result = diagnoseSignature({
        ...pair,
        header: signed,
        otherSecrets: [...otherSecrets, { webhook_id: 1, ...pair }],
      })
      expect(result).toEqual({ valid: true, expected: signed, mistakes: [] })
    }),
    { numRuns: 1_000 },
  )
})

test('a signature of unrelated bytes is unknown, never something more definite', () => {
  const unrelated = fc.tuple(fc.json({ maxDepth: 2 }), fc.string({ minLength: 1 }))
  fc.assert(
    fc.property(unrelated, ([json, suffix]) => {
      expect(named(header(secret, `${json}#${suffix}#`), { body: Buffer.from(json) })).toEqual(['unknown'])
    }),
    { numRuns: 15 },
  )
})

test.each(SIGNATURE_VECTORS)(
  '$name: whatever is wrong with the header, at least one mistake is named and the answer is never valid',
  vector => {
    for (const value of wrongHeaders(vector)) {
      const result = diagnoseSignature({ ...vector, header: value })
      expect(result.valid).toBe(false)
      expect(result.expected).toBe(vector.header)
      expect(result.mistakes.length).toBeGreaterThan(0)
    }
  },
)

test('texts end with a way out, stay short, and never carry a secret (threat A12)', () => {
  const results = SINGLE.map(([, , value]) => diagnoseSignature({ secret, body, otherSecrets, header: value }))
  const mistakes = [...Object.values(SIGNATURE_MISTAKES), ...results.flatMap(result => result.mistakes)]
  for (const { title, fix } of mistakes) {
    expect(title.length, title).toBeLessThanOrEqual(130)
    expect(fix, title).toMatch(/^[A-Z].{20,170}\.$/)
    expect(`${title}${fix}`).not.toMatch(/whsec_[a-z0-9]/)
  }
})

test('in a payload of 900 KB single mistakes are named, and pairs are given up on with a word about it', () => {
  const payload = { text: 'long '.repeat(180_000), small: 1 }
  const large = Buffer.from(JSON.stringify(payload))
  const others = Array.from({ length: 100 }, (_, index) => ({ webhook_id: index, secret: `whsec_other_${index}` }))
  const check = (value: string) =>
    diagnoseSignature({ secret, header: value, body: large, otherSecrets: others }).mistakes
  expect(check(header(secret, `{"small":1,"text":"${payload.text}"}`))).toMatchObject([{ id: 'reserialized' }])
  expect(check(header('whsec_other_99', large))).toMatchObject([{ id: 'other_secret' }])
  const pair = header(secret.slice(6), JSON.stringify(payload, null, 4))
  expect(check(pair)).toMatchObject([{ id: 'unknown', title: expect.stringContaining('too large') }])
})

test('a body that nests deeper than a writer can follow is answered like any other', () => {
  const deep = Buffer.from(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
  expect(named(`sha256=${'ab'.repeat(32)}`, { body: deep })).toEqual(['unknown'])
  expect(named(header(secret, `${deep}\n`), { body: deep })).toEqual(['trailing_newline'])
})

test('the diagnosis has the shape that the control API promises', () => {
  const wire: SignatureCheckResult = diagnoseSignature({ secret, header: '', body })
  expect(wire.expected).toBe(header(secret, body))
})
