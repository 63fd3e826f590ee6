import { expect, test } from 'vitest'
import { type Dialling, dialling, dials } from '../../../tests/support/dialling.ts'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { samePersonTwice } from './same-person-twice.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }

function inTurn(apart: number, ...diallings: Dialling[]): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  for (const [index, one] of diallings.entries()) {
    if (index > 0) world.passes(apart)
    dials(client, one)
  }
  return world
}

test('two calls to one person within two minutes are information', () => {
  const world = inTurn(120, { as: 'a' }, { as: 'b' })
  const outcome = outcomeOf(samePersonTwice, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: ['information: #2 called 031****0001 again, 2 min of real time after #1 had been answered.'],
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2]])
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(samePersonTwice, world)
})

test.each([
  ['a frozen clock that is moved on', 0, 23, '23 s of emulated and 15 s of real time'],
  ['a frozen clock that stands', 0, 0, '15 s of real time'],
  ['a live clock', 1, 0, '15 s'],
  ['a live clock that is moved on', 1, 23, '38 s'],
  ['a clock at another pace', 60, 0, '15 s of real time'],
  ['a clock at another pace that is moved on', 60, 23, '15 s of real time and 23 s of clock moves'],
])('how long after the first call the second came is what a clock shows, on %s', (_, pace, moved, said) => {
  const world = new ObservedWorld()
  world.pace(pace)
  const client = world.client()
  dials(client, { as: 'a' })
  world.passes(15)
  world.advances(moved)
  dials(client, { as: 'b' })
  expect(told(outcomeOf(samePersonTwice, world)).findings).toEqual([
    `information: #2 called 031****0001 again, ${said} after #1 had been answered.`,
  ])
})

test.each([
  [
    40,
    {},
    [
      'information: #3 called 031****0001 again, 41 s of real time after #1 had ended without its whole answer, although a 409 had told of that call.',
    ],
  ],
  [
    40,
    { meanwhile: true },
    [
      'information: #3 called 031****0001 again, 41 s of real time after #1 had ended without its whole answer, although a 409 had told of that call, which was still under way.',
    ],
  ],
  [1, {}, []],
])(
  'a call %d s after a 409 has told of one whose answer was lost is a second call, unless it is at once: %o',
  (after, says, findings) => {
    const world = new ObservedWorld()
    const client = world.client()
    dials(client, { as: 'a', answered: 'cut' })
    world.passes(1)
    dials(client, { as: 'a', status: 409 })
    world.passes(after)
    dials(client, { as: 'b', ...says })
    const outcome = outcomeOf(samePersonTwice, world)
    expect(told(outcome)).toEqual({ ...NOTHING, findings })
    expect(evidenceOf(outcome)).toEqual(findings.length === 0 ? [] : [[1, 2, 3]])
    expect(outcome.findings.flatMap(({ evidence }) => evidence.map(({ role }) => role))).toEqual(
      findings.length === 0 ? [] : ['first', 'told', 'another_call'],
    )
    saysTheSameInAnyBatching(samePersonTwice, world)
  },
)

test('a row of calls to one person is one finding', () => {
  const outcome = outcomeOf(samePersonTwice, inTurn(60, {}, {}, {}))
  expect(told(outcome).findings).toEqual([
    'information: 3 calls to 031****0001 were placed shortly after one another, from #1 on.',
  ])
  expect(evidenceOf(outcome)).toEqual([[1, 2, 3]])
})

test('it says of how many calls the one before was still under way', () => {
  const meanwhile = { meanwhile: true }
  expect(told(outcomeOf(samePersonTwice, inTurn(1, {}, meanwhile))).findings).toEqual([
    'information: #2 called 031****0001 again, 1 s of real time after #1 had been answered and while the call before was still under way.',
  ])
  expect(told(outcomeOf(samePersonTwice, inTurn(1, {}, meanwhile, meanwhile, {}))).findings).toEqual([
    'information: 4 calls to 031****0001 were placed shortly after one another, from #1 on, 2 of them while the one before was still under way.',
  ])
  expect(
    told(outcomeOf(samePersonTwice, inTurn(1, {}, meanwhile, {}, { answered: 'cut', ...meanwhile }))).findings,
  ).toEqual([
    'information: 3 calls to 031****0001 were placed shortly after one another, from #1 on, 1 of them while the one before was still under way, besides 1 whose answer did not arrive whole.',
  ])
  const world = new ObservedWorld()
  const [one, other] = [world.client({ product: 'one/1' }), world.client({ product: 'other/1' })]
  dials(one)
  world.passes(2)
  dials(other, meanwhile)
  expect(told(outcomeOf(samePersonTwice, world)).findings).toEqual([
    'information: #2 called 031****0001 again, 2 s of real time after #1 of another client had been answered and while the call before was still under way.',
  ])
  dials(one, meanwhile)
  expect(told(outcomeOf(samePersonTwice, world)).findings).toEqual([
    'information: 3 calls to 031****0001 were placed by 2 clients shortly after one another, from #1 on, 2 of them while the one before was still under way.',
  ])
  dials(one, { answered: 'cut' })
  expect(told(outcomeOf(samePersonTwice, world)).findings).toEqual([
    'information: 3 calls to 031****0001 were placed by 2 clients shortly after one another, from #1 on, 2 of them while the one before was still under way, besides 1 whose answer did not arrive whole.',
  ])
})

test('later than two minutes, on either clock, it passes', () => {
  expect(told(outcomeOf(samePersonTwice, inTurn(120.1, {}, {})))).toEqual({ ...NOTHING, passed: 1, open: 1 })
  const world = inTurn(0, {})
  expect(told(outcomeOf(samePersonTwice, world, { standing: { ended: true } }))).toEqual({ ...NOTHING, passed: 1 })
  world.advances(120)
  expect(told(outcomeOf(samePersonTwice, world))).toEqual({ ...NOTHING, open: 1 })
  world.advances(1)
  expect(told(outcomeOf(samePersonTwice, world))).toEqual({ ...NOTHING, passed: 1 })
})

test.each<[what: string, first: Dialling, second: Dialling]>([
  ['a first whose answer was lost', { answered: 'gone' }, {}],
  ['a second whose answer was lost', {}, { answered: 'cut' }],
  ['another number', {}, { to: '03-1234-0002' }],
  ['another staff member', {}, { staff: 2 }],
  ['a second that is refused', {}, { status: 409 }],
])('%s is another matter', (_, first, second) => {
  expect(told(outcomeOf(samePersonTwice, inTurn(1, first, second))).findings).toEqual([])
})

test.each<[what: string, first: Dialling, second: Dialling]>([
  ['first', { answered: 'cut' }, {}],
  ['second', {}, { answered: 'gone' }],
])('who was called twice because the answer to the %s was lost was not called once', (_, first, second) => {
  const world = inTurn(1, first, second)
  expect(told(outcomeOf(samePersonTwice, world))).toEqual(NOTHING)
  world.passes(121)
  dials(world.client())
  expect(told(outcomeOf(samePersonTwice, world))).toEqual({ ...NOTHING, open: 1 })
  expect(told(outcomeOf(samePersonTwice, world, { standing: { ended: true } }))).toEqual({ ...NOTHING, passed: 1 })
})

test('a lost answer between two that arrived hides no second call', () => {
  expect(told(outcomeOf(samePersonTwice, inTurn(1, {}, { answered: 'gone' }, {})))).toEqual({
    ...NOTHING,
    findings: ['information: #3 called 031****0001 again, 2 s of real time after #1 had been answered.'],
  })
})

test('a row of calls does not count as placed once those whose answers did not arrive whole', () => {
  const lost: Dialling = { answered: 'cut' }
  expect(told(outcomeOf(samePersonTwice, inTurn(1, lost, {}, lost, {}, {}, lost))).findings).toEqual([
    'information: 3 calls to 031****0001 were placed shortly after one another, from #2 on, besides 3 whose answer did not arrive whole.',
  ])
})

test('what several clients have done is told of no single one', () => {
  const world = new ObservedWorld()
  const [one, other] = [world.client({ product: 'one/1' }), world.client({ product: 'other/1' })]
  dials(one)
  world.passes(2)
  dials(other)
  expect(told(outcomeOf(samePersonTwice, world)).findings).toEqual([
    'information: #2 called 031****0001 again, 2 s of real time after #1 of another client had been answered.',
  ])
  world.passes(2)
  dials(one)
  expect(told(outcomeOf(samePersonTwice, world)).findings).toEqual([
    'information: 3 calls to 031****0001 were placed by 2 clients shortly after one another, from #1 on.',
  ])
  world.passes(2)
  dials(one, { answered: 'cut' })
  expect(told(outcomeOf(samePersonTwice, world)).findings).toEqual([
    'information: 3 calls to 031****0001 were placed by 2 clients shortly after one another, from #1 on, besides 1 whose answer did not arrive whole.',
  ])
})

test('two that fly side by side call a person twice as well', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const flying = [1, 2].map(() => client.begins('POST', '/calls/initiate', dialling()))
  world.passes(0.01)
  for (const one of flying) one.ends()
  expect(told(outcomeOf(samePersonTwice, world)).findings).toEqual([
    'information: #2 called 031****0001 again, 0 s after #1 had been answered.',
  ])
})

test('two tenants may call the same person', () => {
  const world = inTurn(0, {})
  dials(world.client({ tenant: 'max' }))
  expect(told(outcomeOf(samePersonTwice, world)).findings).toEqual([])
})
