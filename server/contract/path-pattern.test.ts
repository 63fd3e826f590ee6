import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pathPattern } from './path-pattern.ts'

/** The meaning of a pattern as a regular expression, for texts that are too short to be slow. */
function asExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*|\{\w+\})/)
  const source = parts.map(part =>
    part === '*' ? '.*' : /^\{\w+\}$/.test(part) ? '[^/]+' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  )
  return new RegExp(`^${source.join('')}$`, 'su')
}

describe('the pattern of a fault (finding S12)', () => {
  test.each([
    ['/customers/{id}', '/customers/7', true],
    ['/customers/{id}', '/customers/', false],
    ['/customers/{id}', '/customers/7/8', false],
    ['/calls/{a}-{b}', '/calls/1-2-3', true],
    ['/calls/{a}{b}', '/calls/1', false],
    ['/a*{b}/c', '/a/x/y/c', true],
    ['**', '', true],
    ['/a.c', '/abc', false],
    ['/{not a name}', '/{not a name}', true],
  ])('%s on %s: %s', (pattern, path, hit) => {
    expect(pathPattern(pattern)(path)).toBe(hit)
  })

  test('means what the regular expression for it means', () => {
    const piece = fc.constantFrom('/', 'a', 'b', 'ab', '*', '{x}', '.', '{', '}', '\u{1F642}')
    const text = fc.array(fc.constantFrom('/', 'a', 'b', 'ab', '.', '{', '}', '\u{1F642}'), { maxLength: 8 })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 7 }), text, (pieces, texts) => {
        const [pattern, path] = [pieces.join(''), texts.join('')]
        expect(pathPattern(pattern)(path)).toBe(asExpression(pattern).test(path))
      }),
      { numRuns: 5_000 },
    )
  })

  test.each([
    ['stars', '/*a*a*a*b', `/${'a'.repeat(800)}`],
    ['many stars', `/${'*a'.repeat(95)}*b`, `/${'a'.repeat(800)}`],
    ['names', `/${'{x}'.repeat(40)}!`, `/${'a'.repeat(800)}`],
  ])(
    'on a path of 800 characters is matched at once, where an expression would take minutes: %s',
    (_, pattern, path) => {
      const matches = pathPattern(pattern)
      const before = performance.now()
      expect(matches(path)).toBe(false)
      expect(performance.now() - before).toBeLessThan(5_000)
    },
  )
})
