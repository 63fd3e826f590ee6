import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { entryOf, releasedFiles } from './release.ts'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const files = Object.fromEntries(
  ['package.json', 'package-lock.json', 'server/harness/python/pyproject.toml', 'CHANGELOG.md'].map(file => [
    file,
    read(file),
  ]),
)
const AS = { version: '7.8.9', date: '2026-03-10' }

test('a release has one version everywhere, and what was unreleased stands under it', () => {
  const after = releasedFiles(files, AS)
  expect(JSON.parse(after['package.json'] ?? '').version).toBe('7.8.9')
  const lock = JSON.parse(after['package-lock.json'] ?? '')
  expect([lock.version, lock.packages[''].version]).toEqual(['7.8.9', '7.8.9'])
  expect(after['server/harness/python/pyproject.toml']).toContain('\nversion = "7.8.9"\n')
  expect(after['CHANGELOG.md']).toContain('## Unreleased\n\n## 7.8.9 (2026-03-10)\n\n- ')
  const entry = entryOf(after['CHANGELOG.md'] ?? '', '7.8.9')
  expect(after['CHANGELOG.md']).toContain(`## Unreleased\n\n${entry}\n## 0.1.0\n`)
  expect(entry).toMatch(/^## 7\.8\.9 \(2026-03-10\)\n\n- /)
  // Nothing else changes: as many lines, and two more in the changelog.
  const lines = (text = '') => text.split('\n').length
  for (const [file, text] of Object.entries(files))
    expect(lines(after[file])).toBe(lines(text) + (file === 'CHANGELOG.md' ? 2 : 0))
})

test.each([
  ['0.0.1', files, 'is before'],
  ['0.1.0', files, 'has 0.1.0 already'],
  ['next', files, 'three numbers'],
  ['7.8.9', { ...files, 'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- A.\n' }, 'nothing to release'],
])('%s is refused: %#', (version, given, message) => {
  expect(() => releasedFiles(given, { ...AS, version })).toThrow(message)
})
