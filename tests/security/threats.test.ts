import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { README_FILE, securityReadme } from '../../scripts/security-table.ts'
import { MUTANTS } from '../model/mutants.ts'
import { THREAT_GROUPS } from './threats/all.ts'
import { DEFECTS, MODEL, type Proof } from './threats/threat.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const THREATS = THREAT_GROUPS.flatMap(group => group.threats)
/** How many rows each letter has. */
const ROWS = { A: 15, B: 12, C: 15, D: 14, E: 17, F: 6, G: 4 }

/** Titles of a test file: each text that is the first argument of a call. */
function titlesIn(file: string): Set<string> {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const literals = text.matchAll(/\(\s*(['"`])((?:\\[\s\S]|(?!\1)[^\\])*)\1\s*,/g)
  return new Set([...literals].map(([, , title = '']) => title.replace(/\\(['"`])/g, '$1')))
}

const titles = new Map<string, Set<string>>()
function isThere({ file, title }: Proof): boolean {
  const known = titles.get(file) ?? titlesIn(file)
  titles.set(file, known)
  return known.has(title)
}

it('the table of threats has every row, once and in order', () => {
  const expected = Object.entries(ROWS).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  )
  expect(THREATS.map(({ id }) => id)).toEqual(expected)
})

it('every test that the table names stands in the file that it names', () => {
  const named = THREATS.flatMap(({ id, tests, mutations }) => [...tests, ...mutations].map(proof => ({ id, proof })))
  expect(named.length).toBeGreaterThan(100)
  const missing = named.filter(({ proof }) => !isThere(proof))
  expect(missing.map(({ id, proof }) => `${id}: ${proof.file} › ${proof.title}`)).toEqual([])
})

it('a title that nobody wrote is missed, so the test above can fail', () => {
  const [first] = THREATS
  expect(isThere({ file: first?.tests[0]?.file ?? '', title: 'a title that nobody wrote' })).toBe(false)
})

it('every row has a test, and a mutation check or the reason why there can be none', () => {
  const missing = THREATS.filter(
    ({ tests, mutations, nothingToSwitchOff }) =>
      tests.length === 0 || (mutations.length === 0) !== (nothingToSwitchOff !== undefined),
  )
  expect(missing.map(({ id }) => id)).toEqual([])
})

it('every defect that the table names is one of the model-based tests', () => {
  const built = new Set(MUTANTS.map(({ title }) => title))
  const named = THREATS.flatMap(({ mutations }) => mutations).filter(
    ({ file, title }) => file === MODEL && title === DEFECTS,
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.map(({ off }) => off).filter(off => !built.has(off))).toEqual([])
})

it('the README is what the table makes of it', () => {
  expect(readFileSync(README_FILE, 'utf8'), 'Run node scripts/security-table.ts').toBe(securityReadme())
})
