import { expect, test } from 'vitest'
import type { DrillView, KnownDrillView } from '../../../server/control/protocol/drills.ts'
import { conditionStanding, drillGroups, nextToRun, progressOf } from './drill-signs.ts'

const view = (state: DrillView['state'], isOn = false) =>
  ({ state, met: state === 'not_met' ? null : {}, ended_at: isOn ? null : '2026-03-10T15:00:00Z' }) as DrillView

test('What nobody can tell is undecided in its step too, and has neither failed nor stayed away', () => {
  expect(progressOf(view('undecided'))).toEqual(['done', 'done', 'undecided'])
  expect(progressOf(view('failed'))).toEqual(['done', 'done', 'failed'])
  expect(progressOf(view('not_met'))).toEqual(['done', 'missed', 'ahead'])
  expect([progressOf(view('passed', true))[2], progressOf(view('passed'))[2]]).toEqual(['now', 'done'])
})

test('Drills stand by whom they try, those for a client first', () => {
  const known = (drill: string, needs_receiver: boolean) => ({ drill, needs_receiver }) as KnownDrillView
  const [forged, silent, minute] = [known('forged', true), known('silent_day', false), known('minute_full', false)]
  expect(drillGroups([minute, forged, silent])).toEqual([
    ['your_client', [minute, silent]],
    ['your_receiver', [forged]],
  ])
})

test('What is missing where the situation did not come is not judged, and stands as no failure', () => {
  const missing = {
    holds: false,
    reason: { of: 'drill', decided: true, sentence: { id: 'not_final' } },
  } as unknown as DrillView['conditions'][number]
  expect(conditionStanding(missing, view('not_met'))).toBe('not_judged')
  expect(conditionStanding({ holds: true, reason: null }, view('not_met'))).toBe('not_judged')
  expect(conditionStanding(missing, view('failed'))).toBe('broken')
  expect(conditionStanding(missing, view('met', true))).toBe('open')
  expect(conditionStanding({ holds: true, reason: null }, view('passed'))).toBe('holds')
})

test('That waits were kept is not missed before the answer that would show it', () => {
  const unshown = { holds: false, reason: { of: 'drill', decided: false, sentence: { id: 'not_shown' } } }
  const condition = unshown as unknown as DrillView['conditions'][number]
  expect(conditionStanding(condition, view('met', true))).toBe('open')
  expect(conditionStanding(condition, view('undecided'))).toBe('undecided')
})

test('The next drill to run is one that is not passed, from the top where none is left below', () => {
  const known = (drill: string, state: DrillView['state'] | null) => ({ drill, state }) as KnownDrillView
  const order = [known('a', null), known('b', 'failed'), known('c', 'passed'), known('d', 'not_met')]
  expect(order.map((_, at) => nextToRun(order, at)?.drill)).toEqual(['b', 'd', 'd', 'a'])
  expect(nextToRun([known('a', 'failed'), known('b', 'passed')], 0)).toBeUndefined()
})

test('What a drill delivers is still ahead until it has gone out, and has come to nothing where it went to inboxes', () => {
  expect(progressOf(view('staged', true), { isUnsent: true })).toEqual(['now', 'ahead', 'ahead'])
  const sent = { ...view('staged', true), met: null, not_come_by: { id: 'to_inboxes', figures: {} } }
  expect(progressOf(sent)).toEqual(['done', 'missed', 'ahead'])
})
