import { expect, test } from 'vitest'
import type { Rule } from './rule.ts'
import { RULES } from './rules.ts'
import { faultsOf, inForce, severityOf } from './settings.ts'

const named = (id: string) => RULES.find(rule => rule.id === id) as Rule
const [oneByOne, noBackoff, retried] = ['one_by_one', 'no_backoff', 'retried_final_refusal'].map(named) as [
  Rule,
  Rule,
  Rule,
]

test.each([
  [undefined, { severity: 'information', options: { from: 20 } }],
  ['off', { severity: 'off', options: { from: 20 } }],
  ['error', { severity: 'error', options: { from: 20 } }],
  [{ from: 50 }, { severity: 'information', options: { from: 50 } }],
  [
    { severity: 'error', from: 50 },
    { severity: 'error', options: { from: 50 } },
  ],
] as const)('a setting of %j is in force over what the rule is by itself', (setting, force) => {
  expect(inForce(oneByOne, setting)).toEqual(force)
})

test('what a rule is by itself, set by a team, changes nothing', () => {
  for (const rule of RULES) {
    for (const severity of ['information', 'warning', 'error'] as const) {
      expect(severityOf(severity, rule, rule.severity)).toBe(severity)
    }
  }
})

test('a finding that is lighter than ordinary stays lighter by as much', () => {
  expect(severityOf('warning', noBackoff, 'warning')).toBe('information')
  expect(severityOf('information', noBackoff, 'warning')).toBe('information')
  expect(severityOf('error', noBackoff, 'information')).toBe('information')
  expect(severityOf('information', retried, 'error')).toBe('warning')
})

test('a finding that is graver than ordinary is as grave as the rule found it, and lighter where the rule is set lighter', () => {
  expect(severityOf('warning', oneByOne, 'error')).toBe('error')
  expect(severityOf('warning', oneByOne, 'warning')).toBe('warning')
  expect(severityOf('error', retried, 'error')).toBe('error')
  expect(severityOf('error', retried, 'information')).toBe('warning')
})

test('settings that can be taken have no faults', () => {
  expect(faultsOf('off')).toEqual({})
  expect(faultsOf({ pages_left_out: 'off', one_by_one: { severity: 'error', from: 50 } })).toEqual({})
})

test.each([
  [null, ['']],
  ['on', ['']],
  [[], ['']],
  [{ one_by_two: 'off' }, ['one_by_two']],
  [{ one_by_one: 'fatal' }, ['one_by_one']],
  [{ one_by_one: 3 }, ['one_by_one']],
  [{ one_by_one: { severity: 'fatal' } }, ['one_by_one.severity']],
  [{ one_by_one: { from: 1 } }, ['one_by_one.from']],
  [{ one_by_one: { from: 2.5 } }, ['one_by_one.from']],
  [{ one_by_one: { from: 10_001 } }, ['one_by_one.from']],
  [{ hammering: { from: 50 } }, ['hammering.from']],
  [{ one_by_one: { upto: 50 } }, ['one_by_one.upto']],
])('a setting of %j is refused, with its place', (settings, places) => {
  expect(Object.keys(faultsOf(settings))).toEqual(places)
})
