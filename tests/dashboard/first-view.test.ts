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

test('the first view takes at most 450 kB of JavaScript, the largest screen included', () => {
  const screens = readdirSync(join(DASHBOARD_FOLDER, 'assets')).filter(name => /-screen-.*\.js$/.test(name))
  const largest = Math.max(...screens.map(name => compressed(join('assets', name))))
  const first = scripts.reduce((sum, file) => sum + compressed(file), 0)
  expect(scripts.length).toBeGreaterThan(2)
  expect(first + largest).toBeLessThan(MOST)
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
