import { expect, test } from 'vitest'
import { endPlan } from './end-plan.ts'

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const

test.each(SIGNALS)('on Windows %s ends a command with all that it has started (finding R16)', signal => {
  expect(endPlan(77, signal, { platform: 'win32' })).toEqual({ file: 'taskkill', args: ['/pid', '77', '/T', '/F'] })
})

test('on Windows Ctrl+C is left to the console, which tells every process of it (finding R16)', () => {
  expect(endPlan(77, 'SIGINT', { platform: 'win32' })).toBe('by_itself')
})

test.each(['linux', 'darwin'] as const)('on %s every signal goes to the whole group', platform => {
  for (const signal of [...SIGNALS, 'SIGINT'] as const)
    expect(endPlan(77, signal, { platform })).toEqual({ group: -77 })
})
