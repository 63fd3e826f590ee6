import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { without } from '../../tests/support/http-mutants.ts'
import { JSON_MAX_DEPTH } from '../contract/errors.ts'
import { parseJsonBody } from './parse-json.ts'

type Parser = typeof import('./parse-json.ts')
const PARSER = 'server/http/parse-json.ts'
const [anyType, anyDepth, anyValue, anyBytes] = await Promise.all([
  without<Parser>(PARSER, 'media_type'),
  without<Parser>(PARSER, 'depth', 'depth_refusal'),
  without<Parser>(PARSER, 'values'),
  without<Parser>(PARSER, 'utf8'),
])
const parse = (
  text: string | Buffer,
  type = 'application/json',
  parser: Pick<Parser, 'parseJsonBody'> = { parseJsonBody },
) => parser.parseJsonBody(Buffer.from(text), type)
const invalid = (text: string) => {
  const body = parse(text)
  return body.ok || body.problem !== 'invalid' ? body : body.details
}
const nested = (depth: number, [open, inner, close]: [string, string, string]) =>
  open.repeat(depth) + inner + close.repeat(depth)
const ARRAY: [string, string, string] = ['[', '', ']']
const OBJECT: [string, string, string] = ['{"a":', '0', '}']

describe('A JSON body', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        const body = parse(text)
        if (body.ok) expect(body.value).toEqual(JSON.parse(text))
        else expect(body.problem).toBe('invalid')
      }),
    )
  })

  it.each([1, JSON_MAX_DEPTH])('may be nested %i levels deep', depth => {
    expect(parse(nested(depth, ARRAY))).toMatchObject({ ok: true })
    expect(parse(nested(depth, OBJECT))).toMatchObject({ ok: true })
  })

  it.each([JSON_MAX_DEPTH + 1, 2_000, 5_000, 100_000])('nested %i levels deep is malformed (threat E3)', depth => {
    for (const shape of [ARRAY, OBJECT]) {
      expect(parse(nested(depth, shape))).toMatchObject({
        ok: false,
        problem: 'malformed',
        message: expect.stringContaining('64'),
      })
    }
    expect(parse('['.repeat(depth))).toMatchObject({ ok: false, problem: 'malformed' })
  })

  it('nested too deep would be read without the check, and could not be written again (without E3)', () => {
    const body = parse(nested(100_000, ARRAY), undefined, anyDepth)
    expect(body.ok).toBe(true)
    expect(() => JSON.stringify(body.ok && body.value)).toThrow(RangeError)
  })

  it('does not count brackets inside strings', () => {
    expect(parse(JSON.stringify(['['.repeat(500), '\\"[[[', '"']))).toMatchObject({ ok: true })
  })

  it.each([
    '{',
    '{"a"}',
    '{a:1}',
    '[1,]',
    'nul',
    "{'a':1}",
    '{"a":1}x',
    '   ',
    '01',
    '1.',
    '.5',
    '+1',
    'NaN',
    'Infinity',
    '"\t"',
    '"\u0000"',
    '"\\x"',
    '\\u0030',
  ])('%j is malformed', text => expect(parse(text)).toMatchObject({ ok: false, problem: 'malformed' }))

  it('that does not parse is answered with where, never with what', () => {
    const body = parse('{\n  "secret": "whsec_x" oops\n}')
    expect(body).toMatchObject({ message: 'The body is not valid JSON (line 2, column 23).' })
    expect(parse('{"secret": whsec_x')).not.toMatchObject({ message: expect.stringContaining('whsec') })
  })

  it.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a cut sequence', [0x22, 0xe3, 0x81, 0x22]],
    ['a code point over U+10FFFF', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    ['UTF-16', [...Buffer.from('﻿{}', 'utf16le')]],
  ])('with %s is malformed (threat E7)', (_, bytes) => {
    expect(parse(Buffer.from(bytes))).toMatchObject({
      ok: false,
      problem: 'malformed',
      message: 'The body is not valid UTF-8.',
    })
  })

  it('of invalid UTF-8 would be read with replacement characters without the check (without E7)', () => {
    const body = parse(Buffer.from([0x22, 0xff, 0x22]), undefined, anyBytes)
    expect(body).toEqual({ ok: true, value: '\uFFFD' })
  })

  it('with a byte order mark is malformed', () => {
    expect(parse('\uFEFF{}')).toMatchObject({
      problem: 'malformed',
      message: expect.stringContaining('byte order mark'),
    })
  })

  it('keeps the last of equal keys', () => expect(parse('{"a":1,"a":2}')).toEqual({ ok: true, value: { a: 2 } }))

  it('keeps __proto__ and constructor as ordinary names, and no prototype changes (threat E7)', () => {
    const body = parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    if (!body.ok) throw new Error(body.message)
    expect(Object.getPrototypeOf(body.value)).toBe(Object.prototype)
    expect(Object.hasOwn(body.value as object, '__proto__')).toBe(true)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('A value that no store keeps', () => {
  it.each([
    ['{"customers":[{},{},{},{"name":"a\\u0000b"}]}', 'customers.3.name', 'must not contain NUL characters.'],
    ['{"a":"\\ud800"}', 'a', 'must not contain lone surrogates.'],
    ['{"a":"\\udc00\\ud800"}', 'a', 'must not contain lone surrogates.'],
    ['{"a":{"b":[9007199254740993]}}', 'a.b.0', 'must be an integer between -9007199254740991 and 9007199254740991.'],
    ['[-9007199254740992]', '0', 'must be an integer between -9007199254740991 and 9007199254740991.'],
    ['{"a":1e400}', 'a', 'must be a finite number.'],
    ['{"a":-1E+400}', 'a', 'must be a finite number.'],
    ['{"a":1e300}', 'a', 'must be an integer between -9007199254740991 and 9007199254740991.'],
    ['"\\u0000"', 'body', 'must not contain NUL characters.'],
    ['{"a\\u0000":1}', 'a\uFFFD', 'The name of the field must not contain NUL characters.'],
    ['{"m":{"\\udfff":{}}}', 'm.\uFFFD', 'The name of the field must not contain lone surrogates.'],
  ])('%s is invalid at %j (threat E7)', (text, path, message) => {
    expect(invalid(text)).toEqual({ [path]: [message] })
    expect(parse(text, undefined, anyValue)).toMatchObject({ ok: true })
  })

  it.each([
    '9007199254740991',
    '-9007199254740991',
    '0.1234567890123456789',
    '1e3',
    '-0',
    '"\\ud83d\\ude00"',
    '"\\u0001"',
    '"\\uffff"',
    '"\\\\u0000"',
    '{"e":"1234567890123456789"}',
  ])('%s is not one', text => expect(parse(text)).toMatchObject({ ok: true }))

  it('is found wherever JSON can write it: random values, compared with a plain recursive reading (threat D11)', () => {
    const bad = fc.constantFrom('"x\\u0000"', '"\\ud800"', '1e999', '12345678901234567890', '"\\udbff\\u0041"')
    const good = fc.constantFrom(
      '1',
      '"a"',
      '"\\u00e9"',
      'null',
      'true',
      '-1.5e-3',
      '9007199254740991',
      '"\\ud83d\\ude00"',
    )
    const text = fc.letrec<{ node: string }>(tie => ({
      node: fc.oneof(
        { depthSize: 'small' },
        good,
        bad,
        fc.array(tie('node'), { maxLength: 4 }).map(items => `[${items.join(',')}]`),
        fc
          .array(fc.tuple(fc.constantFrom('"k"', '"l\\u0041"', '"\\u0000"'), tie('node')), { maxLength: 3 })
          .map(pairs => `{${pairs.map(pair => pair.join(':')).join(',')}}`),
      ),
    })).node
    const sound = (value: unknown): boolean => {
      if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
      if (typeof value === 'number')
        return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
      if (typeof value !== 'object' || value === null) return true
      return Object.entries(value).every(([key, inner]) => sound(key) && sound(inner))
    }
    fc.assert(
      fc.property(text, json => {
        expect(parse(json).ok).toBe(sound(JSON.parse(json)))
      }),
      { numRuns: 500 },
    )
  })

  it('is named at most 20 times, with paths of at most 200 characters, in an answer that is plain text', () => {
    const many = invalid(`[${Array(100_000).fill('1e400').join(',')}]`)
    expect(Object.keys(many ?? {})).toHaveLength(20)
    const [path] = Object.keys(invalid(`{"${'k'.repeat(5_000)}":"\\u0000"}`) ?? {})
    expect(path).toHaveLength(200)
  })

  it('is looked for without recursion', () => {
    const deep = `${'['.repeat(100_000)}1e400${']'.repeat(100_000)}`
    const body = parse(deep, undefined, anyDepth)
    expect(body.ok).toBe(false)
    const wide = `[${Array(300_000).fill('{}').join(',')},1e400]`
    expect(parse(wide)).toMatchObject({ problem: 'invalid' })
  })
})

describe('The type of a body', () => {
  it.each([
    'application/json',
    'APPLICATION/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; version=1; charset="utf-8"',
  ])('may be %s', type => expect(parse('{}', type)).toMatchObject({ ok: true }))

  it.each([
    '',
    'text/plain',
    'text/json',
    'application/problem+json',
    'application/json, application/json',
    'application/json; charset=latin1',
    'application/json; charset=utf8',
    'application/json; charset=bogus',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset',
    'json',
    'application/json\u0000',
  ])('must not be %j (threat E5)', type => {
    expect(parse('{}', type)).toMatchObject({ ok: false, problem: 'media_type' })
    expect(parse('{}', type, anyType)).toMatchObject({ ok: true })
  })

  it('must not be missing (threat E5)', () => {
    expect(parseJsonBody(Buffer.from('{}'), undefined)).toMatchObject({
      problem: 'media_type',
      message: expect.stringContaining('missing'),
    })
  })
})
