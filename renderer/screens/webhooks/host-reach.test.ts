import { expect, test } from 'vitest'
import { hostKind } from '../../../server/domain/webhooks/address.ts'
import { hostReach } from './host-reach.ts'

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

test('A name that one network alone knows is told from one that the internet may know', () => {
  const reachOf = (host: string) => hostReach(`https://${host}/hooks`)?.reach
  for (const name of ['crm', 'crm.', 'CRM:8443', 'printer.local', 'crm.internal', 'nas.home.arpa'])
    expect(reachOf(name), name).toBe('name')
  for (const name of [
    'crm.example.com',
    'local.example.com',
    '127.0.example.com',
    '10.example.com',
    '169.254.example.com',
    'inbox.ringback.test',
    '例え.jp',
  ])
    expect(reachOf(name), name).toBeUndefined()
  // What is refused anyway, or is being typed.
  for (const url of ['', 'crm', 'http://localhost/hooks', 'https://', 'https://a b/'])
    expect(hostReach(url)).toBeUndefined()
})
