import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Ages, findOld } from './check-dependencies.ts'

const FRESH: Ages = { electron: '45.4.1', newest: '45.4.1', faults: { high: 0, critical: 0, moderate: 0 } }

test.each<[string, Partial<Ages>]>([
  ['the newest Electron', {}],
  ['an Electron one major behind', { newest: '46.0.3' }],
  ['faults that are moderate', { faults: { moderate: 2, high: 0, critical: 0 } }],
])('nothing is said of %s (threat B12)', (_, change) => {
  expect(findOld({ ...FRESH, ...change })).toEqual([])
})

test.each<[string, Partial<Ages>, RegExp]>([
  ['an Electron two majors behind', { newest: '47.0.0' }, /2 majors behind 47\.0\.0/],
  ['an Electron that is no one version', { electron: '^45.4.1' }, /Name one version/],
  ['a fault that is high', { faults: { high: 1 } }, /1 dependencies have faults that are high.*npm audit/],
  ['a fault that is critical', { faults: { critical: 3 } }, /critical/],
])('%s is found (without B12)', (_, change, said) => {
  expect(findOld({ ...FRESH, ...change })).toEqual([expect.stringMatching(said)])
})

test('Electron is named by one version (threat B12)', () => {
  const { devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(findOld({ ...FRESH, electron: devDependencies.electron, newest: devDependencies.electron })).toEqual([])
})
