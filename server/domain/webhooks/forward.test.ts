import { describe, expect, test } from 'vitest'
import { applyForwards, findForwardProblem, validateForward, validateForwards } from './forward.ts'

describe('a forward is valid', () => {
  test.each([
    ['https://crm.example.com', 'http://127.0.0.1:3000'],
    ['https://crm.example.com/', 'https://localhost:3000/base/'],
    ['https://crm.example.com:8443/hooks', 'http://[::1]:3000'],
    ['https://crm.example.com', 'http://192.168.1.20:8080/dev'],
    ['https://crm.example.com', 'http://crm:3000'],
    ['https://crm.example.com', 'https://inbox.ringback.test/crm'],
  ])('%s to %s', (from, to) => {
    expect(validateForward({ from, to })).toBeUndefined()
  })
})

describe('a forward is refused', () => {
  const from = 'https://crm.example.com'
  const to = 'http://127.0.0.1:3000'
  test.each([
    ['', to, 'source must be an https:// origin, and it is empty'],
    ['https:///x', to, '(got "https:///x")'],
    ['HTTPS://crm.example.com', to, 'source must be an https:// origin in lower case'],
    ['HTTP://crm.example.com', to, 'with or without a path'],
    ['crm.example.com', to, 'source must be an https://'],
    ['http://crm.example.com', to, 'source must be an https://'],
    ['https://crm.example.com?x', to, 'source must be an https:// origin without a query or fragment'],
    ['https://crm.example.com/#x', to, 'source must be an https:// origin without a query or fragment'],
    ['https://me@crm.example.com', to, 'source must be an https:// origin without a user name'],
    ['https://crm.example.com:0', to, 'source must be an https:// origin with a port from 1 to 65535'],
    ['https://crm.example.com:70000/x', to, 'source must be an https:// origin with a port from 1 to 65535'],
    ['https://crm.example.com:x', to, 'source must be an https:// origin, with or without a path'],
    ['https://crm.example.com/a b', to, 'source must be an https://'],
    ['https://inbox.ringback.test', to, 'must not be an inbox'],
    ['https://other.ringback.test', to, 'must not be an inbox'],
    [from, '', 'target must be an http:// or https:// address, and it is empty'],
    [from, 'HTTP://127.0.0.1:3000', 'address in lower case'],
    [from, 'localhost:4874/x', '(got "localhost:4874/x")'],
    [from, 'http:///x', '(got "http:///x")'],
    [from, '127.0.0.1:3000', 'target must be an http:// or https://'],
    [from, 'ftp://127.0.0.1', 'target must be an http:// or https://'],
    [from, 'http://127.0.0.1:3000?x=1', 'target must be an http:// or https:// address without a query or fragment'],
    [from, 'http://127.0.0.1:3000/a#b', 'target must be an http:// or https:// address without a query or fragment'],
    [from, 'http://me:pw@127.0.0.1', 'target must be an http:// or https:// address without a user name'],
    [from, 'http://127.0.0.1:99999', 'target must be an http:// or https:// address with a port from 1 to 65535'],
    [from, 'http://[::1]:99999/', 'target must be an http:// or https:// address with a port from 1 to 65535'],
    [from, 'http://8.8.8.8', 'must be a local address'],
    [from, 'http://0.0.0.0:3000', 'must be a local address'],
    [from, 'http://169.254.169.254', 'must be a local address'],
    [from, 'http://metadata.google.internal', 'must be a local address'],
    [from, 'http://[fe80::1]:3000', 'must be a local address'],
    [from, 'https://other.ringback.test/x', 'must be a local address'],
    [from, 'https://inbox.ringback.test/', 'must name an inbox'],
  ])('%j to %j', (source, target, problem) => {
    expect(validateForward({ from: source, to: target })).toContain(problem)
  })
})

describe('a forward maps', () => {
  const mapped = (url: string, ...rules: [from: string, to: string][]) =>
    applyForwards(
      new URL(url),
      rules.map(([from, to]) => ({ from, to })),
    )?.url.href

  test.each([
    [
      'https://a.example/hooks/x?b=1&c=%20',
      'https://a.example',
      'http://127.0.0.1:3000',
      'http://127.0.0.1:3000/hooks/x?b=1&c=%20',
    ],
    ['https://a.example', 'https://a.example', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000/'],
    ['https://a.example/hooks/', 'https://a.example/', 'http://127.0.0.1:3000/', 'http://127.0.0.1:3000/hooks/'],
    ['https://a.example/hooks', 'https://a.example', 'http://127.0.0.1:3000/dev', 'http://127.0.0.1:3000/dev/hooks'],
    ['https://a.example/hooks', 'https://a.example/hooks', 'http://127.0.0.1:3000/dev', 'http://127.0.0.1:3000/dev'],
    ['https://a.example/hooks?x', 'https://a.example/hooks', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000/?x'],
    [
      'https://a.example/hooks/x',
      'https://a.example/hooks/',
      'http://127.0.0.1:3000/dev/',
      'http://127.0.0.1:3000/dev/x',
    ],
    ['https://A.example:443/x', 'https://a.EXAMPLE', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000/x'],
  ])('%s by %s to %s', (url, from, to, expected) => {
    expect(mapped(url, [from, to])).toBe(expected)
  })

  test.each([
    ['https://b.example/', 'https://a.example'],
    ['https://a.example:8443/', 'https://a.example'],
    ['http://a.example/', 'https://a.example'],
    ['https://a.example.evil/', 'https://a.example'],
    ['https://a.example/hooksmore', 'https://a.example/hooks'],
    ['https://a.example/', 'https://a.example/hooks'],
  ])('%s by no forward from %s', (url, from) => {
    expect(mapped(url, [from, 'http://127.0.0.1:3000'])).toBeUndefined()
  })

  test('by the longest matching source, in whatever order they are listed', () => {
    const short: [string, string] = ['https://a.example', 'http://127.0.0.1:1']
    const middle: [string, string] = ['https://a.example/hooks', 'http://127.0.0.1:2']
    const long: [string, string] = ['https://a.example/hooks/calls', 'http://127.0.0.1:3']
    for (const rules of [
      [short, middle, long],
      [long, middle, short],
    ]) {
      expect(mapped('https://a.example/hooks/calls/x', ...rules)).toBe('http://127.0.0.1:3/x')
      expect(mapped('https://a.example/hooks/other', ...rules)).toBe('http://127.0.0.1:2/other')
      expect(mapped('https://a.example/else', ...rules)).toBe('http://127.0.0.1:1/else')
    }
  })
})

test('two forwards from one address are refused, however it is written', () => {
  const to = 'http://127.0.0.1:3000'
  const [origin, slash, other] = ['https://crm.example.com', 'https://crm.example.com/', 'https://crm.example.com/b']
  expect(validateForwards([origin, other].map(from => ({ from, to })))).toBeUndefined()
  expect(validateForwards([origin, other, slash].map(from => ({ from, to })))).toContain('two forwards')
  expect(findForwardProblem([origin, other, slash].map(from => ({ from, to })))).toMatchObject({
    index: 2,
    field: 'from',
  })
})
