import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Receiver, startReceiver, startSocketReceiver } from '../../tests/support/receivers.ts'
import { startTransport } from '../../tests/support/sending.ts'
import { createAuthority, type Identity, selfSigned } from '../../tests/support/tls.ts'
import { isAcknowledged } from '../domain/webhooks/acknowledged.ts'
import { createTransport, type TransportOptions } from './transport.ts'

const authority = createAuthority()
const trusted = authority.issue()

/** One POST through a transport of its own. */
async function post(url: string, options: Partial<TransportOptions> & { connectSeconds?: number } = {}) {
  const { connectSeconds = 5, ...given } = options
  return startTransport({ ca: authority.cert, ...given }).post(url, { connectSeconds })
}

async function withIdentity(identity: Identity): Promise<Receiver> {
  const receiver = await startReceiver({ identity })
  onTestFinished(() => receiver.close())
  return receiver
}

describe('a certificate is accepted', () => {
  test('when a CA that was added has issued it for the address (threat C9)', async () => {
    const receiver = await withIdentity(trusted)
    const result = await post(`${receiver.url}/hook?x=1`)
    expect(result).toMatchObject({ target: `${receiver.url}/hook?x=1`, status_code: 200, error: null })
    expect(isAcknowledged(result)).toBe(true)
    expect(receiver.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /hook?x=1'])
  })

  test('for localhost and for the IPv6 loopback address', async () => {
    const receiver = await startReceiver({ identity: trusted, host: '::1' })
    onTestFinished(() => receiver.close())
    for (const host of ['[::1]', 'localhost', 'localhost.']) {
      expect(await post(`https://${host}:${receiver.port}/`)).toMatchObject({ status_code: 200, error: null })
    }
  })

  test('for a name, which the receiver is told before the handshake', async () => {
    const names: string[] = []
    const receiver = await startReceiver({
      identity: authority.issue({ names: ['crm.example.com'] }),
      tls: {
        SNICallback(name, done) {
          names.push(name)
          done(null)
        },
      },
    })
    onTestFinished(() => receiver.close())
    const result = await post(`https://crm.example.com:${receiver.port}/`, { lookup: async () => ['127.0.0.1'] })
    expect(result).toMatchObject({ status_code: 200, error: null })
    expect(names).toEqual(['crm.example.com'])
  })
})

describe('a certificate is refused before a byte of the request is sent', () => {
  const cases: [title: string, identity: Identity, error: string][] = [
    ['its CA is not known', createAuthority('Another CA').issue(), 'tls_unable_to_verify_leaf_signature: the issuer'],
    ['it is signed by itself', selfSigned(), 'tls_self_signed: '],
    [
      'it has expired',
      authority.issue({ validFrom: '2019-01-01T00:00:00Z', validTo: '2020-01-01T00:00:00Z' }),
      'tls_expired: ',
    ],
    ['it is not valid yet', authority.issue({ validFrom: '2090-01-01T00:00:00Z' }), 'tls_not_yet_valid: '],
    ['it is for another address', authority.issue({ names: ['127.0.0.2', 'localhost'] }), 'tls_wrong_name: '],
    [
      'it is for no address at all',
      authority.issue({ names: ['localhost'] }),
      "(IP: 127.0.0.1 is not in the cert's list, which is empty)",
    ],
  ]
  test.each(cases)('when %s (threat C9)', async (_, identity, error) => {
    const receiver = await withIdentity(identity)
    const result = await post(receiver.url)
    expect(result.error).toContain(error)
    expect(result.error).toMatch(new RegExp(`^[a-z_]+: .*127\\.0\\.0\\.1:${receiver.port}`))
    expect(result).toMatchObject({ status_code: null, response_headers: null, response_body: null })
    expect(receiver.requests).toEqual([])
  })

  test('when the same CA was not added (threat C9)', async () => {
    const receiver = await withIdentity(trusted)
    const { error } = await startTransport().post(receiver.url)
    expect(error).toBe(
      `tls_unable_to_verify_leaf_signature: the issuer of the certificate of 127.0.0.1:${receiver.port} is not known. Trust its CA with --ca <file>`,
    )
  })

  test('even with the variable that switches verification off in Node (threat C9)', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const receiver = await withIdentity(selfSigned())
    expect((await post(receiver.url)).error).toContain('tls_self_signed: ')
    expect(receiver.requests).toEqual([])
  })
})

describe('no connection is made', () => {
  test('with a receiver that speaks TLS 1.1 at most (threat C9)', async () => {
    const receiver = await startReceiver({
      identity: trusted,
      tls: { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    })
    onTestFinished(() => receiver.close())
    expect((await post(receiver.url)).error).toContain('tls_protocol_version: ')
    expect(receiver.requests).toEqual([])
  })

  test('with an http server under an https URL, and the text says so', async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    expect((await post(`https://127.0.0.1:${receiver.port}`)).error).toContain('tls_not_spoken: ')
  })

  test('when the handshake never ends, and the time for connecting ends it (threat C5)', async () => {
    const receiver = await startSocketReceiver({ onConnection: socket => socket.resume() })
    onTestFinished(() => receiver.close())
    const result = await post(`https://127.0.0.1:${receiver.port}`, { connectSeconds: 0.2 })
    expect(result.error).toBe(`connect_timeout: no connection to 127.0.0.1:${receiver.port} within 0.2 s`)
    expect(result.duration_ms).toBeGreaterThanOrEqual(199)
    expect(result.duration_ms).toBeLessThan(10_000)
  })

  test('when the receiver hangs up in the handshake', async () => {
    const receiver = await startSocketReceiver({ onConnection: socket => socket.end() })
    onTestFinished(() => receiver.close())
    expect((await post(`https://127.0.0.1:${receiver.port}`)).error).toMatch(/^connection_(closed|reset): /)
  })
})

describe('the file of a CA', () => {
  test.each([
    ['', 'holds no certificate'],
    ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'holds no certificate'],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'holds a broken certificate'],
  ])('%j is refused at the start', (ca, message) => {
    expect(() => createTransport({ ca, stopwatch: () => 0 })).toThrow(message)
  })

  test('may hold several, and other text between them', async () => {
    const receiver = await withIdentity(trusted)
    const ca = `# first\n${createAuthority('Unused CA').cert}\n# second\n${authority.cert}`
    expect(await post(receiver.url, { ca })).toMatchObject({ status_code: 200, error: null })
  })
})
