import { describe, expect, test } from 'vitest'
import { TEN_SECONDS_TO_MIDNIGHT, TestEmulator } from '../support/api.ts'

const START = '2026-03-10T03:00:00.000Z'
const seconds = (iso: string) => Date.parse(iso) / 1_000

/** The columns of the plans, as the contract documents them. */
const COLUMNS = [
  { tenant: 'free', minute: 60, burst: 20, day: 1_000, sends: 0 },
  { tenant: 'pro', minute: 300, burst: 100, day: 10_000, sends: 5_000 },
  { tenant: 'max', minute: 1_000, burst: 333, day: 100_000, sends: 50_000 },
  { tenant: 'unplanned', minute: 300, burst: 100, day: 100_000, sends: null },
]

describe('limits', () => {
  test.each(COLUMNS)(
    '$tenant: $minute a minute, $burst in ten seconds, $day a day, webhook sends $sends',
    async column => {
      await using emulator = await TestEmulator.start({ clock: START, fixture: 'empty' })
      const tenant = await emulator.tenant(column.tenant)
      const limits = await tenant.limits()
      expect([limits.minute.limit, limits.burst.limit, limits.day.limit, limits.webhook_sends.limit]).toEqual([
        column.minute,
        column.burst,
        column.day,
        column.sends,
      ])
      expect((await tenant.get('/customers')).headers.get('X-RateLimit-Limit')).toBe(String(column.minute))
    },
  )

  test('the tenant without a plan uses webhooks and reports, with unlimited sends', async () => {
    await using emulator = await TestEmulator.start({ clock: START, fixture: 'empty' })
    const tenant = await emulator.tenant('unplanned')
    expect((await tenant.get('/webhooks')).status).toBe(200)
    await emulator.assume('license.without_plan', 'refused')
    expect((await tenant.get('/webhooks')).json.error.code).toBe('license_required')
  })

  test('every response has the limit of the minute, what remains of it, and the next minute boundary', async () => {
    await using emulator = await TestEmulator.start({ clock: '2026-03-10T03:00:42.500Z', fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    const replies = [
      await pro.get('/customers'),
      await pro.get('/customers/9'),
      await pro.post('/customers', {}),
      await pro.ask('PATCH', '/customers'),
      await pro.get('/nowhere'),
    ]
    expect(replies.map(reply => reply.status)).toEqual([200, 404, 422, 405, 404])
    expect(replies.map(reply => Number(reply.headers.get('X-RateLimit-Remaining')))).toEqual([299, 298, 297, 296, 295])
    for (const reply of replies)
      expect(reply.headers.get('X-RateLimit-Reset')).toBe(String(seconds('2026-03-10T03:01:00Z')))
  })

  test('without a key the headers show the default column, and nothing is used', async () => {
    await using emulator = await TestEmulator.startOwn({ clock: START, fixture: 'empty' })
    for (const _ of [1, 2]) {
      const reply = await emulator.api('GET', '/customers')
      expect(reply.headers.get('X-RateLimit-Limit')).toBe('300')
      expect(reply.headers.get('X-RateLimit-Remaining')).toBe('300')
    }
    await emulator.assume('auth.rate_headers_when_unknown', 'omit')
    expect((await emulator.api('GET', '/customers')).headers.get('X-RateLimit-Limit')).toBeNull()
  })

  test('limits apply per tenant, summed over all its keys; another tenant is not touched', async () => {
    await using emulator = await TestEmulator.start({ clock: START, fixture: 'empty' })
    const [pro, max] = [await emulator.tenant('pro'), await emulator.tenant('max')]
    await pro.ask('GET', '/customers', { label: 'live' })
    await pro.ask('GET', '/customers', { label: 'test' })
    await pro.ask('GET', '/customers', { label: 'reader' })
    expect(await pro.limits()).toMatchObject({ minute: { used: 3 }, burst: { used: 3 }, day: { used: 3 } })
    expect(await max.limits()).toMatchObject({ minute: { used: 0 }, burst: { used: 0 }, day: { used: 0 } })
  })

  test.each([
    { window: 'burst', last: '2026-03-10T03:00:09.999Z', first: '2026-03-10T03:00:10.000Z' },
    { window: 'minute', last: '2026-03-10T03:00:59.999Z', first: '2026-03-10T03:01:00.000Z' },
    { window: 'day', last: '2026-03-10T14:59:59.999Z', first: '2026-03-10T15:00:00.000Z' },
  ])(
    '$window: refused with retry_after 1 a millisecond before the window ends, admitted at its end (threat F2)',
    async ({ window, last, first }) => {
      await using emulator = await TestEmulator.start({ clock: START, fixture: 'empty' })
      const pro = await emulator.tenant('pro')
      await emulator.advance({ to: last })
      await pro.setLimits({ [window]: { used: 'limit' } })
      const refused = await pro.get('/customers')
      expect(refused.status).toBe(429)
      expect(refused.headers.get('Retry-After')).toBe('1')
      expect(refused.json.error.details.retry_after).toBe(1)
      await emulator.advance({ to: first })
      expect((await pro.get('/customers')).status).toBe(200)
      expect((await pro.limits())[window]).toMatchObject({ used: 1, window_start: first })
    },
  )

  test('a fixed window lets twice its limit pass across its boundary (threat F2)', async () => {
    await using emulator = await TestEmulator.start({ clock: '2026-03-10T03:00:09.950Z', fixture: 'empty' })
    const free = await emulator.tenant('free')
    const burst = () => Promise.all(Array.from({ length: 20 }, () => free.get('/customers')))
    expect((await burst()).every(reply => reply.status === 200)).toBe(true)
    await emulator.advance({ by: 'PT0.05S' })
    expect((await burst()).every(reply => reply.status === 200)).toBe(true)
  })

  test.each([
    { window: 'minute', slots: 20 },
    { window: 'burst', slots: 20 },
    { window: 'day', slots: 20 },
  ])(
    '200 requests in parallel with $slots slots left in the $window admit exactly $slots (threat F1)',
    async ({ window, slots }) => {
      await using emulator = await TestEmulator.start({ clock: START, fixture: 'empty' })
      const max = await emulator.tenant('max')
      const { limit } = (await max.limits())[window]
      await max.setLimits({ [window]: { used: limit - slots } })
      const replies = await Promise.all(Array.from({ length: 200 }, () => max.get('/customers')))
      expect(replies.filter(reply => reply.status === 200)).toHaveLength(slots)
      expect(replies.filter(reply => reply.status === 429)).toHaveLength(200 - slots)
      expect((await max.limits())[window].used).toBe(limit)
    },
  )

  test('a rate refusal has retry_after in header and details, and no other details', async () => {
    await using emulator = await TestEmulator.start({ clock: '2026-03-10T03:00:33.400Z', fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await pro.setLimits({ minute: { used: 'limit' } })
    const reply = await pro.get('/customers')
    expect(reply.json.error).toMatchObject({ code: 'rate_limit_exceeded', details: { retry_after: 27 } })
    expect(Object.keys(reply.json.error.details)).toEqual(['retry_after'])
    expect(reply.headers.get('Retry-After')).toBe('27')
    expect(reply.headers.get('X-RateLimit-Remaining')).toBe('0')
  })

  test('with minute and burst exceeded the longer wait is named, or the minute where the register says so', async () => {
    await using emulator = await TestEmulator.start({ clock: '2026-03-10T03:00:55.000Z', fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await pro.setLimits({ minute: { used: 'limit' }, burst: { used: 'limit' } })
    expect((await pro.get('/customers')).json.error.details.retry_after).toBe(5)
    await emulator.advance({ to: '2026-03-10T03:01:02Z' })
    await pro.setLimits({ minute: { used: 'limit' }, burst: { used: 'limit' } })
    expect((await pro.get('/customers')).json.error.details.retry_after).toBe(58)
  })

  test('a rate refusal uses no slot, unless the register says that it does', async () => {
    await using emulator = await TestEmulator.start({ clock: START, fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await pro.setLimits({ burst: { used: 'limit' } })
    await pro.get('/customers')
    expect((await pro.limits()).minute.used).toBe(0)
    await emulator.assume('limits.rejected_counts', 'yes')
    await pro.get('/customers')
    expect(await pro.limits()).toMatchObject({ minute: { used: 1 }, burst: { used: 101 } })
  })

  test('failed requests use slots of minute and burst, unless the register says that they do not', async () => {
    await using emulator = await TestEmulator.start({ clock: START, fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await pro.get('/customers/9')
    expect(await pro.limits()).toMatchObject({ minute: { used: 1 }, burst: { used: 1 }, day: { used: 0 } })
    await emulator.assume('limits.failed_counts', 'no')
    await pro.get('/customers/9')
    expect(await pro.limits()).toMatchObject({ minute: { used: 1 }, burst: { used: 1 }, day: { used: 0 } })
  })

  test('only successful requests count toward the day', async () => {
    await using emulator = await TestEmulator.start({ clock: START, fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    const day = async () => (await pro.limits()).day.used
    await pro.get('/customers/9')
    await pro.post('/customers', {})
    await pro.ask('POST', '/customers', { label: 'reader', body: {} })
    await pro.get('/nowhere')
    expect(await day()).toBe(0)
    await pro.post('/customers', pro.customer())
    await pro.get('/customers')
    expect(await day()).toBe(2)
  })

  test("Max: the day's 100,000th request succeeds, the 100,001st is 429 quota_exceeded with plan limit and use", async () => {
    await using emulator = await TestEmulator.start({ clock: TEN_SECONDS_TO_MIDNIGHT, fixture: 'empty' })
    const max = await emulator.tenant('max')
    await max.setLimits({ day: { used: 'limit-1' } })
    expect((await max.get('/customers')).status).toBe(200)
    const refused = await max.get('/customers')
    expect(refused.status).toBe(429)
    expect(refused.json.error).toMatchObject({
      code: 'quota_exceeded',
      details: { retry_after: 10, type: 'daily', quota: 100_000, used: 100_000 },
    })
    const header = (name: string) => refused.headers.get(name)
    expect([
      header('Retry-After'),
      header('X-RateLimit-Type'),
      header('X-Quota-Limit'),
      header('X-Quota-Used'),
    ]).toEqual(['10', 'daily', '100000', '100000'])
    await emulator.advance({ to: 'next-tokyo-midnight' })
    expect((await max.get('/customers')).status).toBe(200)
    expect((await max.limits()).day).toMatchObject({ used: 1, window_start: '2026-03-10T15:00:00.000Z' })
  })

  test('a client that waits exactly retry_after is not refused for the same reason (threat F5)', async () => {
    await using emulator = await TestEmulator.start({ clock: '2026-03-10T14:37:21.001Z', fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    for (const window of ['burst', 'minute', 'day']) {
      await pro.setLimits({ [window]: { used: 'limit' } })
      const refused = await pro.get('/customers')
      await emulator.advance({ by: `PT${refused.json.error.details.retry_after}S` })
      expect((await pro.get('/customers')).status).toBe(200)
    }
  })

  test('a plan change keeps the counters and applies the new limits at once', async () => {
    await using emulator = await TestEmulator.start({ clock: START, fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await pro.setLimits({ minute: { used: 100 }, day: { used: 5_000 } })
    await emulator.control('PATCH', '/tenants/pro', { plan: 'free' })
    expect(await pro.limits()).toMatchObject({
      minute: { limit: 60, used: 100, remaining: 0 },
      day: { limit: 1_000, used: 5_000 },
    })
    expect((await pro.get('/customers')).json.error.code).toBe('rate_limit_exceeded')
  })
})
