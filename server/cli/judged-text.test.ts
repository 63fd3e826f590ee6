import { expect, test } from 'vitest'
import type { ExchangeDetailView, ExchangeView, WorldHandle } from '../index.ts'
import { judgedText } from './judged-text.ts'

const AT = Date.parse('2026-03-10T00:00:00Z')

/** A refusal that began and was answered so many milliseconds after the first second of its world. */
const refusal = (seq: number, began: number, ended: number, says: Partial<ExchangeView> = {}) =>
  ({
    ...{ seq, request_id: `r${seq}`, tenant: 'max', product: 'crm/1', connection: seq, status: 429 },
    at: new Date(AT + began).toISOString(),
    real: { began_us: began * 1_000, ended_us: ended * 1_000 },
    response: { headers: [['Retry-After', '30']] },
    ...says,
  }) as unknown as ExchangeDetailView

async function saidOf(exchange: ExchangeDetailView, before: readonly ExchangeDetailView[], verdicts: unknown[] = []) {
  const world = {
    verdicts: async () => verdicts,
    requests: {
      list: async () => before.toReversed(),
      get: async (id: string) => before.find(({ request_id }) => request_id === id),
    },
  }
  return await judgedText(world as unknown as WorldHandle, exchange)
}

test.each([
  [
    'on its way when the one before it was refused',
    0,
    10,
    [['Not judged', 'It was on its way already when #1 was refused, 5 ms later.']],
  ],
  [
    'sent over another connection',
    15,
    20,
    [
      [
        'Not judged',
        '#1 had been refused 5 ms before on another connection, and whoever sent this one need not have known of the 30 s that it asked for.',
      ],
    ],
  ],
  ['sent when the wait was over', 40_000, 40_010, []],
])('of a refused request that was %s it is said why nobody is blamed', async (_, began, ended, text) => {
  const first = refusal(1, 5, began === 0 ? 5 : 10)
  expect(await saidOf(refusal(2, began, ended), [first])).toEqual(text)
})

test('of one on the same connection, of another client, and of one that was not refused nothing is said', async () => {
  const first = refusal(1, 0, 10)
  expect(await saidOf(refusal(2, 15, 20, { connection: 1 }), [first])).toEqual([])
  expect(await saidOf(refusal(2, 15, 20, { product: 'other/1' }), [first])).toEqual([])
  expect(await saidOf(refusal(2, 15, 20, { status: 200 }), [first])).toEqual([])
})

test('one that came after the last that a finding names may be one of those that it counts', async () => {
  const evidence = [{ request_id: 'r1', seq: 1, of_run: null }]
  const finding = { actor: { tenant: 'max', product: 'crm/1' }, evidence, evidence_total: 5 }
  const rows = [{ rule: 'hammering', findings: [finding], doubts: [] }]
  expect(await saidOf(refusal(4, 15, 20), [refusal(1, 0, 10)], rows)).toEqual([
    ['Perhaps in', 'hammering, which names the first 1 of its 5 requests, up to #1.'],
  ])
})

test('of one in doubt it is said whether another rule blames somebody for it', async () => {
  const [refused, came] = [1, 2].map(seq => ({
    request_id: `r${seq}`,
    seq,
    of_run: null,
    role: seq === 1 ? 'first' : 'repeat',
  }))
  const doubts = [{ evidence: [refused, came], figures: { wait_seconds: [30] }, times: 1 }]
  const hammering = { rule: 'hammering', findings: [], doubts }
  const other = (evidence: unknown[]) => ({
    rule: 'no_backoff',
    fix: 'Wait longer.',
    doubts: [],
    findings: [{ severity: 'error', message: 'Told.', expected: false, evidence }],
  })
  const inDoubt =
    'It came before the 30 s were over that #1 had asked for, so soon after that answer that it cannot be told whether it knew of it.'
  const said = (rows: unknown[]) => saidOf(refusal(2, 15, 20), [refusal(1, 0, 10)], rows)
  expect(await said([hammering])).toEqual([['In doubt', `${inDoubt} Nobody is blamed for it.`]])
  expect(await said([hammering, other([refused, came])])).toEqual([
    ['Found', 'no_backoff (error): Told.'],
    ['How to fix it', 'Wait longer.'],
    ['In doubt', `${inDoubt} The rules on waits blame nobody for it; another one does: no_backoff.`],
  ])
  // What others are held against is not blamed.
  expect(await said([hammering, other([{ ...came, role: 'first' }])])).toEqual([
    ['Found', 'no_backoff (error): Told.'],
    ['How to fix it', 'Wait longer.'],
    ['In doubt', `${inDoubt} Nobody is blamed for it.`],
  ])
})

test.each([
  [1, '#2 came before the 3 s were over that it had asked for, and may not have known of it.'],
  [
    34,
    '34 requests, the first of them #2, came before the 3 s that it had asked for, or the wait of a refusal right after it, were over, and may not have known of that.',
  ],
])('of a refusal that %i came after in doubt it is said how many', async (times, text) => {
  const evidence = [1, 2].map(seq => ({ request_id: `r${seq}`, seq, of_run: null }))
  const rows = [{ rule: 'hammering', findings: [], doubts: [{ evidence, figures: { wait_seconds: [3] }, times }] }]
  expect(await saidOf(refusal(1, 0, 10), [], rows)).toEqual([['In doubt', text]])
})
