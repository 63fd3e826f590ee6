import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { itemOf, Timeline, type TimelineItem } from '../../renderer/data/timeline.ts'
import type { ActionView } from '../../server/control/protocol/actions.ts'
import type { CallView } from '../../server/control/protocol/calls.ts'
import type { EventView } from '../../server/control/protocol/events.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import type { StreamTopic } from '../../server/control/protocol/stream.ts'
import { EventStream } from '../support/event-stream.ts'
import { InsideEmulator } from '../support/inside.ts'
import { inspect, subscribe, subscribeInbox } from '../support/subscriber.ts'

/** Oldest first, whatever order they arrive in. */
function ordered(items: readonly TimelineItem[]): TimelineItem[] {
  const timeline = new Timeline()
  timeline.add(items)
  return timeline.items.toReversed()
}
const keysOf = (items: readonly TimelineItem[]) => ordered(items).map(({ key }) => key)

const nameOf = (item: TimelineItem): string =>
  item.lane === 'call' ? item.step : item.lane === 'control' ? `by hand: ${item.value.kind}` : item.lane

/** What the lists tell of a world, list after list. */
async function listed(emulator: InsideEmulator): Promise<TimelineItem[]> {
  const list = async <Row>(path: string): Promise<Row[]> =>
    (await emulator.control('GET', `/${path}?limit=200`)).json.data.toReversed()
  const { deliveries, delivery, ledger } = inspect(emulator)
  const details = await Promise.all((await deliveries('limit=200')).map(one => delivery(one.delivery_id)))
  return [
    ...(await list<ExchangeView>('requests')).map(itemOf.exchange),
    ...(await list<ActionView>('actions')).map(itemOf.action),
    ...(await list<CallView>('calls')).flatMap(itemOf.call),
    ...(await list<EventView>('events')).map(itemOf.event),
    ...details.flatMap(detail => itemOf.attempts(detail, 8)),
    ...(await ledger('limit=200')).map(itemOf.ledger),
  ]
}

const TOLD = {
  exchange: itemOf.exchange,
  action: itemOf.action,
  call: itemOf.call,
  event: itemOf.event,
  delivery: itemOf.delivery,
  ledger: itemOf.ledger,
} as Partial<Record<StreamTopic, (value: never) => TimelineItem | TimelineItem[]>>

/** What the stream has told of it, as a page shows it. */
function told({ messages }: EventStream): TimelineItem[] {
  const items = messages.flatMap(({ event, data }) => TOLD[event as StreamTopic]?.(data as never) ?? [])
  return items.filter(item => item.lane !== 'delivery' || item.value.attempt_count > 0)
}

const PLACED = { tenant: 'pro', phone_number: '+819012345678' }
const SCRIPT = [
  { after: 'PT0S', to: 'ringing' },
  { after: 'PT0S', to: 'no_answer' },
]

test('At one instant everything stands in the order in which it happened, told live as read from lists', async () => {
  await using emulator = await InsideEmulator.start({ fixture: 'empty' })
  await using stream = await EventStream.open(emulator.url)
  await stream.ready()
  const { runtime } = emulator.emulator.defaultWorld
  const tenant = await emulator.tenant('pro')
  await subscribeInbox(tenant, 'crm')
  await emulator.control('PUT', '/inbox/crm', { status: 500 })
  await emulator.control('POST', '/calls', { ...PLACED, script: SCRIPT })
  await runtime.kernel.settled()
  await tenant.get('/customers')
  const { call_id } = (await emulator.control('POST', '/calls', { ...PLACED, script: [] })).json
  for (const to of ['ringing', 'connected', 'ended']) await emulator.control('POST', `/calls/${call_id}/steps`, { to })
  await runtime.kernel.settled()
  await emulator.control('PUT', '/tenants/pro/limits', { webhook_sends: { used: 'limit' } })
  await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
  await tenant.get('/customers')
  await emulator.control('PUT', '/snapshots/last')
  await stream.until(({ data }) => data?.kind === 'snapshot')
  const lists = await listed(emulator)
  for (const arriving of [told(stream), told(stream).toReversed(), lists.toReversed()])
    expect(keysOf(arriving)).toEqual(keysOf(lists))

  expect(ordered(lists).map(nameOf)).toEqual([
    // The webhook, and what its receiver answers.
    ...['exchange', 'by hand: inbox'],
    ...['by hand: call', 'initiating', 'ringing', 'ended', 'event', 'delivery', 'exchange'],
    ...['by hand: call', 'initiating', 'by hand: call', 'ringing', 'by hand: call', 'connected'],
    ...['by hand: call', 'ended', 'event', 'delivery'],
    ...['by hand: limits', 'ledger', 'exchange', 'by hand: snapshot'],
  ])
})

/** Two receivers, of which the second answers only after the first, or the other way round. */
async function numbersOf(first: 'a' | 'b'): Promise<unknown> {
  await using emulator = await InsideEmulator.start({ fixture: 'empty' })
  const tenant = await emulator.tenant('pro')
  const held = new Map<string, ServerResponse>()
  const receiverOf = (name: 'a' | 'b') => ({
    host: `${name}.example.com`,
    respond: (_: unknown, response: ServerResponse) => {
      held.set(name, response)
      if (name === first) response.writeHead(500).end()
      if (held.size < 2) return
      for (const waiting of held.values()) if (!waiting.headersSent) waiting.writeHead(500).end()
    },
  })
  await using _a = await subscribe(emulator, tenant, receiverOf('a'))
  await using _b = await subscribe(emulator, tenant, receiverOf('b'))
  await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
  await emulator.emulator.defaultWorld.runtime.kernel.settled()
  const { deliveries, delivery } = inspect(emulator)
  const details = await Promise.all((await deliveries()).map(one => delivery(one.delivery_id)))
  return details.map(({ url, nth, attempts }) => [url, nth, attempts.map(made => made.nth)])
}

test('The order of what is sent at one instant repeats, whichever receiver answers first', async () => {
  expect(await numbersOf('a')).toEqual(await numbersOf('b'))
})

test('What an answer brings about takes no number of its own: when it comes, beside what else happens, is up to its receiver', async () => {
  await using emulator = await InsideEmulator.start({ fixture: 'empty' })
  await subscribeInbox(await emulator.tenant('pro'), 'crm')
  const numbers: number[] = []
  for (const event of ['call.missed', 'call.completed']) {
    numbers.push((await emulator.control('POST', '/events', { tenant: 'pro', event })).json.nth)
    await emulator.emulator.defaultWorld.runtime.kernel.settled()
  }
  // The event, its delivery, and the turn of its attempt, each two on.
  expect(numbers[1]! - numbers[0]!).toBe(6)
})
