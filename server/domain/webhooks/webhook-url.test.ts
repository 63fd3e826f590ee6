import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoint } from '../../../tests/support/code-points.ts'
import { checkWebhookUrl, shownUrl } from './webhook-url.ts'

const rules = { maxLength: 2_048, httpOnLoopback: false, privateHosts: true }

describe('a webhook URL is accepted', () => {
  test.each([
    'https://crm.example.com',
    'https://crm.example.com/',
    'https://crm.example.com:8443/hooks/calls?tenant=1&x=%20',
    'https://例え.jp/受信',
    'https://127.0.0.1:9000/hook',
    'https://[::1]:9000/hook',
    'https://localhost:9000',
    'https://crm.example.com/@team?mail=a@b',
    'https://inbox.ringback.test/crm-1',
    'https://inbox.ringback.test/crm.1/and/more?x=1',
    `https://crm.example.com/${'a'.repeat(2_048 - 24)}`,
  ])('%s', url => {
    expect(checkWebhookUrl(url, rules)).toBeUndefined()
  })

  test('when a property-based generator of https URLs makes it', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: false }), url => {
        expect(checkWebhookUrl(url, rules)).toBeUndefined()
      }),
    )
  })
})

describe('a webhook URL is refused', () => {
  test.each([
    ['', 'must begin with https://'],
    ['crm.example.com', 'must begin with https://'],
    ['//crm.example.com', 'must begin with https://'],
    ['HTTPS://crm.example.com', 'must begin with https:// in lower case'],
    ['Http://crm.example.com', 'must begin with https:// in lower case'],
    ['https:crm.example.com', 'must begin with https://'],
    ['https:/crm.example.com', 'must begin with https://'],
    ['https:///crm.example.com', 'there is no host'],
    ['https://', 'there is no host'],
    ['https://?x', 'there is no host'],
    ['http:///crm.example.com', 'must begin with https:// and a host (got'],
    ['ftp://crm.example.com', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['data:text/plain,https://x', 'must begin with https://'],
    ['ws://crm.example.com', 'must begin with https://'],
    ['http://crm.example.com/x', 'must be https'],
    ['http://localhost:9000', 'must be https'],
    ['https://user@crm.example.com', 'user name or password'],
    ['https://user:pass@crm.example.com', 'user name or password'],
    ['https://@crm.example.com', 'user name or password'],
    ['https://:@crm.example.com', 'user name or password'],
    ['https://crm.example.com/#part', 'fragment'],
    ['https://crm.example.com/#', 'fragment'],
    ['https://crm.example.com:0/', 'port 0'],
    ['https://crm.example.com:00/', 'port 0'],
    ['https://crm.example.com:65536/', 'valid URL'],
    ['https://crm.example.com:port/', 'valid URL'],
    ['https://[::1', 'valid URL'],
    ['https://256.256.256.256/', 'valid URL'],
    ['https://ex%00ample.com/', 'valid URL'],
    [' https://crm.example.com', 'spaces'],
    ['https://crm.example.com\n', 'spaces'],
    ['https://crm.exa\tmple.com', 'spaces'],
    ['https://crm.example.com/a b', 'spaces'],
    ['https://crm.example.com/a\u00a0b', 'spaces'],
    ['https://crm.example.com/a\u3000b', 'spaces'],
    ['https://crm.example.com/a\u2028b', 'spaces'],
    ['https://crm.example.com/a\u0000b', 'spaces'],
    ['https://crm.example.com/a\u007fb', 'spaces'],
    ['https://crm.example.com/a\u200bb', 'spaces'],
    ['https://crm.example.com/a\u202eb', 'spaces'],
    ['\ufeffhttps://crm.example.com/', 'spaces'],
    ['https://crm.example.com/\ud800', 'spaces'],
    ['https:\\\\crm.example.com\\x', 'backslashes'],
    ['https://crm.example.com\\@evil.example', 'backslashes'],
    [`https://crm.example.com/${'a'.repeat(2_048 - 23)}`, 'at most 2048 characters (got 2049)'],
    ['https://inbox.ringback.test', 'inbox'],
    ['https://inbox.ringback.test/', 'inbox'],
    ['https://inbox.ringback.test:8443/x', 'without a port'],
    ['https://inbox.ringback.test:8443/x', 'Leave out :8443.'],
    ['https://inbox.ringback.test./x', 'without a dot after the host'],
    ['https://other.ringback.test/x', 'other.ringback.test is the host of none'],
    ['https://foo.inbox.ringback.test/x', 'foo.inbox.ringback.test is the host of none'],
    ['https://ringback.test/x', 'ringback.test is the host of none'],
    ['https://inbox.ringback.test/..', 'inbox'],
    ['https://inbox.ringback.test/受信', 'Use a name of 1 to 64 letters'],
    [`https://inbox.ringback.test/${'a'.repeat(65)}`, 'Use a name of 1 to 64 letters'],
  ])('%j because it %s (threat C8)', (url, reason) => {
    expect(checkWebhookUrl(url, rules)).toContain(reason)
  })

  test('with a message that says what was sent and ends with the way out', () => {
    expect(checkWebhookUrl('http://localhost:9000', rules)).toBe(
      'Webhook URL must be https (got http://localhost:9000). Map it with --forward, or switch on webhooks.http_on_loopback.',
    )
    expect(checkWebhookUrl('http://crm.example.com', rules)).toBe(
      'Webhook URL must be https (got http://crm.example.com). Register the https:// URL, and map it with --forward if the receiver is local.',
    )
  })

  test('without its password in any message', () => {
    for (const url of [
      'https://me:hunter2@crm.example.com/',
      'http://me:hunter2@localhost/',
      'ftp://me:hunter2@x/',
      'https://me:hunter2@x/ ',
    ]) {
      expect(checkWebhookUrl(url, rules)).not.toContain('hunter2')
    }
  })

  test('with a message of bounded length and visible characters', () => {
    const message = checkWebhookUrl(`https://crm.example.com/\u202e\n${'x'.repeat(2_000)}`, rules)!
    expect(message.length).toBeLessThan(300)
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(message).toContain('\\u{202e}\\u{a}')
  })
})

describe('with http on loopback switched on', () => {
  const open = { ...rules, httpOnLoopback: true, privateHosts: true }

  test.each([
    'http://localhost:9000/x',
    'http://127.0.0.1',
    'http://127.1:80',
    'http://[::1]:3000/',
    'http://crm.localhost/',
  ])('%s is accepted', url => {
    expect(checkWebhookUrl(url, open)).toBeUndefined()
  })

  test.each([
    'http://crm.example.com',
    'http://10.0.0.1/',
    'http://0.0.0.0/',
    'http://169.254.169.254/',
    'http://localhost.example.com/',
  ])('%s is still refused', url => {
    expect(checkWebhookUrl(url, open)).toContain('must be https')
  })

  test.each([
    ['http://user@localhost/', 'user name'],
    ['http://localhost:0/', 'port 0'],
    ['http://localhost/#x', 'fragment'],
  ])('%s is refused for its other flaw', (url, reason) => {
    expect(checkWebhookUrl(url, open)).toContain(reason)
  })
})

test('whatever is accepted means the same to every reader, and no text makes the check throw (threat C8)', () => {
  const piece = fc.constantFrom(
    'https://',
    'http://',
    'a.example',
    '@',
    '#',
    '\\',
    ':',
    '0',
    '/',
    '?',
    ' ',
    '[',
    ']',
    '%',
    '.',
    '１',
    '\t',
  )
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.array(piece).map(pieces => `https://${pieces.join('')}`),
  )
  fc.assert(
    fc.property(text, url => {
      if (checkWebhookUrl(url, rules) !== undefined) return
      const parsed = new URL(url)
      expect(url.startsWith('https://')).toBe(true)
      expect([parsed.protocol, parsed.username, parsed.password, parsed.hash]).toEqual(['https:', '', '', ''])
      expect(parsed.port).not.toBe('0')
      expect(new URL(parsed.href).href).toBe(parsed.href)
    }),
    { numRuns: 2_000 },
  )
})

test('a URL in a message keeps what helps and hides what is secret or invisible', () => {
  expect(shownUrl('https://a:b@host/x\ty')).toBe('https://…@host/x\\u{9}y')
  expect(shownUrl('https://crm example.com/\u3000')).toBe('https://crm example.com/\\u{3000}')
})
