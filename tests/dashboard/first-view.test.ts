import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { DASHBOARD_FOLDER } from '../../scripts/dashboard-build.ts'

const KILOBYTE = 1_000
const MOST = 450 * KILOBYTE

const page = readFileSync(join(DASHBOARD_FOLDER, 'index.html'), 'utf8')
const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
const compressed = (file: string) => gzipSync(readFileSync(join(DASHBOARD_FOLDER, file))).length

/** What a file needs before it runs, itself and what is there already left out. */
function needed(file: string, known: Set<string> = new Set(scripts)): string[] {
  const code = readFileSync(join(DASHBOARD_FOLDER, file), 'utf8')
  const files = [...code.matchAll(/(?:\bfrom|\bimport)\s*["`]\.\/([^"`]+\.js)["`]/g)].map(
    ([, name]) => `assets/${name}`,
  )
  return files.flatMap(one => {
    if (known.has(one)) return []
    known.add(one)
    return [one, ...needed(one, known)]
  })
}

const size = (files: readonly string[]) => files.reduce((sum, file) => sum + compressed(file), 0)

test('the first view takes at most 450 kB of JavaScript, the largest screen with all that it needs included', () => {
  const screens = readdirSync(join(DASHBOARD_FOLDER, 'assets')).filter(name => /-screen-.*\.js$/.test(name))
  const sizes = screens.map(name => [name, size([`assets/${name}`, ...needed(`assets/${name}`)])] as const)
  const first = size(scripts)
  expect(scripts.length).toBeGreaterThan(2)
  expect(sizes.filter(([, own]) => first + own > MOST)).toEqual([])
})

test('what is served is the production build of React', () => {
  const react = scripts.map(file => readFileSync(join(DASHBOARD_FOLDER, file), 'utf8')).join('')
  expect(react).not.toContain('Download the React DevTools')
})

test('charts come with the screen that draws one, and not with the first view', () => {
  const charts = readdirSync(join(DASHBOARD_FOLDER, 'assets')).filter(name => name.startsWith('charts-'))
  expect(charts.length).toBeGreaterThan(0)
  expect(scripts.filter(file => file.includes('charts-'))).toEqual([])
})
