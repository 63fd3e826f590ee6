import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { Expected } from './expected.ts'
import type { CallMark } from './marks.ts'
import { callName, plannedText } from './target-text.ts'

const t = ((key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction
const mark = (external_id: string | null) => ({ value: { external_id, phone_number: '813****0001' } }) as CallMark

test('Two calls whose ids differ in the spaces at their ends have two names', () => {
  expect(callName(mark('mx-1'))).toBe('mx-1')
  expect(callName(mark(' mx-1 '))).toBe('␣mx-1␣')
  expect(callName(mark('  '))).toBe('␣␣')
  expect(callName(mark(null))).toBe('813****0001')
  for (const row of [{ kind: 'call', to: 'ringing' }, { kind: 'call_ai' }])
    expect(plannedText(t, { ...row, external_id: 'mx-1 ' } as Expected)).toContain('"mx-1␣"')
})
