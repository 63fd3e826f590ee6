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
  const world = read(['/customers'], ['/calls', { of: 2 }], ['/calls?page=2', { of: 2 }])
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
  const other = world.client()
  for (const page of [1, 2, 3]) lists(other, `/customers?page=${page}`)
  expect(told(outcomeOf(pagesLeftOut, world))).toEqual({ findings: ONE, passed: 1, open: 0 })
})

test('a list passes once all its pages have been read, in whatever order they come', () => {
  for (const pages of [
    [1, 2, 3],
    [3, 2, 1],
    [2, 1, 3],
  ]) {
    const world = read(...pages.map((page): [string] => [`/customers?page=${page}`]))
    const outcome = outcomeOf(pagesLeftOut, world)
    expect(told(outcome)).toEqual({ ...NOTHING, passed: 1 })
    saysTheSameInAnyBatching(pagesLeftOut, world)
  }
})

test('what shows it is the first page and the page with which all had been read', () => {
  const world = read(['/customers'], ['/customers?page=3'], ['/customers?page=2'], ['/customers?page=3'])
  const { passed } = outcomeOf(pagesLeftOut, world)
  const cases = [...passed.actors()].flatMap(actor => passed.casesOf(actor))
  expect(cases.map(({ evidence }) => evidence.map(({ request, role }) => [request.seq, role]))).toEqual([
    [
      [1, 'first'],
      [3, 'next'],
    ],
  ])
})

test('a list of a thousand pages passes when they are read one after the other, and not when one is missing', () => {
  const pages = Array.from({ length: 1_000 }, (_, index) => index + 1)
  const asked = (some: number[]) =>
    read(...some.map((page): [string, PageSays] => [`/calls?page=${page}`, { of: 1_000 }]))
  expect(told(outcomeOf(pagesLeftOut, asked(pages)))).toEqual({ ...NOTHING, passed: 1 })
  expect(told(outcomeOf(pagesLeftOut, asked(pages.filter(page => page !== 500))))).toEqual({ ...NOTHING, open: 1 })
})

test('a list that grows while it is read passes with its new last page', () => {
  const grown = (...more: [string, PageSays][]) =>
    read(['/customers', { of: 2 }], ['/customers?page=2', { of: 3 }], ...more)
  expect(told(outcomeOf(pagesLeftOut, grown()))).toEqual({ ...NOTHING, open: 1 })
  expect(told(outcomeOf(pagesLeftOut, grown(['/customers?page=3', { of: 3 }])))).toEqual({ ...NOTHING, passed: 1 })
})

const UNREAD: [what: string, says: PageSays][] = [
  ['refused for its query', { status: 422, paging: null }],
  ['refused for the limit', { status: 429, paging: null }],
  ['not found', { status: 404, paging: null }],
  ['broken by the server', { status: 500, paging: null }],
  ['cut', { answered: 'cut' }],
  ['left by the client', { answered: 'gone' }],
]

test.each(UNREAD)('a second page that was %s is neither kept nor broken, and open', (_, says) => {
  const world = read(['/customers', { of: 2 }], ['/customers?page=2', { of: 2, ...says }])
  expect(told(outcomeOf(pagesLeftOut, world))).toEqual({ ...NOTHING, open: 1 })
  const again = read(
    ['/customers', { of: 2 }],
    ['/customers?page=2', { of: 2, ...says }],
    ['/customers?page=2', { of: 2 }],
  )
  expect(told(outcomeOf(pagesLeftOut, again))).toEqual({ ...NOTHING, passed: 1 })
})

test.each(UNREAD)('a second page by itself that was %s shows nothing', (_, says) => {
  expect(told(outcomeOf(pagesLeftOut, read(['/calls?page=2', says])))).toEqual(NOTHING)
  expect(told(outcomeOf(pagesLeftOut, read(['/customers?page=2', says])))).toEqual(NOTHING)
})

test.each(['/calls?page=2', '/customers?page=3'])(
  'a later page that was read by itself is open until the first ones are read: %s',
  target => {
    const world = read([target])
    expect(told(outcomeOf(pagesLeftOut, world))).toEqual({ ...NOTHING, open: 1 })
    saysTheSameInAnyBatching(pagesLeftOut, world)
    const whole = ['1', '2', '3'].map((page): [string] => [target.replace(/\d/, page)])
    expect(told(outcomeOf(pagesLeftOut, read([target], ...whole)))).toEqual({ ...NOTHING, passed: 1 })
  },
)

test('a list with a parameter that the contract does not have is the same list', () => {
  const pages: [string][] = [['/customers?page=1'], ['/customers?page=2'], ['/customers?page=3']]
  expect(told(outcomeOf(pagesLeftOut, read(['/customers?limit=5'], ...pages)))).toEqual({ ...NOTHING, passed: 1 })
  expect(told(outcomeOf(pagesLeftOut, read(['/customers?limit=5'], ['/customers'])))).toEqual({
    ...NOTHING,
    findings: [
      'information: #1, with limit, which the contract does not have and which was ignored, was answered with page 1 of 3, up to 50 entries each; page 2 was never asked for.',
    ],
  })
})

test('the first two of three pages are neither all of them nor a finding', () => {
  expect(told(outcomeOf(pagesLeftOut, read(['/customers'], ['/customers?page=2'])))).toEqual({ ...NOTHING, open: 1 })
})

test('the second page of other filters, or the third page, is not the second page', () => {
  expect(told(outcomeOf(pagesLeftOut, read(['/customers'], ['/customers?page=3']))).findings).toEqual(ONE)
  expect(told(outcomeOf(pagesLeftOut, read(['/customers'], ['/customers?page=2&name=a'])))).toMatchObject({
    findings: [expect.stringMatching(/^warning/)],
    passed: 0,
  })
})

test.each<[what: string, says: PageSays]>([
  ['a list of one page', { of: 1 }],
  ['an answer that was not read', { answered: 'gone' }],
])('%s leaves nothing out', (_, says) => {
  expect(told(outcomeOf(pagesLeftOut, read(['/customers', says])))).toEqual(NOTHING)
})
