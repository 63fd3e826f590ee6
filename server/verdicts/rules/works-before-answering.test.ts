import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { type ObservedClient, ObservedWorld } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { hashOf } from '../fingerprints.ts'
import type { AttemptSeen } from '../observations.ts'
import { worksBeforeAnswering } from './works-before-answering.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }

interface Working {
  readonly target?: string | undefined
  readonly seconds?: number | undefined
  readonly says?: Partial<AttemptSeen> | undefined
}

/** A receiver that sends a request and answers after that. */
function works(client: ObservedClient, { target = '/calls/7', seconds = 0.4, says = {} }: Working = {}): void {
  const attempt = client.world.beginsAttempt(says)
  client.world.passes(0.05)
  client.sends('GET', target)
  client.world.passes(seconds - 0.052)
  attempt.ends({})
  client.world.passes(1)
}

test('requests that come while two deliveries wait for their answer are a warning', () => {
  const world = new ObservedWorld()
  const client = world.client()
  works(client)
  works(client)
  const outcome = outcomeOf(worksBeforeAnswering, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      'warning: While 2 deliveries waited for their answer, 2 requests to GET /calls/{callId} came in, more than at any other time. The first is #2.',
    ],
  })
  expect(evidenceOf(outcome)).toEqual([[2, 4]])
  expect(outcome.findings[0]?.deliveries).toEqual(['dlv_1', 'dlv_3'])
  const second = world.observations.find(seen => seen.kind === 'request' && seen.seq === 4)
  expect(outcome.findings[0]?.seen.real_us).toBe(second?.kind === 'request' && second.ended.real_us)
  expect(accusations(world)).toEqual(['works_before_answering: warning'])
  works(client)
  expect(outcomeOf(worksBeforeAnswering, world).findings[0]?.seen).toEqual(outcome.findings[0]?.seen)
  expect(outcome.findings[0]?.evidence.map(({ during }) => during)).toEqual([
    { delivery_id: 'dlv_1', after_us: 50_000, of_us: expect.closeTo(400_000, -4) },
    { delivery_id: 'dlv_3', after_us: 50_000, of_us: expect.closeTo(400_000, -4) },
  ])
  saysTheSameInAnyBatching(worksBeforeAnswering, world)
})

test('that the very call of a quick attempt was asked for meanwhile is told, and shows neither', () => {
  for (const outlasts of [false, true]) {
    const world = new ObservedWorld()
    const client = world.client()
    for (const call of ['7', '8', '9']) {
      const attempt = world.beginsAttempt({ call: hashOf(call) })
      world.passes(0.02)
      const requests = [client.begins('GET', `/calls/${call}`), client.begins('GET', '/calls/1')]
      if (!outlasts) for (const request of requests) request.ends()
      world.passes(0.01)
      attempt.ends({})
      if (outlasts) for (const request of requests) request.ends()
      world.passes(1)
    }
    const outcome = outcomeOf(worksBeforeAnswering, world)
    expect(told(outcome)).toEqual(NOTHING)
    const [seen, ...others] = outcome.inconclusive?.casesOf(null) ?? []
    expect(others).toEqual([])
    expect(seen?.times).toBe(3)
    expect(seen?.deliveries).toEqual(['dlv_1', 'dlv_4', 'dlv_7'])
    expect(seen?.evidence.map(({ request, during }) => [request.seq, during?.delivery_id, during?.after_us])).toEqual([
      [2, 'dlv_1', 20_000],
      [5, 'dlv_4', 20_000],
      [8, 'dlv_7', 20_000],
    ])
    saysTheSameInAnyBatching(worksBeforeAnswering, world)
  }
})

test.each<[what: string, says: Partial<AttemptSeen>]>([
  ['an attempt that is of no call', { call: null }],
  ['the attempt of another call', { call: hashOf('8') }],
  ['a forgery', { call: hashOf('7'), forged: 'tampered' }],
  ['a delivery of another tenant', { call: hashOf('7'), tenant: 'max' }],
])('a request during %s is none during a quick attempt of its call', (_, says) => {
  const world = new ObservedWorld()
  works(world.client(), { seconds: 0.1, says })
  expect(outcomeOf(worksBeforeAnswering, world).inconclusive?.total).toBe(0)
})

test('a request that begins together with the attempt has come meanwhile', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 2; at++) {
    const attempt = world.beginsAttempt()
    client.sends('GET', '/calls/7')
    world.passes(0.3)
    attempt.ends({})
    world.passes(1)
  }
  expect(told(outcomeOf(worksBeforeAnswering, world)).findings).toHaveLength(1)
})

test('a request that outlasts the delivery has come meanwhile as well', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 2; at++) {
    const attempt = world.beginsAttempt()
    world.passes(0.3)
    const request = client.begins('PUT', '/customers/7')
    world.passes(0.01)
    attempt.ends({})
    world.passes(0.1)
    request.ends()
  }
  expect(told(outcomeOf(worksBeforeAnswering, world))).toMatchObject({
    findings: [expect.stringContaining('to PUT /customers/{customerId}')],
    passed: 0,
  })
})

test.each<[what: string, both: [Working, Working]]>([
  ['a single one', [{}, { target: '/nowhere' }]],
  ['what no endpoint answers', [{ target: '/nowhere' }, { target: '/nowhere' }]],
  ['what is answered at once', [{ seconds: 0.25 }, { seconds: 0.25 }]],
  ['forgeries', [{ says: { forged: 'tampered' } }, { says: { forged: 'tampered' } }]],
  ['deliveries of another tenant', [{ says: { tenant: 'max' } }, { says: { tenant: 'max' } }]],
])('%s tells nothing', (_, [first, second]) => {
  const world = new ObservedWorld()
  const client = world.client()
  works(client, first)
  works(client, second)
  expect(told(outcomeOf(worksBeforeAnswering, world)).findings).toEqual([])
})

test('what takes longer than a quarter of a second is long', () => {
  const world = new ObservedWorld()
  const client = world.client()
  works(client, { seconds: 0.251 })
  works(client, { seconds: 0.251 })
  expect(told(outcomeOf(worksBeforeAnswering, world)).findings).toHaveLength(1)
})

/** A delivery of the call 7, acknowledged after so many seconds. */
const acknowledged = (world: ObservedWorld, says: Partial<AttemptSeen> & { takes?: number } = {}): AttemptSeen =>
  world.attempt({ takes: 0.1, call: hashOf('7'), ...says })

test('a receiver that asks for the call of a delivery only after its answer has answered first', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const { delivery_id } = acknowledged(world)
  client.sends('GET', '/calls/7')
  client.sends('GET', '/calls/7')
  acknowledged(world, { call: hashOf('8') })
  client.sends('GET', '/calls/8')
  const outcome = outcomeOf(worksBeforeAnswering, world)
  expect(told(outcome)).toEqual({ ...NOTHING, passed: 2 })
  const [first] = outcome.passed.casesOf(null)
  expect([first?.deliveries, first?.evidence.map(({ request: { seq }, role }) => [seq, role])]).toEqual([
    [delivery_id],
    [[2, 'first']],
  ])
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(worksBeforeAnswering, world)
})

test('an answer that no request follows shows nothing, however long it took', () => {
  const world = new ObservedWorld()
  for (const takes of [0.1, 0.4, 9.5]) acknowledged(world, { takes })
  expect(told(outcomeOf(worksBeforeAnswering, world))).toEqual(NOTHING)
})

test.each<[what: string, says: Partial<AttemptSeen> & { takes?: number }]>([
  ['an answer after more than a third of the time-out', { takes: 3.4 }],
  ['a refusal', { status: 500 }],
  ['a forgery', { forged: 'tampered' }],
  ['a delivery of another call', { call: hashOf('8') }],
  ['an event that is of no call', { call: null }],
  ['a delivery of another tenant', { tenant: 'max' }],
])('%s shows nothing, though the call is asked for after it', (_, says) => {
  const world = new ObservedWorld()
  acknowledged(world, says)
  world.client().sends('GET', '/calls/7')
  expect(told(outcomeOf(worksBeforeAnswering, world))).toEqual(NOTHING)
})

test('a call that was asked for before the delivery came is asked for again, which shows nothing', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/calls/7')
  acknowledged(world)
  client.sends('GET', '/calls/7')
  expect(told(outcomeOf(worksBeforeAnswering, world))).toEqual(NOTHING)
})

test('any request while the delivery waited leaves it open what it was for', () => {
  for (const outlasts of [false, true]) {
    const world = new ObservedWorld()
    const client = world.client()
    const attempt = world.beginsAttempt({ call: hashOf('7') })
    const request = client.begins('GET', '/customers')
    if (!outlasts) request.ends()
    world.passes(0.1)
    attempt.ends({})
    client.sends('GET', '/calls/7')
    if (outlasts) request.ends()
    expect(told(outcomeOf(worksBeforeAnswering, world))).toEqual(NOTHING)
  }
})

test('a request while another delivery waits may be the work of that one', () => {
  const world = new ObservedWorld()
  const client = world.client()
  acknowledged(world)
  const other = world.beginsAttempt({ call: hashOf('7') })
  client.sends('GET', '/calls/7')
  expect(outcomeOf(worksBeforeAnswering, world).passed.total).toBe(1)
  other.ends({})
  expect(told(outcomeOf(worksBeforeAnswering, world))).toEqual(NOTHING)
})

test('what is asked for long after the answer may have another reason', () => {
  const passedAfter = (seconds: number) => {
    const world = new ObservedWorld()
    acknowledged(world)
    world.passes(seconds)
    world.client().sends('GET', '/calls/7')
    return outcomeOf(worksBeforeAnswering, world).passed.total
  }
  expect([passedAfter(4.9), passedAfter(5.1)]).toEqual([1, 0])
})

test('a request on something else says nothing of the delivery', () => {
  const world = new ObservedWorld()
  acknowledged(world)
  world.client().sends('GET', '/customers')
  world.client().sends('PUT', '/customers/7')
  expect(told(outcomeOf(worksBeforeAnswering, world))).toEqual(NOTHING)
})

test('a client that is busy all the time is not blamed for a slow receiver', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let round = 0; round < 20; round++) {
    for (let at = 0; at < 10; at++) {
      client.sends('GET', '/calls/7')
      world.passes(0.1)
    }
    works(client)
  }
  expect(told(outcomeOf(worksBeforeAnswering, world)).findings).toEqual([])
})

test('where deliveries wait nearly all the time, requests have to come then', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 10; at++) {
    const attempt = world.beginsAttempt()
    world.passes(3)
    client.sends('GET', '/calls/7')
    client.sends('GET', '/calls/7')
    attempt.ends({})
    world.passes(0.1)
    if (at % 2 === 0) client.sends('GET', '/calls/7')
  }
  expect(told(outcomeOf(worksBeforeAnswering, world)).findings).toEqual([])
})

test('requests of another tenant follow nothing here', () => {
  const world = new ObservedWorld()
  const client = world.client({ tenant: 'max' })
  works(client)
  works(client)
  expect(told(outcomeOf(worksBeforeAnswering, world))).toEqual(NOTHING)
})

test('what is asked as often at other times is no work of the receiver', () => {
  const world = new ObservedWorld()
  const client = world.client()
  works(client)
  world.passes(60)
  for (let at = 0; at < 2; at++) client.sends('GET', '/calls/7')
  world.passes(60)
  works(client)
  expect(told(outcomeOf(worksBeforeAnswering, world)).findings).toEqual([])
})

test('one request while many deliveries wait is one', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const flying = [1, 2, 3].map(() => world.beginsAttempt())
  world.passes(0.3)
  client.sends('GET', '/calls/7')
  for (const attempt of flying) attempt.ends({})
  expect(told(outcomeOf(worksBeforeAnswering, world))).toEqual(NOTHING)
  const more = [1, 2, 3].map(() => world.beginsAttempt())
  world.passes(0.3)
  client.sends('GET', '/calls/7')
  for (const attempt of more) attempt.ends({})
  expect(told(outcomeOf(worksBeforeAnswering, world)).findings).toEqual([
    expect.stringContaining('While 2 deliveries waited for their answer, 2 requests'),
  ])
})

test('the quiet that follows is time in which requests could have come as well', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 2; at++) {
    const attempt = world.beginsAttempt()
    world.passes(3)
    for (let of = 0; of < 2; of++) client.sends('GET', '/calls/7')
    attempt.ends({})
  }
  client.sends('GET', '/calls/7')
  expect(told(outcomeOf(worksBeforeAnswering, world)).findings).toEqual([])
  world.passes(60)
  client.sends('GET', '/customers')
  expect(told(outcomeOf(worksBeforeAnswering, world)).findings).toHaveLength(1)
})

test('what is asked at other times does not excuse what is asked only then', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 50; at++) client.sends('GET', '/customers')
  works(client)
  works(client)
  expect(told(outcomeOf(worksBeforeAnswering, world)).findings).toEqual([
    expect.stringContaining('GET /calls/{callId}'),
  ])
})

test('several requests in one wait are one wait', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const attempt = world.beginsAttempt()
  world.passes(0.3)
  for (let at = 0; at < 5; at++) client.sends('GET', '/calls/7')
  attempt.ends({})
  expect(told(outcomeOf(worksBeforeAnswering, world))).toEqual(NOTHING)
})

test('it may be taken back until the world has ended', () => {
  const world = new ObservedWorld()
  const client = world.client()
  works(client)
  works(client)
  expect(outcomeOf(worksBeforeAnswering, world).findings[0]?.provisional).toBe(true)
  expect(outcomeOf(worksBeforeAnswering, world, { standing: { ended: true } }).findings[0]?.provisional).toBeUndefined()
})

test('real time counts: a clock that is advanced while a delivery waits makes it no longer', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 2; at++) {
    const attempt = world.beginsAttempt()
    world.advances(60)
    client.sends('GET', '/calls/7')
    attempt.ends({})
  }
  expect(told(outcomeOf(worksBeforeAnswering, world))).toEqual(NOTHING)
})

test.each<[what: string, says: Partial<AttemptSeen>]>([
  ['timed out', { status: null, error: 'total_timeout' }],
  ['reached nobody', { status: null, error: 'connection_refused' }],
  ['was refused', { status: 500 }],
])('an attempt that waited long and %s shows nothing, though no request came meanwhile', (_, says) => {
  const world = new ObservedWorld()
  world.client().sends('GET', '/customers')
  const attempt = world.beginsAttempt(says)
  world.passes(1)
  attempt.ends({})
  expect(told(outcomeOf(worksBeforeAnswering, world))).toEqual(NOTHING)
})
