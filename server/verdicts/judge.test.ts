import { expect, test } from 'vitest'
import { ObservedWorld } from '../../tests/support/observed.ts'
import { rate } from '../../tests/support/refusals.ts'
import { GOOD_MANNERS, groundOf } from '../contract/verdict-sentences/grounds.ts'
import { VERDICT_SENTENCES } from '../contract/verdict-sentences.ts'
import { NOT_MET } from './expectations.ts'
import { Judge } from './judge.ts'
import { GROUPS, type Hears, type Rule, rule } from './rule.ts'
import { FAMILIES, RULES } from './rules.ts'
import { Tally } from './tally.ts'

/** A rule that remembers what it heard. */
function listener(hears: Hears, heard: unknown[]): Rule {
  return rule<null>({
    id: 'listener',
    group: 'reads',
    severity: 'warning',
    hears,
    rests_on: 'good manners',
    begin: () => null,
    sees: request => heard.push(request.seq),
    changes: change => heard.push(change.what),
    attempts: attempt => heard.push(attempt.event),
    end: () => ({ passed: new Tally(), open: new Tally(), findings: [] }),
  })
}

function eventful(): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers')
  client.sends('POST', '/customers', { status: 201 })
  client.sends('GET', '/customers', { status: 429 })
  client.sends('GET', '/nowhere', { status: 404 })
  client.sends('GET', '/customers', { origin: 'dashboard' })
  world.change('limits')
  world.attempt()
  return world
}

test.each<[string, Hears, unknown[]]>([
  ['all requests of clients', { requests: 'all' }, [1, 2, 3, 4]],
  ['those of an endpoint', { requests: { endpoints: ['listCustomers'] } }, [1, 3]],
  ['those of a status', { requests: { status: status => status >= 400 } }, [3, 4]],
  ['both', { requests: { endpoints: ['listCustomers'], status: status => status >= 400 } }, [3]],
  ['changes', { changes: true }, ['limits']],
  ['attempts', { attempts: true }, ['call.completed']],
  ['nothing', {}, []],
])('a rule hears what it wants: %s', (_, hears, expected) => {
  const heard: unknown[] = []
  new Judge([listener(hears, heard)], () => ({})).hears(eventful().observations)
  expect(heard).toEqual(expected)
})

test('a rule that is off hears nothing and says nothing, and begins anew when it is switched on', () => {
  const heard: unknown[] = []
  const one = listener({ requests: 'all' }, heard)
  const judge = new Judge([one], () => undefined)
  const world = eventful()
  judge.hears(world.observations)
  expect([heard, judge.outcomes(world.standing()).size]).toEqual([[], 0])
  judge.begin(one, {})
  judge.hears(world.observations)
  expect([heard, judge.outcomes(world.standing()).size]).toEqual([[1, 2, 3, 4], 1])
  judge.end(one)
  judge.hears(world.observations)
  expect(heard).toHaveLength(4)
})

function accused(off: readonly string[]): string[] {
  const world = new ObservedWorld()
  const client = world.client()
  for (let time = 0; time < 6; time += 1) client.sends('GET', '/customers/1', rate(30))
  const judge = new Judge(RULES, ({ id, options }) => (off.includes(id) ? undefined : (options ?? {})))
  judge.hears(world.observations)
  return [...judge.outcomes(world.standing())].filter(([, { findings }]) => findings.length > 0).map(([id]) => id)
}

test('what the stronger rule of a family takes is left to the weaker one when the stronger is off', () => {
  expect(accused([])).toContain('hammering')
  expect(accused([])).not.toContain('retry_before_retry_after')
  expect(accused(['hammering'])).toContain('retry_before_retry_after')
})

test('every rule has an id of its own, a group, a sentence, a way out and something that it rests on', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length)
  expect(RULES.map(({ id }) => id).toSorted()).toEqual(
    Object.keys(VERDICT_SENTENCES)
      .filter(id => id !== NOT_MET)
      .toSorted(),
  )
  for (const { rests_on } of RULES) {
    expect(rests_on === GOOD_MANNERS).toBe(groundOf(rests_on) === GOOD_MANNERS)
  }
})

test('rules stand in the order of their groups, and families are made of rules', () => {
  const groups = RULES.map(({ group }) => GROUPS.indexOf(group))
  expect(groups).toEqual(groups.toSorted((one, other) => one - other))
  const ids = new Set(RULES.map(({ id }) => id))
  expect(FAMILIES.flat().filter(id => !ids.has(id))).toEqual([])
})
