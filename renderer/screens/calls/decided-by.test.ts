import { expect, test } from 'vitest'
import type { CallScriptView } from '../../../server/control/protocol/calls.ts'
import { decidedBy } from './decided-by.ts'

const endings = [
  ['0001', 'connected'],
  ['0005', 'missed_call'],
] as const
const steps = [{ after: 'PT2S', to: 'ringing' as const }]
const script = (part: Partial<CallScriptView>): CallScriptView => ({ id: 1, match: {}, steps, used: 0, ...part })
const call = { tenant: 'pro', phone_number: '03-1234-0005', staff_id: 7 }

test('Steps of its own decide a call, whatever its number and the scripts', () => {
  expect(decidedBy({ ...call, script: steps }, { scripts: [script({})], endings })).toEqual({ by: 'steps' })
})

test('The newest script that matches the number, the staff member and the tenant decides, before any ending', () => {
  const newest = script({ id: 3, match: { phone_suffix: '56-78' } })
  const older = script({ id: 2, match: { phone_suffix: '5678', tenant: 'pro', staff_id: 7 } })
  const decided = (part: Partial<typeof call>) => {
    const found = decidedBy({ ...call, ...part }, { scripts: [newest, older], endings })
    return found.by === 'script' ? found.script.id : found.by
  }
  expect(decided({ phone_number: '03-1234-5678' })).toBe(3)
  expect(decided({ phone_number: '03-1234-0005' })).toBe('ending')
  expect(decided({ phone_number: '03-1234-5679' })).toBe('chance')
  const onlyOlder = (part: Partial<typeof call>) =>
    decidedBy({ ...call, phone_number: '+81312345678', ...part }, { scripts: [older], endings }).by
  expect(onlyOlder({})).toBe('script')
  expect(onlyOlder({ tenant: 'max' })).toBe('chance')
  expect(onlyOlder({ staff_id: 8 })).toBe('chance')
})

test('A script for so many calls decides no more of them, and then the ending does', () => {
  const of = (used: number) => decidedBy(call, { scripts: [script({ times: 2, used })], endings })
  expect(of(1).by).toBe('script')
  expect(of(2)).toEqual({ by: 'ending', ending: '0005', outcome: 'missed_call' })
})
