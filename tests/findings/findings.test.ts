import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FINDINGS_FILE, findingsTable } from '../../scripts/findings-table.ts'
import { deepTaggedTitles, deepTagsIn, taggedTitles, tagsIn } from '../support/tagged-titles.ts'
import { FINDINGS } from './findings.ts'

const tagged = taggedTitles('finding')

test('every finding has a test, or the piece of work that mends it later', () => {
  const proven = new Set(tagged.map(({ id }) => id))
  expect(tagged.length).toBeGreaterThan(50)
  expect(FINDINGS.filter(({ id, later }) => proven.has(id) === (later !== undefined)).map(({ id }) => id)).toEqual([])
})

test('every tag names a finding of the list', () => {
  const known = new Set(FINDINGS.map(({ id }) => id))
  expect(tagged.filter(({ id }) => !known.has(id))).toEqual([])
})

test('a tag is read from a title, and from nothing else', () => {
  const text =
    "test.each(ROWS)('one \\'is\\' told (finding T1) (finding S2)', () => {})\n// (finding D1)\nconst no = '(finding D2)'"
  expect(tagsIn('a.test.ts', text).map(({ id, title }) => [id, title])).toEqual([
    ['T1', "one 'is' told"],
    ['S2', "one 'is' told"],
  ])
})

test('no test that proves a finding or a threat is deep, which `npm test` leaves out', () => {
  const id = 'T1'
  const text = `test('one (finding ${id})', { timeout: 1, tags: ['deep'] }, () => {})`
  expect(deepTagsIn(text)).toEqual(['one (finding T1)'])
  expect(deepTaggedTitles()).toEqual([])
})

test('the table is the one that the titles make', () => {
  expect(readFileSync(FINDINGS_FILE, 'utf8'), 'Run node scripts/findings-table.ts').toBe(findingsTable())
})
