import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { lists, type PageSays } from '../../../tests/support/paging.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { pagesLeftOut } from './pages-left-out.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }
const ONE = ['information: #1 was answered with page 1 of 3; page 2 was never asked for.']

function read(...reads: [target: string, says?: PageSays][]): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  for (const [target, says] of reads) lists(client, target, says)
  return world
}

test('a list of which only the first page is read is information', () => {
  const world = read(['/customers?name=a'], ['/customers?name=a'])
  const outcome = outcomeOf(pagesLeftOut, world)
  expect(told(outcome)).toEqual({ ...NOTHING, findings: ONE })
  expect(evidenceOf(outcome)).toEqual([[1]])
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(pagesLeftOut, world)
})

test('it may be taken back until the world has ended', () => {
  const world = read(['/customers'])
  expect(outcomeOf(pagesLeftOut, world).findings[0]?.provisional).toBe(true)
  expect(outcomeOf(pagesLeftOut, world, { standing: { ended: true } }).findings[0]?.provisional).toBeUndefined()
})

test('a client that turns the pages of another list is warned', () => {
  const world = read(['/customers'], ['/calls'], ['/calls?page=2'])
  expect(told(outcomeOf(pagesLeftOut, world))).toEqual({
    ...NOTHING,
    findings: [
      'warning: #1 was answered with page 1 of 3; page 2 was never asked for, although this client turns the pages of other lists.',
    ],
    passed: 1,
  })
  expect(accusations(world)).toEqual(['pages_left_out: warning'])
})

test('what other clients turn, warns nobody', () => {
  const world = read(['/customers'])
  lists(world.client(), '/calls?page=2')
  expect(told(outcomeOf(pagesLeftOut, world)).findings).toEqual(ONE)
})

test('what another client turns of the same list, passes for that one alone', () => {
  const world = read(['/customers'])
  lists(world.client(), '/customers?page=2')
  expect(told(outcomeOf(pagesLeftOut, world))).toEqual({ findings: ONE, passed: 1, open: 0 })
})

test('the second page passes, in whatever order pages come and however it is answered', () => {
  expect(told(outcomeOf(pagesLeftOut, read(['/customers'], ['/customers?page=2'])))).toEqual({ ...NOTHING, passed: 1 })
  expect(told(outcomeOf(pagesLeftOut, read(['/customers?page=2'], ['/customers?page=1'])))).toEqual({
    ...NOTHING,
    passed: 1,
  })
  const refused = read(['/customers'], ['/customers?page=2', { status: 429, paging: null }])
  expect(told(outcomeOf(pagesLeftOut, refused))).toEqual({ ...NOTHING, passed: 1 })
})

test('the second page of other filters, or the third page, is not the second page', () => {
  expect(told(outcomeOf(pagesLeftOut, read(['/customers'], ['/customers?page=3']))).findings).toEqual(ONE)
  expect(told(outcomeOf(pagesLeftOut, read(['/customers'], ['/customers?page=2&name=a'])))).toMatchObject({
    findings: [expect.stringMatching(/^warning/)],
    passed: 1,
  })
})

test.each<[what: string, says: PageSays]>([
  ['a list of one page', { of: 1 }],
  ['an answer that was not read', { answered: 'gone' }],
  ['a page from the middle', { page: 2 }],
])('%s leaves nothing out', (_, says) => {
  expect(told(outcomeOf(pagesLeftOut, read(['/customers', says])))).toEqual(NOTHING)
})
