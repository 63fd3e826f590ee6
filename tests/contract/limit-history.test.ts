import { describe, expect, test } from 'vitest'
import { PLANS } from '../../server/contract/plans.ts'
import type { LimitHistoryView, LimitsHistory } from '../../server/control/protocol/limits.ts'
import { TEN_SECONDS_TO_MIDNIGHT, TestEmulator } from '../support/api.ts'
import { subscribeInbox } from '../support/subscriber.ts'

const history = async (emulator: TestEmulator, tenant = 'pro', query = ''): Promise<LimitsHistory> =>
  (await emulator.control('GET', `/tenants/${tenant}/limits/history${query}`)).json

/** Those of the settings of limits, oldest first. */
const actionIds = async (emulator: TestEmulator): Promise<number[]> =>
  (await emulator.control('GET', '/actions?kind=limits')).json.data.map(({ id }: { id: number }) => id).toReversed()

/** `[used, accepted, refused]` of each window. */
const figures = ({ windows }: LimitHistoryView) =>
  windows.map(({ used, accepted, refused }) => [used, accepted, refused])

describe('the history of limits', () => {
  test('has what each window accepted and what it refused, also what was over both minute and burst', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    const ask = async (times: number) => {
      for (let asked = 0; asked < times; asked++) await pro.get('/customers')
    }
    await ask(2)
    await pro.setLimits({ burst: { used: 'limit-1' } })
    await ask(3)
    await emulator.advance({ to: 'next-burst' })
    await pro.setLimits({ burst: { used: 'limit' }, minute: { used: 'limit' } })
    await ask(4)
    await emulator.advance({ to: 'next-minute' })
    await ask(1)
    const { burst, minute, day } = await history(emulator)
    expect(figures(burst)).toEqual([
      [100, 3, 2],
      [100, 0, 4],
      [1, 1, 0],
    ])
    expect(figures(minute)).toEqual([
      [300, 3, 4],
      [1, 1, 0],
    ])
    expect(figures(day)).toEqual([[4, 4, 0]])
    expect(burst.windows[1]).toMatchObject({
      window_start: '2026-03-10T03:00:10.000Z',
      resets_at: '2026-03-10T03:00:20.000Z',
    })
    expect([burst.limit, minute.limit, day.limit]).toEqual([100, 300, 10_000])
    expect(figures((await history(emulator, 'pro', '?windows=1')).burst)).toEqual([[1, 1, 0]])
  })

  test('has what the quota of a day and its send limit refused, and how both counts grew', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: '2026-03-10T14:58:00.000Z' })
    const pro = await emulator.tenant('pro')
    await subscribeInbox(pro, 'crm')
    await emulator.advance({ by: 'PT1M30S' })
    await pro.setLimits({ day: { used: 'limit-1' }, webhook_sends: { used: 'limit-1' } })
    const trigger = () => emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
    for (let event = 0; event < 3; event++) await trigger()
    for (let asked = 0; asked < 3; asked++) await pro.get('/customers')
    await emulator.advance({ to: 'next-tokyo-midnight' })
    await trigger()
    const { now, day, webhook_sends } = await history(emulator)
    // The registration was a request of that day, too.
    expect(figures(day)).toEqual([[10_000, 2, 2]])
    expect(figures(webhook_sends)).toEqual([
      [5_000, 1, 2],
      [1, 1, 0],
    ])
    const midnight = '2026-03-10T15:00:00.000Z'
    expect(day.growth).toEqual([
      {
        window_start: '2026-03-09T15:00:00.000Z',
        points: [
          { at: '2026-03-10T14:58:00.000Z', used: 0 },
          { at: '2026-03-10T14:59:00.000Z', used: 1 },
          { at: midnight, used: 10_000 },
        ],
        refusals: [{ at: '2026-03-10T14:59:00.000Z', refused: 2 }],
      },
      { window_start: midnight, points: [{ at: now, used: 0 }], refusals: [] },
    ])
    expect(webhook_sends.growth?.[0]?.refusals).toEqual([{ at: '2026-03-10T14:59:00.000Z', refused: 2 }])
    expect(webhook_sends.growth?.[1]).toEqual({
      window_start: midnight,
      points: [
        { at: midnight, used: 0 },
        { at: now, used: 1 },
      ],
      refusals: [],
    })
  })

  test.each([
    ['yes', 3],
    ['no', 1],
  ])('tells what was accepted when refused requests use slots too: %s', async (value, beyond) => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await emulator.assume('limits.rejected_counts', value)
    const pro = await emulator.tenant('pro')
    await pro.setLimits({ burst: { used: 'limit-1' } })
    for (let asked = 0; asked < 3; asked++) await pro.get('/customers')
    const { burst } = await history(emulator)
    expect(figures(burst)).toEqual([[99 + beyond, 1, 2]])
  })

  test('does not count what a fault answered in place of the service, nor what another gate refused', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await emulator.control('POST', '/faults', { effect: { code: 'rate_limit_exceeded' }, times: 1 })
    expect((await pro.get('/customers')).status).toBe(429)
    expect((await pro.ask('POST', '/customers', { label: 'reader', body: {} })).status).toBe(403)
    const { minute, burst, day } = await history(emulator)
    expect([minute, burst, day].map(figures)).toEqual([[[1, 1, 0]], [[1, 1, 0]], []])
  })

  test('lives on over a snapshot, and over days in which nothing was asked for', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: TEN_SECONDS_TO_MIDNIGHT })
    const pro = await emulator.tenant('pro')
    await pro.setLimits({ minute: { used: 'limit' }, day: { used: 7 } })
    await pro.get('/customers')
    await emulator.control('PUT', '/snapshots/then')
    await emulator.control('POST', '/snapshots/then/restore')
    const then = await history(emulator)
    await emulator.advance({ by: 'P7D' })
    const { minute, day } = await history(emulator)
    expect(figures(minute)).toEqual([[300, 0, 1]])
    expect(minute).toMatchObject({ windows: then.minute.windows, set_by_hand: then.minute.set_by_hand })
    expect(figures(day)).toEqual([[7, 0, 0]])
    await emulator.advance({ by: 'P190D' })
    expect(figures((await history(emulator)).minute)).toEqual([])
  })

  test('says since when its windows are all there are, and tells of those before when it is asked for them', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: '2026-03-10T03:00:00.000Z' })
    const pro = await emulator.tenant('pro')
    for (let turn = 0; turn < 3; turn++) {
      await pro.get('/customers')
      await emulator.advance({ by: 'PT2M' })
    }
    const starts = ({ minute }: LimitsHistory) => minute.windows.map(({ window_start }) => window_start.slice(11, 16))
    const newest = await history(emulator, 'pro', '?windows=1')
    expect([starts(newest), newest.minute.told_since]).toEqual([['03:04'], '2026-03-10T03:03:00.000Z'])
    const before = await history(emulator, 'pro', `?windows=2&before=${newest.minute.told_since}`)
    expect([starts(before), before.minute.told_since]).toEqual([['03:00', '03:02'], before.minute.kept_since])
    const { status, json } = await emulator.attempt('GET', '/tenants/pro/limits/history?before=today')
    expect([status, json.error.code]).toEqual([422, 'invalid_request'])
  })

  test('tells how a day grew however far back it is asked for', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: '2026-03-10T03:00:00.000Z' })
    const pro = await emulator.tenant('pro')
    await pro.get('/customers')
    await emulator.advance({ by: 'P4D' })
    await pro.get('/customers')
    const days = async (query?: string) =>
      (await history(emulator, 'pro', query)).day.growth?.map(({ window_start, points }) => [
        window_start.slice(0, 10),
        points.map(({ at, used }) => `${at.slice(5, 16)} ${used}`),
      ])
    expect(await days('?before=2026-03-10T15:00:00.000Z')).toEqual([
      ['2026-03-08', ['03-09T15:00 0']],
      ['2026-03-09', ['03-10T03:00 0', '03-10T15:00 1']],
    ])
    const newest = await days()
    expect(newest?.map(([day]) => day)).toEqual(['2026-03-12', '2026-03-13'])
    expect(await days('?before=2027-01-01T00:00:00.000Z')).toEqual(newest)
  })

  test('tells what somebody set from what was used, and when', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: '2026-03-10T03:00:00.000Z' })
    const pro = await emulator.tenant('pro')
    await pro.get('/customers')
    await emulator.advance({ by: 'PT2S' })
    await pro.setLimits({ burst: { used: 'limit-1' }, day: { used: 9_000 }, minute: { used: 1 } })
    await emulator.advance({ by: 'PT2S' })
    await pro.get('/customers')
    await pro.setLimits({ day: { used: 0 } })
    const { minute, burst, day, webhook_sends } = await history(emulator)
    const ids = await actionIds(emulator)
    const set = (second: number, from: number, to: number) => {
      const counts = { at: `2026-03-10T03:00:0${second}.000Z`, from, to }
      const steps = [{ ...counts, action: ids[second === 2 ? 0 : 1] }]
      return { ...counts, most: Math.max(from, to), net: to - from, steps }
    }
    expect([burst, day, minute, webhook_sends].map(view => view.set_by_hand)).toEqual([
      [set(2, 1, 99)],
      [set(2, 1, 9_000), set(4, 9_001, 0)],
      // It was that already.
      [],
      [],
    ])
    expect([burst, day, minute].map(({ windows }) => windows.map(one => [one.used, one.by_hand]))).toEqual([
      [[100, 98]],
      [[0, -2]],
      [[2, 0]],
    ])
    const limits = await pro.limits()
    expect([limits.burst.by_hand, limits.day.by_hand, limits.minute.by_hand]).toEqual([98, -2, 0])
    await emulator.advance({ to: 'next-burst' })
    expect((await pro.limits()).burst.by_hand).toBe(0)
  })

  test('tells of several settings of one instant as of one, and of the most that was used in between', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: '2026-03-10T03:00:00.000Z' })
    const pro = await emulator.tenant('pro')
    await pro.setLimits({ day: { used: 5 } })
    await emulator.advance({ by: 'PT2S' })
    await pro.setLimits({ day: { used: 'limit-1' } })
    expect([(await pro.get('/customers')).status, (await pro.get('/customers')).status]).toEqual([200, 429])
    for (const used of [5, 7, 300]) await pro.setLimits({ day: { used } })
    const { day } = await history(emulator)
    expect(day.windows).toMatchObject([{ used: 300, refused: 1 }])
    const [first, second, third, fourth, fifth] = await actionIds(emulator)
    const [at, then] = ['2026-03-10T03:00:00.000Z', '2026-03-10T03:00:02.000Z']
    expect(day.set_by_hand).toEqual([
      { at, from: 0, to: 5, most: 5, net: 5, steps: [{ at, from: 0, to: 5, action: first }] },
      {
        at: then,
        from: 5,
        to: 300,
        most: 10_000,
        // One of the 295 was let through.
        net: 294,
        steps: [
          { at: then, from: 5, to: 9_999, action: second },
          { at: then, from: 10_000, to: 5, action: third },
          { at: then, from: 5, to: 7, action: fourth },
          { at: then, from: 7, to: 300, action: fifth },
        ],
      },
    ])
  })

  test('tells the limits of the plans before, and until when each held', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: '2026-03-10T03:00:00.000Z' })
    await emulator.control('PATCH', '/tenants/pro', { plan: 'max' })
    await emulator.advance({ by: 'PT2S' })
    await emulator.control('PATCH', '/tenants/pro', { open_api_enabled: true })
    await emulator.advance({ by: 'PT1S' })
    await emulator.control('PATCH', '/tenants/pro', { plan: 'free' })
    // What held at no instant is not told.
    await emulator.control('PATCH', '/tenants/pro', { plan: 'pro' })
    const { day, webhook_sends } = await history(emulator)
    const [at, then] = ['2026-03-10T03:00:00.000Z', '2026-03-10T03:00:03.000Z']
    expect(day.earlier_limits).toEqual([
      { until: at, limit: 10_000 },
      { until: then, limit: PLANS.max.per_day },
    ])
    expect(webhook_sends.earlier_limits.map(({ limit }) => limit)).toEqual([5_000, PLANS.max.webhook_sends_per_day])
  })

  test('tells apart what only a drill has set, which sets its figures for every tenant', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: '2026-03-10T03:00:00.000Z' })
    const [pro, max] = [await emulator.tenant('pro'), await emulator.tenant('max')]
    const drill = {
      drill: 'no_sends',
      title: 'No sends are left',
      stages: [
        { text: 'the sends and the requests of the day are used up', limits: { webhook_sends: 'limit', day: 'limit' } },
      ],
      met_when: { text: 'a request was refused', otherwise: 'no request was refused', requests: { status: 429 } },
      passes_when: [{ text: 'every range is accepted', succeeded: { range: true } }],
    }
    await emulator.control('POST', '/drills', { drill })
    await emulator.control('PUT', '/clock', { pace: 'frozen' })
    expect((await pro.get('/customers')).status).toBe(429)
    const apart = async (tenant: typeof pro, name: string) => {
      const { day, webhook_sends } = await tenant.limits()
      const view = await history(emulator, name)
      return [
        [day.only_by_drill, view.day.windows.length, view.day.used_up?.length],
        [webhook_sends.only_by_drill, view.webhook_sends.windows.length, view.webhook_sends.set_by_hand.length],
      ]
    }
    expect(await apart(pro, 'pro')).toEqual([
      [false, 1, 1],
      [true, 0, 1],
    ])
    expect(await apart(max, 'max')).toEqual([
      [true, 0, 0],
      [true, 0, 1],
    ])
    // A person has meant it.
    await max.setLimits({ day: { used: 'limit' } })
    expect((await apart(max, 'max'))[0]).toEqual([false, 1, 1])
  })

  test('says from when until when nothing was left of a day, by use, by hand and by a change of plan, over snapshot and midnights', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: '2026-03-10T03:00:00.000Z' })
    const pro = await emulator.tenant('pro')
    await pro.setLimits({ day: { used: 'limit-1' } })
    await emulator.advance({ by: 'PT20S' })
    // The limit holds from the last request that went through, not from the first that was refused.
    for (const status of [200, 429]) {
      expect((await pro.get('/customers')).status).toBe(status)
      await emulator.advance({ by: 'PT10S' })
    }
    await pro.setLimits({ day: { used: 9_000 } })
    await emulator.advance({ by: 'PT1H' })
    await emulator.control('PATCH', '/tenants/pro', { plan: 'free' })
    await emulator.advance({ by: 'PT1H' })
    await emulator.control('PATCH', '/tenants/pro', { plan: 'pro' })
    await emulator.advance({ by: 'PT1H' })
    await pro.setLimits({ day: { used: 'limit' }, webhook_sends: { used: 'limit' } })
    const usedUp = async () => {
      const { day, webhook_sends, minute } = await history(emulator)
      return { day: day.used_up, sends: webhook_sends.used_up, minute: minute.used_up }
    }
    const stretch = (from: string, to: string) => ({ from: `2026-03-10T${from}.000Z`, to: `2026-03-10T${to}.000Z` })
    const before = [stretch('03:00:20', '03:00:40'), stretch('04:00:40', '05:00:40')]
    expect(await usedUp()).toEqual({
      day: [...before, stretch('06:00:40', '06:00:40')],
      sends: [stretch('06:00:40', '06:00:40')],
      minute: null,
    })
    await emulator.control('PUT', '/snapshots/then')
    await emulator.control('POST', '/snapshots/then/restore')
    await emulator.advance({ by: 'P2D' })
    await pro.setLimits({ day: { used: 1 } })
    expect(await usedUp()).toEqual({
      day: [...before, stretch('06:00:40', '15:00:00')],
      sends: [stretch('06:00:40', '15:00:00')],
      minute: null,
    })
  })

  test('counts a day that a plan does not have as nothing to use up, and stays small when a program sets counters all day', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: '2026-03-10T03:00:00.000Z' })
    await emulator.control('PATCH', '/tenants/pro', { plan: 'free' })
    expect((await history(emulator)).webhook_sends.used_up).toEqual([])
    const pro = await emulator.tenant('pro')
    for (let turn = 0; turn < 104; turn++) {
      await pro.setLimits({ day: { used: turn % 2 === 0 ? 'limit' : 0 } })
      await emulator.advance({ by: 'PT0.1S' })
    }
    const rows = (await emulator.rows()).limit_history?.filter(row => row.includes('day.used_up')) ?? []
    expect([rows.length, (await history(emulator)).day.used_up?.length]).toEqual([100, 50])
  })

  test.each(['0', '1001', 'all'])('refuses %s windows', async windows => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const { status, json } = await emulator.attempt('GET', `/tenants/pro/limits/history?windows=${windows}`)
    expect([status, json.error.code]).toEqual([422, 'invalid_request'])
  })
})
