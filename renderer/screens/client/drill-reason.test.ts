import { expect, test } from 'vitest'
import type { DrillReasonView, DrillView } from '../../../server/control/protocol/drills.ts'
import { callersIn, saidFirst } from './drill-reason.ts'

const reason = (of: DrillReasonView['of'], decided: boolean) =>
  ({ of, decided, sentence: { id: 'not_final' }, severity: null }) as DrillReasonView
const first = (...reasons: (DrillReasonView | null)[]) =>
  saidFirst({ conditions: reasons.map(one => ({ reasons: one === null ? [] : [one] })) as DrillView['conditions'] })

test('What failed a drill is said before what it does not count', () => {
  const [doubted, missing] = [reason('verdict', false), reason('drill', true)]
  expect(first(doubted, missing)).toBe(missing)
  expect(first(reason('drill', false), missing)).toBe(missing)
  expect(first(doubted)).toBe(doubted)
})

test('What a rule has found is said before what may only be missing yet', () => {
  const [missing, found] = [reason('drill', true), reason('verdict', true)]
  expect(first(missing, found)).toBe(found)
  expect(first(null, missing)).toBe(missing)
  expect(first(null)).toBeUndefined()
})

test('An error is said before a warning, whichever condition it broke', () => {
  const [warning, error] = [
    { ...reason('verdict', true), severity: 'warning' },
    { ...reason('verdict', true), severity: 'error' },
  ] as const
  expect(first(warning, error)).toBe(error)
  expect(first(warning, reason('drill', true))).toMatchObject({ of: 'drill' })
})

test('Of two findings that weigh the same, the one is said first that counts more requests', () => {
  const [few, many] = [1, 619].map(at_fault_total => ({ ...reason('verdict', true), at_fault_total }))
  expect(first(few ?? null, many ?? null)).toBe(many)
  expect(first({ ...reason('drill', true), at_fault_total: 700 }, few ?? null)).toBe(few)
})

test('Beside what is said first all callers are named whose requests failed, each once', () => {
  const by = (product: string, decided = true) =>
    ({
      decided,
      callers: [{ tenant: 'pro', key: 'svc_live_…C24l', product, instance: null }],
    }) as unknown as DrillReasonView
  const [sync, report, doubted] = [by('sync/1'), by('report/2'), by('other/3', false)]
  const conditions = [{ reasons: [report, doubted] }, { reasons: [sync, report] }] as DrillView['conditions']
  expect(callersIn({ conditions }, sync).map(({ product }) => product)).toEqual(['sync/1', 'report/2'])
  expect(callersIn({ conditions }, doubted).map(({ product }) => product)).toEqual(['other/3'])
})
