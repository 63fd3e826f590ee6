import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { lists, type PageSays } from '../../../tests/support/paging.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { stuckPage } from './stuck-page.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }

/** Each target is answered with the first page, as by a server that ignores what it does not know. */
function asked(targets: readonly string[], says: PageSays = {}): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  for (const target of targets) lists(client, target, { page: 1, ...says })
  return world
}

const WRONG_NAME = ['/customers', '/customers?pageNumber=2', '/customers?pageNumber=3']

test('a page parameter of the wrong name is an error', () => {
  const world = asked(WRONG_NAME)
  const outcome = outcomeOf(stuckPage, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      'error: 3 requests for /customers differed only in pageNumber, which the contract does not have: each was answered with page 1 of 3.',
    ],
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2, 3]])
  expect(outcome.findings[0]?.seen.real_us).toBe(world.now.real_us)
  expect(outcome.findings[0]?.wasted).toEqual(new Map([['2026-03-10', 2]]))
  expect(accusations(world)).toContain('stuck_page: error')
  saysTheSameInAnyBatching(stuckPage, world)
})

test.each([
  ['p', ['/customers?p=1', '/customers?p=2', '/customers?p=3']],
  ['offset', ['/calls', '/calls?offset=50', '/calls?offset=100']],
  ['page_no', ['/calls?page_no=3', '/calls?page_no=1', '/calls?page_no=2']],
  ['current_page', ['/reports/calls?current_page=0', '/reports/calls?current_page=1', '/reports/calls?current_page=2']],
])('the name may be %s', (name, targets) => {
  expect(told(outcomeOf(stuckPage, asked(targets))).findings).toEqual([expect.stringContaining(` only in ${name}, `)])
})

test('a parameter that counts but is not called like a page is information', () => {
  const world = asked(['/customers?seite=1', '/customers?seite=2', '/customers?seite=3'])
  expect(told(outcomeOf(stuckPage, world)).findings).toEqual([expect.stringMatching(/^information: .* seite/)])
  expect(accusations(world)).toEqual([])
})

test.each<[what: string, targets: string[]]>([
  ['two requests', WRONG_NAME.slice(1)],
  ['time stamps against caches', [1, 2, 3].map(n => `/customers?_=177310080000${n}`)],
  ['time stamps in the name of a page', [1, 2, 3].map(n => `/customers?pageview=177310080000${n}`)],
  ['names of pages', ['/customers?page_id=a', '/customers?page_id=b', '/customers?page_id=c']],
  ['sizes of pages', ['/customers?per_page=20', '/customers?per_page=50', '/customers?per_page=10']],
  ['equal requests', ['/customers?p=1', '/customers?p=1', '/customers?p=1']],
  ['different filters', ['/customers?p=1&name=a', '/customers?p=2&name=b', '/customers?p=3&name=c']],
  ['different lists', ['/customers?p=1', '/calls?p=2', '/reports/users?p=3']],
  ['different parameters', ['/customers?p=1', '/customers?offset=1&p=1', '/customers?offset=1&p=2']],
  ['equal numbers', ['/customers?v=1', '/customers?v=1.0', '/customers?v=1.00']],
  ['a number that falls, called otherwise', ['/customers?left=3', '/customers?left=2', '/customers?left=1']],
])('%s are not stuck', (_, targets) => {
  expect(told(outcomeOf(stuckPage, asked(targets)))).toEqual(NOTHING)
})

test.each<[what: string, says: PageSays]>([
  ['on the last page', { of: 1 }],
  ['refused', { status: 422 }],
  ['not read', { answered: 'cut' }],
  ['answered without pages', { paging: null }],
])('what was %s is not stuck', (_, says) => {
  expect(told(outcomeOf(stuckPage, asked(WRONG_NAME, says)))).toEqual(NOTHING)
})

test('different lists are not stuck, though their answers are equal', () => {
  expect(
    told(outcomeOf(stuckPage, asked(['/customers?p=1', '/calls?p=2', '/reports/users?p=3'], { answer: 7 }))),
  ).toEqual(NOTHING)
})

test('a query of endless length is not judged', () => {
  const filling = (length: number) => `a=${'x'.repeat(length - 'a=&p=1'.length)}`
  const turning = (length: number) => [1, 2, 3].map(p => `/customers?${filling(length)}&p=${p}`)
  expect(told(outcomeOf(stuckPage, asked(turning(512)))).findings).toHaveLength(1)
  expect(told(outcomeOf(stuckPage, asked(turning(513)))).findings).toEqual([])
})

test('an answer that has changed, or another page, is not stuck', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (const [index, target] of WRONG_NAME.entries()) lists(client, target, { page: 1, answer: index })
  expect(told(outcomeOf(stuckPage, world))).toEqual(NOTHING)
  for (const [index, target] of WRONG_NAME.entries()) lists(client, target, { page: index + 1, answer: 7, of: 9 })
  expect(told(outcomeOf(stuckPage, world))).toEqual({ ...NOTHING, passed: 2 })
})

test('clients are told apart, and so is what they do between', () => {
  const world = new ObservedWorld()
  const [one, other] = [world.client(), world.client()]
  for (const [index, target] of WRONG_NAME.entries()) lists(index === 1 ? other : one, target, { page: 1 })
  expect(told(outcomeOf(stuckPage, world))).toEqual(NOTHING)
})

test('sweeps through different filters that take turns are both seen', () => {
  const targets = [1, 2, 3].flatMap(n => [`/customers?p=${n}&name=a`, `/customers?p=${n}&name=b`])
  expect(told(outcomeOf(stuckPage, asked(targets))).findings).toHaveLength(2)
})

test('a loop without end is one finding', () => {
  const targets = Array.from({ length: 150 }, (_, n) => `/customers?p=${n + 1}`)
  const outcome = outcomeOf(stuckPage, asked(targets))
  expect(told(outcome).findings).toEqual([expect.stringContaining('150 requests')])
  expect(evidenceOf(outcome)[0]).toHaveLength(12)
  expect(outcome.findings[0]?.takes).toHaveLength(64)
})

test('a parameter that counts beyond what there is, turns no page', () => {
  expect(told(outcomeOf(stuckPage, asked(['/calls?p=151', '/calls?p=152', '/calls?p=153']))).findings).toEqual([])
  expect(told(outcomeOf(stuckPage, asked(['/calls?p=148', '/calls?p=149', '/calls?p=150']))).findings).toHaveLength(1)
})

test('pages that are turned pass', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (const page of [1, 2, 3]) lists(client, `/customers?page=${page}`)
  expect(told(outcomeOf(stuckPage, world))).toEqual({ ...NOTHING, passed: 2 })
  expect(accusations(world)).toEqual([])
})
