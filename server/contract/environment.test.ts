import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { printEnvironment } from './environment.ts'

test('a shell reads back exactly what was copied, whatever is in it', () => {
  const value = `it's "$HOME" \`id\` \\ 田中`
  const printed = printEnvironment({ RINGBACK_WORLD: value }, 'sh')
  const read = execFileSync('/bin/sh', ['-c', `${printed}printf %s "$RINGBACK_WORLD"`], { encoding: 'utf8' })
  expect(read).toBe(value)
})

test('PowerShell and .env have lines of their own', () => {
  expect(printEnvironment({ A: "it's" }, 'powershell')).toBe("$env:A = 'it''s'\n")
  expect(printEnvironment({ A: 'a"b' }, 'dotenv')).toBe('A="a\\"b"\n')
})
