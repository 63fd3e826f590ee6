import { expect, test } from 'vitest'
import type { ActionOf } from '../../../server/control/protocol/actions.ts'
import { itemOf } from '../../data/timeline.ts'
import { hasOpenDrill, marksOf } from './marks.ts'

const START = Date.parse('2026-03-10T03:00:00Z')

function act(id: number, done: 'started' | 'went_on' | 'ended', more: Partial<ActionOf<'drill'>> = {}) {
  return itemOf.action({
    id,
    at: new Date(START + id * 1_000).toISOString(),
    after_seq: 0,
    nth: id as ActionOf<'drill'>['nth'],
    kind: 'drill',
    key: `drill ${id}`,
    done,
    drill: 'three_503s',
    title: 'The service is down three times',
    drill_id: '1',
    fault_ids: [],
    steps: [],
    pace_before: 'live',
    pace: 'live',
    receiver: null,
    state: done === 'ended' ? 'passed' : null,
    ...more,
  })
}

const spansOf = (items: ReturnType<typeof act>[], on: string[] = []) =>
  marksOf(items.toReversed(), [], { drillsOn: new Set(on) }).controls.map(({ key, at, until, acts }) => [
    key,
    at - START,
    until === undefined ? until : until - START,
    acts?.length,
  ])

test('A drill is one mark from its start to its end, that opens how it ended', () => {
  expect(spansOf([act(1, 'started'), act(3, 'went_on'), act(9, 'ended')])).toEqual([['action 9', 1_000, 9_000, 3]])
})

test('A drill that is on has no end yet; one that a restart has left, and one whose start is not known, are acts alone', () => {
  const left = [act(1, 'started'), act(3, 'went_on')]
  expect(hasOpenDrill(left.toReversed())).toBe(true)
  expect(spansOf(left, ['1'])).toEqual([['action 3', 1_000, Number.POSITIVE_INFINITY, 2]])
  const alone = (id: number) => [`action ${id}`, id * 1_000, undefined, undefined]
  expect(spansOf(left)).toEqual([alone(1), alone(3)])
  expect(spansOf([act(3, 'went_on'), act(9, 'ended')])).toEqual([alone(3), alone(9)])
  expect(hasOpenDrill([act(1, 'started'), act(9, 'ended')].toReversed())).toBe(false)
})

test('Of two drills with one number, as after a restart, only the later one is on', () => {
  const twice = [act(1, 'started'), act(5, 'started')]
  expect(spansOf(twice, ['1'])).toEqual([
    ['action 1', 1_000, undefined, undefined],
    ['action 5', 5_000, Number.POSITIVE_INFINITY, 1],
  ])
})
