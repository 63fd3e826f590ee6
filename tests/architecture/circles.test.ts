import { expect, test } from 'vitest'
import { circles, filesBelow, importsOf, isTest } from '../../scripts/structure.ts'

const values = importsOf(filesBelow('server').filter(file => !isTest(file))).filter(({ typeOnly }) => !typeOnly)
const edges = values.map(({ from, to }) => [from, to] as const)

test('no file of the server leads back to itself, not by what it loads later either', () => {
  expect(edges.length).toBeGreaterThan(1_000)
  expect(circles(edges)).toEqual([])
})

test('a command that asks for the table of commands would be found as a circle', () => {
  const back = ['server/cli/commands/completion.ts', 'server/cli/commands.ts'] as const
  expect(circles([...edges, back])[0]).toContain('server/cli/commands.ts')
})
