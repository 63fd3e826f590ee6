import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/cli.ts'
import { dumpOf } from '../support/dump.ts'
import { InsideEmulator } from '../support/inside.ts'

/** Pages that a file may have at most; SQLite then answers as it does when a disk is full. */
function limitPages(emulator: InsideEmulator, pages: 'now' | 'many'): void {
  const { db } = emulator.emulator.defaultWorld.runtime.store
  const used = db.pragma('page_count', { simple: true }) as number
  db.pragma(`max_page_count = ${pages === 'now' ? used : 1_000_000}`)
}

it('a full disk costs the requests that write and nothing else, and is over when there is room again (finding S15) (threat D4)', async () => {
  using folder = temporaryFolder()
  const emulator = await InsideEmulator.start({ fixture: 'empty', store: folder.path })
  const max = await emulator.tenant('max')
  const customers = async () => (await max.get('/customers')).json.pagination.total as number
  const first = await max.post('/customers', max.customer({ external_id: 'before' }))
  expect(first.status).toBe(201)
  const { db } = emulator.emulator.defaultWorld.runtime.store

  limitPages(emulator, 'now')
  const bulk = { customers: Array.from({ length: 400 }, (_, n) => max.customer({ external_id: `full-${n}` })) }
  const statuses: number[] = []
  let before = ''
  for (let asked = 0; asked < 5; asked++) {
    before = JSON.stringify(dumpOf(emulator.emulator.defaultWorld))
    const response = await fetch(`${emulator.url}/api/v1/customers/bulk`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${max.key()}` },
      body: JSON.stringify(bulk),
    })
    statuses.push(response.status)
    const answer = (await response.json()) as { error?: { code: string } }
    if (response.status < 400) continue
    expect(answer).toMatchObject({ error: { code: 'server_error', details: null } })
    expect(response.headers.get('X-Request-ID')).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.stringify(dumpOf(emulator.emulator.defaultWorld)), 'half of a request was written').toBe(before)
  }
  expect(statuses.at(-1)).toBe(500)
  expect(db.inTransaction).toBe(false)
  // What only reads is read, without the journal having to have room.
  expect((await emulator.control('GET', '/tenants')).status).toBe(200)
  expect((await emulator.tryControl('GET', '/health')).status).toBe(200)

  // So is what the emulated API is asked for: answered by what is there, and neither counted nor kept.
  const rows = () => JSON.stringify(dumpOf(emulator.emulator.defaultWorld))
  let isKept = true
  for (let asked = 0; isKept && asked < 100; asked++) {
    const kept = rows()
    const read = await max.get('/customers?page=1')
    expect([read.status, read.headers.get('X-RateLimit-Limit')]).toEqual([200, '1000'])
    isKept = rows() !== kept
  }
  expect(isKept, 'there is always room for the journal').toBe(false)

  limitPages(emulator, 'many')
  const total = await customers()
  expect((await max.post('/customers/bulk', bulk)).status).toBe(201)
  expect(await customers()).toBe(total + 400)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  // It was told each time that it came about, and nothing else went wrong.
  expect(emulator.defects.length).toBeGreaterThan(0)
  for (const defect of emulator.defects)
    expect((defect as Error).message).toContain(`Nothing can be written to ${folder.path}/worlds/default.db`)
  await emulator.emulator.close()
})
