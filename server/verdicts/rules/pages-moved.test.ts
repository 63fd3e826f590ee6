import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { lists, type PageSays } from '../../../tests/support/paging.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { pagesMoved } from './pages-moved.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }

function read(...reads: [target: string, says: PageSays][]): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  for (const [target, says] of reads) lists(client, target, says)
  return world
}

const GROWS: [string, PageSays][] = [
  ['/calls', { total: 120 }],
  ['/calls?page=2', { total: 130 }],
  ['/calls?page=3', { total: 140 }],
]

test('a list that grows between its pages and is not read again is information', () => {
  const world = read(...GROWS)
  const outcome = outcomeOf(pagesMoved, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      'information: Between #1 and #2 the list went from 120 to 130 entries, so that some may have been seen twice or never; it was not read again.',
    ],
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2]])
  expect(outcome.findings[0]?.provisional).toBe(true)
  expect(outcomeOf(pagesMoved, world, { standing: { ended: true } }).findings[0]?.provisional).toBeUndefined()
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(pagesMoved, world)
})

test('to read it again from the first page passes', () => {
  expect(told(outcomeOf(pagesMoved, read(...GROWS, ['/calls', { total: 140 }])))).toEqual({ ...NOTHING, passed: 1 })
  // At once.
  const two = GROWS.slice(0, 2)
  expect(told(outcomeOf(pagesMoved, read(...two, ['/calls', { total: 140 }])))).toEqual({ ...NOTHING, passed: 1 })
})

test('the first page passes for no second reading when it was asked for before the change could be seen', () => {
  const world = new ObservedWorld()
  const client = world.client()
  lists(client, '/calls', { total: 120 })
  const paging = { page: null, current_page: 1, last_page: 3, total: 130 }
  const beside = client.begins('GET', '/calls', { paging })
  lists(client, '/calls?page=2', { total: 130 })
  beside.ends()
  expect(told(outcomeOf(pagesMoved, world))).toEqual(NOTHING)
})

test('of a list that stays nothing is told, however often it is read', () => {
  const stays: [string, PageSays][] = [
    ['/calls', { total: 120 }],
    ['/calls?page=2', { total: 120 }],
    ['/calls?page=3', { total: 120 }],
  ]
  expect(told(outcomeOf(pagesMoved, read(...stays, ...stays)))).toEqual(NOTHING)
})

test.each<[what: string, second: [string, PageSays]]>([
  ['the next page of other filters', ['/calls?page=2&staff_id=1', { total: 130 }]],
  ['a page that was refused', ['/calls?page=2', { total: 130, status: 500 }]],
  ['a page that was not read', ['/calls?page=2', { total: 130, answered: 'cut' }]],
  ['the first page again', ['/calls', { total: 130 }]],
])('%s tells nothing of a list that moves', (_, second) => {
  expect(told(outcomeOf(pagesMoved, read(['/calls', { total: 120 }], second)))).toEqual(NOTHING)
})

test('clients read for themselves', () => {
  const world = read(['/calls', { total: 120 }])
  lists(world.client(), '/calls?page=2', { total: 130 })
  expect(told(outcomeOf(pagesMoved, world))).toEqual(NOTHING)
})

test('pages that come side by side, out of order, are compared with those that came before', () => {
  const world = read(['/calls', { total: 120 }], ['/calls?page=3', { total: 120 }], ['/calls?page=2', { total: 121 }])
  expect(evidenceOf(outcomeOf(pagesMoved, world))).toEqual([[2, 3]])
})
