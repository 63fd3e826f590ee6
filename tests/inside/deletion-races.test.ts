import { expect, test } from 'vitest'
import { Randomness } from '../../server/kernel/random.ts'
import type { TestTenant } from '../support/api.ts'
import { changeAnswers, InsideEmulator } from '../support/inside.ts'
import { inspect, subscribeInbox } from '../support/subscriber.ts'

/** Races of a deletion, or a switching off, with the deliveries that it ends; each draws who comes when. The long tier sets more. */
const RACES = Number(process.env.RINGBACK_RACES ?? 60)

/** Attempts and answers to deletions of one emulator, in the order in which they happened, and the races that lead to them. */
async function startRaces(options: { off?: 'cancel' } = {}) {
  const test = await InsideEmulator.start({ fixture: 'empty' })
  const max = await test.tenant('max')
  const { runtime } = test.emulator.defaultWorld
  const { deliveries, webhooks } = runtime.services
  const log: string[] = []
  const send = deliveries.sendNow.bind(deliveries)
  deliveries.sendNow = (delivery, webhook, signal) => {
    log.push(`attempt ${webhook.webhook_id}`)
    return send(delivery, webhook, signal)
  }
  changeAnswers(runtime, response => {
    const { path = '' } = runtime.exchanges.find(response.request_id) ?? {}
    const [, id] = /^\/webhooks\/(\d+)$/.exec(path) ?? []
    if (id !== undefined && response.status < 300) void runtime.store.committed.then(() => log.push(`end ${id}`))
    return response
  })
  if (options.off === 'cancel') {
    deliveries.cancelPending = () => {}
    const find = webhooks.findIncludingDeleted.bind(webhooks)
    webhooks.findIncludingDeleted = id => {
      const webhook = find(id)
      return webhook && { ...webhook, deleted_at: null, is_enabled: 1 }
    }
  }
  return { test, max, log }
}

/** One race: events of one webhook, its end, and steps of the clock, all under way at once. */
async function race(test: InsideEmulator, max: TestTenant, seed: number): Promise<void> {
  const draw = new Randomness('deletion').below(`${seed}`)
  await max.setLimits({ minute: { used: 0 }, burst: { used: 0 }, day: { used: 0 } })
  const { webhook_id } = await subscribeInbox(max, `race-${seed}`)
  const events = draw.integer('events', 1, 4)
  await test.control('PUT', `/inbox/race-${seed}`, { status: 500, times: draw.integer('failures', 1, 4) })
  const path = `/webhooks/${webhook_id}`
  const end = () => (draw.fraction('delete') < 0.5 ? max.ask('DELETE', path) : max.put(path, { is_enabled: false }))
  const commands = [
    ...Array.from(
      { length: events },
      () => () => test.control('POST', '/events', { tenant: 'max', event: 'call.missed' }),
    ),
    () => test.advance({ by: `PT${draw.integer('advance', 0, 10)}S` }),
  ]
  commands.splice(draw.integer('when', 0, commands.length), 0, end)
  await Promise.all(commands.map(command => command()))
  await test.advance({ by: 'PT10S' })
  // Those that were only switched off would fill up the tenant.
  await max.ask('DELETE', path)
}

/** Webhooks of which an attempt began after their end was answered. */
const lateIn = (log: readonly string[]) =>
  log.filter((entry, index) => {
    const [what, id] = entry.split(' ')
    return what === 'attempt' && log.lastIndexOf(`end ${id}`, index) >= 0
  })

test(`no attempt begins once the end of its webhook was answered, in ${RACES} races (threat C12)`, {
  timeout: 10 * 60_000,
}, async () => {
  const { test: emulator, max, log } = await startRaces()
  await using _ = emulator
  for (let seed = 0; seed < RACES; seed++) await race(emulator, max, seed)
  expect(lateIn(log)).toEqual([])
  const kinds = new Set((await inspect(emulator).deliveries('limit=200')).map(({ status }) => status))
  // Some ended before their webhook did, and some with it.
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['cancelled', 'delivered']))
})

test('without the cancelling some begin after it, so the races are close enough to tell (without C12)', async () => {
  const { test: emulator, max, log } = await startRaces({ off: 'cancel' })
  await using _ = emulator
  for (let seed = 0; seed < 20; seed++) await race(emulator, max, seed)
  expect(lateIn(log)).not.toEqual([])
})
