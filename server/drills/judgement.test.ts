import { expect, test } from 'vitest'
import { ObservedWorld } from '../../tests/support/observed.ts'
import { rate } from '../../tests/support/refusals.ts'
import { DRILLS } from '../contract/drills.ts'
import { WorldVerdicts } from '../verdicts/world-verdicts.ts'
import { Evidence } from './evidence.ts'
import { judge } from './judgement.ts'

test('requests of a pool that came too early, right after the refusal, neither fail a drill nor let it pass', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const verdicts = new WorldVerdicts()
  const from = world.standing().now
  const [evidence, apart] = [new Evidence(from), verdicts.apart(from)]
  const [one, other] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
  world.passes(0.001)
  one.ends()
  other.ends()
  client.sends('GET', '/customers')
  for (let n = 0; n < 12; n += 1) client.sends('GET', '/customers', { ...rate(9), takes: 0.006 })
  world.passes(10)
  client.sends('GET', '/customers')
  evidence.hears(world.observations)
  apart.hears(world.observations)
  const drill = DRILLS.find(row => row.drill === 'minute_full') as (typeof DRILLS)[number]
  const standing = world.standing()
  const { met, conditions } = judge(drill, {
    evidence,
    standing,
    verdictsOf: tenants => verdicts.rowsApart(apart, tenants, standing),
    customersOf: () => [],
  })
  expect(met?.request?.seq).toBe(4)
  expect(conditions.map(({ holds, reason }) => [holds, reason?.decided, reason?.sentence])).toEqual([
    [false, false, { id: 'in_doubt', figures: { count: 11 } }],
    [true, undefined, undefined],
  ])
})
