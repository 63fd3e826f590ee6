import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { hashKey } from '../../server/domain/tenants/tenants.ts'
import { META } from '../../server/store/meta.ts'
import { migrate } from '../../server/store/migrate.ts'
import { MIGRATIONS } from '../../server/store/migrations/all.ts'
import { columnsOf, tablesOf } from '../../server/store/raw-tables.ts'
import { findBadValue } from '../../server/world/values/check-values.ts'
import { COLUMN_RULES } from '../../server/world/values/column-rules.ts'
import type { Reply } from '../support/api.ts'
import { ringback } from '../support/cli.ts'
import { InsideEmulator } from '../support/inside.ts'

const start = (options = {}) => InsideEmulator.start({ fixture: 'empty', ...options })

async function send(emulator: InsideEmulator, path: string, bytes: Buffer): Promise<Reply> {
  const response = await fetch(`${emulator.url}/control${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  const received = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes: received, json: JSON.parse(received.toString()) }
}

const open = (emulator: InsideEmulator, bytes: Buffer) => send(emulator, '/capsules?world_id=opened', bytes)
const upload = (emulator: InsideEmulator, bytes: Buffer) =>
  send(emulator, '/worlds/default/snapshots/uploaded/file', bytes)

/** A world in the middle of things, as the file that `sql` makes of it. */
async function fileWith(emulator: InsideEmulator, sql = ''): Promise<Buffer> {
  const db = new Database(emulator.emulator.defaultWorld.snapshot().takeBytes())
  db.exec(sql)
  const bytes = db.serialize()
  db.close()
  return bytes
}

async function busy(emulator: InsideEmulator, url = 'https://inbox.ringback.test/crm'): Promise<void> {
  const max = await emulator.tenant('max')
  await max.post('/webhooks', { url, events: ['call.completed', 'call.missed'] })
  await emulator.control('POST', '/faults', { effect: { status: 503 }, times: 3, match: { path: '/reports/*' } })
  await max.post('/calls/initiate', max.call({ external_id: 'first', metadata: { a: 1 } }))
}

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'ringback-hostile-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

describe('the values of a file are checked before it is used', () => {
  test('every column of the database has a rule, and a new one is refused until it has (finding S2) (finding S4)', () => {
    const db = new Database(':memory:')
    migrate(db)
    const found = Object.fromEntries(
      tablesOf(db)
        .filter(table => table !== 'sqlite_sequence')
        .map(table => [table, columnsOf(db, table).sort()]),
    )
    expect(MIGRATIONS.length).toBeGreaterThan(3)
    expect(found).toEqual(
      Object.fromEntries(Object.entries(COLUMN_RULES).map(([table, rules]) => [table, Object.keys(rules).sort()])),
    )
    expect(findBadValue(db)).toBeUndefined()
    db.exec('ALTER TABLE tenants ADD COLUMN colour TEXT')
    expect(findBadValue(db)).toContain('tenants.colour')
    db.exec('CREATE TABLE notes (text TEXT) STRICT')
    expect(findBadValue(db)).toContain('notes')
    db.close()
  })

  test.each([
    ["UPDATE clock SET pace = 'bogus'", 'clock.pace'],
    ["UPDATE clock SET pace = 'NaN'", 'clock.pace'],
    ["UPDATE clock SET pace = 'live', instant = 32503680000000", 'clock.instant'],
    ['UPDATE clock SET instant = -1', 'clock.instant'],
    ["UPDATE keys SET scopes = '{'", 'keys.scopes'],
    [`UPDATE keys SET scopes = '["root"]'`, 'keys.scopes'],
    ["UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'faults'", 'sqlite_sequence.seq'],
    ['UPDATE exchanges SET seq = 9223372036854775807 WHERE seq = 1', 'exchanges.seq'],
    ["UPDATE faults SET match = 'not json'", 'faults.match'],
    [`UPDATE faults SET effect = '{"status":"x"}'`, 'faults.effect'],
    ["UPDATE jobs SET kind = 'rm'", 'jobs.kind'],
    [`UPDATE jobs SET payload = 'null' WHERE kind = 'call.step'`, 'call.step'],
    ['UPDATE jobs SET due_at = 9007199254740993', 'jobs.due_at'],
    ['UPDATE meta SET value = \'{"forwards":[{"from":1}]}\' WHERE name = \'start\'', 'start'],
    ["UPDATE meta SET value = 'x' WHERE name = 'seed'", 'seed'],
    ["UPDATE meta SET value = '1e999' WHERE name = 'snapshot.now'", 'snapshot.now'],
    [`INSERT INTO assumptions VALUES ('calls.order', '"sideways"')`, 'calls.order'],
    ["INSERT INTO forwards VALUES ('https://a.example.com', 'http://169.254.169.254')", 'forwards'],
    ["UPDATE tenants SET plan = 'gold' WHERE tenant_id = 1", 'tenants.plan'],
    ["UPDATE webhooks SET url = 'nowhere'", 'webhooks.url'],
    ['UPDATE exchanges SET tenant_id = 4294967296', 'exchanges.tenant_id'],
    ["UPDATE calls SET metadata = replace(printf('%.*c', 5000, '['), '[', '[')", 'calls.metadata'],
    ["UPDATE exchanges SET trace = '[[3,1,0]]' , response_headers = '{}'", 'exchanges.response_headers'],
  ])('%s is refused, wherever it is sent, and nothing of it is kept (finding S2) (finding S4)', async (sql, named) => {
    await using emulator = await start()
    await busy(emulator)
    const bytes = await fileWith(emulator, sql)
    for (const reply of [await open(emulator, bytes), await upload(emulator, bytes)]) {
      expect([reply.status, reply.json.error?.code], sql).toEqual([422, 'not_a_snapshot'])
      expect(reply.json.error.message).toContain(named)
    }
    expect(emulator.emulator.worlds()).toHaveLength(1)
    expect((await emulator.control('GET', '/snapshots')).json.data).toEqual([])
    expect((await emulator.tryControl('GET', '/health')).json.status).toBe('ok')
  })

  test('a drain refuses a limit that is no number, so that a clock that is broken ends nothing else (finding S2)', async () => {
    await using emulator = await start()
    const { kernel } = emulator.emulator.defaultWorld.runtime
    await expect(kernel.advance(() => Number.NaN)).rejects.toThrow(/clock cannot run to NaN/)
    await expect(kernel.advance(() => Number.POSITIVE_INFINITY)).rejects.toThrow(/2000 to 2099/)
    expect((await emulator.advance({ by: 'PT1S' })).now).toBe('2026-03-10T03:00:01.000Z')
  })
})

describe('a world that was opened from a file', () => {
  test('stands still, has no forwards, and has run no job (finding S2)', async () => {
    await using emulator = await start()
    await busy(emulator)
    await emulator.control('PUT', '/forwards', [{ from: 'https://crm.example.com', to: 'http://127.0.0.1:9' }])
    const due = "UPDATE jobs SET due_at = 1773111600000; UPDATE clock SET pace = 'live', wall = 0;"
    const { status, json } = await open(emulator, await fileWith(emulator, due))
    expect(status).toBe(201)
    expect(json).toMatchObject({ pace: 'frozen', sending: 'inbox_only', now: '2026-03-10T03:00:00.000Z' })
    expect(json.note).toContain('ringback world sending everywhere --world opened')
    expect((await emulator.control('GET', '/forwards', undefined, 'opened')).json.data).toEqual([])
    const { store } = emulator.emulator.world('opened')?.runtime ?? {}
    expect(store?.db.prepare("SELECT count(*) FROM jobs WHERE kind = 'call.step'").pluck().get()).toBe(1)
    expect(store?.db.prepare('SELECT status FROM calls').pluck().get()).toBe('initiating')
  })

  test('delivers to inboxes only, until somebody lets it send (finding S2)', async () => {
    let received = 0
    const { createServer } = await import('node:http')
    const receiver = createServer((_, response) => {
      received++
      response.end()
    })
    await new Promise<void>(listening => receiver.listen(0, '127.0.0.1', listening))
    const { port } = receiver.address() as { port: number }
    await using emulator = await start({
      assumptions: { 'webhooks.http_on_loopback': 'on', 'webhooks.retry_schedule': ['PT1M'] },
    })
    const max = await emulator.tenant('max')
    for (const url of [`http://127.0.0.1:${port}/`, 'https://inbox.ringback.test/crm'])
      await max.post('/webhooks', { url, events: ['call.completed', 'call.missed'] })
    await max.post('/calls/initiate', max.call())
    await open(emulator, await fileWith(emulator))
    await emulator.advance({ by: 'PT71S' }, 'opened')
    expect(received).toBe(0)
    expect((await emulator.control('GET', '/inbox/crm', undefined, 'opened')).json.data).toHaveLength(1)
    const refused = (await emulator.control('GET', '/deliveries?status=pending', undefined, 'opened')).json.data
    expect(refused).toMatchObject([{ last_error: expect.stringContaining('ringback world sending everywhere') }])
    const letOut = await emulator.control('PUT', '/sending', { sending: 'everywhere' }, 'opened')
    expect(letOut.json).toEqual({ sending: 'everywhere' })
    await emulator.advance({ by: 'PT1M' }, 'opened')
    expect(received).toBe(1)
    receiver.close()
  })

  test('does not get back what was left out when it is reset, and delivers everywhere then (finding S2)', async () => {
    await using emulator = await start({ forwards: [{ from: 'https://crm.example.com', to: 'http://127.0.0.1:9' }] })
    await open(emulator, await fileWith(emulator))
    await emulator.control('POST', '/reset', {}, 'opened')
    expect((await emulator.control('GET', '/forwards', undefined, 'opened')).json.data).toEqual([])
    expect((await emulator.control('GET', '/sending', undefined, 'opened')).json).toEqual({ sending: 'everywhere' })
  })

  test('opens with no key of another world, whatever its file says of its home (finding S2)', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await open(emulator, await fileWith(emulator, "UPDATE meta SET value = 'opened' WHERE name = 'world_id'"))
    await pro.post('/customers', pro.customer())
    expect((await pro.get('/customers')).json.pagination.total).toBe(1)
    const rows = emulator.emulator.defaultWorld.runtime.store.db.prepare('SELECT count(*) FROM customers').pluck()
    expect(rows.get()).toBe(1)
  })

  test('takes no request away from another world, whichever keys its file says that it once had (finding S2)', async () => {
    using store = folder()
    let key = ''
    {
      await using emulator = await start({ store: store.path })
      await emulator.tryControl('POST', '/worlds', { world_id: 'qa', fixture: 'empty' })
      key = (await emulator.tenant('pro', 'qa')).key()
      const former = JSON.stringify([hashKey(key)])
      const claim = `INSERT INTO meta VALUES ('${META.former_keys}', '${former}'); UPDATE meta SET value = 'opened' WHERE name = 'world_id'`
      expect((await open(emulator, await fileWith(emulator, claim))).status).toBe(201)
    }
    // Worlds come to life in the order of their names, and the first one that knows a key has it.
    await using emulator = await start({ store: store.path })
    const answer = await fetch(`${emulator.url}/api/v1/customers`, { headers: { Authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(200)
    const journal = async (world: string) => (await emulator.control('GET', '/requests', undefined, world)).json.data
    expect([(await journal('qa')).length, (await journal('opened')).length]).toEqual([1, 0])
  })

  test('reaches no further than a new world, also once it was reset, whatever its file assumes (finding S2)', async () => {
    await using emulator = await start({ assumptions: { 'webhooks.reach': 'anywhere', 'calls.order': 'oldest_first' } })
    await emulator.assume('webhooks.reach', 'anywhere')
    const file = await fileWith(emulator)
    await using other = await start()
    const opened = async (id: string) =>
      (await other.control('GET', `/assumptions/${id}`, undefined, 'opened')).json.value
    expect((await open(other, file)).status).toBe(201)
    expect([await opened('webhooks.reach'), await opened('calls.order')]).toEqual([
      'loopback_and_private',
      'oldest_first',
    ])
    await other.control('POST', '/reset', {}, 'opened')
    expect([await opened('webhooks.reach'), await opened('calls.order')]).toEqual([
      'loopback_and_private',
      'oldest_first',
    ])
    expect((await upload(other, file)).status).toBe(201)
    await other.control('POST', '/snapshots/uploaded/restore')
    expect((await other.control('GET', '/assumptions/webhooks.reach')).json.value).toBe('loopback_and_private')
  })

  test('is explained as far as its traces go (finding S4)', async () => {
    await using emulator = await start()
    await busy(emulator)
    for (const trace of ['[[3,1,0]]', '[[6,1,0]]', '[[1,1,{"x":[1]}],["odd",3,0,999,"x"]]', '[]']) {
      await emulator.tryControl('DELETE', '/worlds/opened')
      const { status } = await open(emulator, await fileWith(emulator, `UPDATE exchanges SET trace = '${trace}'`))
      expect(status, trace).toBe(201)
      const [{ request_id }] = (await emulator.control('GET', '/requests', undefined, 'opened')).json.data
      const detail = await emulator.control('GET', `/requests/${request_id}`, undefined, 'opened')
      expect(detail.json.explanation).toEqual(expect.any(String))
    }
  })

  test('goes on although its counters of ids are behind the ids that it has (finding S4)', async () => {
    await using emulator = await start()
    await busy(emulator)
    const { status } = await open(emulator, await fileWith(emulator, 'DELETE FROM sqlite_sequence'))
    expect(status).toBe(201)
    const { fired } = await emulator.advance({ by: 'PT5M' }, 'opened')
    expect(fired.map(({ kind }) => kind)).toContain('webhook.attempt')
  })

  test('gives each key a value of its own, also where the file says of two that they are the same (finding S4)', async () => {
    await using emulator = await start()
    const { status, json } = await open(
      emulator,
      await fileWith(emulator, "UPDATE keys SET tenant_id = 1, label = 'live'"),
    )
    expect(status).toBe(201)
    expect(json.tenants[0].keys.filter(({ key }: { key?: string }) => key !== undefined)).toHaveLength(1)
  })

  test('a snapshot that was uploaded is restored as harmless as a file is opened, one that was taken here as it was (finding S2)', async () => {
    await using emulator = await start()
    await emulator.control('PUT', '/forwards', [{ from: 'https://crm.example.com', to: 'http://127.0.0.1:9' }])
    await emulator.control('PUT', '/clock', { pace: 'live' })
    await emulator.control('PUT', '/snapshots/taken')
    expect((await upload(emulator, await fileWith(emulator))).status).toBe(201)
    expect((await emulator.control('POST', '/snapshots/uploaded/restore')).json.pace).toBe('frozen')
    expect((await emulator.control('GET', '/sending')).json.sending).toBe('inbox_only')
    expect((await emulator.control('GET', '/forwards')).json.data).toEqual([])
    expect((await emulator.control('POST', '/snapshots/taken/restore')).json.pace).toBe('live')
    expect((await emulator.control('GET', '/sending')).json.sending).toBe('everywhere')
    expect((await emulator.control('GET', '/forwards')).json.data).toHaveLength(1)
  })
})

describe('a world of the store that cannot live', () => {
  const poison = (path: string, world: string, sql: string) => {
    const db = new Database(join(path, 'worlds', `${world}.db`))
    db.exec(sql)
    db.close()
  }

  test('is listed as broken with the reason, keeps no other from living, and can be removed (finding S4)', async () => {
    using store = folder()
    {
      await using emulator = await start({ store: store.path })
      await emulator.tryControl('POST', '/worlds', { world_id: 'qa', fixture: 'empty' })
    }
    poison(store.path, 'qa', "UPDATE keys SET scopes = '{'")
    {
      await using emulator = await start({ store: store.path, onNote: () => undefined })
      const worlds = (await emulator.tryControl('GET', '/worlds')).json
      expect(worlds.data.map((world: { world_id: string }) => world.world_id)).toEqual(['default'])
      expect(worlds.broken).toEqual([{ world_id: 'qa', reason: expect.stringContaining('keys.scopes') }])
      const asked = await emulator.tryControl('GET', '/worlds/qa')
      expect([asked.status, asked.json.error.code]).toEqual([409, 'world_broken'])
      expect((await emulator.tryControl('POST', '/worlds', { world_id: 'qa' })).status).toBe(409)
      expect((await emulator.tryControl('DELETE', '/worlds/qa')).status).toBe(204)
      expect((await emulator.tryControl('POST', '/worlds', { world_id: 'qa', fixture: 'empty' })).status).toBe(201)
    }
  })

  test('the world default is exit 6 with the way out and without a stack, and its file stays as it was (finding S4)', async () => {
    using store = folder()
    {
      await using _ = await start({ store: store.path })
    }
    for (const sql of [
      "UPDATE keys SET scopes = '{'",
      'UPDATE clock SET instant = -5',
      "UPDATE faults SET match = '{'",
    ]) {
      const before = readFileSync(join(store.path, 'worlds', 'default.db'))
      poison(store.path, 'default', `INSERT INTO faults VALUES (1, '{}', '{}', NULL, NULL, 0, NULL, 0, 0); ${sql}`)
      const { code, stderr } = await ringback(['start', '--port', '0', '--store', store.path]).ended
      expect(code, stderr).toBe(6)
      expect(stderr).toContain('--store')
      expect(stderr).not.toMatch(/\n\s+at /)
      writeFileSync(join(store.path, 'worlds', 'default.db'), before)
    }
  })

  test('a world that breaks while it runs makes the list fail for no other (finding S4)', async () => {
    await using emulator = await start()
    await emulator.tryControl('POST', '/worlds', { world_id: 'qa', fixture: 'empty' })
    emulator.emulator.world('qa')?.runtime.store.db.exec("UPDATE keys SET scopes = '{'")
    const worlds = await emulator.tryControl('GET', '/worlds')
    expect(worlds.status).toBe(200)
    expect(worlds.json.data).toHaveLength(1)
    expect(worlds.json.broken).toMatchObject([{ world_id: 'qa' }])
  })
})
