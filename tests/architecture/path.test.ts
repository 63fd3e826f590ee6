import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Call, enteredTwice } from '../../scripts/structure.ts'

const STRUCTURE = path.join(import.meta.dirname, '../../scripts/structure.ts')
/** With verdicts off: what judges hear of a request comes after its answer. */
const MOST_FILES = 42

// The ways through the rooms are sampled, so the script shows them and no test rests on them.
test('GET /customers/{id} runs through few files', {
  timeout: 120_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [STRUCTURE])
  const figure = (name: string) => Number(new RegExp(`^${name}\\s+(\\d+)$`, 'm').exec(stdout)?.[1])
  expect(figure('files that GET .* runs through')).toBeGreaterThan(20)
  expect(figure('files that GET .* runs through')).toBeLessThanOrEqual(MOST_FILES)
})

const stack = (...calls: string[]): Call[] =>
  calls.map(call => {
    const [room = '', name = ''] = call.split(' ')
    return { file: `server/${room}/a.ts`, name }
  })

test('a room that is entered again would be seen', () => {
  expect(enteredTwice(stack('turn entrance', 'world answer', 'turn answer'))).toBe(
    'server/turn → server/world → server/turn',
  )
  expect(enteredTwice(stack('turn answer', 'store batch', 'turn ', 'domain find', 'turn present'))).toBe(
    'server/turn → server/domain → server/turn',
  )
})

test('what is handed down and called back is no entrance', () => {
  expect(enteredTwice(stack('turn answer', 'store batch', 'turn ', 'turn proceed', 'domain find', 'store get'))).toBe(
    undefined,
  )
  expect(enteredTwice(stack('http handle', 'turn answer', 'http send'))).toBe(undefined)
})
