import { Readable } from 'node:stream'
import Router from '@koa/router'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../server/contract/errors.ts'
import { contractError } from '../../server/domain/contract-error.ts'
import { renderErrors } from '../../server/http/error-renderer.ts'
import type { HttpMiddleware, HttpState } from '../../server/http/state.ts'
import { StatusError } from '../../server/http/status-error.ts'
import { answer, type ChainOptions, startChain } from '../support/http-chain.ts'
import { chainWithout } from '../support/http-mutants.ts'
import { sendRaw } from '../support/raw-socket.ts'

const PATH = '/api/v1/x'
/** What the layers before a handler set, and no error may take away. */
const limits: HttpMiddleware = (ctx, next) => {
  ctx.set('X-RateLimit-Limit', '300')
  return next()
}

async function ask(
  act: Parameters<typeof answer>[1],
  options: ChainOptions & { method?: 'GET' | 'HEAD' } = {},
  start: typeof startChain = startChain,
) {
  await using chain = await start({ ...options, routes: [limits, answer(PATH, act)] })
  const response = await request(chain.url + PATH, { method: options.method ?? 'GET' })
  return {
    status: response.statusCode,
    headers: response.headers,
    text: await response.body.text(),
    defects: chain.defects,
  }
}

async function readText(url: string): Promise<string> {
  const { body } = await request(url)
  return body.text()
}

function deep(levels: number): unknown {
  let value: unknown[] = []
  for (let level = 0; level < levels; level += 1) value = [value]
  return { data: value }
}

const ALWAYS = {
  'x-request-id': 'req-1',
  'x-ratelimit-limit': '300',
  'content-type': 'application/json; charset=utf-8',
}

describe('Whatever is thrown becomes the envelope, and no header is lost', () => {
  it('an error of the contract, by its name, with its details and headers', async () => {
    const { status, headers, text, defects } = await ask(() => {
      throw contractError('rate_limit_exceeded', { details: { retry_after: 7 }, headers: { 'Retry-After': '7' } })
    })
    expect(status).toBe(429)
    expect(headers).toMatchObject({ ...ALWAYS, 'retry-after': '7' })
    expect(JSON.parse(text)).toEqual({
      error: { code: 'rate_limit_exceeded', message: ERRORS.rate_limit_exceeded.message, details: { retry_after: 7 } },
    })
    expect(defects).toEqual([])
  })

  it('with the status and code that the register of assumptions holds', async () => {
    const app: HttpMiddleware = renderErrors({
      onDefect: () => {},
      rows: name => ({ status: name === 'not_found' ? 410 : 400, code: `my_${name}` }),
    })
    await using chain = await startChain({ routes: [app] })
    const response = await request(chain.url + PATH)
    expect([response.statusCode, await response.body.json()]).toEqual([
      410,
      { error: { code: 'my_not_found', message: ERRORS.not_found.message, details: null } },
    ])
  })

  it('an error that is not of the contract, with its own status and code', async () => {
    const { status, text } = await ask(() => {
      throw new StatusError({ status: 409, code: 'clock_backwards', message: 'No.', details: { now: 'x' } })
    })
    expect([status, JSON.parse(text)]).toEqual([
      409,
      { error: { code: 'clock_backwards', message: 'No.', details: { now: 'x' } } },
    ])
  })

  const DEFECTS: [string, () => unknown][] = [
    ['an error with a secret in its message', () => Promise.reject(new Error('whsec_canary'))],
    [
      'an error with a status that asks to be shown',
      () => Promise.reject(Object.assign(new Error('whsec_canary'), { status: 200, expose: true })),
    ],
    [
      'an error with a name that the contract does not have',
      () => Promise.reject(Object.assign(new Error('whsec_canary'), { error: 'toString' })),
    ],
    ['no error at all', () => Promise.reject('whsec_canary')],
    ['nothing', () => Promise.reject(undefined)],
    ['a body nested deeper than JSON.stringify can follow', () => deep(100_000)],
    [
      'a body that refers to itself',
      () => {
        const body: { self?: unknown } = {}
        body.self = body
        return body
      },
    ],
    ['a body with a BigInt', () => ({ data: 1n })],
    [
      'an error with a header that HTTP cannot carry',
      () => Promise.reject(contractError('not_found', { headers: { 'X-Bad': 'a\nb' } })),
    ],
  ]

  it.each(DEFECTS)('%s is a 500 that tells nothing, and is reported (threat E3)', async (_, act) => {
    const { status, headers, text, defects } = await ask(act)
    expect(status).toBe(500)
    expect(headers).toMatchObject(ALWAYS)
    expect(JSON.parse(text)).toEqual({
      error: { code: 'server_error', message: ERRORS.server_error.message, details: null },
    })
    expect(defects).toHaveLength(1)
  })

  // Left out: Koa answers a thrown `undefined` never, and ends the process over a header of an error that HTTP cannot carry.
  const RENDERED_BY_KOA = DEFECTS.filter(([title]) => title !== 'nothing' && !title.includes('header'))

  it.each(RENDERED_BY_KOA)('%s would be plain text without the identifier in Koa (without E3)', async (_, act) => {
    const { headers } = await ask(act, {}, (await chainWithout('error_renderer')).startChain)
    expect(headers['content-type']).not.toMatch('json')
    expect(headers).not.toHaveProperty('x-request-id')
  })

  it('an error after the headers are out cuts the connection instead of pretending success', async () => {
    await using chain = await startChain({
      routes: [
        answer(PATH, ctx => {
          ctx.res.write('half')
          throw new Error('late')
        }),
      ],
    })
    const response = readText(chain.url + PATH)
    await expect(response).rejects.toThrow()
    expect(chain.defects).toHaveLength(1)
  })

  it('a reporter that throws does not cost the answer', async () => {
    const broken = renderErrors({
      onDefect: () => {
        throw new Error('log is full')
      },
    })
    await using chain = await startChain({ routes: [broken, answer(PATH, () => Promise.reject(new Error('x')))] })
    expect((await request(chain.url + PATH)).statusCode).toBe(500)
  })

  it('HEAD gets status and headers and no body', async () => {
    const { status, headers, text } = await ask(() => Promise.reject(contractError('not_found')), { method: 'HEAD' })
    expect([status, text]).toEqual([404, ''])
    expect(headers).toMatchObject(ALWAYS)
  })
})

describe('Answers that are none of these are left as they are', () => {
  const ANSWERS: [string, () => unknown, number, string, string][] = [
    ['an object', () => ({ data: [] }), 200, 'application/json; charset=utf-8', '{"data":[]}'],
    ['text', () => 'plain', 200, 'text/plain; charset=utf-8', 'plain'],
    ['bytes', () => Buffer.from([1, 2]), 200, 'application/octet-stream', '\u0001\u0002'],
    ['a stream', () => Readable.from(['a', 'b']), 200, 'application/octet-stream', 'ab'],
  ]

  it.each(ANSWERS)('%s', async (_, act, status, type, text) => {
    const response = await ask(act)
    expect([response.status, response.headers['content-type'], response.text]).toEqual([status, type, text])
    expect(response.defects).toEqual([])
  })

  it('a 204, and a 404 with a body of its own', async () => {
    const empty = await ask(ctx => {
      ctx.status = 204
    })
    expect([empty.status, empty.text]).toEqual([204, ''])
    const own = await ask(ctx => {
      ctx.status = 404
      return { mine: true }
    })
    expect([own.status, own.text]).toEqual([404, '{"mine":true}'])
  })
})

describe('What the router leaves unanswered becomes the envelope', () => {
  const router = new Router<HttpState, object>({ prefix: '/api/v1', sensitive: true, strict: true })
  router.get('/things', ctx => {
    ctx.body = { data: [] }
  })
  router.put('/things/:id', ctx => {
    ctx.body = { data: {} }
  })
  const routes = () => [router.routes(), router.allowedMethods()] as unknown as HttpMiddleware[]
  const METHODS = [
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'QUERY',
    'PROPFIND',
    'LINK',
    'PURGE',
  ]

  it('405 with Allow on a path that is there, for every method that it lacks, known to the router or not (threat E4)', async () => {
    await using chain = await startChain({ routes: routes() })
    for (const method of METHODS) {
      const [response] = await sendRaw(
        `${method} /api/v1/things HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
        chain,
      )
      if (method === 'GET' || method === 'HEAD') expect(response?.status).toBe(200)
      else if (method === 'OPTIONS') expect(response).toMatchObject({ status: 200, headers: { allow: 'HEAD, GET' } })
      else {
        expect([method, response?.status, response?.headers.allow]).toEqual([method, 405, 'HEAD, GET'])
        expect(JSON.parse(response?.body ?? '')).toMatchObject({ error: { code: 'method_not_allowed', details: null } })
      }
    }
  })

  it('404 on every other path, whatever the method', async () => {
    await using chain = await startChain({ routes: routes() })
    for (const method of METHODS.filter(name => name !== 'HEAD')) {
      for (const path of [
        '/api/v1/nothing',
        '/api/v1/things/',
        '/api/v1/Things',
        '/API/v1/things',
        '/api/v1/things%2f1',
        '/api/v1/%zz',
        '/',
        '//',
        '/api/v1//things',
      ]) {
        const [response] = await sendRaw(
          `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n`,
          chain,
        )
        expect([method, path, response?.status, response?.headers['content-type']]).toEqual([
          method,
          path,
          404,
          'application/json; charset=utf-8',
        ])
        expect(JSON.parse(response?.body ?? '')).toMatchObject({ error: { code: 'not_found' } })
      }
    }
  })

  it('where it would be plain text (without E4)', async () => {
    await using bare = await (await chainWithout('error_renderer')).startChain({ routes: routes() })
    for (const target of ['GET /api/v1/nothing', 'POST /api/v1/things', 'TRACE /api/v1/things']) {
      const [response] = await sendRaw(`${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, bare)
      expect(response?.headers['content-type']).toBe('text/plain; charset=utf-8')
    }
  })
})
