import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, type Chain, startChain } from '../../tests/support/http-chain.ts'
import { without } from '../../tests/support/http-mutants.ts'
import { sendRaw } from '../../tests/support/raw-socket.ts'
import { DASHBOARD_POLICY } from './page-policy.ts'
import { serveDashboard } from './static-dashboard.ts'

const PAGE = '<!doctype html><title>Ringback</title>'
const SCRIPT = 'console.log(1);\n'.repeat(100)
const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }

let folder: string
let build: string
let chain: Chain
const opened: Chain[] = []

const DASHBOARD = 'server/http/static-dashboard.ts'

async function serve(
  options: Partial<Parameters<typeof serveDashboard>[0]> = {},
  dashboard: { serveDashboard: typeof serveDashboard } = { serveDashboard },
): Promise<Chain> {
  const started = await startChain({
    routes: [
      dashboard.serveDashboard({ directory: build, ...options }),
      answer('/control/health', () => ({ status: 'ok' })),
    ],
  })
  opened.push(started)
  return started
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringback-dashboard-'))
  build = join(folder, 'build')
  await mkdir(join(build, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'canary')
  await writeFile(join(build, 'index.html'), PAGE)
  await writeFile(join(build, 'icon.svg'), '<svg/>')
  await writeFile(join(build, '.hidden.txt'), 'canary')
  await writeFile(join(build, 'notes.exe'), 'canary')
  await writeFile(join(build, 'assets/app-Ab3dE6gH.js'), SCRIPT)
  await writeFile(join(build, 'assets/app-Ab3dE6gH.js.gz'), gzipSync(SCRIPT))
  await writeFile(join(build, 'assets/app-Ab3dE6gH.js.br'), 'brotli')
  await symlink(join(folder, 'secret.txt'), join(build, 'link.txt'))
  await symlink(folder, join(build, 'up'))
  chain = await serve()
})
afterAll(async () => {
  await Promise.all(opened.map(started => started[Symbol.asyncDispose]()))
  await rm(folder, { recursive: true })
})

async function get(path: string, headers: Record<string, string> = {}, { url } = chain) {
  const response = await request(url + path, { headers })
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() }
}

describe('The page', () => {
  it('is served at / with a policy that runs and loads its own files alone (threat A13)', async () => {
    const { status, headers, text } = await get('/')
    expect([status, text]).toEqual([200, PAGE])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': DASHBOARD_POLICY,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    })
    expect(DASHBOARD_POLICY).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(DASHBOARD_POLICY).not.toMatch(/unsafe|nonce|\*|http/)
  })

  it('has the policy of data answers only, which lets no script run, without its own (without A13)', async () => {
    expect(
      (await get('/', {}, await serve({}, await without(DASHBOARD, 'page_policy')))).headers['content-security-policy'],
    ).not.toBe(DASHBOARD_POLICY)
  })

  it.each(['/assumptions/gates.order', '/inbox/my.crm', '/w/my.world', '/w/my.world/inbox/my.crm?q=a.b'])(
    'answers a navigation to %s, whose dot belongs to an id (finding D5)',
    async path => {
      expect(await get(path, NAVIGATION)).toMatchObject({ status: 200, text: PAGE })
      expect((await get(path, { 'sec-fetch-mode': 'no-cors' })).status).toBe(404)
    },
  )

  it.each(['/requests', '/requests/req-1?tab=trace', '/limits/pro', '/%E6%97%A5'])(
    'answers a navigation to %s, a place of its own',
    async path => {
      expect(await get(path, NAVIGATION)).toMatchObject({ status: 200, text: PAGE })
      expect(await get(path, { accept: 'text/html,*/*' })).toMatchObject({ status: 200, text: PAGE })
    },
  )

  it.each([
    ['a script that asks for a path', '/requests', { 'sec-fetch-mode': 'cors', accept: 'text/html' }],
    ['a client that is no browser', '/requests', {}],
    ['a file that is not there', '/assets/gone-Ab3dE6gH.js', NAVIGATION],
    ['a file that is not there, in a folder', '/assets/fonts/gone.woff2', NAVIGATION],
    ['a name with an ending', '/favicon.ico', NAVIGATION],
    ['/api', '/api', NAVIGATION],
    ['another version of the API', '/api/v2/customers', NAVIGATION],
    ['an unknown path of the API', '/api/v1/nothing', NAVIGATION],
    ['an unknown path of the control API', '/control/nothing', NAVIGATION],
  ])('does not answer %s: 404 in the envelope', async (_, path, headers) => {
    const response = await get(path, headers)
    expect(response).toMatchObject({ status: 404, headers: { 'content-type': 'application/json; charset=utf-8' } })
    expect(JSON.parse(response.text)).toMatchObject({ error: { code: 'not_found' } })
  })

  it('would answer any client everywhere without the rule of navigations', async () => {
    expect((await get('/requests', {}, await serve({}, await without(DASHBOARD, 'navigations_only')))).status).toBe(200)
  })

  it('leaves the control API alone', async () => {
    expect(await get('/control/health', NAVIGATION)).toMatchObject({ status: 200, text: '{"status":"ok"}' })
  })

  it('only reads: HEAD without a body, anything else 405', async () => {
    const head = await request(chain.url, { method: 'HEAD' })
    expect([head.statusCode, head.headers['content-length'], await head.body.text()]).toEqual([
      200,
      `${PAGE.length}`,
      '',
    ])
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
      const response = await request(chain.url, { method, headers: { 'content-type': 'application/json' } })
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD'])
      expect(await response.body.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
    }
  })
})

describe('A file', () => {
  const SCRIPT_PATH = '/assets/app-Ab3dE6gH.js'

  it('with a hash in its name may be kept for ever, others are asked for again', async () => {
    expect((await get(SCRIPT_PATH)).headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect((await get('/icon.svg')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'image/svg+xml; charset=utf-8',
    })
  })

  it('that the client has already is not sent again', async () => {
    const { headers } = await get('/icon.svg')
    const etag = String(headers.etag)
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      expect(await get('/icon.svg', { 'if-none-match': value })).toMatchObject({
        status: 304,
        text: '',
        headers: { etag },
      })
    }
    expect((await get('/icon.svg', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it.each([
    ['gzip, deflate, br', 'br'],
    ['BR;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['gzip;q=0, *;q=0.1', 'br'],
    ['identity', undefined],
    ['br;q=0', undefined],
    ['br;q=x', undefined],
    ['', undefined],
  ])('goes to a client that accepts %j in coding %s', async (accepted, coding) => {
    const { headers } = await get(SCRIPT_PATH, { 'accept-encoding': accepted })
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'Accept-Encoding'])
  })

  it('has another tag in each coding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async coding => (await get(SCRIPT_PATH, { 'accept-encoding': coding })).headers.etag,
      ),
    )
    expect(new Set(tags).size).toBe(3)
  })

  it('is not served through a link, when hidden, or of a kind that no dashboard has (threat A14)', async () => {
    for (const path of [
      '/link.txt',
      '/up/secret.txt',
      '/.hidden.txt',
      '/notes.exe',
      '/assets/app-Ab3dE6gH.js.gz',
      '/assets',
      '/assets/',
    ]) {
      const { status, text } = await get(path)
      expect([path, status]).toEqual([path, 404])
      expect(text).not.toContain('canary')
    }
  })
})

describe('No path leads out of the build', () => {
  const part = fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2E%2E',
    '..%2f',
    '..%5c',
    '\\..\\',
    '%00',
    '%c0%ae',
    '//',
    'assets',
    'secret.txt',
    'etc',
    'passwd',
    '%',
    '%zz',
    ';',
    '?',
    '~',
    'C:',
    'up',
  )

  it('however it is spelled (threat A14)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('/', '\\', ''),
        async (parts, separator) => {
          const path = `/${parts.join(separator)}`
          const [response] = await sendRaw(
            `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
            chain,
          )
          expect([200, 400, 404]).toContain(response?.status)
          expect(response?.body).not.toMatch(/canary|root:/)
          if (response?.status === 200) expect([PAGE]).toContain(response.body)
        },
      ),
      { numRuns: 1_000 },
    )
    expect(chain.defects).toEqual([])
  })
})

describe('Without a build', () => {
  it('the page says how to make one, without running or loading anything, and appears once it is there', async () => {
    const directory = join(folder, 'later')
    const later = await serve({ directory, buildCommand: 'npm run build <&>' })
    const before = await get('/requests', NAVIGATION, later)
    expect(before).toMatchObject({
      status: 503,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': DASHBOARD_POLICY },
    })
    expect(before.text).toContain('npm run build &lt;&amp;&gt;')
    expect((await get('/assets/app-Ab3dE6gH.js', {}, later)).status).toBe(404)

    await mkdir(directory)
    await writeFile(join(directory, 'index.html'), PAGE)
    expect(await get('/', {}, later)).toMatchObject({ status: 200, text: PAGE })
    await writeFile(join(directory, 'index.html'), 'new')
    await writeFile(join(directory, 'new.js'), 'new')
    await utimes(join(directory, 'index.html'), 1, 1)
    expect(await get('/', {}, later)).toMatchObject({ text: 'new' })
    expect(await get('/new.js', {}, later)).toMatchObject({ status: 200, text: 'new' })
    expect(later.defects).toEqual([])
  })
})
