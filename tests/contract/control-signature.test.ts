import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { EventControl } from '../support/event-control.ts'
import { startReferenceReceiver } from '../support/receivers/reference-receiver.ts'
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
  test('passes a receiver that is built as the documentation says, at its own address too', async () => {
    const secret = 'whsec_0123456789abcdef0123456789abcdef'
    const receiver = await startReferenceReceiver({ secret })
    onTestFinished(() => receiver.close())
    const { json } = await attempt('POST', '/certify', { url: `${receiver.url}/hooks`, secret })
    expect(json.cases.filter((row: { passed: boolean }) => !row.passed)).toEqual([])
    expect(json).toMatchObject({ passed: true, score: { passed: json.cases.length, total: json.cases.length } })
  })

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
    for (const row of byOutcome(false)) expect(row.fix).toEqual(expect.any(String))
    expect(careless.requests.length).toBeGreaterThan(json.cases.length)
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
