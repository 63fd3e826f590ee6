import { describe, expect, test } from 'vitest'
import { type LISTS, REFUSING_LIMITS } from '../../server/contract/lists.ts'
import type { LimitName, LimitUsageView } from '../../server/control/protocol/limits.ts'
import { TestEmulator } from '../support/api.ts'
import { subscribeInbox } from '../support/subscriber.ts'

const usage = async (emulator: TestEmulator, limit: LimitName): Promise<LimitUsageView> =>
  (await emulator.control('GET', `/tenants/pro/limits/usage?limit=${limit}`)).json

const listed = async (
  emulator: TestEmulator,
  list: keyof typeof LISTS,
  { window_start, resets_at }: LimitUsageView,
  filters: Record<string, string>,
): Promise<{ seq: number; method: string; status: number }[]> => {
  const query = new URLSearchParams({ tenant: 'pro', within: `${window_start}/${resets_at}`, limit: '200', ...filters })
  return (await emulator.control('GET', `/${list}?${query}`)).json.data
}

const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)

/** A mix of answers: what counts for which limit depends on method, status and register. */
async function mix(emulator: TestEmulator): Promise<void> {
  const pro = await emulator.tenant('pro')
  const max = await emulator.tenant('max')
  const limits = (body: object) => emulator.control('PUT', '/tenants/pro/limits', body)
  await pro.get('/customers')
  await pro.get('/customers')
  await pro.post('/customers', pro.customer())
  await pro.post('/customers', {})
  await pro.get('/customers/999999')
  await pro.get('/nothing')
  await emulator.api('HEAD', '/customers', { key: pro.key() })
  await emulator.api('OPTIONS', '/customers', { key: pro.key() })
  await max.get('/customers')
  await emulator.control('POST', '/faults', { match: { tenant: 'pro' }, effect: { status: 503 }, times: 1 })
  await pro.get('/customers')
  const { webhook_id } = await subscribeInbox(pro, 'crm')
  await pro.post(`/webhooks/${webhook_id}/test`, {})
  await limits({ burst: { used: 'limit' } })
  await pro.get('/customers')
  await limits({ burst: { used: 20 }, minute: { used: 'limit' } })
  await pro.get('/customers')
  await limits({ minute: { used: 40 }, day: { used: 'limit-1' } })
  await pro.get('/customers')
  await pro.get('/customers')
}

describe('what used up a limit', () => {
  test.each([
    ['as documented', {}],
    ['when errors use nothing', { 'limits.failed_counts': 'no' }],
    ['when what is refused uses slots too', { 'limits.rejected_counts': 'yes' }],
    ['when HEAD uses nothing', { 'limits.head_counts': 'no' }],
  ])('adds up to its figure, and is exactly what the list shows, %s', async (_, assumed) => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    for (const [id, value] of Object.entries(assumed)) await emulator.assume(id, value)
    await emulator.advance({ by: 'PT10S' })
    await mix(emulator)
    for (const limit of REFUSING_LIMITS) {
      const view = await usage(emulator, limit)
      expect([limit, view.not_known]).toEqual([limit, 0])
      expect(view.by_hand + view.known).toBe(view.used)
      expect(view.by_hand).not.toBe(0)
      expect(sum(view.requests)).toBe(view.known)
      expect(sum(view.keys)).toBe(view.known)
      const rows = await listed(emulator, 'requests', view, { used: limit })
      expect(rows).toHaveLength(view.known)
      // Each part of it leads to as many.
      for (const { method, endpoint, count } of view.requests)
        expect(
          await listed(emulator, 'requests', view, { used: limit, method, endpoint: endpoint ?? 'none' }),
        ).toHaveLength(count)
      for (const { key_id, count } of view.keys)
        expect(await listed(emulator, 'requests', view, { used: limit, key: String(key_id) })).toHaveLength(count)
      if (limit === 'day') expect(rows.every(({ status }) => status < 400)).toBe(true)
      const refused = await listed(emulator, 'requests', view, { refused_by: limit })
      const both = await listed(emulator, 'requests', view, { of_limit: limit })
      expect(new Set(both.map(({ seq }) => seq))).toEqual(new Set([...rows, ...refused].map(({ seq }) => seq)))
      expect(refused.length).toBeGreaterThan(0)
    }
  })

  test('says how much of it is not known any more', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    for (let asked = 0; asked < 3; asked++) await pro.get('/customers')
    await emulator.control('DELETE', '/requests')
    await pro.get('/customers')
    expect(await usage(emulator, 'day')).toMatchObject({ used: 4, by_hand: 0, known: 1, not_known: 3 })
  })

  test('is told of a window that is over by an instant of it, and of none that is not remembered or still to come', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await pro.get('/customers')
    await emulator.control('PUT', '/tenants/pro/limits', { day: { used: 900 } })
    const { window_start } = await usage(emulator, 'day')
    await emulator.advance({ to: 'next-tokyo-midnight' })
    await pro.get('/calls')
    const then = await emulator.control('GET', `/tenants/pro/limits/usage?limit=day&at=${window_start}`)
    expect(then.json).toMatchObject({ window_start, used: 900, by_hand: 899, known: 1, not_known: 0 })
    for (const at of ['2999-01-01T00:00:00Z', '1999-01-01T00:00:00Z', 'yesterday'])
      await expect(emulator.control('GET', `/tenants/pro/limits/usage?at=${at}`)).rejects.toThrow(
        'at must be an instant',
      )
  })

  test('does not guess what counted before the register was switched', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await emulator.control('PUT', '/tenants/pro/limits', { minute: { used: 'limit' } })
    await pro.get('/customers')
    await emulator.assume('limits.rejected_counts', 'yes')
    await pro.get('/customers')
    expect(await usage(emulator, 'minute')).toMatchObject({ used: 301, by_hand: 300, known: 0, not_known: 1 })
    await emulator.advance({ by: 'PT1S' })
    await pro.get('/customers')
    expect(await usage(emulator, 'minute')).toMatchObject({ used: 302, by_hand: 300, known: 1, not_known: 1 })
  })

  test.each([['no'], ['yes']])(
    'of webhook sends is each event once, and its deliveries by webhook (without subscribers: %s)',
    async counts => {
      await using emulator = await TestEmulator.start({ fixture: 'empty' })
      await emulator.assume('webhooks.send_count_without_subscriber', counts)
      await emulator.advance({ by: 'PT1S' })
      const pro = await emulator.tenant('pro')
      const trigger = (event: string) => emulator.control('POST', '/events', { tenant: 'pro', event })
      await trigger('call.missed')
      const { webhook_id: one } = await subscribeInbox(pro, 'one')
      const { webhook_id: other } = await subscribeInbox(pro, 'other')
      await emulator.control('POST', '/faults', {
        match: { tenant: 'pro', event: 'call.completed' },
        effect: { forge: 'no_header' },
        times: 1,
      })
      await trigger('call.completed')
      await trigger('call.completed')
      await pro.post(`/webhooks/${one}/test`, {})
      await emulator.control('PUT', '/tenants/pro/limits', { webhook_sends: { used: 4_999 } })
      await trigger('call.missed')
      await trigger('call.missed')
      const view = await usage(emulator, 'webhook_sends')
      const missed = counts === 'yes' ? 2 : 1
      expect(view).toMatchObject({ used: 5_000, known: 2 + missed, not_known: 0, by_hand: 5_000 - 2 - missed })
      expect(Object.fromEntries(view.events.map(({ event, count }) => [event, count]))).toEqual({
        'call.completed': 2,
        'call.missed': missed,
      })
      expect(Object.fromEntries(view.deliveries.map(({ webhook_id, count }) => [webhook_id, count]))).toEqual({
        [one]: 3,
        [other]: 3,
      })
      const used = { used: 'webhook_sends' }
      expect(await listed(emulator, 'events', view, used)).toHaveLength(view.known)
      expect(await listed(emulator, 'deliveries', view, { ...used, webhook_id: String(one) })).toHaveLength(3)
    },
  )
})
