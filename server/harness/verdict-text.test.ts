import { expect, test } from 'vitest'
import type { EvidenceView, FindingView } from '../control/protocol/verdicts.ts'
import { findingText, laneDiagram } from './verdict-text.ts'

const shown = (seq: number, after: number, real: number, more: Partial<EvidenceView> = {}): EvidenceView => ({
  request_id: `id-${seq}`,
  seq,
  at: new Date(Date.parse('2026-03-10T14:59:31.000Z') + after * 1_000).toISOString(),
  real_us: 5_000_000 + real * 1_000_000,
  waited_seconds: null,
  answered: 'whole',
  role: seq === 42 ? 'first' : 'repeat',
  ...more,
})

test('the exchanges of a finding stand on both clocks, as far apart as they were on each, with the end of the wait', () => {
  const evidence = [shown(42, 0, 0), shown(43, 3, 0.411), shown(44, 6, 0.83)]
  expect(laneDiagram({ evidence, figures: { wait_seconds: [29], early_seconds: [26, 23] }, left_out: false })).toEqual([
    'emulated  #42 ---- #43 +3 s ---- #44 +6 s ----------------------------- wait over +29 s  from 2026-03-10T14:59:31.000Z',
    'real      #42 ------------------ #43 +0.41 s ------------------ #44 +0.83 s',
  ])
})

test('in a frozen world exchanges stand at one instant and real time tells them apart; a lost answer is named', () => {
  const evidence = [shown(76, 0, 0, { answered: 'cut' }), shown(77, 0, 0.4)]
  const finding = { message: '#77 placed a second call.', cause: null, evidence, figures: {} } as unknown as FindingView
  expect(
    findingText({ rule: 'double_call', fix: 'Give an initiation and its repeats the same external_id.' }, finding),
  ).toBe(
    [
      'double_call: #77 placed a second call. Give an initiation and its repeats the same external_id.',
      '    emulated  #76 (cut) -- #77 +0 s  from 2026-03-10T14:59:31.000Z',
      '    real      #76 (cut) ------------------------------------ #77 +0.4 s',
    ].join('\n'),
  )
})

test('a picture that leaves exchanges out says so', () => {
  const evidence = [shown(42, 0, 0), shown(43, 3, 0.411)]
  expect(laneDiagram({ evidence, figures: {}, left_out: true }).at(-1)).toBe('and more: 2 are kept with a finding')
})

test('a finding on deliveries has no exchanges to show', () => {
  expect(laneDiagram({ evidence: [], figures: {}, left_out: false })).toEqual([])
})
