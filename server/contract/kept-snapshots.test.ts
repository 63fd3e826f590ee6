import { describe, expect, test } from 'vitest'
import { keptBeforeReset, keptBeforeRestore, MOST_KEPT_SNAPSHOTS } from './kept-snapshots.ts'

const saved = (...names: string[]) => names.map(name => ({ name, automatic: false }))
const made = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).map(number => ({
    name: number === 1 ? 'before-restore' : `before-restore-${number}`,
    automatic: true,
  }))

describe('what a restore keeps', () => {
  test.each([
    ['before-restore', []],
    ['before-restore', saved('mine', 'before-restore-x', 'before-restore-0')],
    ['before-restore-2', saved('before-restore')],
    ['before-restore-2', saved('Before-Restore')],
    ['before-restore-8', saved('before-restore-7')],
  ])('has the name %s, which nothing has', (name, taken) => {
    expect(keptBeforeRestore(taken, 'mine')).toEqual({ name, leaving: [] })
  })

  test('takes the place of the oldest that a restore has made once there are ten', () => {
    expect(MOST_KEPT_SNAPSHOTS).toBe(10)
    expect(keptBeforeRestore(made(1, 9), 'mine').leaving).toEqual([])
    expect(keptBeforeRestore(made(1, 10).reverse(), 'mine')).toEqual({
      name: 'before-restore-11',
      leaving: ['before-restore'],
    })
    expect(keptBeforeRestore(made(4, 15), 'mine').leaving).toEqual([
      'before-restore-4',
      'before-restore-5',
      'before-restore-6',
    ])
  })

  test('never takes away what is being restored, or what somebody has saved', () => {
    expect(keptBeforeRestore(made(1, 10), 'before-restore').leaving).toEqual(['before-restore-2'])
    expect(keptBeforeRestore([...saved('before-restore'), ...made(2, 11)], 'mine').leaving).toEqual([
      'before-restore-2',
    ])
  })

  test('and what a reset keeps have nothing to do with each other', () => {
    const resets = made(1, 10).map(one => ({ ...one, name: one.name.replace('restore', 'reset') }))
    expect(keptBeforeRestore(resets, 'mine')).toEqual({ name: 'before-restore', leaving: [] })
    expect(keptBeforeReset(made(1, 10))).toEqual({ name: 'before-reset', leaving: [] })
    expect(keptBeforeReset(resets)).toEqual({ name: 'before-reset-11', leaving: ['before-reset'] })
  })
})
