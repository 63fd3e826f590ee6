import { describe, expect, test } from 'vitest'
import { circles, filesBelow, importsOf, isTest, type SourceImport } from '../../scripts/structure.ts'

/** The rooms of the dashboard that know no screen; a word for word list, so that a new room has to be thought about. */
const BELOW_SCREENS = ['components', 'data', 'routing', 'keyboard', 'theme']

const screenOf = (file: string): string | undefined => /^renderer\/screens\/([^/]+)\//.exec(file)?.[1]
const isInScreens = (file: string) => file.startsWith('renderer/screens/')

/** Imports that the rules of the dashboard's rooms forbid, types too: what is known is known. */
function offences(imports: readonly SourceImport[]): string[] {
  const isForbidden = ({ from, to }: SourceImport) => {
    const screen = screenOf(from)
    if (screen !== undefined) return isInScreens(to) && screenOf(to) !== screen
    return BELOW_SCREENS.some(room => from.startsWith(`renderer/${room}/`)) && isInScreens(to)
  }
  return imports.filter(isForbidden).map(({ from, to }) => `${from} → ${to}`)
}

const edges = (imports: readonly SourceImport[]) => imports.map(({ from, to }) => [from, to] as const)

describe('the rooms of the dashboard', () => {
  const imports = importsOf(filesBelow('renderer').filter(file => !isTest(file)))

  test('a screen imports no other screen, and what lies below knows none', () => {
    expect(imports.length).toBeGreaterThan(500)
    expect(offences(imports)).toEqual([])
  })

  test('no file leads back to itself, by types neither', () => {
    expect(circles(edges(imports))).toEqual([])
  })

  test('a folder of a screen has the name of no room', () => {
    const screens = new Set(filesBelow('renderer').flatMap(file => screenOf(file) ?? []))
    const rooms = new Set(filesBelow('renderer').map(file => file.split('/')[1] ?? ''))
    expect([...screens].filter(screen => rooms.has(screen))).toEqual([])
  })

  test.each([
    ['renderer/screens/live/item-text.tsx', 'renderer/screens/requests/columns.tsx'],
    ['renderer/screens/live/item-text.tsx', 'renderer/screens/registry.ts'],
    ['renderer/components/id-link.tsx', 'renderer/screens/registry.ts'],
    ['renderer/data/queries.ts', 'renderer/screens/limits/limit-names.ts'],
    ['renderer/routing/nouns.ts', 'renderer/screens/registry.ts'],
  ])('an import of %s from %s would be found', (from, to) => {
    expect(offences([...imports, { from, to, typeOnly: true }])).toEqual([`${from} → ${to}`])
  })

  test('a link from the parts to the table of screens would be found as a circle', () => {
    const back = { from: 'renderer/components/id-link.tsx', to: 'renderer/screens/registry.ts', typeOnly: false }
    expect(circles(edges([...imports, back]))[0]).toContain('renderer/screens/registry.ts')
  })
})
