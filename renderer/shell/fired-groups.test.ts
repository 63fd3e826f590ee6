import { expect, test } from 'vitest'
import type { FiredJob } from '../../server/control/protocol/clock.ts'
import { byConcern, firedGroups, rowsInLive, stretchOf } from './fired-groups.ts'

const job = (second: number, subject: string, more: object = {}): FiredJob => ({
  due_at: new Date(Date.UTC(2026, 2, 10, 5, 0, second)).toISOString(),
  kind: 'call.step',
  subject,
  ...more,
})

test('What fell due several times is one entry with its first, and every kind has one', () => {
  const fired = [job(1, 'a', { to: 'rings' }), job(1, 'b', { to: 'rings' }), job(9, 'a', { to: 'ends' })]
  const withFault = [...fired, job(9, 'b', { to: 'ends', fault: 3 })]
  const groups = firedGroups(withFault, ({ to }) => String(to))
  expect(groups.map(({ text, first, count }) => [text, first.subject, count])).toEqual([
    ['rings', 'a', 2],
    ['ends', 'a', 1],
    ['ends', 'b', 1],
  ])
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(withFault.length)
})

test('Of what fell due, the newest of what is open comes first, then what failed', () => {
  const attempt = (second: number, subject: string, status_code: number) =>
    job(second, subject, { kind: 'webhook.attempt', status_code })
  const rings = job(1, 'a', { to: 'rings' })
  const fired = [
    rings,
    attempt(2, 'del_1', 500),
    attempt(3, 'del_2', 200),
    attempt(4, 'del_2', 500),
    attempt(5, 'del_1', 500),
  ]
  const [, first, taken, failed, last] = fired
  expect(byConcern(fired, ['webhooks', 'deliveries', 'del_1'])).toEqual([last, first, failed, rings, taken])
  expect(byConcern(fired, ['live'])).toEqual([first, failed, last, rings, taken])
})

test('The stretch in Live has the first and the last of what fell due in view, also of one instant', () => {
  const view = (jobs: readonly FiredJob[]) => {
    const search = new URLSearchParams(stretchOf(jobs))
    const [middle, half] = [Number(search.get('at')), Number(search.get('span')) * 500]
    return jobs.every(({ due_at }) => Math.abs(Date.parse(due_at) - middle) < half)
  }
  expect(view([job(1, 'a'), job(9, 'a'), job(59, 'b')])).toBe(true)
  expect(view([job(1, 'a')])).toBe(true)
  expect(stretchOf([])).toBe('')
})

test('Of what fell due, the rows of Live are counted: a midnight is a line on the axis, and what was not sent is not there', () => {
  const steps = [job(1, 'a'), job(2, 'a'), job(3, 'b')]
  const midnight = job(4, 'tokyo', { kind: 'day.rollover' })
  const skipped = job(5, 'del_1', { kind: 'webhook.attempt', skipped: true })
  expect(rowsInLive([...steps, skipped])).toEqual({ rows: 3, isAll: true })
  expect(rowsInLive([...steps, midnight, skipped])).toEqual({ rows: 3, isAll: false })
})
