import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/cli.ts'
import { Register } from '../domain/register.ts'
import { Randomness } from '../kernel/random.ts'
import type { ExchangeRow } from '../store/schema.ts'
import { Store } from '../store/store.ts'
import { Exchanges, JOURNAL_LIMIT, type JournalLimit } from './exchanges.ts'
import { RunTally } from './run-tally.ts'

const exchange = (seq: number): ExchangeRow => ({
  seq,
  request_id: `request-${seq}`,
  at: Date.UTC(2026, 2, 10),
  tenant_id: null,
  key_id: null,
  method: 'GET',
  path: '/customers',
  query: '',
  endpoint: null,
  status: 401,
  code: null,
  duration_ms: 0,
  request_headers: '[]',
  request_body: null,
  response_headers: '[]',
  response_body: null,
  trace: '[]',
  assumptions: '',
  fault_id: null,
  origin: 'client',
  answered: null,
  left_ms: null,
  left_at: null,
  left_after: null,
})

const keptIn = (store: Store) =>
  store.all(store.query.selectFrom('exchanges').select('seq').orderBy('seq')).map(row => row.seq)

function journal({ store = Store.open(':memory:'), limit }: { store?: Store; limit?: JournalLimit } = {}) {
  const exchanges = new Exchanges(store, new Randomness('journal'), limit)
  return { store, exchanges, kept: () => keptIn(store) }
}

/** What is left of a few old exchanges once one with this number was written. */
function leftAfter(seq: number): number[] {
  const { store, exchanges, kept } = journal()
  store.transaction(() => {
    for (const each of [1, 1_000, 1_001, seq]) exchanges.record(exchange(each))
  })
  const left = kept()
  store.close()
  return left
}

const LIMIT = JOURNAL_LIMIT.exchanges

test('the journal keeps its limit of exchanges, and the oldest leave by the thousand (threat D13)', () => {
  expect(leftAfter(LIMIT + 1_000)).toEqual([1_001, LIMIT + 1_000])
})

test('nothing leaves before a thousand are over the limit, so it is the limit that makes them leave (without D13)', () => {
  expect(leftAfter(LIMIT + 999)).toEqual([1, 1_000, 1_001, LIMIT + 999])
})

describe('the bytes of the journal', () => {
  const limit = { exchanges: 100_000, bytes: 100_000 }
  const ofKilobytes = (seq: number, kilobytes: number) => ({
    ...exchange(seq),
    response_body: Buffer.alloc(kilobytes * 1_000, seq),
  })
  const write = ({ store, exchanges }: ReturnType<typeof journal>, rows: readonly ExchangeRow[]) =>
    store.transaction(() => {
      for (const row of rows) exchanges.record(row)
    })
  const tens = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => ofKilobytes(from + index, 10))

  test('stay under their limit: the oldest leave, no more than have to (threat D13)', () => {
    const world = journal({ limit })
    write(world, tens(1, 9))
    expect(world.kept()).toHaveLength(9)
    write(world, tens(10, 30))
    expect(world.kept()).toEqual([22, 23, 24, 25, 26, 27, 28, 29, 30])
    write(world, [ofKilobytes(31, 60)])
    expect(world.kept()).toEqual([28, 29, 30, 31])
    world.store.close()
  })

  test('count bodies and texts of both sides', () => {
    const world = journal({ limit })
    const text = 'é'.repeat(10_000)
    const sides = { request_body: Buffer.alloc(20_000), request_headers: text, response_headers: text, trace: text }
    write(world, [{ ...exchange(1), ...sides }, exchange(2)])
    expect(world.kept()).toEqual([1, 2])
    write(world, [{ ...exchange(3), path: text }])
    expect(world.kept()).toEqual([2, 3])
    world.store.close()
  })

  test('the newest exchange stays, however large it is', () => {
    const world = journal({ limit })
    write(world, [ofKilobytes(1, 10), ofKilobytes(2, 500)])
    expect(world.kept()).toEqual([2])
    world.store.close()
  })

  test('are known again after a restart, and after the journal was cleared', () => {
    using folder = temporaryFolder()
    const file = path.join(folder.path, 'world.db')
    const before = journal({ store: Store.open(file), limit })
    write(before, tens(1, 9))
    before.store.close()
    const world = journal({ store: Store.open(file), limit })
    write(world, tens(10, 11))
    expect(world.kept()).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11])
    world.exchanges.clear()
    write(world, tens(12, 20))
    expect(world.kept()).toHaveLength(9)
    world.store.close()
  })

  test('of a transaction that was lost do not count', () => {
    const world = journal({ limit })
    write(world, tens(1, 3))
    const lost = () => {
      write(world, tens(4, 9))
      expect(world.kept()).toHaveLength(9)
      throw new Error('lost')
    }
    expect(() => world.store.transaction(lost)).toThrow('lost')
    write(world, tens(10, 12))
    expect(world.kept()).toEqual([1, 2, 3, 10, 11, 12])
    world.store.close()
  })
})

describe('the file of a store whose exchanges have the largest bodies', () => {
  const LARGEST = 5 * 1_024 ** 2
  const MEGABYTES = 300

  /** How large the files become while this many bytes are written. */
  function largest(limit?: JournalLimit): number {
    using folder = temporaryFolder()
    const file = path.join(folder.path, 'world.db')
    const { store, exchanges } = journal({ store: Store.open(file), ...(limit ? { limit } : {}) })
    const body = Buffer.alloc(LARGEST, 'x')
    let most = 0
    for (let seq = 1; seq * LARGEST < MEGABYTES * 1_000_000; seq++) {
      store.transaction(() => exchanges.record({ ...exchange(seq), request_body: body }))
      const size = [file, `${file}-wal`].reduce((sum, name) => sum + (existsSync(name) ? statSync(name).size : 0), 0)
      most = Math.max(most, size)
    }
    store.close()
    return most / 1_000_000
  }

  test('stays under 200 MB together with its log (threat D13)', () => {
    expect(largest()).toBeLessThan(200)
  })

  test('grows beyond that when the count of exchanges is the only limit (without D13)', () => {
    expect(largest({ ...JOURNAL_LIMIT, bytes: Number.POSITIVE_INFINITY })).toBeGreaterThan(200)
  })
})

test('what the journal had no more room for has still been met (finding R3)', () => {
  const { store, exchanges, kept } = journal({ limit: { exchanges: 100_000, bytes: 50_000 } })
  const tally = new RunTally()
  const write = (row: Partial<ExchangeRow>) => {
    const { request_id: _, ...rest } = { ...exchange(exchanges.next().seq), ...row }
    store.transaction(() => exchanges.record(rest))
    store.commit()
  }
  write({ path: '/nowhere', status: 404 })
  for (let number = 0; number < 200; number++)
    write({ endpoint: 'listCustomers', path: '/customers', status: 200, response_body: Buffer.alloc(1_000) })
  expect(kept()).not.toContain(1)
  const { values } = new Register(store)
  const met = tally.coverage(new Map([['world', { store, exchanges }]]), values)
  expect(met.unknown_routes).toEqual([{ method: 'GET', path: '/nowhere', count: 1 }])
  expect(met.endpoints.find(({ id }) => id === 'listCustomers')?.requests).toBe(200)
  tally.end('world', { store, exchanges })
  expect(tally.coverage(new Map(), values).unknown_routes).toHaveLength(1)
})
