import { describe, expect, it } from 'vitest'
import { without } from '../../tests/support/http-mutants.ts'
import { tokenBits } from './control-token.ts'
import { createGatePolicy, type GateCheck, type GatePolicyOptions } from './gate-policy.ts'
import { gateRequest } from './request-gate.ts'

interface Case {
  method?: string
  target?: string
  headers?: [string, string][]
}

const HOST: [string, string] = ['Host', 'localhost:4010']

/** The gate without one of its checks. What it lets in then is what the check refuses. */
const GATES = Object.fromEntries(
  await Promise.all(
    (['target', 'host', 'origin', 'fetch_site', 'token', 'content_type'] as const).map(async check => [
      check,
      (await without<typeof import('./request-gate.ts')>('server/http/request-gate.ts', check)).gateRequest,
    ]),
  ),
) as Record<GateCheck, typeof gateRequest>

function gate(
  { method = 'GET', target = '/control/worlds', headers = [HOST] }: Case,
  options: GatePolicyOptions = {},
  off?: GateCheck,
) {
  return (off === undefined ? gateRequest : GATES[off])(
    { method, target, rawHeaders: headers.flat() },
    createGatePolicy(options),
  )
}

const FORGED_HOSTS = [
  'evil.com',
  'evil.com:4010',
  '127.0.0.1.nip.io',
  'evil.com:x@127.0.0.1',
  '127.0.0.1, evil.com',
  '127.0.0.1,127.0.0.1',
  '0.0.0.0',
  '0.0.0.0:4010',
  '127.1',
  '127.0.0.2',
  '2130706433',
  '0x7f000001',
  '[::1',
  '[::1]x',
  '::1',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  'localhost.',
  'localhost:',
  'localhost:0',
  'localhost:99999',
  'localhost:+4010',
  'localhost:4010/',
  'localhost\t',
  'localhost\n',
  ' localhost',
  '',
  'a b',
  'ｌocalhost',
  'localhost\u0000',
  'localhost#',
  'user@localhost',
  'xn--localhost',
]

describe('Host', () => {
  it.each(['localhost', 'LOCALHOST:4010', '127.0.0.1', '127.0.0.1:1', '[::1]', '[::1]:65535'])(
    '%j names this machine and is let in',
    host => expect(gate({ headers: [['Host', host]] })).toBeUndefined(),
  )

  it.each(FORGED_HOSTS)('%j is refused with 403 (threat A2) (threat A9)', host => {
    expect(gate({ headers: [['Host', host]] })).toMatchObject({ status: 403, code: 'host_not_allowed' })
  })

  it.each(FORGED_HOSTS)(
    '%j is let in without the check, so the check is what refuses it (without A1) (without A2) (without A9)',
    host => {
      expect(gate({ headers: [['Host', host]] }, {}, 'host')).toBeUndefined()
    },
  )

  it('missing or sent twice is refused, also when both are allowed (threat A2)', () => {
    expect(gate({ headers: [] })).toMatchObject({ status: 403, code: 'host_not_allowed' })
    expect(gate({ headers: [HOST, HOST] })).toMatchObject({ status: 403, code: 'host_not_allowed' })
    expect(gate({ headers: [HOST, ['hOST', 'evil.com']] })).toMatchObject({ status: 403 })
  })

  it('is refused with the flag that would allow it', () => {
    expect(gate({ headers: [['Host', 'ringback.ci:4010']] })?.message).toContain('--allow-host ringback.ci')
  })

  it('given by --allow-host is let in on any port, or on its own port alone', () => {
    const named = { allowedHosts: ['Ringback', 'only.ci:4010'] }
    expect(gate({ headers: [['Host', 'ringback:80']] }, named)).toBeUndefined()
    expect(gate({ headers: [['Host', 'only.ci:4010']] }, named)).toBeUndefined()
    expect(gate({ headers: [['Host', 'only.ci:4011']] }, named)).toMatchObject({ status: 403 })
    expect(gate({ headers: [['Host', 'only.ci']] }, named)).toMatchObject({ status: 403 })
    expect(gate({ headers: [['Host', 'sub.ringback']] }, named)).toMatchObject({ status: 403 })
  })

  it.each(['http://evil.com/control/worlds', 'http://localhost:4010/control/worlds', 'localhost:4010', '*', ''])(
    'target %j is not a path and is refused, also with an allowed Host',
    target => {
      expect(gate({ target })).toMatchObject({ status: 403, code: 'target_not_allowed' })
      expect(gate({ target }, {}, 'target')).toBeUndefined()
    },
  )
})

describe('Origin', () => {
  const from = (origin: string, more: Case = {}) => ({
    ...more,
    headers: [HOST, ['Origin', origin] as [string, string]],
  })
  const FOREIGN = [
    'null',
    'file://',
    'http://evil.com',
    'http://localhost:3000',
    'http://localhost',
    'http://127.0.0.1:4010',
    'http://[::1]:4010',
    'https://localhost:4010',
    'http://localhost:4010.evil.com',
    'http://localhost:4010@evil.com',
    'http://localhost:4010/',
    'http://localhost:4010 http://evil.com',
    'chrome-extension://abcdefghijklmnop',
    'app://ringback',
    '',
  ]

  it('of the address that is being talked to is let in', () => {
    expect(gate(from('http://localhost:4010'))).toBeUndefined()
    expect(
      gate({
        headers: [
          ['Host', '[::1]'],
          ['Origin', 'http://[::1]'],
        ],
      }),
    ).toBeUndefined()
  })

  it.each(FOREIGN)('%j is refused on every surface', origin => {
    for (const target of ['/control/worlds', '/api/v1/customers', '/', '/assets/x.js', '/nowhere']) {
      expect(gate(from(origin, { target }))).toMatchObject({ status: 403, code: 'origin_not_allowed' })
    }
  })

  it.each(FOREIGN)('%j is let in without the check (without A3) (without A6)', origin => {
    expect(gate(from(origin), {}, 'origin')).toBeUndefined()
  })

  it('sent twice is refused', () => {
    const twice: [string, string] = ['Origin', 'http://localhost:4010']
    expect(gate({ headers: [HOST, twice, twice] })).toMatchObject({ code: 'origin_not_allowed' })
  })

  it('given by --cors-origin may call /api/v1 and nothing else', () => {
    const policy = { corsOrigins: ['http://localhost:5173'] }
    const cross: [string, string] = ['Sec-Fetch-Site', 'same-site']
    const headers = [HOST, ['Origin', 'http://localhost:5173'] as [string, string], cross]
    expect(gate({ method: 'OPTIONS', target: '/api/v1/customers', headers }, policy)).toBeUndefined()
    expect(gate({ method: 'POST', target: '/api/v1/customers', headers }, policy)).toBeUndefined()
    for (const target of ['/control/worlds', '/control/stream', '/', '/api/v2/x', '/api/v1x']) {
      expect(gate({ target, headers }, policy)).toMatchObject({ status: 403, code: 'origin_not_allowed' })
    }
  })

  it('of a name given by --allow-host is let in over http and, behind a proxy, https', () => {
    const policy = { allowedHosts: ['ringback.ci'] }
    for (const origin of ['http://ringback.ci', 'https://ringback.ci']) {
      expect(
        gate(
          {
            headers: [
              ['Host', 'ringback.ci'],
              ['Origin', origin],
            ],
          },
          policy,
        ),
      ).toBeUndefined()
    }
  })
})

describe('Sec-Fetch-Site', () => {
  const site = (value: string, more: [string, string][] = []) => [
    HOST,
    ['Sec-Fetch-Site', value] as [string, string],
    ...more,
  ]
  const NAVIGATION: [string, string][] = [
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-Dest', 'document'],
  ]

  it.each(['same-origin', 'none'])('%s is let in', value => expect(gate({ headers: site(value) })).toBeUndefined())

  it.each(['cross-site', 'same-site', 'unheard-of', ''])(
    '%j is refused, and let in without the check (without A3)',
    value => {
      for (const target of ['/control/worlds', '/api/v1/customers', '/']) {
        expect(gate({ target, headers: site(value) })).toMatchObject({ status: 403, code: 'cross_site_request' })
        expect(gate({ target, headers: site(value) }, {}, 'fetch_site')).toBeUndefined()
      }
    },
  )

  it('lets a link on another site open the dashboard, but no frame, form or script reach it', () => {
    expect(gate({ target: '/requests?q=1', headers: site('cross-site', NAVIGATION) })).toBeUndefined()
    const refused: Case[] = [
      { target: '/', method: 'POST', headers: site('cross-site', NAVIGATION) },
      {
        target: '/',
        headers: site('cross-site', [
          ['Sec-Fetch-Mode', 'navigate'],
          ['Sec-Fetch-Dest', 'iframe'],
        ]),
      },
      {
        target: '/',
        headers: site('cross-site', [
          ['Sec-Fetch-Mode', 'no-cors'],
          ['Sec-Fetch-Dest', 'script'],
        ]),
      },
      { target: '/', headers: site('cross-site', [['Sec-Fetch-Mode', 'navigate']]) },
      { target: '/api/v1/customers', headers: site('cross-site', NAVIGATION) },
    ]
    for (const request of refused) expect(gate(request)).toMatchObject({ code: 'cross_site_request' })
  })

  it.each([
    '/control',
    '/control/',
    '/control/worlds',
    '/control?x',
    '//control/worlds',
    '/./control/worlds',
    '/%63ontrol/worlds',
    '/Control/worlds',
    '/control%2fworlds',
  ])('counts %s as control, which no link of another site may open', target =>
    expect(gate({ target, headers: site('cross-site', NAVIGATION) })).toMatchObject({ code: 'cross_site_request' }),
  )
})

describe('Content-Type', () => {
  const post = (type?: string, target = '/control/worlds', method = 'POST') => ({
    method,
    target,
    headers: type === undefined ? [HOST] : [HOST, ['Content-Type', type] as [string, string]],
  })

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('%s may change something', type => expect(gate(post(type))).toBeUndefined())

  it.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    'application/jsonx',
    'text/plain; application/json',
    'application/json; charset=shift_jis',
    'application/octet-stream',
  ])('%j may not: 415, on every method that changes something', type => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(gate(post(type, '/control/worlds', method))).toMatchObject({ status: 415, code: 'unsupported_media_type' })
      expect(gate(post(type, '/control/worlds', method), {}, 'content_type')).toBeUndefined()
    }
    expect(gate(post(type, '//anything'))).toMatchObject({ status: 415 })
  })

  it('is left to the contract on /api/v1', () => expect(gate(post('text/plain', '/api/v1/customers'))).toBeUndefined())

  it('may be application/octet-stream where a file is uploaded', () => {
    const policy = { takesBinary: (path: string) => path.endsWith('/file') }
    expect(gate(post('application/octet-stream', '/control/worlds/default/snapshots/a/file?x'), policy)).toBeUndefined()
    expect(gate(post('text/plain', '/control/worlds/default/snapshots/a/file'), policy)).toMatchObject({ status: 415 })
    expect(gate(post('application/octet-stream', '/control/worlds'), policy)).toMatchObject({ status: 415 })
  })
})

describe('Control token', () => {
  const token = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'
  const policy = { bindHost: '0.0.0.0', token }
  const withHeader = (name: string, value: string) => ({ headers: [HOST, [name, value] as [string, string]] })

  it('is asked for on control paths, as a bearer token or in a header of its own', () => {
    expect(gate({}, policy)).toMatchObject({ status: 401, code: 'token_required' })
    expect(gate({}, policy)?.headers).toHaveProperty('WWW-Authenticate')
    expect(gate(withHeader('Authorization', `Bearer ${token}`), policy)).toBeUndefined()
    expect(gate(withHeader('authorization', `bearer ${token}`), policy)).toBeUndefined()
    expect(gate(withHeader('X-Ringback-Token', token), policy)).toBeUndefined()
  })

  it.each(['', token.slice(1), `${token}0`, token.toUpperCase(), 'Bearer'])('refuses %j (without A8)', wrong => {
    expect(gate(withHeader('X-Ringback-Token', wrong), policy)).toMatchObject({ status: 401 })
    expect(gate(withHeader('Authorization', `Bearer ${wrong}`), policy)).toMatchObject({ status: 401 })
    expect(gate(withHeader('X-Ringback-Token', wrong), policy, 'token')).toBeUndefined()
  })

  it('is asked for on other spellings of the path, not for the dashboard and the API', () => {
    expect(gate({ target: '//Control/worlds' }, policy)).toMatchObject({ status: 401 })
    for (const target of ['/', '/assets/a.js', '/api/v1/customers']) expect(gate({ target }, policy)).toBeUndefined()
  })

  it('must have 128 bits (threat A8)', () => {
    for (const weak of [
      '',
      'secret',
      'a'.repeat(64),
      '0123456789abcdef0123456789abcde',
      'with space 0123456789abcdef0123456789',
    ]) {
      expect(tokenBits(weak)).toBeLessThan(128)
      expect(() => createGatePolicy({ token: weak })).toThrow('openssl rand')
    }
    expect(tokenBits('Zm9vYmFyLWJhel9xdXV4MT')).toBeGreaterThanOrEqual(128)
  })
})

describe('The policy', () => {
  it.each(['0.0.0.0', '::', '', '192.168.1.5', 'fd00::1', 'example.com', '128.0.0.1', '127.0.0.1.nip.io'])(
    'refuses to bind to %j without a token (threat A8)',
    bindHost => {
      expect(() => createGatePolicy({ bindHost })).toThrow('--token')
      expect(() => createGatePolicy({ bindHost, token: '0f1e2d3c4b5a69788796a5b4c3d2e1f0' })).not.toThrow()
    },
  )

  it.each(['127.0.0.1', 'localhost', '::1', '127.8.0.1'])('binds to %s without a token', bindHost => {
    expect(() => createGatePolicy({ bindHost })).not.toThrow()
  })

  it('answers to the address it is bound to, and to no wildcard (threat A9)', () => {
    const token = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'
    const headers: [string, string][] = [['Host', '192.168.1.5:4010']]
    expect(gate({ target: '/', headers }, { bindHost: '192.168.1.5', token })).toBeUndefined()
    expect(gate({ target: '/', headers }, { bindHost: '0.0.0.0', token })).toMatchObject({ status: 403 })
    expect(gate({ target: '/', headers: [['Host', '0.0.0.0']] }, { bindHost: '0.0.0.0', token })).toMatchObject({
      status: 403,
    })
  })

  it.each(['*', '', '0.0.0.0', '::', 'http://x', 'a b', 'x:99999', '*.example.com'])(
    'refuses --allow-host %j',
    name => {
      expect(() => createGatePolicy({ allowedHosts: [name] })).toThrow('--allow-host')
    },
  )

  it('takes an IPv6 address with or without brackets', () => {
    for (const name of ['fd00::1', '[fd00::1]']) {
      expect(gate({ headers: [['Host', '[fd00::1]:4010']] }, { allowedHosts: [name] })).toBeUndefined()
    }
  })

  it.each(['*', 'null', '', 'localhost:3000', 'http://x/', 'file://'])('refuses --cors-origin %j', origin => {
    expect(() => createGatePolicy({ corsOrigins: [origin] })).toThrow('--cors-origin')
  })
})
