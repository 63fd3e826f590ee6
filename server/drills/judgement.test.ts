import { expect, test } from 'vitest'
import { ObservedClient, ObservedWorld } from '../../tests/support/observed.ts'
import { quota, rate, unavailable } from '../../tests/support/refusals.ts'
import type { PassesWhen } from '../contract/drill.ts'
import { DRILLS } from '../contract/drills.ts'
import type { VerdictView } from '../verdicts/wire.ts'
import { WorldVerdicts } from '../verdicts/world-verdicts.ts'
import { afterOf } from './after.ts'
import { chosenFrom } from './chosen-requests.ts'
import { Evidence } from './evidence.ts'
import type { Facts } from './facts.ts'
import { failedBy } from './failed-by.ts'
import { judge } from './judgement.ts'

type Client = ReturnType<ObservedWorld['client']>

/** What is said of each condition of a drill after a client has done so. */
function judged(
  go: (world: ObservedWorld, client: Client) => void,
  name = 'minute_full',
  passes_when?: PassesWhen[],
  before_midnight?: Facts['before_midnight'],
) {
  const world = new ObservedWorld()
  const client = world.client()
  const verdicts = new WorldVerdicts()
  const from = world.standing().now
  const [evidence, apart] = [new Evidence(from), verdicts.apart(from)]
  go(world, client)
  evidence.hears(world.observations)
  apart.hears(world.observations)
  const known = DRILLS.find(row => row.drill === name) as (typeof DRILLS)[number]
  const drill = passes_when === undefined ? known : { ...known, passes_when }
  const standing = world.standing()
  const judgement = judge(drill, {
    evidence,
    standing,
    verdictsOf: tenants => verdicts.saidApart(apart, tenants, standing),
    customersOf: () => [],
    before_midnight,
  })
  const { requests } = evidence
  return { ...judgement, requests, after: requests.map(one => afterOf(one, requests, judgement)) }
}

/** It has had two requests in flight at once, so that what comes on another connection need not know. */
function hasSeveral(world: ObservedWorld, client: Client): void {
  const [one, other] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
  world.passes(0.001)
  one.ends()
  other.ends()
}

test('of one request a drill says the same as its world, whatever its client had in flight before, or has in flight as it is staged', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const [before, other] = [new WorldVerdicts(), world.client({ product: 'batch/1' })]
  hasSeveral(world, client)
  client.sends('GET', '/customers', rate(40))
  const long = other.begins('GET', '/customers/7')
  before.hears(world.observations.splice(0))
  world.passes(1)
  const apart = before.apart(world.now)
  client.reconnects()
  for (let n = 0; n < 3; n += 1) {
    client.sends('GET', '/customers', rate(14))
    client.reconnects()
    world.passes(0.03)
    other.reconnects()
    other.sends('GET', '/calls', rate(14))
    world.passes(0.03)
  }
  long.ends()
  before.hears(world.observations)
  apart.hears(world.observations)
  const said = (rows: readonly VerdictView[]) =>
    rows
      .filter(({ rule }) => rule === 'retry_before_retry_after')
      .flatMap(({ findings, doubts }) => [
        ...findings.map(one => [one.severity, one.sentence]),
        ...doubts.map(one => ['doubt', one.evidence.map(({ seq }) => seq)]),
      ])
  const apartly = said(before.saidApart(apart, new Set(['pro']), world.standing()).rows)
  expect(apartly).toEqual(said(before.rows(world.standing())))
  // The one is alone since, and the other had a request in flight all the while.
  expect(apartly.map(([severity]) => severity)).toEqual(['error', 'doubt'])
})

test('what a client did before a drill is for its world no beginning of what it repeats in it', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const verdicts = new WorldVerdicts()
  for (let n = 0; n < 5; n += 1) {
    client.sends('GET', '/customers')
    world.passes(0.1)
  }
  verdicts.hears(world.observations.splice(0))
  const apart = verdicts.apart(world.now)
  for (let n = 0; n < 3; n += 1) {
    client.sends('GET', '/customers', unavailable(null))
    world.passes(0.1)
  }
  verdicts.hears(world.observations)
  apart.hears(world.observations)
  const [own, others] = [
    verdicts.rows(world.standing()),
    verdicts.saidApart(apart, new Set(['pro']), world.standing()).rows,
  ].map(rows => rows.find(({ rule }) => rule === 'no_backoff')?.findings.map(one => [one.severity, one.message]))
  expect(own).toEqual(others)
  expect(own).toEqual([['warning', expect.stringMatching(/^After #6 had failed, 2 more/)]])
})

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
    [false, false, { id: 'in_doubt', figures: { count: 11, early: 5, refused: 4, gap: 0, wait: 9 } }],
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
    /^#4 came 1 ms after the answer to #3, before the 14 s were over that this had asked for\. Nothing shows whether it knew of it, so it counts neither for nor against the client\. .*How to find out: A client passes when one refusal holds back the requests of all its workers/,
  )
  // The verdicts do not hold it in doubt, and so no row is marked with that either.
  expect(early?.reason).toMatchObject({ decided: false, opens: { seq: 4 }, at_fault: [], at_fault_total: 0 })
})

/** Of two workers of one client, each with a connection, one is refused, and the other sends its next request so many seconds later. */
function twoWorkers(apart: number, next: string) {
  return judged((world, client) => {
    const worker = new ObservedClient(world, client.actor)
    const [one, other] = [client.begins('GET', '/customers', rate(14)), worker.begins('GET', '/customers/1')]
    world.passes(0.001)
    other.ends()
    one.ends()
    world.passes(apart)
    worker.sends('GET', next, rate(14))
    world.passes(14)
    client.sends('GET', '/customers')
    worker.sends('GET', next)
  }).conditions
}

/** A worker sends its first request so soon after another one was refused, over a connection that was opened before or after that. */
function aFirst(opened: 'before' | 'after') {
  return judged((world, client) => {
    hasSeveral(world, client)
    world.passes(3)
    const one = client.begins('GET', '/customers', rate(14))
    const early = new ObservedClient(world, client.actor)
    world.passes(0.001)
    one.ends()
    world.passes(0.0013)
    const worker = opened === 'before' ? early : new ObservedClient(world, client.actor)
    worker.sends('GET', '/calls', rate(14))
    world.passes(14)
    client.sends('GET', '/customers')
    worker.sends('GET', '/calls')
  }).conditions
}

test('what was on its way as a refusal was answered leaves no correct client undecided', () => {
  expect(twoWorkers(0.0013, '/calls').map(({ holds }) => holds)).toEqual([true, true])
  expect(aFirst('before').map(({ holds }) => holds)).toEqual([true, true])
})

test.each([
  ['later than anybody needs to be told', 0.26, '/calls'],
  ['as the request that was refused', 0.0013, '/customers'],
])('what comes %s was not on its way', (_, apart, path) => {
  const [early] = twoWorkers(apart, path)
  expect(early).toMatchObject({ holds: false, reason: { decided: false } })
})

test('what came over a connection that was opened after the refusal may have been sent because of it', () => {
  expect(aFirst('after')[0]).toMatchObject({
    holds: false,
    reason: { decided: false, sentence: { id: 'unaware', figures: { early: 4 } } },
  })
})

test('of a worker that need not have known, a drill decides nothing, however long after the refusal it came', () => {
  const { conditions, after } = judged((world, client) => {
    hasSeveral(world, client)
    world.passes(3)
    client.sends('GET', '/customers', rate(14))
    for (const path of ['/calls', '/customers/1']) {
      client.reconnects()
      world.passes(0.2)
      client.sends('GET', path, rate(14))
    }
    world.passes(14)
    for (const path of ['/customers', '/calls', '/customers/1']) client.sends('GET', path)
  })
  expect(conditions[0]?.reasons.map(one => [one.of, one.severity, one.decided, seqsOf(one.at_fault)])).toEqual([
    ['drill', null, false, []],
    ['verdict', 'warning', false, [5]],
  ])
  expect(after.slice(3, 5).map(one => one?.early)).toEqual(['not_counted', 'in_doubt'])
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
    [3, [2, 3, 4], [1, 2, 3]],
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

test('a drill that looks at each request for itself holds in doubt what the rule does, but for known repeats', () => {
  const { conditions, verdicts } = judged((world, client) => {
    const paths = ['/customers', '/webhooks', '/calls', '/customers/1', '/customers/2']
    const connections = paths.map(() => new ObservedClient(world, client.actor))
    const rounds = [
      [null, null, 1, null, null],
      [200, 1, 200, 200, 1],
      [undefined, null, undefined, undefined, null],
      [undefined, 200, undefined, undefined, 200],
    ]
    // Whichever connection of the pool is free takes the next request.
    for (const [round, waits] of rounds.entries()) {
      const flying = paths.flatMap((path, index) => {
        const [wait, connection] = [waits[index], connections[(index + round) % paths.length]]
        return wait === undefined ? [] : (connection?.begins('GET', path, wait === 200 ? {} : unavailable(wait)) ?? [])
      })
      world.passes(0.005)
      for (const one of flying) one.ends()
      world.passes(0.06)
    }
  }, 'three_503s')
  const doubts = verdicts.find(({ rule }) => rule === 'retry_before_retry_after')?.doubts ?? []
  const of_rule = new Set(doubts.flatMap(({ evidence }) => evidence.slice(1).map(({ seq }) => seq))).size
  const [known, doubt] = conditions[1]?.reasons ?? []
  // Of these it is known: no_backoff counts two as repeats of those very refusals, and the others follow right after them.
  expect([known?.sentence.id, known?.decided, seqsOf(known?.at_fault ?? [])]).toEqual([
    'own_early',
    true,
    [11, 12, 13, 14],
  ])
  expect(doubt?.sentence).toMatchObject({ id: 'in_doubt', figures: { count: of_rule } })
  expect([doubt?.at_fault_total, of_rule]).toEqual([1, 1])
})

/** One request at a time over two connections in turn, as Node's fetch sends them. */
function inTurn(paths: readonly string[], answers: readonly Parameters<Client['sends']>[2][], drill: string) {
  return judged((world, client) => {
    hasSeveral(world, client)
    world.passes(3)
    const connections = [client, new ObservedClient(world, client.actor)]
    for (const [index, answer] of answers.entries()) {
      connections[index % 2]?.sends('GET', paths[index % paths.length] as string, answer)
      world.passes(0.004)
    }
  }, drill)
}

test('what another rule counts as a repeat of a refusal is in no doubt, and what comes after the final answer is no repeat', () => {
  const answers = [unavailable(null), unavailable(1), unavailable(null), {}, {}]
  const { conditions, after } = inTurn(['/customers'], answers, 'three_503s')
  const [early, ...doubts] = conditions[1]?.reasons ?? []
  expect(early?.sentence).toEqual({ id: 'own_early', figures: { count: 2, early: 5, refused: 4, gap: 0.004, wait: 1 } })
  expect([early?.decided, seqsOf(early?.at_fault ?? []), doubts]).toEqual([true, [5, 6], []])
  expect(after.slice(2).map(one => one && [one.request.seq, one.early])).toEqual([
    undefined,
    [3, null],
    [4, 'counted'],
    [4, 'counted'],
    undefined,
  ])
})

test('where nobody was seen beside who repeats at once over two connections, each repeat that came early is at fault, the last as well', () => {
  const { conditions, verdicts, after } = judged((world, client) => {
    const connections = [client, new ObservedClient(world, client.actor)]
    for (const [index, answer] of [unavailable(null), unavailable(1), unavailable(null), {}].entries()) {
      const connection = connections[index % 2] as ObservedClient
      if (index === 1) connection.reconnects()
      connection.sends('GET', '/customers', answer)
      world.passes(0.05)
    }
  }, 'three_503s')
  const waits = conditions[1]?.reasons ?? []
  expect(waits.map(({ of, decided, at_fault }) => [of, decided, seqsOf(at_fault)])).toEqual([
    ['verdict', true, [4]],
    ['drill', true, [3]],
  ])
  expect(after.map(one => one?.early)).toEqual([undefined, null, 'counted', 'counted'])
  const found = verdicts.find(row => row.rule === 'retry_before_retry_after')?.findings
  expect(found?.map(one => [one.severity, seqsOf(one.evidence)])).toEqual([['error', [2, 3, 4]]])
})

test.each([
  ['the same request', ['/customers']],
  ['a list page by page', ['/customers', '/customers?page=2', '/customers?page=3', '/customers?page=4']],
  ['other lists', ['/customers', '/projects', '/staff', '/calls']],
])('a drill holds as many requests in doubt as the verdicts: %s', (_, paths) => {
  const { conditions, verdicts, after } = inTurn(paths, [{}, rate(14), rate(14), rate(14)], 'minute_full')
  const doubts = verdicts.find(({ rule }) => rule === 'hammering')?.doubts ?? []
  const listed = doubts.flatMap(({ evidence }) => seqsOf(evidence.slice(1)))
  const [told] = conditions[0]?.reasons ?? []
  expect(listed.length).toBeGreaterThan(0)
  expect(told).toMatchObject({ decided: false, sentence: { id: 'in_doubt', figures: { count: listed.length } } })
  expect(seqsOf(told?.at_fault ?? [])).toEqual(listed)
  const inDoubt = after.flatMap((one, index) => (one?.early === 'in_doubt' ? [index + 1] : []))
  expect(inDoubt).toEqual(listed)
})

/** What came early, and after which refusal. */
const earlyOf = ({ early }: ReturnType<typeof judged>) => [...early].map(([seq, { refusal }]) => [seq, refusal.seq])

test('a client that hammers one request at a time knew: no condition calls that a doubt, and each early request is at fault', () => {
  const all = judged((world, client) => {
    for (const path of ['/customers', '/calls', '/customers/1'])
      for (const retry_after of [null, 1, null]) {
        client.sends('GET', path, unavailable(retry_after))
        world.passes(0.03)
      }
  }, 'three_503s')
  const [waits] = all.conditions[1]?.reasons ?? []
  expect(all.conditions[1]?.reasons).toHaveLength(1)
  expect([waits?.rule, waits?.decided, seqsOf(waits?.at_fault ?? [])]).toEqual([
    'hammering',
    true,
    [3, 4, 5, 6, 7, 8, 9],
  ])
  expect(seqsOf(waits?.asked ?? [])).toEqual([2, 5, 8])
  expect(all.verdicts.map(({ rule }) => rule)).toContain('hammering')
  expect(earlyOf(all)).toEqual([
    [3, 2],
    [4, 2],
    [5, 2],
    [6, 5],
    [7, 5],
    [8, 5],
    [9, 8],
  ])
})

test('all that came early is at fault, also what a finding has no room to list, and each refusal was not waited for', () => {
  const { conditions } = judged((world, client) => {
    for (let n = 0; n < 20; n += 1) {
      client.sends('GET', '/customers', rate(15))
      world.passes(0.03)
    }
    world.passes(15)
    client.sends('GET', '/customers')
  })
  const [early] = conditions
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
  expect(early?.reasons).toHaveLength(1)
  expect([early?.reason?.at_fault_total, seqsOf(early?.reason?.at_fault ?? [])]).toEqual([19, upTo(20).slice(1)])
  expect(seqsOf(early?.reason?.asked ?? [])).toEqual(upTo(19))
})

test('what nobody can tell of is named beside what a rule has found, and every refused request of that wait is one or the other', () => {
  const { conditions } = judged((world, client) => {
    hasSeveral(world, client)
    world.passes(3)
    for (let n = 0; n < 4; n += 1) {
      client.sends('GET', '/customers', rate(15))
      if (n === 0) client.reconnects()
      world.passes(0.03)
    }
    world.passes(15)
    client.sends('GET', '/customers')
  })
  const said = conditions[0]?.reasons.map(one => [one.decided, seqsOf(one.at_fault), seqsOf(one.asked)])
  expect(said).toEqual([
    [true, [5, 6], [4, 5]],
    [false, [4], [3]],
  ])
})

test.each([
  ['lost', { answered: 'cut' } as const, '#2 placed a second call to 03*, 500 ms after the answer to #1 was lost'],
  ['answered', {}, '#2 placed a second call to 03*, 500 ms after the answer to #1'],
])('whoever is called twice is told by which request, and how long after the first was %s', (_, first, text) => {
  const initiation = (call: number) => ({ loose: 7, shown: '03*', placed: [call] }) as never
  const { conditions } = judged((world, client) => {
    client.sends('POST', '/calls/initiate', { initiation: initiation(1), ...first })
    world.passes(0.5)
    client.sends('POST', '/calls/initiate', { initiation: initiation(2) })
  }, 'lost_answer')
  expect(conditions[0]?.reason?.text).toContain(text)
  expect(conditions[0]?.reason).toMatchObject({ opens: { seq: 2 }, at_fault: [{ seq: 2 }] })
})

test('each request says after which refusal or attempt it came, and how it counts that it was early', () => {
  const { after } = judged((world, client) => {
    client.sends('GET', '/customers', unavailable(null))
    world.passes(0.1)
    client.sends('GET', '/customers', unavailable(1))
    world.passes(0.1)
    client.sends('GET', '/customers', unavailable(null))
    hasSeveral(world, client)
    client.reconnects()
    world.passes(0.02)
    client.sends('GET', '/customers', unavailable(null))
    world.passes(2)
    client.sends('GET', '/customers')
  }, 'three_503s')
  expect(after.map(one => one && [one.request.seq, one.asked, one.early])).toEqual([
    undefined,
    [1, null, null],
    [2, 1, 'counted'],
    [2, 1, 'not_counted'],
    [2, 1, 'not_counted'],
    // no_backoff counts it as a repeat of that refusal as well.
    [2, 1, 'counted'],
    [6, null, null],
  ])
  expect(after[1]?.gap).toBeCloseTo(0.1)
})

/** What is said of the last condition of three_503s, after waits of so many seconds. */
function afterWaits(waits: readonly number[]) {
  const { conditions } = judged((world, client) => {
    const answers = [unavailable(null), unavailable(1), unavailable(null), {}]
    for (const [index, answer] of answers.entries()) {
      client.sends('GET', '/customers', answer)
      world.passes(waits[index] ?? 0)
    }
  }, 'three_503s')
  const { holds, reason } = conditions[2] as (typeof conditions)[number]
  return holds ? 'holds' : [reason?.sentence.id, reason?.decided, reason?.opens?.seq]
}

test.each([
  ['shorter than before', [0.6, 1.05, 0.3], ['not_longer', false, 4]],
  ['hardly longer, below a second', [0.6, 1.05, 0.8], ['not_longer', false, 4]],
  ['shorter, above a second', [3, 1.05, 2], ['not_longer', false, 4]],
  ['clearly longer', [0.6, 1.05, 0.9], 'holds'],
  ['as long, above a second', [2, 1.05, 1.99], 'holds'],
  ['constant, the first of them late', [1.6, 1.05, 1.5], 'holds'],
  ['constant, the first of them as late as can be', [1.74, 1.05, 1.5], 'holds'],
  ['later than any timer is', [1.76, 1.05, 1.5], ['not_longer', false, 4]],
  ['long and a tenth shorter', [20, 1.05, 18], 'holds'],
  ['long and shorter by more', [20, 1.05, 17.9], ['not_longer', false, 4]],
  ['of about a second', [0.996, 1.05, 0.995], 'holds'],
  ['one that the rule finds by itself', [0.6, 0.6, 0.6], ['no_backoff.evenly', true, 2]],
])('of a wait without Retry-After that is %s, three_503s says so', (_, waits, said) => {
  expect(afterWaits(waits)).toEqual(said)
})

test('a drill that fails by what is a warning in itself says so', () => {
  const go = (failures: number) =>
    judged((world, client) => {
      for (let n = 0; n <= failures; n += 1) {
        client.sends('GET', '/customers', n < failures ? unavailable(null) : {})
        world.passes(0.6)
      }
    }, 'three_503s').conditions[2]?.reason?.text
  expect(go(3)).toMatch(/^no_backoff \(a warning, which fails a drill as well\): After #1 had failed, 2 more/)
  expect(go(5)).toMatch(/^no_backoff: After #1 had failed, 4 more/)
})

test('what did not wait longer is told with both waits, and of one of several workers nothing is', () => {
  const go = (isAlone: boolean) =>
    judged((world, client) => {
      if (!isAlone) hasSeveral(world, client)
      client.sends('GET', '/customers', unavailable(null))
      world.passes(0.6)
      client.sends('GET', '/customers', unavailable(1))
      world.passes(1.05)
      client.sends('GET', '/customers', unavailable(null))
      world.passes(0.3)
      client.sends('GET', '/customers')
    }, 'three_503s').conditions[2]?.reason
  expect(go(true)?.text).toMatch(
    /^#4 came 300 ms after the answer to #3, where the wait before had been 600 ms\. That shows no backoff, and nothing else does; .*How to find out: Run it again/,
  )
  expect(go(true)?.at_fault).toHaveLength(1)
  expect(go(false)?.sentence.id).toBe('not_shown')
})

test('where one request shows that its client backs off, another that came sooner does not leave it in doubt', () => {
  const { conditions } = judged((world, client) => {
    for (const [path, second] of [
      ['/customers', 1.2],
      ['/staff', 0.5],
    ] as const) {
      client.sends('GET', path, unavailable(null))
      world.passes(0.6)
      client.sends('GET', path, unavailable(null))
      world.passes(second)
      client.sends('GET', path)
    }
  }, 'three_503s')
  expect(conditions[2]?.holds).toBe(true)
})

test('of a rule on anything but waits that was not seen to be kept, waits are not given as the reason', () => {
  const passes_when = [{ text: 'all pages are read', rules: ['pages_left_out'], shown: true as const }]
  const go = (_: ObservedWorld, client: Client) => {
    for (let n = 0; n < 3; n += 1) client.sends('GET', '/customers', unavailable(1))
  }
  expect(judged(go, 'three_503s', passes_when).conditions[0]?.reason?.text).toMatch(
    /^nothing shows it: no case was seen in which a client kept pages_left_out\. Caller/,
  )
})

test('a poll that goes on at its pace is no attempt that should have waited longer', () => {
  const { conditions } = judged((world, client) => {
    for (const answer of [{}, unavailable(null), unavailable(null), unavailable(null), {}]) {
      client.sends('GET', '/customers', answer)
      world.passes(0.3)
    }
  }, 'three_503s')
  expect(conditions[2]?.reason?.sentence.id).toBe('not_shown')
})

test('before its situation has come, nothing is missing that would show it', () => {
  const { conditions, met } = judged(() => {}, 'three_503s')
  expect(met).toBeNull()
  expect(conditions.map(({ holds }) => holds)).toEqual([true, true, true])
})

test('a condition on waits that holds names the waits that show it, and the repeats say what they came after', () => {
  const { conditions, after } = judged((world, client) => {
    for (const [index, answer] of [unavailable(null), unavailable(1), unavailable(null), {}].entries()) {
      client.sends('GET', '/customers', answer)
      world.passes([0.6, 1.05, 0.9][index] ?? 0)
    }
  }, 'three_503s')
  const waits = conditions.map(row => row.waits.map(one => [one.request.seq, one.after.seq, one.asked]))
  expect(waits).toEqual([
    [],
    [[3, 2, 1]],
    [
      [2, 1, null],
      [4, 3, null],
    ],
  ])
  expect(conditions[2]?.waits.map(({ gap }) => gap)).toEqual([expect.closeTo(0.6), expect.closeTo(0.9)])
  expect(after.map(one => one && [one.request.seq, one.asked, one.early])).toEqual([
    undefined,
    [1, null, null],
    [2, 1, null],
    [3, null, null],
  ])
})

test('what does not hold is shown by no wait, and a wait that was too short shows nothing', () => {
  const { conditions } = judged((world, client) => {
    for (const answer of [unavailable(null), unavailable(1), unavailable(null), {}]) {
      client.sends('GET', '/customers', answer)
      world.passes(0.1)
    }
  }, 'three_503s')
  expect(conditions.map(({ holds, waits }) => [holds, waits.length])).toEqual([
    [true, 0],
    [false, 0],
    [false, 0],
  ])
})

test.each([
  [1, 'your client met fewer than three answers of 503; there was 1'],
  [2, 'your client met fewer than three answers of 503; there were 2'],
])('of a situation that takes several, it is said how many came: %i', (count, text) => {
  const { met, not_met_because, came } = judged((_, client) => {
    for (let n = 0; n < count; n += 1) client.sends('GET', '/customers', unavailable(null))
  }, 'three_503s')
  expect([met, not_met_because, came]).toEqual([null, text, count])
})

test('of a thousand requests that a loop sends, all figures agree: what findings count, what is in doubt and how each request counts', () => {
  const { conditions, requests, after, met, told_to_wait } = judged((world, client) => {
    hasSeveral(world, client)
    client.sends('GET', '/customers')
    for (let n = 0; n < 1_000; n += 1) {
      if (n % 7 === 0) client.reconnects()
      client.sends('GET', `/customers/${n % 5}`, { ...rate(15), takes: 0.002 })
    }
  })
  const reasons = conditions.flatMap(row => row.reasons)
  const [early] = conditions
  const counted = early?.reasons.filter(({ decided }) => decided) ?? []
  const sum = (of: readonly { at_fault_total: number }[]) => of.reduce((all, one) => all + one.at_fault_total, 0)
  for (const one of counted) {
    expect(one.sentence.figures.requests ?? 1).toBe(one.at_fault_total)
    expect(one.at_fault.length).toBe(one.at_fault_total)
  }
  const of = (how: string) => after.flatMap((one, index) => (one?.early === how ? [requests[index]?.seq ?? 0] : []))
  const seqsOf = (all: typeof reasons) => [...new Set(all.flatMap(({ at_fault }) => at_fault.map(({ seq }) => seq)))]
  expect(of('counted')).toEqual(seqsOf(counted).toSorted((one, other) => one - other))
  expect(of('counted')).toHaveLength(sum(counted))
  expect(of('counted').length).toBeGreaterThan(500)
  const doubts = reasons.filter(({ decided, at_fault }) => !decided && at_fault.length > 0)
  expect(of('in_doubt')).toEqual(seqsOf(doubts).filter(seq => !of('counted').includes(seq)))
  // All that were told to wait, each in one part, as it is said of each of them.
  const refused = requests.filter(({ status }) => status === 429).map(({ seq }) => seq)
  const partOf = (how: string) => of(how).filter(seq => refused.includes(seq)).length
  const { all, counted: failed, in_doubt, not_counted, in_time } = told_to_wait
  expect([all, failed, in_doubt, not_counted]).toEqual([
    refused.length,
    ...['counted', 'in_doubt', 'not_counted'].map(partOf),
  ])
  expect(failed + in_doubt + not_counted + in_time).toBe(all)
  // The last of each that are left without an answer are among those that came too early: nobody is counted twice.
  const chosen = chosenFrom(requests, { met, conditions }, 100)
  expect(chosen.failed_total).toBe(of('counted').length)
  // What stands first and what stands below it add up to all of them, and those that two conditions tell of are said to be so.
  const [said, below, unanswered, ...others] = failedBy({ conditions })
  const [most = 0, ...less] = counted.map(one => one.at_fault_total)
  expect([said, below, unanswered, others]).toEqual([
    { condition: 'no request comes too early', reasons: 1, count: most, also: 0 },
    {
      condition: 'no request comes too early',
      reasons: less.length,
      count: less.reduce((all, one) => all + one, 0),
      also: 0,
    },
    { condition: 'each refused request gets its final answer after the wait', reasons: 1, count: 0, also: 5 },
    [],
  ])
  expect(most + (below?.count ?? 0)).toBe(chosen.failed_total)
  const failedAt = (all: readonly { seq: number }[]) => all.filter(({ seq }) => of('counted').includes(seq)).length
  const left_out = chosen.left_out.reduce((all, { failed }) => all + failed, 0)
  expect(failedAt([...chosen.earlier, ...chosen.newest]) + left_out).toBe(chosen.failed_total)
  // It shows by what the situation came, and where the failure begins.
  const shown = chosen.earlier.map(({ seq }) => seq)
  expect(shown).toEqual(expect.arrayContaining([1, 2, met?.request?.seq, of('counted')[0]]))
  const total = chosen.left_out.reduce((all, { count }) => all + count, chosen.earlier.length + chosen.newest.length)
  expect(total).toBe(requests.length)
  expect(reasons.find(({ sentence }) => sentence.id === 'not_final')?.opens).toEqual(
    reasons.find(({ sentence }) => sentence.id === 'not_final')?.at_fault[0],
  )
})

test('a condition that holds and asks that something came names the requests by which it did', () => {
  const shownIn = ({ conditions }: ReturnType<typeof judged>) =>
    conditions.map(({ shown }) => shown.map(({ text, requests }) => [text, requests.map(({ seq }) => seq)]))
  const kept = judged((world, client) => {
    client.sends('GET', '/customers', rate(2))
    world.passes(2.1)
    client.sends('GET', '/customers')
  })
  expect(shownIn(kept)).toEqual([[], [['#2 asked again what #1 had asked, and got 200', [1, 2]]]])
  const left = judged((_, client) => void client.sends('GET', '/customers', rate(2)))
  expect(shownIn(left)).toEqual([[], []])
  const calls = (...placed: number[][]) =>
    judged((world, client) => {
      for (const [index, ids] of placed.entries()) {
        const initiation = { loose: 7, shown: '03*', placed: ids } as never
        client.sends(
          'POST',
          '/calls/initiate',
          index === 0 ? { initiation, answered: 'cut' } : { initiation, status: 409 },
        )
        world.passes(0.5)
      }
    }, 'lost_answer')
  expect(shownIn(calls([1], []))).toEqual([
    [['#1 placed the one call to 03*; #2 asked for it again, got 409 and placed none', [1, 2]]],
  ])
  expect(shownIn(calls([1]))).toEqual([[['#1 placed the one call to 03*, and nothing asked for it again', [1]]]])
  expect(shownIn(calls([1], [2]))).toEqual([[]])
})

test('a request that has waited for its own refusal broke no wait, although that of another one lasts', () => {
  const { told_to_wait } = judged((world, client) => {
    hasSeveral(world, client)
    client.sends('GET', '/customers/1', rate(2))
    client.reconnects()
    world.passes(1)
    client.sends('GET', '/calls', rate(14))
    client.reconnects()
    world.passes(1.5)
    client.sends('GET', '/customers/1', rate(11))
  })
  // That of the other worker came a second after the first refusal.
  expect(told_to_wait).toEqual({
    all: 3,
    counted: 0,
    in_doubt: 1,
    not_counted: 0,
    in_time: 2,
    // They never came again.
    failed_otherwise: 2,
    shortest_seconds: 2,
    longest_seconds: 14,
  })
})

test.each([
  [
    'lost_answer',
    'your client sent no POST /calls/initiate that places a call; the limit refused #2 (429 rate_limit_exceeded) for another 12 s, so that no response to a call could be lost. Run the drill again once the limit has begun anew',
  ],
  [
    'quota_gone',
    'your client sent no request beyond the daily quota; the limit refused 2 requests (the first, #1: 429 rate_limit_exceeded, for another 12 s), so that they could not bring this about. Run the drill again once the limit has begun anew',
  ],
])(
  'where a limit refused what could have brought the situation about, it is said, and nothing is judged: %s',
  (name, text) => {
    const { met, not_met_because, conditions } = judged((world, client) => {
      client.sends('GET', '/customers', rate(12))
      world.passes(0.1)
      client.sends('POST', '/calls/initiate', rate(12))
    }, name)
    expect([met, not_met_because]).toEqual([null, text])
    expect(conditions.filter(({ shown, waits }) => shown.length + waits.length > 0)).toEqual([])
  },
)

test('a refusal that a later answer made good, or that a fault was, is no limit that kept the situation from coming', () => {
  const sentOn = (answers: object[]) =>
    judged((world, client) => {
      for (const answer of answers) {
        client.sends('GET', '/customers', answer)
        world.passes(13)
      }
    }, 'cut_body').not_come_by
  expect(sentOn([rate(12), {}])).toBeNull()
  expect(sentOn([{ ...rate(12), fault_id: 3 }])).toBeNull()
  expect(sentOn([rate(12)])).toEqual({
    id: 'refused_by_limit',
    figures: { count: 1, request: 1, what: '429 rate_limit_exceeded', wait: 12 },
  })
  // What was refused for itself, where the situation takes a request of its kind.
  const itself = judged((_, client) => {
    client.sends('POST', '/calls/initiate', { status: 403, code: 'insufficient_scope' })
  }, 'lost_answer')
  expect(itself.not_met_because).toBe(
    'your client sent no POST /calls/initiate that places a call; #1 was refused with 403 insufficient_scope',
  )
})

test('what comes after midnight is not missed before it, and of a drill that was ended before nobody can tell', () => {
  const saidOf = (before_midnight?: Facts['before_midnight']) => {
    const { conditions } = judged(
      (_, client) => void client.sends('GET', '/customers', quota(20)),
      'quota_gone',
      undefined,
      before_midnight,
    )
    return conditions.at(-1)?.reasons.map(({ sentence: { id, figures }, decided }) => [id, figures.left, decided])
  }
  expect(saidOf({ left: 19, ended: false })).toEqual([['midnight_ahead', undefined, true]])
  expect(saidOf({ left: 19, ended: true })).toEqual([['before_midnight', 19, false]])
  expect(saidOf()).toEqual([['not_final', undefined, true]])
})

test('what was sent while an abandoned request was still under way is no repeat of it, and what was sent when it was over is', () => {
  const slow = (again: 'beside' | 'after') =>
    judged((world, client) => {
      const held = client.begins('GET', '/customers')
      world.passes(0.041)
      if (again === 'beside') client.sends('GET', '/customers')
      world.passes(14)
      held.ends({ answered: 'gone' })
      if (again === 'after') client.sends('GET', '/customers')
    }, 'slow_api').conditions[0]
  expect(slow('beside')).toMatchObject({
    holds: false,
    shown: [],
    reason: {
      sentence: { id: 'not_whole_beside', figures: { count: 1, what: 'GET /customers', beside: 2, request: 1 } },
      at_fault: [{ seq: 1 }],
      opens: { seq: 1 },
    },
  })
  expect(slow('after')?.shown.map(({ text }) => text)).toEqual(['#2 asked again what #1 had asked, and got 200'])
})

test('a repeat that was read shortly before the connection of the request that it repeats was found closed is one', () => {
  const { conditions, after } = judged((world, client) => {
    const held = client.begins('GET', '/customers')
    world.passes(0.3)
    client.reconnects()
    const again = client.begins('GET', '/customers')
    world.passes(0.008)
    held.ends({ answered: 'gone' })
    again.ends()
  }, 'slow_api')
  expect(conditions[0]?.shown.map(({ text }) => text)).toEqual(['#2 asked again what #1 had asked, and got 200'])
  expect(after.map(one => one?.gap)).toEqual([undefined, 0])
})

test('an equal initiation that was sent beside the one that placed the call did not ask for it again', () => {
  const initiation = (...placed: number[]) => ({ initiation: { loose: 7, shown: '03*', placed } as never })
  const { conditions } = judged((world, client) => {
    const first = client.begins('POST', '/calls/initiate', { ...initiation(1), answered: 'cut' })
    world.passes(0.01)
    client.sends('POST', '/calls/initiate', { ...initiation(), status: 409 })
    world.passes(0.01)
    first.ends()
  }, 'lost_answer')
  expect(conditions[0]?.shown.map(({ text }) => text)).toEqual([
    '#1 placed the one call to 03*; #2 asked for it while that was still under way, got 409 and placed none',
  ])
})

test('what came too early is told in one sentence: how many, by how much at most, and the first with its refusal', () => {
  const early = judged((world, client) => {
    client.sends('GET', '/customers', rate(10))
    world.passes(4)
    client.sends('GET', '/customers', rate(6))
    world.passes(1)
    client.sends('GET', '/customers', rate(5))
    world.passes(6)
    client.sends('GET', '/customers')
  })
  expect(early.too_early).toEqual({
    id: 'too_early',
    figures: { count: 2, early: 2, refused: 1, gap: 4, wait: 10, by: 6 },
  })
  // What is told of one request adds up: 11 ms and 989 ms are the second that was asked for.
  const soon = judged((world, client) => {
    client.sends('GET', '/customers', rate(1))
    world.passes(0.011)
    client.sends('GET', '/customers', rate(1))
  })
  expect(soon.too_early?.figures).toMatchObject({ gap: 0.011, wait: 1, by: 0.989 })
  const kept = judged((world, client) => {
    client.sends('GET', '/customers', rate(2))
    world.passes(2.1)
    client.sends('GET', '/customers')
  })
  expect(kept.too_early).toBeNull()
})
