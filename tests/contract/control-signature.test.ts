import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { EventControl } from '../support/event-control.ts'
import { type ReceiverParts, startReferenceReceiver } from '../support/receivers/reference-receiver.ts'
import { startReceiver } from '../support/receivers.ts'
import { subscribeInbox } from '../support/subscriber.ts'

let emulator: TestEmulator
let pro: TestTenant
let attempt: EventControl['attempt']
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  ;({ attempt } = new EventControl(emulator))
  pro = await emulator.tenant('pro')
  return () => emulator[Symbol.asyncDispose]()
})

describe('POST /signature/check', () => {
  const body = '{"event":"call.completed","name":"山田"}'
  const sign = (secret: string, text: string | Buffer = body) => createHmac('sha256', secret).update(text).digest('hex')
  const secret = 'whsec_0123456789abcdef0123456789abcdef'
  const check = (given: Record<string, unknown>) => attempt('POST', '/signature/check', { secret, ...given })

  test('a genuine signature is valid, for text and for bytes', async () => {
    const header = `sha256=${sign(secret)}`
    expect((await check({ header, body })).json).toEqual({ valid: true, expected: header, mistakes: [] })
    const body_base64 = Buffer.from(body).toString('base64')
    expect((await check({ header, body_base64 })).json.valid).toBe(true)
  })

  test('a body of more than a megabyte is refused before it is looked at (finding S14)', async () => {
    const large = 'é'.repeat(500_001)
    for (const given of [{ body: large }, { body_base64: Buffer.from(large).toString('base64') }]) {
      const reply = await check({ header: 'sha256=00', ...given })
      expect([reply.status, reply.json.error.code]).toEqual([413, 'payload_too_large'])
      expect(reply.json.error.message).toContain('at most 1000000 bytes (got 1000002)')
    }
    const header = `sha256=${sign(secret, 'a'.repeat(1_000_000))}`
    expect((await check({ header, body: 'a'.repeat(1_000_000) })).json.valid).toBe(true)
  })

  test('a mistake is named with what to do', async () => {
    const { json } = await check({ header: `sha256=${sign(secret.slice('whsec_'.length))}`, body })
    expect(json.valid).toBe(false)
    expect(json.mistakes).toEqual([
      {
        id: 'prefix_stripped',
        title: expect.stringMatching(/./),
        fix: expect.stringMatching(/./),
        text: 'prefix_stripped',
        figures: {},
        detail: null,
      },
    ])
  })

  test("the secret of another webhook of the world is recognised, the right one's own is not called another", async () => {
    const own = await subscribeInbox(pro, 'own')
    const other = await subscribeInbox(await emulator.tenant('max'), 'other')
    const foreign = await check({ secret: own.secret, header: `sha256=${sign(other.secret)}`, body })
    expect(foreign.json.mistakes.map((mistake: { id: string }) => mistake.id)).toEqual(['other_secret'])
    const right = await check({ secret: own.secret, header: `sha256=${sign(own.secret)}`, body })
    expect(right.json.valid).toBe(true)
  })

  test.each([
    ['no body', {}],
    ['two bodies', { body, body_base64: 'e30=' }],
    ['broken base64', { body_base64: '%%%' }],
    ['no secret', { secret: undefined, body }],
  ])('%s is 422', async (_, given) => {
    expect((await check({ header: 'sha256=00', ...given })).status).toBe(422)
  })
})

describe('POST /certify', () => {
  const secret = 'whsec_0123456789abcdef0123456789abcdef'
  const running = async (parts: Partial<ReceiverParts> = {}) => {
    const receiver = await startReferenceReceiver({ secret, parts })
    const counter = await startReceiver({ respond: (_, response) => response.end(String(receiver.worked.length)) })
    onTestFinished(async () => {
      await receiver.close()
      await counter.close()
    })
    return { url: `${receiver.url}/hooks`, effects_url: counter.url, counter }
  }

  test('passes a receiver that is built as the documentation says, at its own address too', async () => {
    const { url } = await running()
    const { json } = await attempt('POST', '/certify', { url, secret })
    expect(json).toMatchObject({
      passed: true,
      problem: null,
      score: { passed: 12, failed: 0, not_tried: 3, total: 15 },
    })
    expect(json.cases).toHaveLength(15)
  })

  test('asks a probe for effects by GET, and finds work that is done twice (finding R14)', async () => {
    const { counter, ...good } = await running()
    const { counter: _, ...twice } = await running({ remembers: 'nothing' })
    // Each waits for effects that come late, so both at once.
    const [once, again] = await Promise.all([
      attempt('POST', '/certify', { ...good, secret }),
      attempt('POST', '/certify', { ...twice, secret }),
    ])
    expect(once.json).toMatchObject({
      passed: true,
      score: { passed: 15, not_tried: 0 },
    })
    expect(new Set(counter.requests.map(({ method, body }) => `${method} ${body.length}`))).toEqual(new Set(['GET 0']))
    const { json } = again
    expect(json).toMatchObject({ passed: false, score: { passed: 14, failed: 1 } })
    expect(json.cases.find(({ id }: { id: string }) => id === 'duplicate_worked_once')).toMatchObject({
      outcome: 'failed',
      observed: expect.stringContaining('the work was done 2 times'),
    })
  }, 30_000)

  test('says what is wrong with a probe for effects, and passes nobody with it (finding R14)', async () => {
    const { url } = await running()
    await using wrong = await startReceiver({ respond: (_, response) => response.end('{"count":1}') })
    const { json } = await attempt('POST', '/certify', { url, secret, effects_url: wrong.url })
    expect(json).toMatchObject({ passed: false, score: { failed: 0, not_tried: 3 } })
    expect(json.problem).toContain('answered 200 with "{\\"count\\":1}"')
    const refused = await attempt('POST', '/certify', { url, secret, effects_url: 'https://8.8.8.8/' })
    expect(refused.status).toBe(422)
    expect(refused.json.error.message).toMatch(/^effects_url: /)
  })

  test.each([
    ['another secret', { secret: 'whsec_another' }, 401, /considers its signature invalid/],
    ['a wrong path', { path: '/nowhere' }, 404, /nothing accepts a POST there/],
  ])(
    'of a receiver given with %s it says so in one sentence, and judges nothing else (finding R14)',
    async (_, given, status, problem) => {
      const receiver = await startReferenceReceiver({ secret })
      await using front = await startReceiver({
        respond: ({ path, headers, body }, response) => {
          if (path !== '/hooks') return void response.writeHead(404).end()
          const { host: __, ...sent } = headers
          void fetch(receiver.url, {
            method: 'POST',
            headers: sent as Record<string, string>,
            body: new Uint8Array(body),
          }).then(answer => response.writeHead(answer.status).end())
        },
      })
      onTestFinished(() => receiver.close())
      const { path = '/hooks', ...other } = { secret, ...given } as { path?: string; secret: string }
      const { json } = await attempt('POST', '/certify', { url: `${front.url}${path}`, ...other })
      expect(json).toMatchObject({ passed: false, score: { passed: 0, failed: 1, not_tried: 14 } })
      expect(json.problem).toMatch(problem)
      expect(json.problem).toContain(String(status))
    },
  )

  test('scores a receiver over HTTP, and finds one that accepts everything', async () => {
    await using careless = await startReceiver()
    await emulator.control('PUT', '/forwards', [{ from: 'https://crm.example.com', to: careless.url }])
    const { status, json } = await attempt('POST', '/certify', {
      url: 'https://crm.example.com/hooks',
      secret: 'whsec_0123456789abcdef0123456789abcdef',
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({ url: 'https://crm.example.com/hooks', passed: false })
    expect(json.score.total).toBe(json.cases.length)
    const byOutcome = (passed: boolean) => json.cases.filter((row: { passed: boolean }) => row.passed === passed)
    expect(byOutcome(true).length).toBeGreaterThan(0)
    expect(byOutcome(false).length).toBeGreaterThan(0)
    for (const row of byOutcome(false).filter(({ outcome }: { outcome: string }) => outcome === 'failed'))
      expect(row.fix).toEqual(expect.any(String))
    expect(careless.requests.length).toBeGreaterThan(json.cases.length)
  })

  test('is kept with its instant and with that of the machine, also in a snapshot; what broke off is not kept', async () => {
    const { url } = await running()
    const before = Date.now()
    const { json } = await attempt('POST', '/certify', { url, secret })
    const kept = async () => (await emulator.control('GET', '/actions?kind=certification')).json.data
    const [{ id: _, kind: __, key: ___, after_seq: ____, nth: _____, ...card }] = await kept()
    expect(card).toEqual(json)
    expect(json.at).toBe((await emulator.control('GET', '/clock')).json.now)
    expect(Date.parse(json.real_at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(json.real_at)).toBeLessThanOrEqual(Date.now())
    await emulator.control('PUT', '/snapshots/certified')
    const hanging = await startReceiver({ respond: () => left.abort() })
    onTestFinished(() => hanging.close())
    const left = new AbortController()
    await expect(
      fetch(`${emulator.url}/control/worlds/${emulator.world.id}/certify`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: hanging.url, secret }),
        signal: left.signal,
      }),
    ).rejects.toThrow('aborted')
    const urls = async () => (await kept()).map((action: { url: string }) => action.url)
    await attempt('POST', '/certify', { url, secret })
    expect(await urls()).toEqual([url, url])
    await emulator.control('POST', '/snapshots/certified/restore')
    expect(await urls()).toEqual([url])
  })

  test('runs do not repeat delivery ids', async () => {
    await using careless = await startReceiver()
    await emulator.control('PUT', '/forwards', [{ from: 'https://crm.example.com', to: careless.url }])
    const ids = async () => {
      const before = careless.requests.length
      await attempt('POST', '/certify', { url: 'https://crm.example.com/hooks', secret: 'whsec_x' })
      return new Set(careless.requests.slice(before).map(request => request.headers['x-service-delivery']))
    }
    const [first, second] = [await ids(), await ids()]
    expect([...first].filter(id => id !== undefined && second.has(id))).toEqual([])
  })

  test('an address that nothing is ever sent to is 422 with the way out', async () => {
    const reply = await attempt('POST', '/certify', { url: 'https://8.8.8.8/', secret: 'whsec_x' })
    expect(reply.status).toBe(422)
    expect(reply.json.error.message).toContain('--forward')
  })
})
