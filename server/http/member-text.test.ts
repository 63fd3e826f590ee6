import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMember } from './member-text.ts'

test('the text of a member is what its value was written as (finding T3)', () => {
  const member = fc.tuple(fc.constantFrom('a', 'b', 'metadata', '"', '\\', '}'), fc.jsonValue({ maxDepth: 3 }))
  const space = fc.constantFrom('', ' ', '\n\t', '  ')
  fc.assert(
    fc.property(fc.array(member, { maxLength: 5 }), space, space, (members, before, after) => {
      const parts = members.map(
        ([name, value]) =>
          `${before}${JSON.stringify(name)}${after}:${before}${JSON.stringify(value, null, 1)}${after}`,
      )
      const text = `${after}{${parts.join(',')}${before}}`
      const found = findMember(text, 'metadata')
      const last = members.findLast(([name]) => name === 'metadata')
      expect(found && text.slice(found.start, found.end)).toBe(last && JSON.stringify(last[1], null, 1))
    }),
    { numRuns: 2_000 },
  )
})
