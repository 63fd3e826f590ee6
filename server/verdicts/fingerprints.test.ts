import { expect, test } from 'vitest'
import type { EndpointId } from '../contract/endpoints.ts'
import { fingerprintsOf, hashOf, hashOfBytes } from './fingerprints.ts'

const LISTS = new Map<string, EndpointId>([
  ['/customers', 'listCustomers'],
  ['/calls', 'listCalls'],
])

const of = (method: string, target: string, body = '') => {
  const [path = '', query = ''] = target.split('?')
  return fingerprintsOf({ endpoint: LISTS.get(path) ?? null, method, path, query, body: Buffer.from(body) })
}

test('the same request has the same fingerprint, in whatever order its parameters stand', () => {
  expect(of('GET', '/customers?page=2&external_id=a')).toEqual(of('GET', '/customers?external_id=a&page=2'))
  expect(of('POST', '/customers', '{"a":1}')).toEqual(of('POST', '/customers', '{"a":1}'))
})

test.each([
  ['POST', '/customers?external_id=1&page=2', 'x'],
  ['GET', '/calls?external_id=1&page=2', 'x'],
  ['GET', '/customers?external_id=2&page=2', 'x'],
  ['GET', '/customers?external_id=1&page=2', 'y'],
  ['GET', '/customers?external_id=1&page=2', ''],
])('another method, path, query or body is another request: %s %s %s', (method, target, body) => {
  const one = of('GET', '/customers?external_id=1&page=2', 'x')
  expect(of(method, target, body).fingerprint).not.toBe(one.fingerprint)
  expect(of(method, target, body).sweep).not.toBe(one.sweep)
})

test('another page of the same list is another request of the same sweep', () => {
  const pages = [1, 2, 3].map(page => of('GET', `/customers?external_id=1&page=${page}`))
  expect(new Set(pages.map(({ fingerprint }) => fingerprint)).size).toBe(3)
  expect(new Set([...pages, of('GET', '/customers?external_id=1')].map(({ sweep }) => sweep)).size).toBe(1)
})

test('a parameter that the contract does not have makes another request of the same sweep, and one that it has another sweep', () => {
  const [list, limited, second] = ['', '?limit=5', '?limit=5&page=2'].map(query => of('GET', `/customers${query}`))
  expect(new Set([list, limited, second].map(one => one?.fingerprint)).size).toBe(3)
  expect(new Set([list, limited, second].map(one => one?.sweep)).size).toBe(1)
  expect(of('GET', '/customers?external_id=a').sweep).not.toBe(list?.sweep)
  // Of a path that is none of the contract nobody knows what it has.
  expect(of('GET', '/staffs?limit=5').sweep).not.toBe(of('GET', '/staffs').sweep)
})

const HASHES: readonly [what: string, hash: (text: string) => number][] = [
  ['text', hashOf],
  ['body', text => hashOfBytes(Buffer.from(text))],
]

test.each(HASHES)('hashes have 53 bits, which all of a %s decides', (_, hash) => {
  const texts = Array.from({ length: 200_000 }, (_, id) => `GET /customers/${id}`)
  const hashes = texts.map(hash)
  expect(new Set(hashes).size).toBe(texts.length)
  expect(hashes.every(Number.isSafeInteger)).toBe(true)
  // Of numbers below 2 ** 53 half are above half of it.
  const high = hashes.filter(hash => hash >= 2 ** 52).length
  expect(high).toBeGreaterThan(90_000)
  expect(high).toBeLessThan(110_000)
})

test('a change anywhere in a long text or body changes its hash', () => {
  const long = 'x'.repeat(2_000)
  const changed = [0, 1_000, 1_999].map(at => `${long.slice(0, at)}y${long.slice(at + 1)}`)
  expect(new Set([long, ...changed].map(hashOf)).size).toBe(4)
  expect(new Set([long, ...changed].map(text => hashOfBytes(Buffer.from(text)))).size).toBe(4)
})

test('a list that is asked for without a query is the same sweep as its second page', () => {
  const list = { endpoint: 'listCustomers', method: 'GET', path: '/customers', body: Buffer.alloc(0) } as const
  const [first, second] = [fingerprintsOf({ ...list, query: '' }), fingerprintsOf({ ...list, query: 'page=2' })]
  expect(second.sweep).toBe(first.sweep)
  expect(second.fingerprint).not.toBe(first.fingerprint)
})
