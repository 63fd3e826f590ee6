import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { Expected } from './expected.ts'
import type { CallMark } from './marks.ts'
import {
  callName,
  plannedText,
  plannedTextToOne,
  plannedWord,
  pointSummary,
  rangeText,
  sameText,
} from './target-text.ts'

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

test('What is planned names its call, so that attempts of one event for two calls are told apart', () => {
  const attempt = { kind: 'attempt', event: 'call.missed', url: 'https://a.test/hook', attempt: 2, forged: null }
  const of = (part: object) =>
    plannedText(t, {
      ...attempt,
      scheduled: { number: 2, of: 8 },
      external_id: null,
      phone_number: null,
      ...part,
    } as Expected)
  expect(of({ external_id: 'mx-1 ', phone_number: '813****0001' })).toContain('mx-1␣')
  expect(of({ phone_number: '813****0001' })).toContain('813****0001')
  expect(of({})).not.toContain('of_call')
  const step = { kind: 'call', to: 'ringing', external_id: null, phone_number: '813****0002' } as Expected
  expect(plannedText(t, step)).toContain('813****0002')
})

test('Several things of one place say from when to when they were, as closely as they are apart', () => {
  const [first, day] = [Date.parse('2026-03-10T14:54:05Z'), 86_400_000]
  expect(rangeText(first, first)).toBe('23:54:05 JST')
  expect(rangeText(first, first + 1_000)).toBe('23:54:05 – 23:54:06 JST')
  expect(rangeText(first, first + 900)).toBe('23:54:05.000 – 23:54:05.900 JST')
  expect(rangeText(first, first + day)).toBe('23:54:05 – 2026-03-11 23:54:05 JST')
})

test('An attempt that stands for others says that they are of its time only where they are', () => {
  const said = (...others: number[]) =>
    sameText(
      t,
      { at: 5 },
      others.map(at => ({ at })),
    )
  expect(said(5, 5)).toBe('axis.same {"count":2}')
  expect(said(5, 6)).toBe('axis.same_place {"count":2}')
})

test('Many things of one instant that differ in whom they are for are one kind with their number, and a single one is told whole', () => {
  const attempt = (number: number, external_id: string) =>
    ({
      ...{ kind: 'attempt', event: 'call.missed', url: `https://${external_id}.test/`, forged: null },
      ...{ attempt: number, scheduled: { number, of: 8 }, external_id, phone_number: null },
    }) as Expected
  const said = (...rows: Expected[]) => pointSummary(t, { at: 0, rows })
  const many = Array.from({ length: 49 }, (_, index) => attempt(3, `mx-${index}`))
  expect(said(...many)).toMatch(/^axis\.planned_many .*"count":49/)
  expect(said(...many).length).toBeLessThan(120)
  const mixed = said(...many, attempt(4, 'crm-9'), { kind: 'tokyo_day' } as Expected)
  expect(mixed).toContain('crm-9')
  expect(mixed).toMatch(/axis\.and_more {"count":1}$/)
  expect(said(attempt(3, 'mx-1'))).toBe(plannedText(t, attempt(3, 'mx-1')))
})

test('An attempt that comes only if all before it fail says so, whole and in short, and the next one, which comes in any case, does not', () => {
  const attempt = (number: number, only_if: 'attempts_fail' | null) =>
    ({
      ...{ kind: 'attempt', event: 'call.missed', url: 'https://a.test/hook', forged: null, only_if },
      ...{ attempt: number, scheduled: { number, of: 8 }, external_id: 'mx-1', phone_number: null },
    }) as Expected
  const [next, later] = [attempt(3, null), attempt(4, 'attempts_fail')]
  expect(plannedText(t, later)).toContain('axis.due.which_if_all')
  expect(pointSummary(t, { at: 0, rows: [later] })).toContain('axis.due.which_if ')
  expect(plannedTextToOne(t, later)).toContain('axis.due.which_if ')
  expect(plannedWord(t, later)).toContain('axis.due_short.attempt_if')
  for (const said of [plannedText(t, next), plannedTextToOne(t, next), plannedWord(t, next)])
    expect(said).not.toContain('_if')
})
