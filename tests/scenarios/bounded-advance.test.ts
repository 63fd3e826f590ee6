import { performance } from 'node:perf_hooks'
import { describe, expect, test } from 'vitest'
import { TestEmulator, TOKYO_NOON } from '../support/api.ts'
import { EventStream } from '../support/event-stream.ts'
import { subscribe } from '../support/subscriber.ts'

const advance = (emulator: TestEmulator, body: object) => emulator.attempt('POST', '/clock/advance', body)
const trigger = (emulator: TestEmulator) =>
  emulator.control('POST', '/events', { tenant: 'max', event: 'call.completed' })

/** An emulator with a receiver that takes deliveries and answers none, but when it is told to. */
async function withHangingReceiver(stack: AsyncDisposableStack) {
  const emulator = stack.use(await TestEmulator.start({ fixture: 'empty' }))
  const max = await emulator.tenant('max')
  const reached = Promise.withResolvers<void>()
  const answers: (() => void)[] = []
  stack.use(
    await subscribe(emulator, max, {
      respond: (_, response) => {
        answers.push(() => response.end())
        reached.resolve()
      },
    }),
  )
  const call = await max.post('/calls/initiate', max.call({ phone_number: '03-1234-0001' }))
  expect(call.status).toBe(200)
  return { emulator, reached: reached.promise, answer: () => answers.shift()?.() }
}

describe('An advance (finding S11)', () => {
  test('ends after the real time that it may take, says where the clock stands and what is in flight, and can go on', async () => {
    await using stack = new AsyncDisposableStack()
    const { emulator, answer } = await withHangingReceiver(stack)
    const { status, json } = await advance(emulator, { by: 'PT2M', timeout: 'PT0.3S' })
    const delivery = (await emulator.control('GET', '/deliveries')).json.data[0]
    expect([status, json.error]).toMatchObject([
      504,
      {
        code: 'advance_unfinished',
        details: {
          now: '2026-03-10T03:01:10.000Z',
          in_flight: [{ kind: 'webhook.attempt', subject: delivery.delivery_id }],
        },
      },
    ])
    expect(json.error.message).toContain(`in flight: the delivery ${delivery.delivery_id}`)
    expect(json.error.message).toContain('0.3 s of real time')
    expect((await emulator.control('GET', '/clock')).json.now).toBe('2026-03-10T03:01:10.000Z')
    const rest = advance(emulator, { to: '2026-03-10T03:02:00Z' })
    answer()
    expect((await rest).json).toMatchObject({ now: '2026-03-10T03:02:00.000Z' })
    expect((await emulator.control('GET', '/deliveries')).json.data[0].status).toBe('delivered')
  })

  test('that is sent again for its target tells of the whole way, with what was in flight in between', async () => {
    await using stack = new AsyncDisposableStack()
    const { emulator, answer } = await withHangingReceiver(stack)
    const first = await advance(emulator, { by: 'PT2M', timeout: 'PT0.3S' })
    const { target, happened } = first.json.error.details
    expect([target, happened.attempts.sent, happened.calls.ended]).toEqual(['2026-03-10T03:02:00.000Z', 0, 1])
    answer()
    await emulator.control('GET', '/deliveries?wait=10s&status=delivered')
    const { json } = await advance(emulator, { to: target })
    expect(json.now).toBe(target)
    expect(json.happened).toMatchObject({ calls: { ended: 1 }, attempts: { sent: 1, acknowledged: 1 } })
    expect(json.fired).toContainEqual(expect.objectContaining({ kind: 'webhook.attempt', status_code: 200 }))
    // Told once: a further one for another target begins anew.
    expect((await advance(emulator, { by: 'PT1S' })).json.fired).toEqual([])
  })

  test('shows on its way how far it has got, where it goes and whom it waits for', async () => {
    await using stack = new AsyncDisposableStack()
    const { emulator, reached, answer } = await withHangingReceiver(stack)
    const stream = stack.use(await EventStream.open(emulator.url, { world: emulator.world.id, topics: 'clock' }))
    await stream.ready()
    const waiting = () => stream.of('clock').find(({ advance }) => (advance?.in_flight.length ?? 0) > 0)
    const running = advance(emulator, { by: 'PT2M' })
    await reached
    await stream.until(() => waiting() !== undefined)
    expect(waiting()).toMatchObject({
      now: '2026-03-10T03:01:10.000Z',
      advance: {
        to: '2026-03-10T03:02:00.000Z',
        in_flight: [{ kind: 'attempt', event: 'call.completed', scheduled: { number: 1, of: 8 } }],
      },
    })
    answer()
    await running
    await stream.until(() => stream.of('clock').at(-1)?.now === '2026-03-10T03:02:00.000Z')
    expect(stream.of('clock').at(-1)).toMatchObject({ advance: null })
  })

  test('can be stopped by somebody else: it is answered, and the clock stays where it has got to', async () => {
    await using stack = new AsyncDisposableStack()
    const { emulator, reached, answer } = await withHangingReceiver(stack)
    const running = advance(emulator, { by: 'PT2M' })
    await reached
    expect((await emulator.attempt('DELETE', '/clock/advance')).status).toBe(204)
    expect(await running).toMatchObject({
      status: 503,
      json: { error: { code: 'advance_called_off', details: { now: '2026-03-10T03:01:10.000Z' } } },
    })
    answer()
    expect((await emulator.control('GET', '/clock')).json).toMatchObject({
      now: '2026-03-10T03:01:10.000Z',
      advance: null,
    })
  })

  test('has 60 s of real time unless told otherwise, and a day at most', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    for (const timeout of ['soon', 'PT0S', '-PT1S', 'P2D'])
      expect(await advance(emulator, { by: 'PT1S', timeout })).toMatchObject({
        status: 422,
        json: { error: { message: expect.stringContaining(`(got "${timeout}")`) } },
      })
    const file = (await emulator.tryControl('GET', '/openapi.json')).json
    const { requestBody, responses } = file.paths['/control/worlds/{world}/clock/advance'].post
    expect(requestBody.content['application/json'].schema.properties.timeout.description).toContain('PT60S')
    expect(responses['504'].description).toContain('advance_unfinished')
    expect(responses['409'].description).toContain('advance_reentrant')
  })

  test('is waited for no longer than it may take by one that comes after it', async () => {
    await using stack = new AsyncDisposableStack()
    const { emulator, reached, answer } = await withHangingReceiver(stack)
    await emulator.control('PUT', '/inbox/slow', { hang: true })
    const first = advance(emulator, { by: 'PT2M', timeout: 'PT1.5S' })
    await reached
    const second = await advance(emulator, { by: 'PT1S', timeout: 'PT0.2S' })
    expect([second.status, second.json.error.code]).toEqual([504, 'advance_unfinished'])
    answer()
    expect((await first).status).toBe(200)
    expect((await advance(emulator, { by: 'PT1S' })).json.now).toBe('2026-03-10T03:02:01.000Z')
  })

  test('ends with its client: the clock stays where it was, and the next one waits for nobody who has left', async () => {
    await using stack = new AsyncDisposableStack()
    const { emulator, reached, answer } = await withHangingReceiver(stack)
    const client = new AbortController()
    const left = fetch(`${emulator.url}/control/worlds/default/clock/advance`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ by: 'PT2M' }),
      signal: client.signal,
    })
    await reached
    client.abort()
    await expect(left).rejects.toThrow()
    // Asked on another connection, after that one was closed.
    expect((await emulator.control('GET', '/clock')).json.now).toBe('2026-03-10T03:01:10.000Z')
    answer()
    await emulator.control('GET', '/deliveries?wait=10s&status=delivered')
    expect((await emulator.control('GET', '/clock')).json.now).toBe('2026-03-10T03:01:10.000Z')
    expect((await advance(emulator, { by: 'PT1S' })).json.now).toBe('2026-03-10T03:01:11.000Z')
  })

  test('ends with the emulator, which does not wait for a receiver', async () => {
    const stack = new AsyncDisposableStack()
    const { emulator, reached } = await withHangingReceiver(stack)
    const running = advance(emulator, { by: 'PT2M' })
    await reached
    const started = performance.now()
    await emulator.close()
    expect(performance.now() - started).toBeLessThan(3_000)
    expect(await running).toMatchObject({ status: 503, json: { error: { code: 'advance_called_off' } } })
    await stack.disposeAsync()
  })

  test.each([
    ['during an advance', (emulator: TestEmulator) => advance(emulator, { by: 'PT2M' })],
    ['of an event that somebody has triggered', trigger],
  ])('that a receiver awaits before it answers its delivery %s is refused at once', async (_, cause) => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    const refused = Promise.withResolvers<{ status: number; code: string; milliseconds: number }>()
    await using _crm = await subscribe(emulator, max, {
      respond: async (_, response) => {
        const asked = performance.now()
        const { status, json } = await advance(emulator, { by: 'PT1S' })
        refused.resolve({ status, code: json.error?.code, milliseconds: performance.now() - asked })
        response.end()
      },
    })
    await max.post('/calls/initiate', max.call({ phone_number: '03-1234-0001' }))
    const caused = cause(emulator)
    const { status, code, milliseconds } = await refused.promise
    expect([status, code]).toEqual([409, 'advance_reentrant'])
    expect(milliseconds).toBeLessThan(3_000)
    expect((await caused).status).toBeLessThan(300)
    await emulator.control('GET', '/deliveries?wait=10s&status=delivered')
  })

  test('that says how long it waits is given that time for a receiver that is only slow', async () => {
    await using stack = new AsyncDisposableStack()
    const { emulator, reached, answer } = await withHangingReceiver(stack)
    await trigger(emulator)
    await reached
    const refused = await advance(emulator, { by: 'PT1S' })
    expect([refused.status, refused.json.error.code]).toEqual([409, 'advance_reentrant'])
    expect(refused.json.error.message).toMatch(
      /The clock is at \S+; in flight: .* say with timeout how long to wait for it\.$/,
    )
    const patient = advance(emulator, { by: 'PT1S', timeout: 'PT60S' })
    // Longer than one would wait that says nothing.
    setTimeout(answer, 1_000)
    const { status, json } = await patient
    expect([status, json.now]).toEqual([200, '2026-03-10T03:00:01.000Z'])
  })

  test('beside another one waits for its turn while receivers answer in good time', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    await using _crm = await subscribe(emulator, max, {
      respond: (_, response) => void setTimeout(() => response.end(), 50),
    })
    await max.post('/calls/initiate', max.call({ phone_number: '03-1234-0001' }))
    const both = await Promise.all([advance(emulator, { by: 'PT90S' }), advance(emulator, { by: 'PT10S' })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await emulator.control('GET', '/clock')).json.now).toBe(
      new Date(Date.parse(TOKYO_NOON) + 100_000).toISOString(),
    )
  })
})
