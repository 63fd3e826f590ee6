import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { RULES } from '../rules.ts'

const FLOODS = fileURLToPath(new URL('../../../tests/support/floods.ts', import.meta.url))
/** Requests and attempts of each flood: the long tier sets more. */
const COUNT = Number(process.env.RINGBACK_FLOOD ?? 10_000)
/** What one rule may hold of one world, whoever comes. */
const LIMIT_MB = 0.9
/** They know more people, customers, deliveries, lists or reads. */
const MORE: Readonly<Record<string, number>> = {
  double_call: 2,
  fresh_external_id_on_retry: 2,
  conflict_not_resolved: 1.5,
  same_person_twice: 2.5,
  duplicate_customer: 7,
  stuck_page: 2.5,
  pages_left_out: 2,
  polls_while_subscribed: 1.5,
  same_read_again: 2.5,
  refuses_repeat: 2,
  works_before_answering: 2,
  repeat_has_effect: 1.5,
}
/** Sums up what others found, and hears nothing. */
const HEARS_NOTHING = ['wasted_quota']

test('a client that floods a rule with what it keeps something of, does not fill the memory', {
  tags: ['deep'],
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', FLOODS, String(COUNT)])
  const held = JSON.parse(stdout) as Record<string, number>
  const judged = RULES.filter(({ group }) => ['writes', 'reads', 'receiver'].includes(group)).map(({ id }) => id)
  expect(Object.keys(held).toSorted()).toEqual(judged.filter(id => !HEARS_NOTHING.includes(id)).toSorted())
  expect(Object.entries(held).filter(([id, mb]) => mb > (MORE[id] ?? LIMIT_MB))).toEqual([])
})
