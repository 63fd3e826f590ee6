import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LLMS_FILES, llmsFullText, llmsText } from './llms.ts'

test('what agents read is made of the contract, the commands and the rules of today', () => {
  expect(readFileSync(LLMS_FILES.short, 'utf8')).toBe(llmsText())
  expect(readFileSync(LLMS_FILES.full, 'utf8')).toBe(llmsFullText())
  expect(Buffer.byteLength(llmsText())).toBeLessThanOrEqual(6_000)
})
