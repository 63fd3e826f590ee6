import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
const FOLDERS = ['server', 'fixtures', 'electron', 'scripts', 'renderer', 'tests']
/** The text that is the first argument of a call, as titles of tests and their groups are, or the title in a row of a table of tests. */
const TITLE = /(?:\(\s*|\btitle: )(['"`])((?:\\[\s\S]|(?!\1)[^\\])*)\1\s*,/g
const TAG = /\((\w+) ([A-Z]\d+)\)/g

/** A title that names what it proves: `gives a 429 (finding T1)`. */
export interface TaggedTitle {
  readonly file: string
  /** Without its tags. */
  readonly title: string
  readonly kind: string
  readonly id: string
}

/** The tags in one file of tests. */
export function tagsIn(file: string, text: string): TaggedTitle[] {
  return [...text.matchAll(TITLE)].flatMap(([, , written = '']) => {
    const title = written.replace(/\\(['"`])/g, '$1')
    return [...title.matchAll(TAG)].map(([, kind = '', id = '']) => ({
      ...{ file, kind, id },
      title: title.replace(TAG, '').trim(),
    }))
  })
}

/** Every tag of one kind in the titles of all tests. */
export function taggedTitles(kind: string): TaggedTitle[] {
  return testFiles()
    .flatMap(file => tagsIn(file, readFileSync(path.join(ROOT, file), 'utf8')))
    .filter(tagged => tagged.kind === kind)
}

/** The titles of deep tests that name what they prove: what `npm test` would leave unproved. */
export function deepTagsIn(text: string): string[] {
  return [...text.matchAll(TITLE)].flatMap(match => {
    const after = text.slice(match.index + match[0].length)
    return /^\s*\{[^{}]*tags: \['deep'\]/.test(after) && (match[2] ?? '').match(TAG) !== null ? [match[2] ?? ''] : []
  })
}

/** Those of all tests. */
export function deepTaggedTitles(): string[] {
  return testFiles().flatMap(file => deepTagsIn(readFileSync(path.join(ROOT, file), 'utf8')))
}

function testFiles(): string[] {
  const below = (folder: string): string[] =>
    readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap(entry => {
      const name = `${folder}/${entry.name}`
      if (entry.name === 'node_modules') return []
      return entry.isDirectory() ? below(name) : /(?:\.test|\bmutants|-suite)\.tsx?$/.test(name) ? [name] : []
    })
  return FOLDERS.flatMap(below).sort()
}
