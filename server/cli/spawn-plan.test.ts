import { expect, test } from 'vitest'
import { spawnPlan } from './spawn-plan.ts'

const ENV = {
  Path: 'C:\\Program Files\\nodejs;C:\\work\\node_modules\\.bin',
  PathExt: '.COM;.EXE;.BAT;.CMD',
  ComSpec: 'C:\\cmd.exe',
}
const FILES = [
  'C:\\Program Files\\nodejs\\node.exe',
  'C:\\Program Files\\nodejs\\npm.cmd',
  'C:\\work\\node_modules\\.bin\\vitest',
  'C:\\work\\node_modules\\.bin\\vitest.cmd',
]
const onWindows = (...command: string[]) =>
  spawnPlan(command, { env: ENV, platform: 'win32', isFile: file => FILES.includes(file) })

const ARGS = [
  '-e',
  'a b',
  '',
  'say "hi"',
  'C:\\dir with\\',
  'back\\\\"slash',
  '%PATH%',
  'a&b|c>d<e^f',
  '!x!',
  '(1)',
  "it's",
]

test('elsewhere than on Windows a command is handed on as it is (finding R16)', () => {
  expect(spawnPlan(['node', ...ARGS], { env: ENV, platform: 'linux' })).toEqual({ file: 'node', args: ARGS })
})

test('on Windows a program is started without a shell, found by the endings of PATHEXT (finding R16)', () => {
  expect(onWindows('node', ...ARGS)).toEqual({ file: 'C:\\Program Files\\nodejs\\node.exe', args: ARGS })
  expect(onWindows('C:\\Program Files\\nodejs\\node.exe', '-v').file).toBe('C:\\Program Files\\nodejs\\node.exe')
  expect(onWindows('nowhere').file).toBe('nowhere')
})

test.each(['npm', 'vitest', 'vitest.cmd'])(
  'on Windows the script %s gets its arguments as they were typed (finding R16)',
  name => {
    const { file, args, windowsVerbatimArguments } = onWindows(name, ...ARGS)
    expect({ file, windowsVerbatimArguments, flags: args.slice(0, 3) }).toEqual({
      file: 'C:\\cmd.exe',
      windowsVerbatimArguments: true,
      flags: ['/d', '/s', '/c'],
    })
    // /s removes the first quote and the last one. Then cmd.exe parses the line, and later the line of the script with %* in it.
    const line = (args[3] ?? '').replace(/^"|"$/g, '')
    const [script, ...rest] = splitBySpaces(line)
    expect(argumentsOf(readByCmd(script ?? ''))[0]).toBe(
      FILES.find(known => known.endsWith(`${name.replace('.cmd', '')}.cmd`)),
    )
    expect(argumentsOf(readByCmd(readByCmd(rest.join(' '))))).toEqual(ARGS)
  },
)

test('without the carets cmd.exe would take the arguments apart (finding R16)', () => {
  expect(() => readByCmd('vitest a&b')).toThrow('& means something')
  expect(() => readByCmd('vitest %PATH%')).toThrow('% means something')
})

/** Up to the first space without a caret, where the command ends. */
function splitBySpaces(line: string): string[] {
  return line.split(/(?<!\^) /)
}

/**
 * How cmd.exe parses a line: a caret takes the meaning of the next character away, and a quote begins a part in which only the percent sign
 * means something.
 */
function readByCmd(line: string): string {
  let read = ''
  let inQuotes = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? ''
    if (character === '^' && !inQuotes) {
      read += line[++at] ?? ''
      continue
    }
    if (character === '%' || (!inQuotes && /[&|<>()]/.test(character)))
      throw new Error(`${character} means something here`)
    if (character === '"') inQuotes = !inQuotes
    read += character
  }
  return read
}

/** How a Windows program splits its line into arguments (CommandLineToArgvW). */
function argumentsOf(line: string): string[] {
  const found: string[] = []
  let current: string | undefined
  let inQuotes = false
  for (let at = 0; at < line.length; ) {
    const [slashes = ''] = /^\\*/.exec(line.slice(at)) ?? []
    const next = line[at + slashes.length]
    if (next === '"') {
      current = (current ?? '') + '\\'.repeat(Math.floor(slashes.length / 2))
      if (slashes.length % 2 === 1) current += '"'
      else inQuotes = !inQuotes
      at += slashes.length + 1
    } else if (slashes !== '') {
      current = (current ?? '') + slashes
      at += slashes.length
    } else if (next === ' ' && !inQuotes) {
      if (current !== undefined) found.push(current)
      current = undefined
      at++
    } else {
      current = (current ?? '') + next
      at++
    }
  }
  return current === undefined ? found : [...found, current]
}
