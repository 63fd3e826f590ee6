import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressRefusal, decideEgress, type EgressPolicy, peerRefusal } from './destination.ts'

const strict: EgressPolicy = {
  forwards: [],
  reach: 'loopback_and_private',
  allowedHosts: [],
  httpOnLoopback: false,
  ownPorts: [4_010],
}
const reasonFor = (url: string, changes: Partial<EgressPolicy> = {}) => {
  const destination = decideEgress(url, { ...strict, ...changes })
  return destination.kind === 'refused' ? destination.reason : destination.kind
}

describe('a delivery goes to the inbox', () => {
  test('when the URL is one of its addresses, whatever the policy', () => {
    for (const reach of ['loopback_and_private', 'listed_hosts', 'anywhere'] as const) {
      expect(decideEgress('https://inbox.ringback.test/crm-1/hooks?x=1', { ...strict, reach })).toEqual({
        kind: 'inbox',
        name: 'crm-1',
        path: '/crm-1/hooks?x=1',
      })
    }
  })

  test('when a forward leads there', () => {
    const forwards = [{ from: 'https://crm.example.com', to: 'https://inbox.ringback.test/crm' }]
    expect(decideEgress('https://crm.example.com/calls?x', { ...strict, forwards })).toEqual({
      kind: 'inbox',
      name: 'crm',
      path: '/crm/calls?x',
    })
  })

  test('and never to the network under its domain', () => {
    const anywhere = { reach: 'anywhere' } as const
    expect(reasonFor('https://inbox.ringback.test/', anywhere)).toBe('inbox_name')
    expect(reasonFor('https://inbox.ringback.test:8443/x', anywhere)).toBe('no_inbox_host')
    expect(reasonFor('https://ringback.test/x', anywhere)).toBe('no_inbox_host')
    expect(reasonFor('https://other.ringback.test/x', anywhere)).toBe('no_inbox_host')
    expect(reasonFor('https://inbox.ringback.test./x', anywhere)).toBe('no_inbox_host')
  })
})

describe('a delivery goes to the network', () => {
  test('with the URL as registered and the rule for the address', () => {
    expect(decideEgress('https://127.0.0.1:9000/hook?x=1', strict)).toEqual({
      kind: 'network',
      url: 'https://127.0.0.1:9000/hook?x=1',
      forward: null,
      rule: { scope: 'loopback_and_private', ownPorts: [4_010] },
    })
  })

  test('with the address of a forward, and never further than loopback and private ones', () => {
    const forwards = [{ from: 'https://crm.example.com', to: 'http://127.0.0.1:3000/dev' }]
    expect(decideEgress('https://crm.example.com/calls?x=1', { ...strict, forwards, reach: 'anywhere' })).toEqual({
      kind: 'network',
      url: 'http://127.0.0.1:3000/dev/calls?x=1',
      forward: forwards[0],
      rule: { scope: 'loopback_and_private', ownPorts: [4_010] },
    })
  })

  test('by http to loopback only, when that is switched on', () => {
    expect(reasonFor('http://localhost:9000/')).toBe('http_off')
    expect(decideEgress('http://localhost:9000/', { ...strict, httpOnLoopback: true })).toMatchObject({
      kind: 'network',
      rule: { scope: 'loopback' },
    })
    for (const url of ['http://10.0.0.1/', 'http://8.8.8.8/']) {
      expect(reasonFor(url, { httpOnLoopback: true, reach: 'anywhere' })).toBe('not_loopback')
    }
    // A name may resolve to anything; the rule is checked then.
    expect(decideEgress('http://crm.example.com/', { ...strict, httpOnLoopback: true })).toMatchObject({
      rule: { scope: 'loopback' },
    })
  })
})

const OUTCOMES = [
  // url, loopback_and_private, listed_hosts (crm.example.com, *.hooks.example, 93.184.216.34, crm.example.net:8443), anywhere
  ['https://127.0.0.1:9000/', 'network', 'not_listed', 'network'],
  ['https://[::1]:9000/', 'network', 'not_listed', 'network'],
  ['https://[::ffff:127.0.0.1]:9000/', 'network', 'not_listed', 'network'],
  ['https://localhost/', 'network', 'not_listed', 'network'],
  ['https://10.1.2.3/', 'network', 'not_listed', 'network'],
  ['https://[fd12::1]/', 'network', 'not_listed', 'network'],
  ['https://93.184.216.34/', 'public', 'network', 'network'],
  ['https://93.184.216.35/', 'public', 'public', 'network'],
  ['https://１.１.１.１/', 'public', 'public', 'network'],
  ['https://[2606:2800:220:1::1]/', 'public', 'public', 'network'],
  ['https://169.254.169.254/latest/meta-data', 'link_local', 'link_local', 'link_local'],
  ['https://[::ffff:169.254.169.254]/', 'link_local', 'link_local', 'link_local'],
  ['https://[fe80::1]/', 'link_local', 'link_local', 'link_local'],
  ['https://metadata.google.internal/', 'metadata', 'metadata', 'metadata'],
  ['https://[fd00:ec2::254]/', 'metadata', 'metadata', 'metadata'],
  ['https://0.0.0.0:9000/', 'unspecified', 'unspecified', 'unspecified'],
  ['https://[::]:9000/', 'unspecified', 'unspecified', 'unspecified'],
  ['https://224.0.0.1/', 'multicast', 'multicast', 'multicast'],
  ['https://255.255.255.255/', 'reserved', 'reserved', 'reserved'],
  ['https://[64:ff9b::7f00:1]/', 'reserved', 'reserved', 'reserved'],
  ['https://127.0.0.1:4010/', 'own_port', 'own_port', 'own_port'],
  ['https://localhost:4010/control/reset', 'own_port', 'own_port', 'own_port'],
  ['https://127.1:4010/', 'own_port', 'own_port', 'own_port'],
  ['https://user:pw@127.0.0.1/', 'invalid_url', 'invalid_url', 'invalid_url'],
  ['file:///etc/passwd', 'invalid_url', 'invalid_url', 'invalid_url'],
  ['not a url', 'invalid_url', 'invalid_url', 'invalid_url'],
] as const

describe('what each reach permits', () => {
  const allowedHosts = ['crm.example.com', '*.hooks.example', '93.184.216.34', 'crm.example.net:8443']
  test.each(OUTCOMES)(
    '%s: %s, %s when hosts are listed, %s when anywhere (without C7)',
    (url, near, listed, anywhere) => {
      expect(reasonFor(url)).toBe(near)
      expect(reasonFor(url, { reach: 'listed_hosts', allowedHosts })).toBe(listed)
      expect(reasonFor(url, { reach: 'anywhere' })).toBe(anywhere)
    },
  )

  test.each([
    ['https://crm.example.com/', 'anywhere'],
    ['https://CRM.Example.com./', 'anywhere'],
    ['https://crm.example.com:8443/', 'anywhere'],
    ['https://a.hooks.example/', 'anywhere'],
    ['https://a.b.hooks.example/', 'anywhere'],
    ['https://crm.example.net:8443/', 'anywhere'],
  ])('the name in %s may resolve to %s when hosts are listed', (url, scope) => {
    expect(decideEgress(url, { ...strict, reach: 'listed_hosts', allowedHosts })).toMatchObject({ rule: { scope } })
    expect(decideEgress(url, { ...strict, allowedHosts })).toMatchObject({ rule: { scope: 'loopback_and_private' } })
  })

  test.each([
    'https://crm.example.net/',
    'https://hooks.example/',
    'https://nothooks.example/',
    'https://other.example.com/',
    'https://crm.example.com.evil.example/',
    'https://127.0.0.1:9000/',
  ])('%s is refused when hosts are listed, and it is none of them (finding T5)', url => {
    expect(reasonFor(url, { reach: 'listed_hosts', allowedHosts })).toBe('not_listed')
  })
})

describe('a forward that leads astray is refused when it is used', () => {
  test.each([
    ['http://8.8.8.8', 'public_forward'],
    ['http://127.0.0.1:4010', 'own_port'],
    ['http://169.254.169.254', 'link_local'],
    ['https://inbox.ringback.test', 'inbox_name'],
    ['https://other.ringback.test', 'no_inbox_host'],
  ])('to %s: %s', (to, reason) => {
    const forwards = [{ from: 'https://crm.example.com', to }]
    expect(reasonFor('https://crm.example.com', { forwards, reach: 'anywhere' })).toBe(reason)
  })
})

test('every refusal names the place and ends with the way out', () => {
  const message = (url: string, changes: Partial<EgressPolicy> = {}) => {
    const destination = decideEgress(url, { ...strict, ...changes })
    return destination.kind === 'refused' ? destination.message : ''
  }
  expect(message('https://93.184.216.34:8443/x')).toBe(
    '93.184.216.34:8443 is a public host, and the emulator sends to none unless told to. Map it with --forward, or set webhooks.reach to listed_hosts and list it with --allow-host 93.184.216.34.',
  )
  expect(message('https://localhost:4010/')).toBe(
    'localhost:4010 is this emulator itself, so the delivery would loop. Use the port of your receiver, or https://inbox.ringback.test/<name> to receive inside Ringback.',
  )
  expect(message('http://localhost:9000/')).toBe(
    'http://localhost:9000/ is not https. Map its https:// URL with --forward, or switch on webhooks.http_on_loopback.',
  )
})

describe('the address that is connected to', () => {
  test('is permitted by the default rule exactly when it is loopback or private (threat C7)', () => {
    const rule = { scope: 'loopback_and_private', ownPorts: [] } as const
    fc.assert(
      fc.property(fc.ipV4(), address => {
        const [a, b] = address.split('.').map(Number) as [number, number]
        const isNear = a === 127 || a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)
        expect(addressRefusal({ address, port: 443 }, rule) === undefined).toBe(isNear)
      }),
      {
        numRuns: 1_000,
        examples: [['172.16.0.0'], ['172.31.255.255'], ['172.32.0.0'], ['192.168.0.1'], ['127.0.0.1']],
      },
    )
  })

  test('is never link-local, multicast or unspecified, even with everything open (threat C7)', () => {
    const rule = { scope: 'anywhere', ownPorts: [] } as const
    const last = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(last, last, (c, d) => {
        for (const address of [`169.254.${c}.${d}`, `::ffff:169.254.${c}.${d}`, `224.0.${c}.${d}`, `0.0.${c}.${d}`]) {
          expect(addressRefusal({ address, port: 443 }, rule)).toBeDefined()
        }
      }),
    )
  })

  test('must not be a port of the emulator itself on loopback, in any spelling (threat C7)', () => {
    const rule = { scope: 'anywhere', ownPorts: [4_010, 4_011] } as const
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
      expect(addressRefusal({ address, port: 4_011 }, rule)).toBe('own_port')
      expect(addressRefusal({ address, port: 4_012 }, rule)).toBeUndefined()
    }
    expect(addressRefusal({ address: '93.184.216.34', port: 4_010 }, rule)).toBeUndefined()
  })

  test('must not be the emulator reached through another address of this machine', () => {
    const rule = { scope: 'loopback_and_private', ownPorts: [4_010] } as const
    const own = '192.168.1.5'
    expect(peerRefusal({ address: own, localAddress: own, port: 4_010 }, rule)).toBe('own_port')
    expect(peerRefusal({ address: own, localAddress: own, port: 3_000 }, rule)).toBeUndefined()
    expect(peerRefusal({ address: own, localAddress: '192.168.1.6', port: 4_010 }, rule)).toBeUndefined()
    expect(peerRefusal({ address: '93.184.216.34', localAddress: own, port: 443 }, rule)).toBe('public')
  })

  test('must be an address at all', () => {
    for (const address of ['', 'localhost', '127.1', '１２７.0.0.1']) {
      expect(addressRefusal({ address, port: 443 }, { scope: 'anywhere', ownPorts: [] })).toBe('reserved')
    }
  })
})
