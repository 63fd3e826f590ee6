import { expect, test } from 'vitest'
import { accusations, casesOf, outcomeOf, saysTheSameInAnyBatching } from '../../tests/support/judged.ts'
import { ObservedClient, ObservedWorld, type RequestSays } from '../../tests/support/observed.ts'
import { quota, rate, unavailable } from '../../tests/support/refusals.ts'
import { evidenceOf, told } from '../../tests/support/said.ts'
import type { Actor } from './observations.ts'
import { hammering } from './rules/hammering.ts'
import { requestsAfterQuota } from './rules/requests-after-quota.ts'
import { retryBeforeRetryAfter } from './rules/retry-before-retry-after.ts'

const rule = retryBeforeRetryAfter
const verdict = (world: ObservedWorld) => told(outcomeOf(rule, world))
const isFine = (world: ObservedWorld) => expect(verdict(world).findings).toEqual([])
const isAccused = (world: ObservedWorld) => expect(accusations(world)).toEqual(['retry_before_retry_after: error'])
const isWarned = (world: ObservedWorld) => expect(accusations(world)).toEqual(['retry_before_retry_after: warning'])

/** A client with other requests in flight: what one worker was told, another need not know. */
function pooled(): { world: ObservedWorld; client: ObservedClient } {
  const world = new ObservedWorld()
  const client = world.client()
  const [one, other] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
  world.passes(0.001)
  one.ends()
  other.ends()
  client.reconnects()
  return { world, client }
}

test('any request of a client that has never had two in flight knows of the refusal', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  client.reconnects()
  client.sends('GET', '/customers/2')
  isAccused(world)
})

test('in a pool another request need not know: it is nothing when it comes at once, nothing when it succeeds', () => {
  const { world, client } = pooled()
  client.sends('GET', '/customers/1', rate(30))
  client.sends('GET', '/customers/2', rate(30))
  world.passes(0.2)
  client.sends('GET', '/customers/3', rate(29))
  world.passes(1)
  client.sends('GET', '/customers/4')
  isFine(world)
})

test('in a pool another request is a warning when it comes a quarter of a second later and is refused', () => {
  const { world, client } = pooled()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(0.25)
  client.sends('GET', '/customers/2', rate(29))
  isWarned(world)
  expect(verdict(world).findings).toEqual([
    'warning: #4 came 29.8 s too early, perhaps without knowing of the refusal: #3 had asked for a wait of 30 s, and another connection or worker may have got that answer.',
  ])
})

test('whoever opens connections before the first answer sends at once, even if it is seen one after the other', () => {
  const world = new ObservedWorld()
  const [first, second] = [world.client(), world.client()]
  const workers = [first, new ObservedClient(world, first.actor), new ObservedClient(world, first.actor)]
  for (const [n, worker] of workers.entries()) worker.sends('GET', `/customers/${n}`, rate(30))
  isFine(world)
  // Another that closes its connection before it opens the next one does not.
  second.sends('GET', '/customers/7', rate(30))
  second.reconnects()
  second.sends('GET', '/customers/8', rate(30))
  isAccused(world)
})

test('in a pool equal requests that are each refused may each come again when their own wait is over', () => {
  const { world, client } = pooled()
  const both = [client.begins('GET', '/customers/1'), client.begins('GET', '/customers/1')]
  world.passes(0.001)
  for (const one of both) one.ends(rate(30))
  world.passes(30)
  client.sends('GET', '/customers/1', rate(30))
  world.passes(1)
  client.sends('GET', '/customers/1', rate(30))
  isFine(world)
  // Both have come; a third knows what they were told.
  world.passes(1)
  client.sends('GET', '/customers/1')
  isAccused(world)
})

test('in a pool the same request knows on the same connection', () => {
  const { world, client } = pooled()
  client.sends('GET', '/customers/1', rate(30))
  client.sends('GET', '/customers/1', rate(30))
  isAccused(world)
})

test('in a pool the same request knows on another connection after a quarter of a second, and not before', () => {
  const after = (seconds: number) => {
    const { world, client } = pooled()
    const other = new ObservedClient(world, client.actor)
    other.sends('GET', '/customers/7')
    client.sends('GET', '/customers/1', rate(30))
    world.passes(seconds)
    other.sends('GET', '/customers/1', rate(30))
    return world
  }
  isFine(after(0.249))
  isAccused(after(0.25))
})

test('in a pool what need not have known, and was refused, is a refusal of its own', () => {
  const { world, client } = pooled()
  const other = new ObservedClient(world, client.actor)
  other.sends('GET', '/customers/7')
  client.sends('GET', '/customers/1', rate(30))
  world.passes(0.2)
  other.sends('GET', '/customers/1', rate(30))
  isFine(world)
  other.sends('GET', '/customers/1', rate(30))
  expect(evidenceOf(outcomeOf(rule, world))).toEqual([[5, 6]])
})

test('in a pool a worker may repeat what has failed at once although an equal one was told to wait meanwhile', () => {
  const { world, client } = pooled()
  const other = new ObservedClient(world, client.actor)
  other.sends('GET', '/customers/8')
  const failing = client.begins('GET', '/customers/1')
  other.sends('GET', '/customers/1', rate(30))
  world.passes(0.5)
  failing.ends({ status: 500 })
  client.sends('GET', '/customers/1')
  isFine(world)
})

test('in a pool a worker whose request has failed may repeat it although an equal one was told to wait', () => {
  const { world, client } = pooled()
  client.sends('GET', '/customers/1', { status: 500 })
  const other = new ObservedClient(world, client.actor)
  other.sends('GET', '/customers/1', rate(30))
  world.passes(0.5)
  client.sends('GET', '/customers/1')
  isFine(world)
  // It has repeated it: the next one comes after what the other was told.
  world.passes(0.5)
  client.sends('GET', '/customers/1')
  isAccused(world)
})

test('in a pool a worker that repeats soon what has failed may come on the connection on which an equal one was told to wait', () => {
  const { world, client } = pooled()
  const other = new ObservedClient(world, client.actor)
  other.sends('GET', '/customers/8')
  client.sends('GET', '/customers/1', { status: 503 })
  other.sends('GET', '/customers/1', rate(30))
  // A pool takes any connection that is free.
  world.advances(0.2)
  other.sends('GET', '/customers/1', rate(30))
  isFine(world)
  // Both have been told by now, and a pause this long is enough for a worker on any connection.
  world.passes(3)
  other.sends('GET', '/customers/1', rate(27))
  other.sends('GET', '/customers/1', rate(27))
  other.sends('GET', '/customers/1', rate(27))
  isAccused(world)
})

test('in a pool the same request on a connection that is opened for it knows only when others have paused for two seconds', () => {
  const after = (seconds: number) => {
    const { world, client } = pooled()
    const other = new ObservedClient(world, client.actor)
    other.sends('GET', '/customers/7')
    client.sends('GET', '/customers/1', rate(30))
    client.reconnects()
    world.passes(1)
    other.sends('GET', '/customers/8')
    world.passes(seconds)
    client.sends('GET', '/customers/1', rate(30))
    return world
  }
  isWarned(after(1.9))
  isAccused(after(2))
})

test('in a pool others that go on as the answer ends have not paused', () => {
  const { world, client } = pooled()
  const other = new ObservedClient(world, client.actor)
  other.sends('GET', '/customers/7')
  client.sends('GET', '/customers/1', { ...rate(30), takes: 2 })
  other.sends('GET', '/customers/8')
  client.reconnects()
  world.passes(0.3)
  client.sends('GET', '/customers/1', rate(30))
  isWarned(world)
})

test('in a pool what comes a quarter of a second after a failure, on any clock, is its repeat', () => {
  const { world, client } = pooled()
  const other = new ObservedClient(world, client.actor)
  other.sends('GET', '/customers/8')
  client.sends('GET', '/customers/1', { status: 503 })
  other.sends('GET', '/customers/1', rate(30))
  world.advances(0.248)
  other.sends('GET', '/customers/1', rate(30))
  isFine(world)
  other.sends('GET', '/customers/1', rate(30))
  isAccused(world)
})

test('in a pool a quarter of a second is one of real time', () => {
  const { world, client } = pooled()
  client.sends('GET', '/customers/1', rate(30))
  client.reconnects()
  world.advances(1)
  client.sends('GET', '/customers/1', rate(30))
  isFine(world)
})

test('two processes with one key, each on a connection of its own, do not hear what the other is told', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const other = new ObservedClient(world, client.actor)
  client.sends('GET', '/customers/1')
  world.passes(1)
  other.reconnects()
  other.sends('GET', '/customers/2')
  world.passes(1)
  client.sends('GET', '/customers/3', rate(30))
  world.passes(0.01)
  other.sends('GET', '/customers/4')
  isFine(world)
  // It knows what it was told itself.
  client.sends('GET', '/customers/3')
  isAccused(world)
})

test('whoever gives up a connection before the next one is opened is one client', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let id = 0; id < 3; id++) {
    client.reconnects()
    client.sends('GET', `/customers/${id}`, id === 2 ? rate(30) : {})
    world.passes(1)
  }
  client.reconnects()
  client.sends('GET', '/customers/4')
  isAccused(world)
})

test('in a pool equal requests that waited for a connection do not know, for two seconds after the refusal', () => {
  const after = (seconds: number, answered: object) => {
    const { world, client } = pooled()
    client.sends('GET', '/customers/1', answered)
    client.sends('GET', '/customers/1', rate(30))
    world.passes(seconds)
    client.sends('GET', '/customers/1', rate(30))
    return world
  }
  isFine(after(0.001, {}))
  isWarned(after(1.9, {}))
  isAccused(after(2, {}))
  // One that was not answered before is the repeat of what was refused.
  isAccused(after(0.001, { status: 404, fingerprint: 7 }))
})

test('in a pool that sends others twice, an equal request that comes at once need not know, and one that has waited does', () => {
  const after = (seconds: number) => {
    const { world, client } = pooled()
    client.sends('GET', '/customers/7')
    client.sends('GET', '/customers/7', rate(30))
    client.sends('GET', '/customers/1', rate(30))
    world.advances(seconds)
    client.sends('GET', '/customers/1', rate(30))
    return world
  }
  isFine(after(0.248))
  isAccused(after(0.25))
})

test('in a pool it may be the first of all that was answered of the equal ones, or one that was sent later', () => {
  const { world, client } = pooled()
  world.passes(2)
  client.sends('GET', '/customers/1')
  client.sends('GET', '/customers/1', rate(30))
  client.sends('GET', '/customers/1', rate(30))
  const refused = client.begins('GET', '/customers/2', rate(30))
  world.passes(0.001)
  client.sends('GET', '/customers/2')
  refused.ends()
  client.sends('GET', '/customers/2', rate(30))
  isFine(world)
})

test('in a pool what was answered before a pause says nothing of what is waiting', () => {
  const { world, client } = pooled()
  client.sends('GET', '/customers/1')
  world.passes(1.998)
  client.sends('GET', '/customers/1', rate(30))
  client.sends('GET', '/customers/1')
  isAccused(world)
})

test('a request that began before the refusal had ended does not know of it', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const refused = client.begins('GET', '/customers/1', rate(30))
  const other = client.begins('GET', '/customers/1', rate(30))
  world.passes(0.5)
  refused.ends()
  world.passes(0.5)
  other.ends()
  isFine(world)
})

test('that a client had two requests in flight is known only when the longer one has ended, and counts from its beginning', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const long = client.begins('GET', '/reports/summary')
  client.sends('GET', '/customers/1', rate(30))
  client.sends('GET', '/customers/2')
  isAccused(world)
  long.ends()
  isFine(world)
  saysTheSameInAnyBatching(rule, world)
})

test('two requests that are sent together are those of two workers, which may not have heard of the refusal', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  const both = [client.begins('GET', '/customers/2'), client.begins('GET', '/customers/3')]
  world.passes(0.001)
  for (const one of both) one.ends()
  isFine(world)
})

test('of what came early to a refusal, only what was refused later is told of a client that had two in flight', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const long = client.begins('GET', '/reports/summary')
  client.sends('GET', '/customers/1', rate(30))
  client.sends('GET', '/customers/2', rate(30))
  world.passes(0.3)
  client.sends('GET', '/customers/3')
  client.sends('GET', '/customers/4', rate(29))
  long.ends()
  expect(verdict(world).findings).toEqual([
    expect.stringContaining('#5 came 29.7 s too early, perhaps without knowing of the refusal: #2 '),
  ])
})

test('a wait that nobody is blamed for in the end is open, and kept once somebody comes after it', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const long = client.begins('GET', '/reports/summary')
  client.sends('GET', '/customers/1', rate(30))
  client.reconnects()
  client.sends('GET', '/customers/2')
  long.ends()
  world.passes(30)
  expect(verdict(world)).toEqual({ findings: [], passed: 0, open: 1 })
  client.sends('GET', '/customers/1')
  expect(verdict(world)).toEqual({ findings: [], passed: 1, open: 0 })
})

test('one that comes after hundreds of waits has waited once', () => {
  const { world, client } = pooled()
  for (let id = 0; id < 300; id += 1) {
    client.reconnects()
    client.sends('GET', `/customers/${id}`, { ...rate(30), takes: 0 })
  }
  world.passes(31)
  expect(verdict(world)).toEqual({ findings: [], passed: 0, open: 300 })
  client.sends('GET', '/customers/1')
  expect(verdict(world).passed).toBe(1)
})

test('hundreds of requests that come early are all counted, so long as their client has one in flight', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const long = client.begins('GET', '/reports/summary')
  client.sends('GET', '/customers/1', rate(30))
  for (let id = 0; id < 300; id += 1) client.sends('GET', `/calls/${id}`)
  expect(verdict(world).findings).toEqual([expect.stringContaining('error: 300 requests')])
  long.ends()
  isFine(world)
})

test('what a client did before it had two requests in flight stays as it was', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  client.sends('GET', '/customers/2')
  world.passes(60)
  const [one, other] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
  one.ends()
  world.passes(0.001)
  other.ends()
  isAccused(world)
})

test('another actor knows nothing of the refusal', () => {
  const world = new ObservedWorld()
  world.client().sends('GET', '/customers/1', rate(30))
  world.client({ product: 'axios/1.7' }).sends('GET', '/customers/1', rate(30))
  isFine(world)
})

test.each(['limits', 'plan', 'keys', 'open_api', 'assumption'] as const)(
  'a change of %s ends the waits of its tenant, and of nobody else',
  what => {
    const world = new ObservedWorld()
    const clients = [world.client({ tenant: 'pro' }), world.client({ tenant: 'free' })]
    for (const client of clients) client.sends('GET', '/customers/1', rate(30))
    world.passes(0.001)
    world.change(what, { tenant: 'pro' })
    for (const client of clients) client.sends('GET', '/customers/1')
    const outcome = outcomeOf(rule, world)
    expect(outcome.findings.map(({ actor }) => actor?.tenant)).toEqual(['free'])
    // Whether the other one would have waited, nobody knows.
    expect([outcome.passed.total, outcome.open.total]).toEqual([0, 0])
  },
)

test('a change without a tenant ends the waits of all, one of webhooks none', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(0.001)
  world.change('webhooks')
  client.sends('GET', '/customers/1', rate(30))
  world.change('assumption')
  client.sends('GET', '/customers/1')
  expect(evidenceOf(outcomeOf(rule, world))).toEqual([[1, 2]])
})

test('the removal of the fault that refused ends its wait, that of another does not', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', { ...unavailable(30), fault_id: 4 })
  world.passes(0.001)
  world.change('fault_removed', { fault_id: 5 })
  client.sends('GET', '/customers/1', { ...unavailable(30), fault_id: 4 })
  world.change('fault_removed', { fault_id: 4 })
  client.sends('GET', '/customers/1')
  expect(evidenceOf(outcomeOf(rule, world))).toEqual([[1, 2]])
})

test('a wait that a change has ended is neither open nor kept', () => {
  const world = new ObservedWorld()
  world.client().sends('GET', '/customers/1', rate(30))
  world.change('limits')
  expect(verdict(world)).toEqual({ findings: [], passed: 0, open: 0 })
  world.passes(30)
  expect(verdict(world)).toEqual({ findings: [], passed: 0, open: 0 })
})

test('a wait that has ended stays so while an older one lasts', () => {
  const { world, client } = pooled()
  client.sends('GET', '/customers/1', rate(30))
  client.sends('GET', '/customers/2', { ...unavailable(30), fault_id: 4 })
  world.change('fault_removed', { fault_id: 4 })
  client.sends('GET', '/customers/2')
  isFine(world)
})

test('a wait that ends just now hides none that lasts', () => {
  const { world, client } = pooled()
  client.sends('GET', '/customers/1', { ...unavailable(30), fault_id: 4 })
  client.sends('GET', '/customers/2', rate(30))
  world.passes(0.5)
  world.change('fault_removed', { fault_id: 4 })
  client.sends('GET', '/customers/3', rate(29))
  isWarned(world)
})

test('what was asked to wait longer than the first is one refusal, whatever comes early to it', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(5))
  world.passes(1)
  client.sends('GET', '/customers/2', rate(40))
  world.passes(6)
  for (const id of [3, 4]) client.sends('GET', `/customers/${id}`)
  expect(evidenceOf(outcomeOf(rule, world))).toEqual([
    [1, 2],
    [2, 3, 4],
  ])
})

test('a request that was under way before the change was early all the same', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  const again = client.begins('GET', '/customers/1')
  world.passes(0.001)
  world.change('limits')
  again.ends()
  isAccused(world)
})

test('when the clock runs faster than real time, a request after the emulated end of the wait is a warning', () => {
  const world = new ObservedWorld()
  world.pace(60)
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(0.5)
  client.sends('GET', '/customers/1')
  isWarned(world)
})

test('when the clock runs faster than real time, a request before the emulated end of the wait is an error', () => {
  const world = new ObservedWorld()
  world.pace(60)
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(0.49)
  client.sends('GET', '/customers/1')
  isAccused(world)
})

test('a client that has waited for the emulated end is warned also when the clock goes slower by then', () => {
  const world = new ObservedWorld()
  world.pace(60)
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(0.5)
  world.pace(1)
  client.sends('GET', '/customers/1')
  isWarned(world)
})

test('at the pace of real time the emulated end of the wait is its end', () => {
  const world = new ObservedWorld()
  world.pace(1)
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(20)
  client.sends('GET', '/customers/1')
  isAccused(world)
})

test('ten thousand refusals of as many requests are kept in bounds', () => {
  const { world, client } = pooled()
  for (let id = 0; id < 10_000; id += 1) {
    client.reconnects()
    client.sends('GET', `/customers/${id}`, { ...rate(3_600), takes: 0 })
  }
  const { open, findings } = outcomeOf(rule, world)
  expect(open.total).toBe(4_096)
  expect(findings).toEqual([])
})

test('whoever comes in the next window has waited: Retry-After is rounded up to whole seconds, windows are not', () => {
  const world = new ObservedWorld()
  const client = world.client()
  // Half a second after a whole one, so that 30 s of Retry-After are 29.5 s of the window.
  world.advances(0.5)
  client.sends('GET', '/customers/1', rate(30))
  world.advances(29.5)
  client.sends('GET', '/customers/1')
  isFine(world)
})

test('a live client that goes by the instant of the reset has waited', () => {
  const world = new ObservedWorld()
  const client = world.client()
  world.pace(1)
  world.passes(0.9)
  client.sends('GET', '/customers/1', rate(30))
  world.passes(29.1)
  client.sends('GET', '/customers/1')
  isFine(world)
})

test('a clock that is two milliseconds ahead, since instants are whole ones, does not run faster', () => {
  const world = new ObservedWorld()
  const client = world.client()
  world.pace(1)
  world.passes(0.9)
  client.sends('GET', '/customers/1', rate(30))
  world.pace(2)
  world.passes(0.002)
  world.pace(1)
  world.passes(29.094)
  client.sends('GET', '/customers/1')
  isFine(world)
})

test('whoever comes before the window ends is early, and so is whoever comes before what a fault has asked for', () => {
  const early = (asked: Parameters<ObservedClient['sends']>[2], seconds: number) => {
    const world = new ObservedWorld()
    const client = world.client()
    world.advances(0.5)
    client.sends('GET', '/customers/1', asked)
    world.advances(seconds)
    client.sends('GET', '/customers/1')
    isAccused(world)
  }
  early(rate(30), 29.4)
  early({ ...rate(30), fault_id: 7 }, 29.5)
  early(unavailable(30), 29.5)
})

test('a wait that was kept shows the refusal and what came when it was over, be it another request', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let time = 0; time < 6; time += 1) {
    client.sends('GET', '/customers/1', rate(30))
    world.passes(30)
  }
  client.sends('GET', '/customers/2')
  const outcome = outcomeOf(rule, world)
  expect(outcome.passed.total).toBe(6)
  // The first and the newest.
  expect(casesOf(outcome)).toEqual([
    [1, 2],
    [4, 5],
    [5, 6],
    [6, 7],
  ])
})

test('of waits that a flood was told, the request that comes after them shows the first', () => {
  const { world, client } = pooled()
  client.sends('GET', '/customers/1', rate(30))
  client.reconnects()
  client.sends('GET', '/customers/2', rate(30))
  world.passes(30)
  client.sends('GET', '/customers/2')
  expect(casesOf(outcomeOf(rule, world))).toEqual([[3, 5]])
})

test('a wait that nobody broke after all shows who came when it was over', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  client.reconnects()
  const [one, other] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
  world.passes(0.001)
  one.ends()
  other.ends()
  expect(casesOf(outcomeOf(rule, world))).toEqual([])
  world.passes(30)
  client.sends('GET', '/customers/1')
  expect([verdict(world), casesOf(outcomeOf(rule, world))]).toEqual([{ findings: [], passed: 1, open: 0 }, [[1, 4]]])
})

/** What is in doubt: by the first refusal, the requests that came on its connection before the wait was over. */
const doubtsOf = (world: ObservedWorld) =>
  (outcomeOf(rule, world).doubts ?? []).map(({ refusal, times, came }) => [
    refusal.seq,
    times,
    came.map(({ seq }) => seq),
  ])

test('a client of a pool that was refused seven times at once has not waited because it waited for the last of them', () => {
  const { world, client } = pooled()
  client.sends('GET', '/customers')
  for (let n = 0; n < 7; n += 1) client.sends('GET', '/customers', { ...rate(9), takes: 0.01 })
  world.passes(16)
  client.sends('GET', '/customers')
  expect(verdict(world)).toEqual({ findings: [], passed: 0, open: 0 })
  expect(doubtsOf(world)).toEqual([[4, 6, [5, 6, 7, 8, 9, 10]]])
  // The next time it may show better.
  client.sends('GET', '/customers', rate(9))
  world.passes(9)
  client.sends('GET', '/customers')
  expect(verdict(world)).toEqual({ findings: [], passed: 1, open: 0 })
})

test('it is in doubt whichever connection of several each of them came on', () => {
  const { world, client: one } = pooled()
  const other = new ObservedClient(world, one.actor)
  for (let n = 0; n < 6; n += 1) (n % 2 === 0 ? one : other).sends('GET', '/customers', { ...rate(9), takes: 0.01 })
  world.passes(16)
  other.sends('GET', '/customers')
  expect(verdict(world)).toEqual({ findings: [], passed: 0, open: 0 })
  expect(doubtsOf(world)).toEqual([[3, 5, [4, 5, 6, 7, 8]]])
})

test('it is in doubt as well when a client turns out to have had several in flight, and nothing that came elsewhere is', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const long = client.begins('GET', '/reports/summary')
  client.sends('GET', '/customers', rate(30))
  client.sends('GET', '/customers/1')
  const elsewhere = new ObservedClient(world, client.actor)
  elsewhere.sends('GET', '/calls')
  long.ends()
  world.passes(30)
  client.sends('GET', '/customers')
  expect(verdict(world)).toEqual({ findings: [], passed: 0, open: 0 })
  expect(doubtsOf(world)).toEqual([[2, 1, [3]]])
})

test('the same request on another connection is in doubt before its worker can have heard of the refusal, and blamed after that', () => {
  const after = (seconds: number, says: RequestSays = {}, target = '/customers/1') => {
    const { world, client: one } = pooled()
    const other = new ObservedClient(world, one.actor)
    other.sends('GET', '/calls')
    one.sends('GET', '/customers/1', unavailable(5))
    world.passes(seconds)
    other.sends('GET', target, says)
    return [verdict(world).findings.length, doubtsOf(world)]
  }
  expect(after(0.1)).toEqual([0, [[4, 1, [5]]]])
  expect(after(0.1, unavailable(5))).toEqual([0, [[4, 1, [5]]]])
  expect(after(0.249)).toEqual([0, [[4, 1, [5]]]])
  expect(after(0.25)).toEqual([1, []])
  // When the wait was over, or for something else: another worker does its own work.
  expect(after(5)).toEqual([0, []])
  expect(after(0.1, {}, '/customers/2')).toEqual([0, []])
})

test('what may have been sent by another worker proves nothing of that wait, and takes nothing from those beside it', () => {
  const { world, client: one } = pooled()
  const [other, third] = [new ObservedClient(world, one.actor), new ObservedClient(world, one.actor)]
  other.sends('GET', '/calls')
  one.sends('GET', '/customers/1', rate(30))
  third.sends('GET', '/customers/2', rate(40))
  other.sends('GET', '/customers/1')
  world.passes(31)
  one.sends('GET', '/customers/1')
  expect(verdict(world).passed).toBe(0)
  world.passes(10)
  third.sends('GET', '/customers/2')
  expect([verdict(world), doubtsOf(world)]).toEqual([{ findings: [], passed: 1, open: 0 }, [[4, 1, [6]]]])
})

test('what a finding names as one that need not have known is not in doubt as well, and proves nothing', () => {
  const { world, client: one } = pooled()
  const other = new ObservedClient(world, one.actor)
  other.sends('GET', '/calls')
  one.sends('GET', '/customers/1', rate(10))
  world.passes(0.2)
  other.sends('GET', '/customers/2', rate(30))
  world.passes(0.1)
  // A while after #4, and at once on the connection of #5.
  other.sends('GET', '/customers/3', rate(30))
  world.passes(11)
  one.sends('GET', '/calls')
  world.passes(20)
  other.sends('GET', '/customers/2')
  isWarned(world)
  expect([evidenceOf(outcomeOf(rule, world)), doubtsOf(world), verdict(world).passed]).toEqual([[[4, 6]], [], 0])
})

test('a request that comes a while later from another worker leaves no doubt', () => {
  const { world, client } = pooled()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(0.25)
  client.sends('GET', '/calls')
  world.passes(30)
  client.sends('GET', '/customers/1')
  expect([verdict(world), doubtsOf(world)]).toEqual([{ findings: [], passed: 1, open: 0 }, []])
})

test('a doubt is of the rule on what was refused: the quota of the day, or anything else, and of hammering either way', () => {
  const doubtful = (refused: RequestSays) => {
    const { world, client } = pooled()
    const other = new ObservedClient(world, client.actor)
    other.sends('GET', '/calls')
    client.sends('GET', '/customers/1', refused)
    other.sends('GET', '/customers/1')
    return [rule, requestsAfterQuota, hammering].map(one => outcomeOf(one, world).doubts?.length)
  }
  expect(doubtful(rate(30))).toEqual([1, 0, 1])
  expect(doubtful(unavailable(30))).toEqual([1, 0, 1])
  expect(doubtful(quota(3_600))).toEqual([0, 1, 1])
})

const actorIn = (world: ObservedWorld): Actor =>
  world.observations.flatMap(one => (one.kind === 'request' ? [one.actor] : []))[0] as Actor

/** Repeats a request over two connections in turn, one after the other, as Node's fetch does; `waits` are seconds before each repeat. */
function overTwo(
  waits: readonly number[],
  { world = new ObservedWorld(), actor }: { world?: ObservedWorld; actor?: Actor } = {},
): ObservedWorld {
  const client = actor === undefined ? world.client() : new ObservedClient(world, actor)
  const connections = [client, new ObservedClient(world, client.actor)]
  const answers = [unavailable(null), unavailable(1), unavailable(null), {}]
  for (const [index, answer] of answers.entries()) {
    const connection = connections[index % 2] as ObservedClient
    if (index === 1) connection.reconnects()
    connection.sends('GET', '/customers', answer)
    world.passes(waits[index] ?? 0)
  }
  return world
}

test('of who repeats at once over two connections in turn, and never had two under way, the repeat on that of the refusal knew', () => {
  const world = overTwo([0.05, 0.05, 0.05])
  expect(verdict(world).findings).toEqual([
    'error: Besides 1 that may not have known of it, #4 came 898 ms before the 1 s were over that #2 had asked for.',
  ])
  const [finding] = outcomeOf(rule, world).findings
  expect(finding?.evidence.map(({ request: { seq }, role }) => [seq, role])).toEqual([
    [2, 'first'],
    [3, 'unaware'],
    [4, 'early'],
  ])
})

test('who had two under way before may have two workers: that repeat is in doubt, and in no finding', () => {
  const { world } = pooled()
  world.passes(3)
  const { findings, doubts } = outcomeOf(rule, overTwo([0.05, 0.05, 0.05], { world, actor: actorIn(world) }))
  expect(findings).toEqual([])
  expect(doubts?.map(({ refusal, came }) => [refusal.seq, came.map(({ seq }) => seq)])).toEqual([[4, [6]]])
})

test('of two processes that repeat in turn, the one that waits as it was told is accused of nothing', () => {
  isFine(overTwo([0.05, 0.05, 1]))
})

test('who is seen with two under way later may have had two workers: what seemed to know is in doubt', () => {
  const world = overTwo([0.05, 0.05, 0.05])
  const actor = actorIn(world)
  world.passes(5)
  const [one, other] = [new ObservedClient(world, actor), new ObservedClient(world, actor)]
  const flying = [one.begins('GET', '/staff'), other.begins('GET', '/projects')]
  world.passes(0.01)
  for (const each of flying) each.ends()
  const { findings, doubts } = outcomeOf(rule, world)
  expect(findings).toEqual([])
  expect(doubts?.map(({ times, came }) => [times, came.map(({ seq }) => seq)])).toEqual([[1, [4]]])
})

/** Sends requests at once over two connections in turn, each after the answer to the one before; `pause` are seconds between them. */
function inTurn(answers: readonly RequestSays[], { world = new ObservedWorld(), pause = 0.001, isSame = true } = {}) {
  const client = world.client()
  const other = new ObservedClient(world, client.actor)
  for (const [index, answer] of answers.entries()) {
    const connection = index % 2 === 0 ? client : other
    if (index === 1) other.reconnects()
    connection.sends('GET', isSame ? '/customers' : `/customers?page=${index + 1}`, answer)
    world.passes(pause)
  }
  return { world, client, other }
}
const refused = (count: number) => [{}, ...Array.from({ length: count }, () => rate(30))]
const doubtsIn = (world: ObservedWorld) => outcomeOf(rule, world).doubts?.map(({ times }) => times) ?? []

test.each([true, false])(
  'who sends at once over two connections in turn, never two under way, knew of the refusal (one request again: %s)',
  isSame => {
    const { world, other } = inTurn(refused(39), { isSame })
    const [finding, ...others] = outcomeOf(hammering, world).findings
    expect(finding?.evidence[0]?.request.seq).toBe(2)
    expect(finding?.came_early).toEqual({ counted: 38, unaware: 0 })
    expect([others, outcomeOf(hammering, world).doubts]).toEqual([[], []])
    // Where the client comes back after the wait, be it on the other connection, all of it stays true.
    world.passes(40)
    other.sends('GET', '/customers')
    expect(outcomeOf(hammering, world).findings.map(({ came_early }) => came_early?.counted)).toEqual([38])
  },
)

test('two at once in turn are in doubt, and the third that comes back to where it was refused takes the doubt away', () => {
  expect([doubtsIn(inTurn(refused(3)).world), verdict(inTurn(refused(3)).world).findings]).toEqual([[2], []])
  const { world } = inTurn(refused(4))
  expect(doubtsIn(world)).toEqual([])
  isAccused(world)
})

test('whoever pauses between two connections may be two processes, and so may who was seen with two under way', () => {
  isWarned(inTurn(refused(9), { pause: 0.05 }).world)
  const { world, client } = pooled()
  const other = new ObservedClient(world, client.actor)
  for (let times = 0; times < 4; times++) {
    client.sends('GET', '/customers/1', rate(30))
    other.sends('GET', '/customers/2', rate(30))
  }
  expect(accusations(world)).not.toContain('hammering: error')
})

test('two workers that take turns, and each wait as they were told, are accused of nothing', () => {
  const { world, client, other } = inTurn([{}, {}, {}, {}, rate(1), rate(1)])
  for (let times = 0; times < 4; times++) {
    world.passes(1.01)
    client.sends('GET', '/customers', rate(1))
    other.sends('GET', '/customers', rate(1))
  }
  isFine(world)
})
