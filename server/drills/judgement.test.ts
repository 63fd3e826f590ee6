import { expect, test } from 'vitest'
import { ObservedWorld } from '../../tests/support/observed.ts'
import { rate, unavailable } from '../../tests/support/refusals.ts'
import { DRILLS } from '../contract/drills.ts'
import { WorldVerdicts } from '../verdicts/world-verdicts.ts'
import { Evidence } from './evidence.ts'
import { judge } from './judgement.ts'

type Client = ReturnType<ObservedWorld['client']>

/** What is said of each condition of a drill after a client has done so. */
function judged(go: (world: ObservedWorld, client: Client) => void, name = 'minute_full') {
  const world = new ObservedWorld()
  const client = world.client()
  const verdicts = new WorldVerdicts()
  const from = world.standing().now
  const [evidence, apart] = [new Evidence(from), verdicts.apart(from)]
  go(world, client)
  evidence.hears(world.observations)
  apart.hears(world.observations)
  const drill = DRILLS.find(row => row.drill === name) as (typeof DRILLS)[number]
  const standing = world.standing()
  return judge(drill, {
    evidence,
    standing,
    verdictsOf: tenants => verdicts.rowsApart(apart, tenants, standing),
    customersOf: () => [],
  })
}

/** It has had two requests in flight at once, so that what comes on another connection need not know. */
function hasSeveral(world: ObservedWorld, client: Client): void {
  const [one, other] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
  world.passes(0.001)
  one.ends()
  other.ends()
}

test('requests of a pool that came too early, right after the refusal, neither fail a drill nor let it pass', () => {
  const { met, conditions } = judged((world, client) => {
    hasSeveral(world, client)
    client.sends('GET', '/customers')
    for (let n = 0; n < 12; n += 1) client.sends('GET', '/customers', { ...rate(9), takes: 0.006 })
    world.passes(10)
    client.sends('GET', '/customers')
  })
  expect(met?.request?.seq).toBe(4)
  expect(conditions.map(({ holds, reason }) => [holds, reason?.decided, reason?.sentence])).toEqual([
    [false, false, { id: 'in_doubt', figures: { count: 11, early: 5, refused: 4, gap: 0 } }],
    [true, undefined, undefined],
  ])
})

test('a refused request that came on another connection 1 ms after a refusal is named, although no rule speaks of it', () => {
  const { conditions } = judged((world, client) => {
    hasSeveral(world, client)
    world.passes(3)
    client.sends('GET', '/customers', rate(14))
    client.reconnects()
    world.passes(0.001)
    client.sends('GET', '/calls', rate(14))
    world.passes(14)
    client.sends('GET', '/customers')
    client.sends('GET', '/calls')
  })
  const [early, again] = conditions
  expect(again?.holds).toBe(true)
  expect(early?.reason?.text).toMatch(
    /^#4 came 1 ms after the refusal #3, before its wait was over\. It may not have known of the refusal, so it is not counted\. To find out, send one request at a time over one connection: Node's fetch opens several even then\./,
  )
  expect(early?.reason).toMatchObject({ decided: false, opens: { seq: 4 } })
})

test('who waited as it was told is in no doubt, whatever another worker was told meanwhile', () => {
  const { conditions } = judged((world, client) => {
    hasSeveral(world, client)
    world.passes(3)
    const [one, other] = [client.begins('GET', '/customers', rate(5)), client.begins('GET', '/calls', rate(9))]
    world.passes(0.001)
    one.ends()
    other.ends()
    world.passes(5.1)
    client.sends('GET', '/customers', rate(4))
    world.passes(4.1)
    client.sends('GET', '/customers')
    client.sends('GET', '/calls')
  })
  expect(conditions.map(({ holds }) => holds)).toEqual([true, true])
})

test('a request is no longer early once a person has ended the wait', () => {
  const { conditions } = judged((world, client) => {
    hasSeveral(world, client)
    world.passes(3)
    client.sends('GET', '/customers', rate(14))
    world.change('limits')
    client.reconnects()
    world.passes(0.001)
    client.sends('GET', '/calls', rate(14))
    world.passes(14)
    client.sends('GET', '/customers')
    client.sends('GET', '/calls')
  })
  expect(conditions.map(({ holds }) => holds)).toEqual([true, true])
})

test('what fails a drill leads to the request that its sentence names', () => {
  const { conditions } = judged((world, client) => {
    client.sends('GET', '/customers', rate(14))
    for (let n = 0; n < 3; n += 1) {
      world.passes(0.5)
      client.sends('GET', '/customers', rate(13))
    }
    world.passes(14)
    client.sends('GET', '/customers')
  })
  const [first] = conditions.flatMap(({ reason }) => reason ?? [])
  expect(first?.text).toContain('#2')
  expect(first?.requests.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(first?.opens?.seq).toBe(2)
})

const seqsOf = (refs: readonly { readonly seq: number }[]) => refs.map(({ seq }) => seq)

test('every finding that failed a drill is named, the worst first, with those at fault apart from the refusal before them', () => {
  const { conditions } = judged((world, client) => {
    for (const path of ['/customers', '/calls']) {
      for (const retry_after of [null, 1, null]) {
        client.sends('GET', path, unavailable(retry_after))
        world.passes(0.15)
      }
      client.sends('GET', path)
      world.passes(5)
    }
  }, 'three_503s')
  const said = conditions.map(({ reasons }) =>
    reasons.map(({ rule, severity, at_fault, asked }) => [rule, severity, seqsOf(at_fault), seqsOf(asked)]),
  )
  expect(said).toEqual([
    [],
    [
      ['retry_before_retry_after', 'error', [3, 4], [2]],
      ['retry_before_retry_after', 'error', [7, 8], [6]],
    ],
    [
      ['no_backoff', 'warning', [2, 3], []],
      ['no_backoff', 'warning', [6, 7], []],
    ],
  ])
  // What a sentence counts is what is at fault.
  const [early, steady] = [conditions[1]?.reasons[0], conditions[2]?.reasons[0]]
  expect(early?.sentence).toMatchObject({ id: 'retry_before_retry_after.several', figures: { requests: 2, early: 3 } })
  expect(early?.at_fault_total).toBe(2)
  expect(steady?.sentence.figures).toMatchObject({ repeats: 2, first: 1 })
})

test('the refusal that asked for a wait is not at fault, and of a request that never succeeded only the last attempt is', () => {
  const { conditions } = judged((world, client) => {
    client.sends('GET', '/customers', rate(14))
    for (let n = 0; n < 3; n += 1) {
      world.passes(0.5)
      client.sends('GET', '/customers', rate(13))
    }
  })
  expect(
    conditions.map(({ reason }) => [
      reason?.at_fault_total,
      seqsOf(reason?.at_fault ?? []),
      seqsOf(reason?.asked ?? []),
    ]),
  ).toEqual([
    [3, [2, 3, 4], [1]],
    [1, [4], []],
  ])
})

test('a request that came again on another connection before its own wait was over leaves it in doubt, and one of another worker does not', () => {
  const parallel = (again: string) =>
    judged((world, client) => {
      hasSeveral(world, client)
      world.passes(3)
      client.sends('GET', '/customers', unavailable(1))
      client.reconnects()
      world.passes(0.15)
      client.sends('GET', again, unavailable(null))
      world.passes(5)
      client.sends('GET', '/customers')
    }, 'three_503s').conditions[1]
  expect(parallel('/customers')).toMatchObject({
    holds: false,
    reason: { decided: false, at_fault: [{ seq: 4 }], asked: [{ seq: 3 }] },
  })
  expect(parallel('/calls')).toMatchObject({ holds: true, reasons: [] })
})
