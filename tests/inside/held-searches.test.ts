import { expect, test, vi } from 'vitest'
import type { Page } from '../../server/control/protocol/common.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { InsideEmulator } from '../support/inside.ts'

test('held searches of the journal read only the new exchange when one comes (finding S14)', async () => {
  await using emulator = await InsideEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  for (let sent = 0; sent < 5; sent++) await pro.get('/customers')
  const { exchanges } = emulator.emulator.defaultWorld.runtime
  const read: (readonly number[] | undefined)[] = []
  const { list } = exchanges
  exchanges.list = (filters, limit) => {
    read.push(filters.among)
    return list.call(exchanges, filters, limit)
  }
  const search = emulator.control('GET', '/requests?wait=30s&q=needle')
  await vi.waitUntil(() => read.length === 1)
  await pro.get('/customers')
  await pro.get('/customers?name=needle')
  const { data } = (await search).json as Page<ExchangeView>
  expect([data.length, read]).toEqual([1, [undefined, [6], [7]]])
})

test('a hundred searches that come at once read the journal one by one, with time for others in between (finding S14)', async () => {
  const SEARCHES = 100
  await using emulator = await InsideEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const all = (path: string) => Promise.all(Array.from({ length: SEARCHES }, () => emulator.control('GET', path)))
  // So that all connections are there, and what is asked on them arrives together.
  await all('/clock')
  const { exchanges } = emulator.emulator.defaultWorld.runtime
  const { list } = exchanges
  let read = 0
  let readMeanwhile: Promise<number> | undefined
  exchanges.list = (filters, limit) => {
    // What is empty at the end of the wait is asked for once more, among no new rows.
    if (filters.among === undefined) read++
    readMeanwhile ??= pro.get('/customers').then(() => read)
    return list.call(exchanges, filters, limit)
  }
  await all('/requests?q=needle')
  expect(read).toBe(SEARCHES)
  expect(await readMeanwhile).toBeLessThan(SEARCHES / 2)
})
