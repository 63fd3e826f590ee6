import { expect, test } from 'vitest'
import { type Dialling, dialling, dials } from '../../../tests/support/dialling.ts'
import { accusations, casesOf, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { hash, ObservedWorld } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { doubleCall } from './double-call.ts'
import { freshExternalIdOnRetry } from './fresh-external-id-on-retry.ts'

function twice(first: Dialling, second: Dialling = {}, apart = 0.4): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, first)
  world.passes(apart)
  dials(client, second)
  return world
}

const asks = (world: ObservedWorld, target: string, external_id: string) =>
  world.client().sends('GET', target, { external_id: hash(external_id) })

const NOTHING = { findings: [], passed: 0, open: 0 }

test('a second call after a cut answer is an error', () => {
  const world = twice({ answered: 'cut' })
  const outcome = outcomeOf(doubleCall, world)
  expect(told(outcome)).toEqual({
    findings: ['error: #2 placed a second call to 031****0001, 400 ms of real time after the answer to #1 was lost.'],
    passed: 0,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2]])
  expect(outcome.findings[0]?.evidence.map(({ role }) => role)).toEqual(['first', 'repeat'])
  expect(accusations(world)).toEqual(['double_call: error'])
  saysTheSameInAnyBatching(doubleCall, world)
})

test('after an answer that nobody waited for it says that a person may have dialled', () => {
  expect(told(outcomeOf(doubleCall, twice({ answered: 'gone' }))).findings).toEqual([
    'error: #2 placed a second call to 031****0001, 400 ms of real time after the client had left #1 without its answer. If no program repeated it, a person dialled again.',
  ])
})

/** A client gives up after half a second and sends anew over another connection, so many seconds before the emulator notices that it has left. */
function leaves(noticedAfter: number, answeredAfter: number): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  const first = client.begins('POST', '/calls/initiate', dialling({ answered: 'gone' }))
  world.passes(0.5)
  client.reconnects()
  const second = client.begins('POST', '/calls/initiate', dialling())
  const ends = [
    [noticedAfter, first],
    [answeredAfter, second],
  ] as const
  let passed = 0
  for (const [after, one] of ends.toSorted(([one], [other]) => one - other)) {
    world.passes(after - passed)
    passed = after
    one.ends()
  }
  return world
}

test.each([
  ['before', 0.004, 0.4],
  ['after', 0.004, 0.002],
])('a client that has left may be noticed a moment after its repeat, %s the answer to that', (_, noticed, answered) => {
  const world = leaves(noticed, answered)
  const outcome = outcomeOf(doubleCall, world)
  expect(told(outcome)).toEqual({
    findings: [
      'error: #2 placed a second call to 031****0001, 0 s after the client had left #1 without its answer. If no program repeated it, a person dialled again.',
    ],
    passed: 0,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2]])
  saysTheSameInAnyBatching(doubleCall, world)
  // It has heard of its second call: what it places later is meant.
  world.passes(10)
  dials(world.client())
  expect(told(outcomeOf(doubleCall, world)).findings).toHaveLength(1)
  expect(evidenceOf(outcomeOf(doubleCall, world))).toEqual([[1, 2]])
})

test.each([
  ['before', 1, 2],
  ['after', 1, 0.4],
])(
  'of two that were sent at once, one of which was left %s the other was answered, nothing is said, and it is no pass',
  (_, noticed, answered) => {
    const world = leaves(noticed, answered)
    expect(told(outcomeOf(doubleCall, world))).toEqual(NOTHING)
    expect(told(outcomeOf(doubleCall, world, { standing: { ended: true } }))).toEqual(NOTHING)
  },
)

test('a repeat with the same external_id that is answered 409 passes', () => {
  const world = twice({ answered: 'cut', as: 'crm-1' }, { as: 'crm-1', status: 409 })
  expect(told(outcomeOf(doubleCall, world))).toEqual({ ...NOTHING, passed: 1 })
  expect(casesOf(outcomeOf(doubleCall, world))).toEqual([[1, 2]])
  const { passed } = outcomeOf(doubleCall, world)
  const [one] = [...passed.actors()].flatMap(actor => passed.casesOf(actor))
  expect(one?.evidence.map(({ role }) => role)).toEqual(['first', 'told'])
  world.client().sends('GET', '/calls?external_id=crm-1')
  expect(accusations(world, { ended: true })).toEqual([])
})

test.each(['cut', 'gone'] as const)(
  'who repeats a call whose answer was %s, is told 409 and dials later without an external_id has placed a call of its own',
  answered => {
    const world = twice({ answered, as: 'crm-1' }, { as: 'crm-1', status: 409 })
    world.passes(40)
    dials(world.client())
    asks(world, '/calls?external_id=crm-1', 'crm-1')
    for (const rule of [doubleCall, freshExternalIdOnRetry])
      expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, passed: 1 })
    expect(accusations(world)).toEqual([])
    saysTheSameInAnyBatching(doubleCall, world)
  },
)

test('what was sent before the 409 to a repeat had ended is a second call', () => {
  const world = twice({ answered: 'cut', as: 'crm-1' }, { as: 'crm-1', status: 503 })
  const client = world.client()
  const conflict = client.begins('POST', '/calls/initiate', dialling({ as: 'crm-1', status: 409 }))
  const other = world.client({ instance: 'b' }).begins('POST', '/calls/initiate', dialling())
  world.passes(0.1)
  conflict.ends()
  other.ends()
  expect(evidenceOf(outcomeOf(doubleCall, world))).toEqual([[1, 4]])
})

test.each<[what: string, repeat: Dialling]>([
  ['that was not read', { as: 'a', answered: 'cut' }],
  ['for another external_id', { as: 'b' }],
])('a 409 %s tells nothing of the call', (_, repeat) => {
  const world = twice({ answered: 'cut', as: 'a' }, { ...repeat, status: 409 })
  expect(told(outcomeOf(doubleCall, world))).toEqual({ ...NOTHING, open: 1 })
})

test.each<[told: string, tells: (world: ObservedWorld) => unknown, isRepeat: boolean]>([
  ['lists the calls', world => world.client().sends('GET', '/calls?from=2026-03-10&to=2026-03-10'), false],
  ['lists those of its external_id', world => asks(world, '/calls?external_id=a', 'a'), false],
  ['fetches the call', world => asks(world, '/calls/1', 'a'), false],
  ['is sent the event of the call', world => world.attempt({ call: 1 }), false],
  ['is sent the event of another call', world => world.attempt({ call: 2 }), true],
  ['lists those of another external_id', world => asks(world, '/calls?external_id=b', 'b'), true],
  ['fetches another call that has none', world => world.client().sends('GET', '/calls/2'), true],
  [
    'is not answered to its list',
    world => world.client().sends('GET', '/calls?from=2026-03-10&to=2026-03-10', { answered: 'cut' }),
    true,
  ],
  ['refuses its event', world => world.attempt({ call: 1, status: 500 }), true],
  ['is sent a forgery', world => world.attempt({ call: 1, forged: 'tampered' }), true],
  ['of another tenant lists the calls', world => world.client({ tenant: 'max' }).sends('GET', '/calls'), true],
  ['is told 409', world => dials(world.client(), { as: 'a', status: 409 }), true],
  [
    'is told 409, and waits a while,',
    world => {
      dials(world.client(), { as: 'a', status: 409 })
      world.passes(11)
    },
    false,
  ],
  ['is told 409 of another call', world => dials(world.client(), { as: 'b', status: 409 }), true],
  ['loses the 409 as well', world => dials(world.client(), { as: 'a', status: 409, answered: 'cut' }), true],
])(
  'after a client that has lost an answer %s, another call to the same person is a second one: %#',
  (_, tells, isRepeat) => {
    const world = new ObservedWorld()
    dials(world.client(), { as: 'a', answered: 'cut' })
    tells(world)
    expect(told(outcomeOf(freshExternalIdOnRetry, world)).findings).toEqual([])
    dials(world.client(), { as: 'c' })
    expect(accusations(world).filter(one => one.startsWith('fresh'))).toHaveLength(isRepeat ? 1 : 0)
  },
)

test('an answer of which a part arrived was cut', () => {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, { answered: 'cut', broken_off: 'truncated' })
  world.passes(0.4)
  dials(client)
  const outcome = outcomeOf(doubleCall, world)
  expect(told(outcome).findings).toEqual([
    'error: #2 placed a second call to 031****0001, 400 ms of real time after the answer to #1 was cut.',
  ])
  expect(outcome.findings[0]?.evidence[0]?.request).toMatchObject({ seq: 1, broken_off: 'truncated' })
})

test('what was asked before the answer was lost tells nothing of the call', () => {
  const world = new ObservedWorld()
  const list = world.client().begins('GET', '/calls?from=2026-03-10&to=2026-03-10')
  world.passes(0.1)
  dials(world.client(), { answered: 'cut' })
  list.ends()
  dials(world.client())
  expect(accusations(world)).toEqual(['double_call: error'])
})

test('a lost answer that nobody repeats is open for two minutes, on either clock, and then passed', () => {
  const world = new ObservedWorld()
  dials(world.client(), { answered: 'cut' })
  world.passes(60)
  world.advances(60)
  expect(told(outcomeOf(doubleCall, world))).toEqual({ ...NOTHING, open: 1 })
  world.passes(0.1)
  expect(told(outcomeOf(doubleCall, world))).toEqual({ ...NOTHING, passed: 1 })
})

test.each<[what: string, first: Dialling, second: Dialling]>([
  ['was answered whole', {}, {}],
  ['was refused', { answered: 'cut', status: 500 }, {}],
  ['placed no call', { answered: 'cut', calls: 0 }, {}],
  ['called another number', { answered: 'cut', to: '03-1234-0002' }, {}],
  ['called for another staff member', { answered: 'cut', staff: 2 }, {}],
])('what follows an initiation that %s is no second call', (_, first, second) => {
  expect(told(outcomeOf(doubleCall, twice(first, second))).findings).toEqual([])
})

test('a repeat that is refused places no second call', () => {
  expect(told(outcomeOf(doubleCall, twice({ answered: 'cut' }, { status: 503 }))).findings).toEqual([])
})

test('two minutes later somebody has dialled on purpose', () => {
  expect(told(outcomeOf(doubleCall, twice({ answered: 'cut' }, {}, 120))).findings).toHaveLength(1)
  expect(told(outcomeOf(doubleCall, twice({ answered: 'cut' }, {}, 120.1)))).toEqual({ ...NOTHING, passed: 1 })
})

test('a jump of the clock counts as time', () => {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, { answered: 'cut' })
  world.advances(121)
  dials(client)
  expect(told(outcomeOf(doubleCall, world))).toEqual({ ...NOTHING, passed: 1 })
})

test('at sixty times the pace two minutes are as long as live', () => {
  const world = new ObservedWorld()
  const client = world.client()
  world.pace(60)
  dials(client, { answered: 'cut' })
  world.passes(30)
  dials(client)
  expect(told(outcomeOf(doubleCall, world)).findings).toHaveLength(1)
})

test('what was on its way before the answer was lost is no repeat', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const other = client.begins('POST', '/calls/initiate', dialling())
  dials(client, { answered: 'cut' })
  world.passes(0.1)
  other.ends()
  expect(told(outcomeOf(doubleCall, world, { standing: { ended: true } }))).toEqual({ ...NOTHING, passed: 1 })
})

test('a jump of the clock tells what was before, where real time does not', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const other = client.begins('POST', '/calls/initiate', dialling())
  world.advances(60)
  dials(client, { answered: 'cut', takes: 0 })
  other.ends()
  expect(told(outcomeOf(doubleCall, world)).findings).toEqual([])
})

test('a call that was repeated has not passed two minutes later', () => {
  const world = twice({ answered: 'cut' })
  world.passes(121)
  dials(world.client())
  expect(told(outcomeOf(doubleCall, world))).toMatchObject({ passed: 0, open: 0 })
})

test('once the client has heard of a call, another one is no repeat', () => {
  const world = twice({ answered: 'cut' })
  dials(world.client())
  expect(evidenceOf(outcomeOf(doubleCall, world))).toEqual([[1, 2]])
})

test('an answer to what was on its way before tells nothing of the call whose answer was lost', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const other = client.begins('POST', '/calls/initiate', dialling())
  dials(client, { answered: 'cut' })
  world.passes(0.1)
  other.ends()
  dials(client)
  expect(evidenceOf(outcomeOf(doubleCall, world))).toEqual([[2, 3]])
})

test('repeats of repeats are one finding', () => {
  const world = twice({ answered: 'cut' }, { answered: 'gone' })
  dials(world.client())
  const outcome = outcomeOf(doubleCall, world)
  expect(told(outcome)).toEqual({
    findings: [
      'error: 3 calls to 031****0001 were placed, one by #1, whose answer did not arrive whole, the others by its repeats.',
    ],
    passed: 0,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2, 3]])
})

test('another worker of the product, with another key, repeats as well', () => {
  const world = new ObservedWorld()
  dials(world.client({ instance: 'a' }), { answered: 'cut' })
  dials(world.client({ instance: 'b', key: 'svc_live_…0002' }))
  expect(told(outcomeOf(doubleCall, world)).findings).toHaveLength(1)
})

test('another product cannot know that an answer was lost, and another tenant calls for itself', () => {
  const world = new ObservedWorld()
  dials(world.client(), { answered: 'cut' })
  dials(world.client({ product: 'dialler/1' }))
  dials(world.client({ tenant: 'max' }))
  expect(told(outcomeOf(doubleCall, world))).toEqual({ ...NOTHING, open: 1 })
})

test('parallel initiations of many people that lose their answers are repeated each for itself', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const numbers = ['03-1111-0001', '03-1111-0002', '03-1111-0003']
  const flying = numbers.map(to => client.begins('POST', '/calls/initiate', dialling({ to, answered: 'cut' })))
  world.passes(0.1)
  for (const one of flying) one.ends()
  dials(client, { to: '03-1111-0002' })
  expect(told(outcomeOf(doubleCall, world))).toEqual({
    findings: ['error: #4 placed a second call to 031****0002, 0 s after the answer to #2 was lost.'],
    passed: 0,
    open: 2,
  })
})
