import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AddressKind, addressKind, hostKind } from './address.ts'

const KINDS: Record<AddressKind, readonly string[]> = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  private: [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.0.1',
    'fc00::1',
    'fd12:3456::1',
    '::ffff:192.168.1.1',
  ],
  public: [
    '9.255.255.255',
    '11.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '100.64.0.1',
    '128.0.0.1',
    '126.255.255.255',
    '223.255.255.255',
    '93.184.216.34',
    '2606:2800:220:1::1',
    '::ffff:93.184.216.34',
    '64:ff9b::5db8:d822',
    '2002:5db8:d822::1',
  ],
  link_local: [
    '169.254.0.1',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
  ],
  metadata: ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', '::ffff:224.0.0.1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::', '::ffff:0.0.0.0'],
  reserved: [
    '240.0.0.1',
    '255.255.255.255',
    '192.0.0.1',
    'fec0::1',
    '::127.0.0.1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '2002:7f00:1::1',
    '2002:a00:1::',
    '::ffff:0:7f00:1',
    '2001:0:53aa:64c::1',
    '100::1',
  ],
}

describe('an address is', () => {
  for (const [kind, addresses] of Object.entries(KINDS)) {
    test.each(addresses)(`${kind}: %s`, address => {
      expect(addressKind(address)).toBe(kind)
    })
  }

  test.each([
    '',
    '127.1',
    '1',
    '0x7f.1',
    '010.0.0.1',
    '１２７.0.0.1',
    'localhost',
    '[::1]',
    '::1::',
    '1.2.3.4.5',
    '127.0.0.1 ',
  ])('nothing unless it is written in full: %j', text => {
    expect(addressKind(text)).toBeUndefined()
  })

  test('the same whether it is written as IPv4 or mapped into IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), address => {
        const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
        const hex = `::ffff:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
        expect(addressKind(hex)).toBe(addressKind(address))
        expect(addressKind(`::ffff:${address}`)).toBe(addressKind(address))
      }),
    )
  })

  test('known however an IPv6 address is abbreviated', () => {
    fc.assert(
      fc.property(fc.ipV6(), address => {
        const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
        expect(addressKind(address)).toBeDefined()
        expect(addressKind(canonical)).toBe(addressKind(address))
      }),
    )
  })
})

describe('a host of a URL', () => {
  test.each([
    ['https://127.1/', 'loopback'],
    ['https://2130706433/', 'loopback'],
    ['https://0x7f.0.0.1/', 'loopback'],
    ['https://0177.0.0.1/', 'loopback'],
    ['https://１２７.０.０.１/', 'loopback'],
    ['https://①②⑦.0.0.1/', 'loopback'],
    ['https://[::ffff:127.0.0.1]/', 'loopback'],
    ['https://localhost/', 'loopback'],
    ['https://LOCALHOST./', 'loopback'],
    ['https://crm.localhost/', 'loopback'],
    ['https://0/', 'unspecified'],
    ['https://169.254.43518/', 'link_local'],
    ['https://[fe80::1]/', 'link_local'],
    ['https://metadata.google.internal/', 'metadata'],
    ['https://metadata.google.internal./', 'metadata'],
    ['https://instance-data/', 'metadata'],
    ['https://crm.example.com/', undefined],
    ['https://notlocalhost/', undefined],
    ['https://localhost.example.com/', undefined],
    ['https://crm.test/', undefined],
  ])('%s shows what it is without DNS: %s', (url, kind) => {
    expect(hostKind(new URL(url).hostname)).toBe(kind)
  })
})
