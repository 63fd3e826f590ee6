import { expect, test } from 'vitest'
import { hostKind } from '../../../server/domain/webhooks/address.ts'
import { hostReach, meantInbox, slipFrom } from './host-reach.ts'

const ADDRESSES = [
  ...['localhost', 'app.localhost', '127.0.0.1', '127.1', '0x7f000001', '[::1]', '[::ffff:127.0.0.1]'],
  ...['10.0.0.5', '172.15.0.1', '172.16.0.1', '172.31.255.1', '172.32.0.1', '192.168.1.9', '192.169.0.1', '[fd12::1]'],
  ...['[fc00::1]', '[::ffff:10.0.0.5]', '169.254.1.1', '169.254.169.254', '0.0.0.0', '224.0.0.1', '239.1.1.1'],
  ...['240.0.0.1', '255.255.255.255', '[::]', '[fe80::1]', '[ff02::1]', '[fd00:ec2::254]', '[fd20:ce::254]'],
  ...['100.100.100.200', '168.63.129.16', '192.0.0.8', '8.8.8.8', '[2606:4700::1111]', '223.255.255.1', '11.0.0.1'],
]
const MEANS = {
  ...{ loopback: 'machine', private: 'network', link_local: 'nobody', metadata: 'nobody', multicast: 'nobody' },
  ...{ unspecified: 'nobody', reserved: 'nobody', public: undefined },
} as const

test.each(ADDRESSES)('%s is in the form what it is to the server that would send there', host => {
  const url = `https://${host}/hooks`
  const kind = hostKind(new URL(url).hostname)
  expect(kind).toBeDefined()
  expect(hostReach(url)?.reach).toBe(kind && MEANS[kind])
})

test.each([
  ...['100.64.0.1', '100.127.255.1', '192.0.2.1', '198.18.0.1', '198.19.9.9', '198.51.100.7', '203.0.113.9'],
  ...['[2001:db8::1]', '[::ffff:192.0.2.1]'],
])('%s is no address of the internet, although Ringback takes it for one', host => {
  const url = `https://${host}/hooks`
  expect(hostKind(new URL(url).hostname)).toBe('public')
  expect(hostReach(url)?.reach).toBe('kept_address')
})

test.each(['100.63.255.1', '100.128.0.1', '198.17.0.1', '198.20.0.1', '192.0.3.1', '203.0.114.1'])(
  '%s beside such a range is one of the internet',
  host => expect(hostReach(`https://${host}/hooks`)).toBeUndefined(),
)

test('A host that is one slip away from the one before is told, and others are not', () => {
  const before = 'https://crm.example.com:8443/hooks'
  const meant = (url: string) => slipFrom(before, url)?.meant
  expect(meant('https://crm.exmaple.com/new?a=1')).toBe('https://crm.example.com/new?a=1')
  expect(meant('https://crm.example.co/hooks')).toBe('https://crm.example.com/hooks')
  for (const url of [
    'https://crm.example.com/x',
    'https://erp.example.org/',
    'http://crm.exmaple.com/',
    '',
    'https://',
  ])
    expect(meant(url), url).toBeUndefined()
  expect(slipFrom('', 'https://crm.example.com/')).toBeUndefined()
})

test('What is no name of a host says what of it is wrong', () => {
  const reachOf = (host: string) => hostReach(`https://${host}/hooks`)?.reach
  expect(reachOf('crm..example.com')).toBe('empty_part')
  expect(reachOf('.crm.example.com')).toBe('empty_part')
  for (const name of ['-crm.example.com', 'crm-.example.com', 'crm.example.-com'])
    expect(reachOf(name), name).toBe('hyphen')
  expect(reachOf(`${'a'.repeat(64)}.example.com`)).toBe('long_part')
  expect(reachOf(`${'a'.repeat(63)}.example.com`)).toBeUndefined()
})

test('A name that is kept for tests and examples is told from one of the internet', () => {
  const reachOf = (host: string) => hostReach(`https://${host}/hooks`)?.reach
  for (const name of ['crm.test', 'test.', 'x.invalid', 'crm.example']) expect(reachOf(name), name).toBe('kept_name')
})

test('A name that one network alone knows is told from one that the internet may know', () => {
  const reachOf = (host: string) => hostReach(`https://${host}/hooks`)?.reach
  for (const name of [
    'crm',
    'crm.',
    'CRM:8443',
    'printer.local',
    'crm.internal',
    'nas.home.arpa',
    'crm.lan',
    'crm.corp',
    'home',
  ])
    expect(reachOf(name), name).toBe('name')
  for (const name of [
    'crm.example.com',
    'local.example.com',
    '127.0.example.com',
    '10.example.com',
    '169.254.example.com',
    'inbox.ringback.test',
    '例え.jp',
    'crm.example.com',
    'crm-latest.com',
    'mail.example.org',
  ])
    expect(reachOf(name), name).toBeUndefined()
  // What is refused anyway, or is being typed.
  for (const url of [
    '',
    'crm',
    'http://localhost/hooks',
    'https://',
    'https://a b/',
    'https:///x',
    'HTTPS://10.0.0.5/h',
  ])
    expect(hostReach(url), url).toBeUndefined()
  for (const end of ['/h#a', '/a b', '\\\\h', ':0/h']) expect(hostReach(`https://10.0.0.5${end}`), end).toBeUndefined()
  for (const host of ['me@10.0.0.5', 'foo.inbox.ringback.test'])
    expect(hostReach(`https://${host}/h`), host).toBeUndefined()
})

test.each(['inbox.ringback.tst', 'inbox.ringback.com', 'inboxringback.test', 'inbox.rinback.tst'])(
  '%s is taken for a slip in the host of the inboxes',
  host => expect(meantInbox(`https://${host}/crm?x=1`)).toEqual({ host, meant: 'https://inbox.ringback.test/crm?x=1' }),
)

test.each([
  'inbox.ringback.test',
  'INBOX.ringback.test',
  'inbx.ringback.test',
  'crm.example.test',
  'inbox.example.com',
])('%s is none', host => expect(meantInbox(`https://${host}/crm`)).toBeUndefined())
