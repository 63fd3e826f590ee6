import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SERVER = path.join(import.meta.dirname, '../../server')
const map = readFileSync(path.join(SERVER, 'README.md'), 'utf8')
const entries = readdirSync(SERVER, { withFileTypes: true }).map(entry =>
  entry.isDirectory() ? `${entry.name}/` : entry.name,
)
const unnamed = (names: readonly string[]) => names.filter(name => name !== 'README.md' && !map.includes(`\`${name}\``))

test('the map of the server names every room and every file at the root', () => {
  expect(unnamed(entries)).toEqual([])
})

test('a room or a file that it does not name would be seen', () => {
  expect(unnamed(['attic/', 'life.ts', 'turn/'])).toEqual(['attic/', 'life.ts'])
})

test('at most five files lie at the root of the server', () => {
  expect(entries.filter(name => !name.endsWith('/')).length).toBeLessThanOrEqual(5)
})
