import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { THREATS_FILE, threatsTable } from '../../scripts/findings-table.ts'
import { taggedTitles, tagsIn } from '../support/tagged-titles.ts'
import { THREATS, type Threat } from './threats.ts'

/** How many rows each letter has. */
const ROWS = { A: 15, B: 12, C: 15, D: 14, E: 17, F: 6, G: 4 }
const TESTS = new Set(taggedTitles('threat').map(({ id }) => id))
const MUTATIONS = new Set(taggedTitles('without').map(({ id }) => id))

/** What a row lacks: a test, and a mutation check or the reason why there can be none, never both. */
function lacks(id: string, { nothingToTakeOut }: Threat): boolean {
  return !TESTS.has(id) || MUTATIONS.has(id) === (nothingToTakeOut !== undefined)
}
const unknown = (ids: Iterable<string>) => [...ids].filter(id => !Object.hasOwn(THREATS, id))

it('the table of threats has every row, once and in order', () => {
  const expected = Object.entries(ROWS).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  )
  expect(Object.keys(THREATS)).toEqual(expected)
})

it('every row has a test, and a mutation check or the reason why there can be none', () => {
  const rows: [string, Threat][] = Object.entries(THREATS)
  expect(rows.filter(([id, threat]) => lacks(id, threat)).map(([id]) => id)).toEqual([])
})

it('every tag names a row', () => {
  expect(unknown([...TESTS, ...MUTATIONS])).toEqual([])
})

it('a row without test, mutation check or reason would be seen, and a tag of no row', () => {
  const { A1, B8 } = THREATS
  expect(lacks('A99', A1)).toBe(true)
  expect(lacks('A1', { ...A1, nothingToTakeOut: 'there is' })).toBe(true)
  expect(lacks('B8', { ...B8, nothingToTakeOut: undefined })).toBe(true)
  expect(unknown(['A1', 'A99'])).toEqual(['A99'])
})

it('the tags of a title are read from tests and from rows of a table, and several may stand there', () => {
  const tags = ['(threat A1)', '(finding T1)', '(without B2)']
  const read = tagsIn('a.test.ts', `it("a door's \\"key\\" ${tags.join(' ')}", () => {})\n{ title: 'a key ${tags[2]}',`)
  expect(read.map(({ title, kind, id }) => `${title}: ${kind} ${id}`)).toEqual([
    ...['threat A1', 'finding T1', 'without B2'].map(tag => `a door's "key": ${tag}`),
    'a key: without B2',
  ])
})

it('the README is what the tags make of it', () => {
  expect(readFileSync(THREATS_FILE, 'utf8'), 'Run node scripts/findings-table.ts').toBe(threatsTable())
})
