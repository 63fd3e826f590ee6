import { expect, test } from 'vitest'
import type { EvidenceView, FindingView } from '../control/protocol/verdicts.ts'
import { findingSentence, findingText, laneDiagram } from './verdict-text.ts'

const shown = (seq: number, after: number, real: number, more: Partial<EvidenceView> = {}): EvidenceView => ({
  request_id: `id-${seq}`,
  seq,
  at: new Date(Date.parse('2026-03-10T14:59:31.000Z') + after * 1_000).toISOString(),
  real_us: 5_000_000 + real * 1_000_000,
  waited_seconds: null,
  answered: 'whole',
  broken_off: null,
  role: seq === 42 ? 'first' : 'repeat',
  of_run: null,
  ...more,
})

test('the exchanges of a finding stand on both clocks, as far apart as they were on each, with the end of the wait', () => {
  const evidence = [shown(42, 0, 0), shown(43, 3, 0.411), shown(44, 6, 0.83)]
  expect(
    laneDiagram({
      evidence,
      figures: { wait_seconds: [29], early_seconds: [26, 23] },
      evidence_total: evidence.length,
    }),
  ).toEqual([
    'emulated  #42 ---- #43 +3 s ---- #44 +6 s ----------------------------- wait over +29 s  from the start of #42, 2026-03-10T14:59:31.000Z',
    'real      #42 ------------------ #43 +0.41 s ------------------ #44 +0.83 s  from the start of #42',
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
      '    emulated  #76 (answer lost) -- #77 +0 s  from the start of #76, 2026-03-10T14:59:31.000Z',
      '    real      #76 (answer lost) ------------------------------------ #77 +0.4 s  from the start of #76',
    ].join('\n'),
  )
})

test('a long wait is given in hours and minutes, as everywhere else', () => {
  const evidence = [shown(42, 0, 0), shown(43, 3, 75)]
  const [emulated, real] = laneDiagram({
    evidence,
    figures: { wait_seconds: [41_093] },
    evidence_total: evidence.length,
  })
  expect(emulated).toContain('wait over +11 h 24 min')
  expect(real).toContain('#43 +1 min 15 s')
})

test('a picture that leaves exchanges out says so', () => {
  const evidence = [shown(42, 0, 0), shown(43, 3, 0.411)]
  expect(laneDiagram({ evidence, figures: {}, evidence_total: 161 }).at(-1)).toBe('these are the first 2 of 161')
})

test('a finding on deliveries has no exchanges to show', () => {
  expect(laneDiagram({ evidence: [], figures: {}, evidence_total: 0 })).toEqual([])
})

test('one request by itself is no picture, unless a wait follows it', () => {
  const evidence = [shown(42, 0, 0)]
  expect(laneDiagram({ evidence, figures: {}, evidence_total: 1 })).toEqual([])
  expect(laneDiagram({ evidence, figures: { wait_seconds: [29] }, evidence_total: 1 })).toHaveLength(2)
})

test('what only the run of a capsule had is said to be in no world, since its number is that of another request there', () => {
  const gone = { method: 'POST', path: '/calls/initiate', query: '', status: 200 }
  const evidence = [shown(42, 0, 0), shown(43, 3, 0.4, { of_run: gone })]
  expect(laneDiagram({ evidence, figures: {}, evidence_total: 2 }).at(-1)).toBe(
    'of the run of the capsule, and not in this world: #43; requests of these numbers here are others',
  )
})

test('where nobody need have known of a refusal, it is said at once how to find out, and nowhere else', () => {
  const sentence = (came_early: FindingView['came_early']) =>
    findingSentence({ rule: 'hammering', fix: 'Wait.' }, { message: '#2 came too early.', cause: null, came_early })
  expect(sentence({ counted: 0, unaware: 2 })).toMatch(
    /Wait[.] If your client sends .* connections: 1 keeps to one[.]$/,
  )
  expect(sentence({ counted: 1, unaware: 2 })).toBe('hammering: #2 came too early. Wait.')
  expect(sentence(undefined)).toBe('hammering: #2 came too early. Wait.')
})

test('of a finding on a wait it says how many of its requests it counts, so that the sentence and the total agree', () => {
  const evidence = [shown(42, 0, 0), shown(43, 3, 0.411)]
  const of = (came_early: FindingView['came_early']) =>
    laneDiagram({ evidence, figures: {}, evidence_total: 895, ...(came_early && { came_early }) }).at(-1)
  expect(of({ counted: 814, unaware: 80 })).toBe(
    'these are the first 2 of 895: 1 that asked for a wait, 814 that came too early, 80 early ones that need not have known and do not count',
  )
  expect(of({ counted: 894, unaware: 0 })).toBe(
    'these are the first 2 of 895: 1 that asked for a wait, 894 that came too early',
  )
  expect(of({ counted: 0, unaware: 894 })).toBe('these are the first 2 of 895')
})
