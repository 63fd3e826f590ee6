import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf, piecesOf } from './command-pieces.ts'

const argumentsOf = (command: string) => piecesOf(command).flatMap(({ text, isSpace }) => (isSpace ? [] : [text]))

test('A command is cut between its arguments, and an option stays with its value', () => {
  const command = `curl -i -X POST 'http://localhost/b' \\\n  -H 'Authorization: Bearer k' \\\n  --data-raw '{"a":"it'\\''s, b"}' # c d`
  expect(argumentsOf(command)).toEqual([
    ...['curl', '-i', '-X POST', `'http://localhost/b'`],
    ...[`-H 'Authorization: Bearer k'`, `--data-raw '{"a":"it'\\''s, b"}'`],
    ...['#', 'c', 'd'],
  ])
})

test('What introduces a command stays with it, and two options stand apart', () => {
  expect(argumentsOf('npx ringback drill --keep-going --only forged -- npm run sync')).toEqual([
    ...['npx', 'ringback', 'drill', '--keep-going', '--only forged', '-- npm', 'run', 'sync'],
  ])
  expect(argumentsOf('curl -i \\\n  -H a')).toEqual(['curl', '-i', '-H a'])
})

test('Nothing of a command is lost, quotes that are never closed included', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', "'", '"', '\\', ' ', '\n', '-', ',') }), command => {
      expect(
        piecesOf(command)
          .map(({ text }) => text)
          .join(''),
      ).toBe(command)
    }),
  )
})

test('An argument is broken behind a comma and beside a pair of a query', () => {
  expect(partsOf(`'http://localhost/b?from=1&to=2'`)).toEqual([`'http://localhost/`, 'b?', 'from=1&', `to=2'`])
  expect(partsOf('{"a":1,"b":2}')).toEqual(['{"a":1,', '"b":2}'])
})
