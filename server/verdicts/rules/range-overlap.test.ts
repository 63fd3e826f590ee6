import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { rangeOverlap } from './range-overlap.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }

function read(...ranges: [from: number, to: number][]): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  for (const [from, to] of ranges) {
    const [first, last] = [from, to].map(day => `2026-03-${String(day).padStart(2, '0')}`) as [string, string]
    client.sends('GET', `/reports/summary?from=${first}&to=${last}`, { range: { from: first, to: last } })
  }
  return world
}

test('a day in two ranges is information', () => {
  const world = read([1, 10], [10, 20])
  const outcome = outcomeOf(rangeOverlap, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: ['information: Two ranges have 2026-03-10: #1 ends with it, #2 begins with it.'],
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2]])
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(rangeOverlap, world)
})

test('several are one finding', () => {
  expect(told(outcomeOf(rangeOverlap, read([20, 30], [10, 20], [1, 10]))).findings).toEqual([
    'information: 2 days are in two ranges. The first is 2026-03-10: #3 ends with it, #2 begins with it.',
  ])
})

test('ranges that touch pass, and so do those with a day between', () => {
  expect(told(outcomeOf(rangeOverlap, read([1, 10], [11, 20])))).toEqual({ ...NOTHING, passed: 1 })
  expect(told(outcomeOf(rangeOverlap, read([1, 10], [12, 20])))).toEqual({ ...NOTHING, passed: 1 })
})

test('ranges that share more than a day, or lie within one another, are no sweep', () => {
  expect(told(outcomeOf(rangeOverlap, read([1, 10], [9, 20])))).toEqual(NOTHING)
  expect(told(outcomeOf(rangeOverlap, read([1, 10], [10, 10])))).toEqual(NOTHING)
  expect(told(outcomeOf(rangeOverlap, read([1, 10], [10, 10], [11, 20])))).toEqual({ ...NOTHING, passed: 1 })
})
