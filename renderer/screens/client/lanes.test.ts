import { expect, test } from 'vitest'
import type { EvidenceView } from '../../../server/control/protocol/verdicts.ts'
import { apart, countedEarly, lanesOf, realSecondsOf, spread, widthOf } from './lanes.ts'

const shown = (seq: number, after: number, real: number, role: EvidenceView['role'] = 'repeat'): EvidenceView => ({
  request_id: `id-${seq}`,
  seq,
  at: new Date(Date.parse('2026-03-10T14:59:31.000Z') + after * 1_000).toISOString(),
  real_us: 5_000_000 + real * 1_000_000,
  waited_seconds: null,
  answered: 'whole',
  broken_off: null,
  role,
  of_run: null,
})
const ROOM = { from: 100, to: 500, gap: 40 }

test('Exchanges stand on each lane in proportion to the time since the first, and the wait ends on the emulated one', () => {
  const evidence = [shown(42, 0, 0, 'first'), shown(43, 10, 1, 'early'), shown(44, 20, 4, 'early')]
  const lanes = lanesOf({ evidence, figures: { wait_seconds: [40], early_seconds: [30, 20] } }, ROOM)
  expect(lanes?.marks.map(({ x }) => x)).toEqual([
    { emulated: 100, real: 100 },
    { emulated: 200, real: 200 },
    { emulated: 300, real: 500 },
  ])
  expect(lanes?.wait).toEqual({ seconds: 40, x: 500 })
  const inProportion = { isTrue: true, tear: undefined }
  expect(lanes?.scale).toEqual({ emulated: inProportion, real: inProportion })
  expect(lanes?.marks.map(({ early }) => early)).toEqual([undefined, 30, 20])
})

test('What may not have known is counted apart, and only where nothing else came early', () => {
  const first = shown(1, 0, 0, 'first')
  const counted = (...roles: EvidenceView['role'][]) => {
    const evidence = [first, ...roles.map((role, index) => shown(index + 2, index + 1, 1, role))]
    const figures = { wait_seconds: [10], early_seconds: roles.map((_, index) => 9 - index) }
    return countedEarly(lanesOf({ evidence, figures }, ROOM)?.marks ?? []).map(({ seq, early }) => [seq, early])
  }
  expect(counted('unaware', 'early', 'early')).toEqual([
    [3, 8],
    [4, 7],
  ])
  expect(counted('unaware')).toEqual([[2, 9]])
})

test('A wait that neither clock shows is told in its parts: what went by on the emulated clock, and while that stood', () => {
  const partsOf = (waited_seconds: number, after: number, real: number) => {
    const evidence = [shown(29, 0, 0, 'first'), { ...shown(38, after, real), waited_seconds }]
    return lanesOf({ evidence, figures: {} }, ROOM)?.marks.map(({ waited_on }) => waited_on)[1]
  }
  expect(partsOf(31, 16, 15)).toEqual({ emulated: 16, real: 15 })
  expect(partsOf(4.263, 4, 0.264)).toEqual({ emulated: 4, real: 0.263 })
  expect(partsOf(0.054, 0, 0.06)).toEqual({ emulated: undefined, real: 0.054 })
  const oneClock = {
    moved: partsOf(23.004, 23, 0.004),
    live: partsOf(38, 38, 15),
    live_at_once: partsOf(0.009, 0.008, 0.01),
  }
  expect(oneClock).toEqual({ moved: undefined, live: undefined, live_at_once: undefined })
  expect(partsOf(15, 900, 15)).toBeUndefined()
})

test('Seconds too early are shown only where each early request has its own', () => {
  const evidence = [shown(1, 0, 0, 'first'), shown(2, 1, 1, 'early')]
  const lanes = lanesOf({ evidence, figures: { wait_seconds: [10, 20], early_seconds: [9, 8] } }, ROOM)
  expect(lanes?.marks.map(({ early }) => early)).toEqual([undefined, undefined])
  expect(lanes?.wait).toBeUndefined()
})

test('A silence is as long as the finding says, on the clock on which it was, and begins where the last exchange stands', () => {
  const evidence = [shown(1, 0, 0, 'first')]
  const frozen = { evidence, figures: { wait_seconds: [16], silent_real: [32], silent_moved: [] } }
  const { silent, real, wait } = lanesOf(frozen, ROOM)!
  expect([silent, real]).toEqual([{ emulated: undefined, real: { seconds: 32, x: 500 } }, 32])
  expect(wait).toEqual({ seconds: 16, x: 500 })
  expect(realSecondsOf(frozen)).toBe(32)
  const moved = lanesOf({ evidence, figures: { wait_seconds: [16], silent_real: [], silent_moved: [32] } }, ROOM)
  expect([moved?.silent.emulated, moved?.silent.real]).toEqual([{ seconds: 32, x: 500 }, undefined])
  expect(moved?.wait?.x).toBe(300)
})

test('What a frozen clock shows at one instant is kept apart, so that it can be read', () => {
  expect(spread([0, 0, 0], ROOM)).toEqual([100, 140, 180])
  expect(spread([0, 99, 100], ROOM)).toEqual([100, 460, 500])
  expect(spread([5, 0], ROOM)).toEqual([500, 100])
})

test('An emulated lane that is not in proportion says so, and is torn in the stretch that is longer than it is drawn', () => {
  const evidence = [shown(1, 0, 0, 'first'), shown(2, 3, 1, 'early')]
  const scale = lanesOf({ evidence, figures: { wait_seconds: [86_000] } }, ROOM)?.scale
  expect(scale).toEqual({ emulated: { isTrue: false, tear: 164 }, real: { isTrue: true, tear: undefined } })
  const atOnce = [shown(1, 0, 0, 'first'), shown(2, 0, 1)]
  expect(lanesOf({ evidence: atOnce, figures: {} }, ROOM)?.scale.emulated).toEqual({ isTrue: false, tear: undefined })
  expect(lanesOf({ evidence: [shown(1, 0, 0)], figures: {} }, ROOM)?.scale.emulated.isTrue).toBe(true)
})

test('Lanes on which the marks stand alike say the same of their scale, in a room of any width', () => {
  const evidence = [shown(6, 0, 0), shown(7, 0.049, 0.0494), shown(8, 0.058, 0.0582), shown(9, 0.066, 0.0661)]
  for (let to = 250; to < 900; to += 10) {
    const { marks, scale } = lanesOf({ evidence, figures: {} }, { ...ROOM, to })!
    expect(marks.map(({ x }) => x.emulated)).toEqual(marks.map(({ x }) => x.real))
    expect(scale.emulated).toEqual(scale.real)
    // Marks that were moved a little, so that they can be read, hide no time.
    if (to >= 400) expect(scale.emulated.tear).toBeUndefined()
  }
  const { scale } = lanesOf({ evidence, figures: {} }, { ...ROOM, to: 400 })!
  expect(scale.real).toEqual({ isTrue: false, tear: undefined })
  expect(lanesOf({ evidence, figures: {} }, { ...ROOM, to: 900 })?.scale.real).toEqual({
    isTrue: true,
    tear: undefined,
  })
})

test('A real lane on which somebody waited for long is torn as well', () => {
  const evidence = [shown(1, 0, 0), shown(2, 0, 0.001), shown(3, 0, 30)]
  expect(lanesOf({ evidence, figures: {} }, ROOM)?.scale.real).toEqual({ isTrue: false, tear: 164 })
})

test('Where there is too little room for all, they share it', () => {
  const places = spread([0, 0, 0, 0, 0], { from: 0, to: 40, gap: 40 })
  expect(places).toEqual([0, 10, 20, 30, 40])
})

test('A finding without exchanges has no lanes', () => {
  expect(lanesOf({ evidence: [], figures: {} }, ROOM)).toBeUndefined()
})

test('A Japanese name takes more room than a Latin one of as many characters', () => {
  expect([widthOf('#12'), widthOf('0秒'), widthOf('')]).toEqual([21, 19, 0])
})

test('A name that would touch the one shown before it is left out', () => {
  const names = [0, 30, 50, 90].map(x => ({ x, width: 40 }))
  expect(apart(names, 5)).toEqual([true, false, true, false])
  expect(apart(names, 0)).toEqual([true, false, true, true])
})
