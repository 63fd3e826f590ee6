import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const SERVER = path.join(ROOT, 'server')
const map = readFileSync(path.join(SERVER, 'README.md'), 'utf8')
const entries = readdirSync(SERVER, { withFileTypes: true }).map(entry =>
  entry.isDirectory() ? `${entry.name}/` : entry.name,
)
const unnamed = (names: readonly string[]) => names.filter(name => name !== 'README.md' && !map.includes(`\`${name}\``))

/** A path of a text as it is in the repository; `server/README.md` leaves out its own folder. */
const placeOf = (name: string) => [path.join(SERVER, name), path.join(ROOT, name)].find(file => existsSync(file))

/** Files and folders that a text names in backticks, or at the start of a line of a sketch, and that are not there. */
const missing = (text: string) =>
  [...text.matchAll(/(?:`(?:node )?|^ *)([\w.-]+(?:\/[\w.-]+)*(?:\.tsx?|\/))(?=[` ,])/gm)]
    .map(([, name = '']) => name)
    .filter(name => placeOf(name) === undefined)

/** What a text says to be in a file, as in "`checkRate` in `domain/limits/limits.ts`", and is not. */
const misplaced = (text: string) =>
  [...text.matchAll(/`(#?\w+)` in `([\w./-]+\.tsx?)`/g)]
    .filter(([, name = '', file = '']) => {
      const place = placeOf(file)
      return place === undefined || !new RegExp(`(?<![\\w#])${name}\\b`).test(readFileSync(place, 'utf8'))
    })
    .map(([found]) => found)

test('the map of the server names every room and every file at the root', () => {
  expect(unnamed(entries)).toEqual([])
})

test('a room or a file that it does not name would be seen', () => {
  expect(unnamed(['attic/', 'life.ts', 'turn/'])).toEqual(['attic/', 'life.ts'])
})

test('what the map names is there, and what it says to be in a file is in it', () => {
  expect(map.match(/` in `/g)?.length).toBeGreaterThan(8)
  expect(missing(map)).toEqual([])
  expect(misplaced(map)).toEqual([])
})

test('what has moved away would be seen', () => {
  expect(missing('`turn/turn.ts`, `turn/gone.ts`, `attic/`, `node scripts/gone.ts`\nlost/room.ts   one')).toEqual([
    'turn/gone.ts',
    'attic/',
    'scripts/gone.ts',
    'lost/room.ts',
  ])
  const texts = ['`answer` in `turn/turn.ts`', '`gone` in `turn/turn.ts`', '`retry` in `turn/gone.ts`']
  expect(misplaced(texts.join('; '))).toEqual(texts.slice(1))
})

test('what CONTRIBUTING.md names is there, but for what its examples add', () => {
  const guide = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const gone = missing(guide).filter(name => /^(server|renderer|tests|scripts|fixtures)\//.test(name))
  expect(gone.length).toBeGreaterThan(0)
  expect(gone.filter(name => !name.includes('staff'))).toEqual([])
})

test('at most five files lie at the root of the server', () => {
  expect(entries.filter(name => !name.endsWith('/')).length).toBeLessThanOrEqual(5)
})
