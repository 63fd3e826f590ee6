import { expect, test } from 'vitest'
import type { DrillView } from '../../../server/control/protocol/drills.ts'
import { failedIn, marksOf, unansweredIn } from './drill-marks.ts'

type Reason = NonNullable<DrillView['conditions'][number]['reason']>

const view = (state: DrillView['state'], ...reasons: [of: Reason['of'] | 'early', ...requests: string[]][]) =>
  marksOf({
    state,
    met: { request: { request_id: 'first', seq: 1 }, delivery_id: null },
    conditions: reasons.map(([of, ...requests]) => ({
      holds: false,
      reasons: [
        {
          of: of === 'early' ? 'drill' : of,
          sentence: { id: of === 'early' ? 'own_early' : 'not_final', figures: {} },
          decided: true,
          at_fault: requests.map(request_id => ({ request_id })),
          asked: [],
          deliveries: [],
        },
      ],
    })),
  } as unknown as DrillView)

test('While a drill is on, what a rule has found and what was done is marked for good, and what is missing is for the next request to decide', () => {
  expect([...view('met', ['drill', 'first'], ['early', 'second'])]).toEqual([
    ['first', ['awaits', 'met']],
    ['second', ['shows']],
  ])
  expect([...view('met', ['drill', 'first', 'second'], ['verdict', 'third'])]).toEqual([
    ['first', ['awaits', 'met']],
    ['second', ['awaits']],
    ['third', ['shows']],
  ])
  expect(view('met', ['verdict', 'second'], ['drill', 'second']).get('second')).toEqual(['shows'])
  expect(view('met', ['drill', 'second'], ['verdict', 'second', 'third']).get('second')).toEqual(['shows'])
})

test('Once it has failed, all that shows it is marked; a drill that was not met has nothing to show', () => {
  expect([...view('failed', ['drill', 'first', 'second'])]).toEqual([
    ['first', ['shows', 'met']],
    ['second', ['shows']],
  ])
  expect(view('failed', ['drill', 'first']).get('first')).toEqual(['shows', 'met'])
  expect([...view('not_met', ['drill', 'second'])]).toEqual([['first', ['met']]])
})

test('What was refused for good while a drill is on fails it as it stands, and waits for nothing', () => {
  const refused = {
    of: 'drill',
    sentence: { id: 'not_successful', figures: {} },
    decided: true,
    at_fault: [{ request_id: 'second' }],
    asked: [],
    deliveries: ['delivery'],
  }
  const drill = { state: 'met', met: null, conditions: [{ reasons: [refused] }] } as unknown as DrillView
  expect([...marksOf(drill)]).toEqual([
    ['second', ['so_far']],
    ['delivery', ['so_far']],
  ])
})

test('What leaves a drill undecided is marked as in doubt, and never as a failure', () => {
  const doubted = {
    holds: false,
    reasons: [
      {
        of: 'drill',
        decided: false,
        at_fault: [{ request_id: 'second' }],
        asked: [{ request_id: 'first' }],
        deliveries: [],
      },
    ],
  }
  const met = { request: { request_id: 'first', seq: 1 }, delivery_id: null }
  for (const state of ['met', 'undecided'] as const)
    expect([...marksOf({ state, met, conditions: [doubted] } as unknown as DrillView)]).toEqual([
      ['first', ['asked', 'met']],
      ['second', ['doubt']],
    ])
})

test('A request that no answer ended says so, also where it is in doubt whether it came too early', () => {
  const at_fault = [{ request_id: 'second' }]
  const doubt = { of: 'drill', decided: false, sentence: { id: 'in_doubt' }, at_fault }
  const missing = { of: 'drill', decided: true, sentence: { id: 'not_final' }, at_fault }
  const told = {
    of: 'verdict',
    decided: true,
    sentence: { id: 'no_backoff.apart' },
    at_fault: [{ request_id: 'third' }],
  }
  const view = { conditions: [{ reasons: [doubt] }, { reasons: [missing] }, { reasons: [told] }] }
  expect([...unansweredIn(view as unknown as DrillView)]).toEqual(['second'])
})

test('All that failed is marked where it is listed, counted where it is left out, or said to have no mark', () => {
  const refs = (...ids: string[]) => ids.map(request_id => ({ request_id }))
  const reason = {
    of: 'verdict',
    decided: true,
    sentence: { id: 'hammering.flood', figures: {} },
    at_fault: refs('a', 'b', 'c', 'd'),
    asked: [],
    deliveries: ['x'],
  }
  const doubt = { ...reason, decided: false, at_fault: refs('e'), deliveries: ['y'] }
  const view = {
    state: 'failed',
    met: null,
    conditions: [{ reasons: [reason, doubt] }],
    earlier_requests: refs('a'),
    requests: refs('d', 'e', 'f'),
    attempts: [{ delivery_id: 'x' }, { delivery_id: 'x' }],
    left_out: [{ failed: 2 }],
    failed_total: 8,
  }
  // Seven requests and a delivery: a, d and x have a mark, two are left out.
  expect(failedIn(view as unknown as DrillView)).toEqual({ all: 8, marked: 3, unmarked: 3 })
  // Nothing was judged, or not yet, so that nothing has failed.
  for (const state of ['not_met', 'staged', 'ended'] as const)
    expect(failedIn({ ...view, state } as unknown as DrillView)).toEqual({ all: 0, marked: 0, unmarked: 0 })
})
