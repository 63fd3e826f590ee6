import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')

/** What a switch looks like that leaves a rule or a defence out for a test. A mutation check patches from outside: `tests/support/mutated.ts`. */
const SWITCHES = [
  /mutation check/i,
  /\b(?:only )?for (?:the )?tests(?: only)?\b/i,
  /\bin tests only\b/i,
  /\boff\??: (?:readonly|ReadonlySet|\()/,
  /\bALL_RULES\b|\ballRulesBut\b/,
  /process\.env\.(?:NODE_ENV|VITEST|TEST)\b/,
]

function shipped(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap(entry => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) return shipped(name)
    return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) ? [name] : []
  })
}

const isSwitch = (line: string) => SWITCHES.some(pattern => pattern.test(line))

test('nothing that ships has a switch for tests', () => {
  const files = ['server', 'electron', 'renderer', 'fixtures'].flatMap(shipped)
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap(file =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (isSwitch(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

test.each([
  '  /** For the mutation checks of the tests only: the defences that are left out. */',
  '  readonly off?: readonly BodyDefence[]',
  '  /** For tests only; the app itself runs with all of them. */',
  "  if (process.env.NODE_ENV === 'test') return",
])('a switch would be seen: %s', line => {
  expect(isSwitch(line)).toBe(true)
})
