import { expect, test } from 'vitest'
import { foldedLines } from './folded-lines.ts'

test('What is said of a stack adds up to all of it: what is left out counts requests, not kinds of them', () => {
  const kinds = { dropped: 1, '· 200': 2, '· 403': 1, '· 404': 1, '· 422': 3, '· 429': 5 }
  const { said, rest } = foldedLines(
    Object.entries(kinds).flatMap(([kind, count]) => new Array<string>(count).fill(kind)),
    (line, count) => `${line} · ${count} alike`,
  )
  expect(said).toEqual(['dropped', '· 200 · 2 alike', '· 403', '· 404'])
  expect(rest).toBe(13 - 5)
})
