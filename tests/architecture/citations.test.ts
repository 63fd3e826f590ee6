import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { CONTRACT_README, contractReadme } from '../../scripts/contract-readme.ts'
import { ASSUMPTIONS } from '../../server/contract/assumptions.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const anchorsOf = (file: string) =>
  new Set([...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id as string))
const ANCHORS: Record<string, ReadonlySet<string>> = {
  'contract/README.md': anchorsOf('server/contract/README.md'),
  'tests/security/README.md': anchorsOf('tests/security/README.md'),
}

/** What a text cites that is not there: `contract/README.md#limits-2`, more of the same after commas, `assumption webhooks.success`. */
function unresolved(text: string): string[] {
  const cited = [...text.matchAll(/\b((?:contract|tests\/security)\/README\.md)((?:(?:, | to )?#[\w.-]+)+)/g)].flatMap(
    ([, file = '', ids = '']) => (ids.match(/#[\w-]+/g) ?? []).map(id => ({ file, id: id.slice(1) })),
  )
  const assumed = [...text.matchAll(/\bassumptions? ((?:`?[a-z]+\.[a-z0-9_]+`?(?:, )?)+)/g)].flatMap(
    ([, ids = '']) => ids.match(/[a-z]+\.[a-z0-9_]+/g) ?? [],
  )
  return [
    ...cited.filter(({ file, id }) => !ANCHORS[file]?.has(id)).map(({ file, id }) => `${file}#${id}`),
    ...assumed.filter(id => !Object.hasOwn(ASSUMPTIONS, id)),
    // A text that is not part of the repository, or a row of one.
    ...(text.match(/\((?:spec|surface|issue): [^)]*\)?|\brobustness(?:\.md)?,? [A-Z]\d+/g) ?? []),
  ]
}

function sources(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap(entry => {
    const name = `${folder}/${entry.name}`
    return entry.isDirectory() ? sources(name) : /\.tsx?$/.test(name) ? [name] : []
  })
}

test('every citation in the sources resolves within the repository', () => {
  const files = ['server', 'electron', 'renderer', 'fixtures', 'scripts'].flatMap(sources)
  const texts = files.map(file => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
  expect(texts.filter(({ text }) => text.includes('README.md#')).length).toBeGreaterThan(30)
  expect(texts.flatMap(({ file, text }) => unresolved(text).map(cited => `${file}: ${cited}`))).toEqual([])
})

test('a citation that leads nowhere would be seen', () => {
  expect(unresolved('contract/README.md#limits-2, #errors')).toEqual([])
  expect(unresolved('contract/README.md#limits-2, #limits-99')).toEqual(['contract/README.md#limits-99'])
  expect(unresolved('tests/security/README.md#Z9')).toEqual(['tests/security/README.md#Z9'])
  expect(unresolved('(assumption `webhooks.succes`)')).toEqual(['webhooks.succes'])
  expect(unresolved('(spec: Limits)')).toHaveLength(1)
  expect(unresolved('(surface: Words) (issue: bounds)')).toHaveLength(2)
})

test('the list of guesses is that of the register', () => {
  expect(readFileSync(CONTRACT_README, 'utf8'), 'Run node scripts/contract-readme.ts').toBe(contractReadme())
})
