import { expect, test } from 'vitest'
import { type Dialling, dialling, dials } from '../../../tests/support/dialling.ts'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { Judge } from '../judge.ts'
import { RULES } from '../rules.ts'
import { callWithoutExternalId } from './call-without-external-id.ts'

const outcomeInFamily = (world: ObservedWorld) => {
  const judge = new Judge(RULES, () => ({}))
  judge.hears(world.observations)
  return judge.outcomes(world.standing()).get('call_without_external_id') ?? outcomeOf(callWithoutExternalId, world)
}
const inItsFamily = (world: ObservedWorld) => told(outcomeInFamily(world))

test('calls without an external_id are one piece of information a client', () => {
  const world = new ObservedWorld()
  const [one, other] = [world.client(), world.client({ product: 'dialler/1' })]
  dials(one, { to: '03-1111-0001' })
  dials(one, { to: '03-1111-0002', as: 'crm-2' })
  dials(one, { to: '03-1111-0003' })
  dials(other, { to: '03-1111-0004' })
  const outcome = outcomeOf(callWithoutExternalId, world)
  expect(told(outcome)).toEqual({
    findings: [
      'information: 2 calls were placed without an external_id. The first is #1.',
      'information: #4 placed a call without an external_id.',
    ],
    passed: 1,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 3], [4]])
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(callWithoutExternalId, world)
})

test('the first of them is the one that was sent first, whichever was answered first', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const [slow, fast] = ['03-1111-0001', '03-1111-0002'].map(to =>
    client.begins('POST', '/calls/initiate', dialling({ to })),
  )
  world.passes(0.1)
  fast?.ends()
  world.passes(0.1)
  slow?.ends()
  const outcome = outcomeOf(callWithoutExternalId, world)
  expect(told(outcome).findings).toEqual(['information: 2 calls were placed without an external_id. The first is #1.'])
  expect(evidenceOf(outcome)).toEqual([[1, 2]])
  expect(outcome.findings[0]?.evidence.map(({ role }) => role)).toEqual(['first', 'repeat'])
})

test('a refused initiation placed no call', () => {
  const world = new ObservedWorld()
  dials(world.client(), { status: 429 })
  expect(told(outcomeOf(callWithoutExternalId, world))).toEqual({ findings: [], passed: 0, open: 0 })
})

test('what a double call took is told there and nowhere else', () => {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, { answered: 'cut' })
  dials(client)
  expect(inItsFamily(world)).toEqual({ findings: [], passed: 0, open: 0 })
  dials(client, { to: '03-1111-0002' })
  expect(inItsFamily(world).findings).toEqual([
    'information: #3 placed a call without an external_id, besides those of a double call.',
  ])
  dials(client, { to: '03-1111-0003' })
  expect(inItsFamily(world).findings).toEqual([
    'information: 2 calls were placed without an external_id, besides those of a double call. The first is #3.',
  ])
})

test.each<[first: Dialling, second: Dialling]>([
  [{ as: 'crm-1' }, {}],
  [{}, { as: 'crm-1' }],
])('of a double call of %o and %o, only the call without an external_id is taken', (first, second) => {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, { ...first, answered: 'cut' })
  dials(client, second)
  dials(client, { to: '03-1111-0002' })
  expect(inItsFamily(world)).toEqual({
    findings: ['information: #3 placed a call without an external_id, besides those of a double call.'],
    passed: 1,
    open: 0,
  })
})

test('a double call of one client takes nothing from another', () => {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, { answered: 'cut' })
  dials(client)
  dials(world.client(), { to: '03-1111-0002' })
  expect(inItsFamily(world).findings).toEqual(['information: #3 placed a call without an external_id.'])
})

test('the exchanges of a finding are those that it counts, without those of a double call', () => {
  const world = new ObservedWorld()
  const client = world.client()
  dials(client, { answered: 'cut' })
  dials(client)
  for (const to of ['03-1111-0002', '03-1111-0003']) dials(client, { to })
  const [finding] = outcomeInFamily(world).findings
  expect(finding?.evidence.map(({ request }) => request.seq)).toEqual([3, 4])
  expect(finding?.totals).toEqual({ evidence: 2, deliveries: 0 })
})
