import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { ErrorBody } from '../../server/control/protocol/common.ts'
import type { SnapshotView } from '../../server/control/protocol/snapshots.ts'
import type { WorldView } from '../../server/control/protocol/worlds.ts'
import { type Reply, TestEmulator } from '../support/api.ts'

const start = (options: { store?: string } = {}) => TestEmulator.start({ fixture: 'empty', ...options })

async function upload(emulator: TestEmulator, name: string, bytes: Buffer, world = emulator.world.id): Promise<Reply> {
  const response = await fetch(`${emulator.url}/control/worlds/${world}/snapshots/${name}/file`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  const received = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes: received, json: JSON.parse(received.toString()) }
}

const download = async (emulator: TestEmulator, name: string, world = emulator.world.id) =>
  (await emulator.control('GET', `/snapshots/${name}/file?reveal=secrets`, undefined, world)).bytes

/** Where SQLite keeps `user_version`. */
const versionOf = (file: Buffer) => file.readUInt32BE(60)

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'ringback-snapshots-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** A world in the middle of things: a call under way, a delivery that waits for its next attempt, a fault, a changed assumption. */
async function busy(emulator: TestEmulator): Promise<void> {
  const max = await emulator.tenant('max')
  await emulator.control('PUT', '/inbox/crm', { status: 500 })
  await max.post('/webhooks', { url: 'https://inbox.ringback.test/crm', events: ['call.completed', 'call.missed'] })
  await max.post('/calls/initiate', max.call({ external_id: 'first' }))
  await emulator.advance({ by: 'PT2M' })
  await max.post('/calls/initiate', max.call({ external_id: 'second' }))
  await emulator.advance({ by: 'PT11S' })
  await emulator.control('POST', '/faults', { effect: { status: 503 }, times: 3 })
  await max.get('/customers')
  await emulator.assume('calls.ai_delay', 'PT1M')
}

describe('a snapshot', () => {
  test('says how much it holds, and what has become of each thing until now or until another one', async () => {
    await using emulator = await start()
    await busy(emulator)
    const { json: taken } = await emulator.control('PUT', '/snapshots/one')
    expect(taken.holds).toMatchObject({ requests: 4, calls: 2, events: 1, deliveries: 1, webhooks: 1, faults: 1 })
    await emulator.advance({ by: 'P3D' })
    await emulator.control('DELETE', '/faults')
    await (await emulator.tenant('max')).get('/customers')
    const newest = (await emulator.control('GET', '/requests?limit=1')).json.data[0].request_id
    const { json: untilNow } = await emulator.control('GET', '/snapshots/one/compare')
    expect([untilNow.before, untilNow.after]).toEqual([
      { name: 'one', now: '2026-03-10T03:02:11.000Z' },
      { name: null, now: '2026-03-13T03:02:11.000Z' },
    ])
    const of = (kind: string) => untilNow.differences.find((row: { kind: string }) => row.kind === kind)
    expect(of('requests')).toMatchObject({ before: 4, after: 5, added: 1, removed: 0, changed: 0 })
    expect(of('requests').changes).toEqual([
      {
        id: '5',
        change: 'added',
        about: {
          request_id: newest,
          at: '2026-03-13T03:02:11.000Z',
          method: 'GET',
          path: '/customers',
          status: 200,
          code: null,
          broken_off: null,
          tenant: 'max',
        },
        fields: [],
      },
    ])
    expect(of('faults')).toMatchObject({ before: 1, after: 0, removed: 1 })
    expect(of('faults').changes).toMatchObject([{ change: 'removed', about: { match: {}, effect: { status: 503 } } }])
    // Of the new day, a single request; of the old one, what there was.
    expect(untilNow.limits.filter(({ name }: { name: string }) => name === 'day')).toEqual([
      { tenant: 'max', name: 'day', before: expect.any(Number), after: 1, limit: 100_000 },
    ])
    // The second call ended meanwhile, and so did the retries of the first.
    expect(taken.holds.pending).toBe(2)
    expect(of('pending')).toMatchObject({ before: 2, removed: 2 })
    const gone = of('pending').changes.filter(({ change }: { change: string }) => change === 'removed')
    expect(gone.map(({ about }: { about: object }) => about)).toEqual([
      expect.objectContaining({
        kind: 'call.step',
        to: 'ended',
        subject: expect.any(String),
        due_at: expect.stringMatching(/^2026-03-10T03:0/),
        tenant: 'max',
        phone_number: expect.any(String),
      }),
      expect.objectContaining({ kind: 'webhook.attempt', event: 'call.completed', tenant: 'max' }),
    ])
    expect(of('webhooks')).toMatchObject({ before: 1, after: 1, added: 0, removed: 0, changed: 0, changes: [] })
    const [talked] = of('calls').changes
    expect(talked.fields).toContainEqual({
      name: 'ended_at',
      before: null,
      after: expect.stringMatching(/^2026-03-10T/),
    })
    await emulator.control('POST', '/faults', { effect: { drop: true }, times: 1 })
    const max = await emulator.tenant('max')
    await expect(max.get('/customers')).rejects.toThrow()
    const [unanswered] = (await emulator.control('GET', '/snapshots/one/compare')).json.differences[0].changes
    expect(unanswered.about).toMatchObject({ status: 200, broken_off: 'dropped' })
    const { json: delay } = await emulator.control('GET', '/assumptions/calls.ai_delay')
    await emulator.assume('calls.ai_delay', delay.default)
    await emulator.assume('calls.order', 'oldest_first')
    await emulator.assume('calls.order', 'newest_first')
    const back = (await emulator.control('GET', '/snapshots/one/compare')).json.differences
    expect(back.find((row: { kind: string }) => row.kind === 'assumptions')).toMatchObject({
      ...{ before: 1, after: 0, added: 0, removed: 1, changed: 0 },
      changes: [{ id: 'calls.ai_delay', change: 'removed', about: { value: 'PT1M' } }],
    })
    expect((await emulator.control('PUT', '/snapshots/usual')).json.holds.assumptions).toBe(0)
    const { json: untilLater } = await emulator.control('GET', '/snapshots/one/compare?with=one')
    expect(untilLater.differences.map(({ changes }: { changes: unknown[] }) => changes)).toEqual(Array(15).fill([]))
    expect(untilLater.limits).toEqual([])
    expect((await emulator.attempt('GET', '/snapshots/one/compare?with=none')).status).toBe(404)
  })

  test('tells a call whose transcript has become ready since', async () => {
    await using emulator = await start()
    const placed = await emulator.control('POST', '/calls', { tenant: 'max', phone_number: '+81312340001' })
    const { call_id } = placed.json
    const call = async () => (await emulator.control('GET', `/calls/${call_id}`)).json
    while ((await call()).ended_at === null) await emulator.advance({ by: 'PT1S' })
    expect((await call()).ai_ready_at).toBe(null)
    await emulator.control('PUT', '/snapshots/ended')
    await emulator.advance({ by: 'PT10M' })
    const { json } = await emulator.control('GET', '/snapshots/ended/compare')
    expect(json.differences.find((row: { kind: string }) => row.kind === 'calls')).toMatchObject({
      ...{ before: 1, after: 1, changed: 1 },
      changes: [{ id: call_id, fields: [{ name: 'ai_ready_at', before: null, after: (await call()).ai_ready_at }] }],
    })
  })

  test('brings back every row, the clock and the queue, and what follows is what would have followed', async () => {
    await using emulator = await start()
    await busy(emulator)
    const taken = await emulator.control('PUT', '/snapshots/before')
    expect(taken.json).toMatchObject({
      name: 'before',
      now: '2026-03-10T03:02:11.000Z',
    })
    expect(taken.json.schema_version).toBe(versionOf(await download(emulator, 'before')))
    const atSnapshot = await emulator.rows()
    const goOn = async () => {
      const max = await emulator.tenant('max')
      await emulator.control('DELETE', '/faults')
      await emulator.advance({ by: 'P1D' })
      const call = (await max.post('/calls/initiate', max.call({ external_id: 'third' }))).json
      return { call, dump: await emulator.rows() }
    }
    const first = await goOn()
    const restored = await emulator.control('POST', '/snapshots/before/restore')
    expect(restored.json).toMatchObject({
      world_id: emulator.world.id,
      now: '2026-03-10T03:02:11.000Z',
      pace: 'frozen',
    })
    expect(await emulator.rows()).toEqual(atSnapshot)
    expect(await goOn()).toEqual(first)
  })

  test('keeps what a restore takes the place of under a name of its own, the newest ten of these', async () => {
    await using emulator = await start()
    await emulator.control('PUT', '/snapshots/mine')
    // Somebody has saved it, under the name of the first.
    await emulator.control('PUT', '/snapshots/before-restore')
    const restores = [] as { kept: string; dropped: string[] }[]
    for (let minutes = 1; minutes <= 12; minutes++) {
      await emulator.advance({ by: `PT${minutes}M` })
      restores.push((await emulator.control('POST', '/snapshots/mine/restore', { keep: true })).json)
    }
    expect(restores.map(({ kept }) => kept)).toEqual(
      Array.from({ length: 12 }, (_, index) => `before-restore-${index + 2}`),
    )
    expect(restores.map(({ dropped }) => dropped)).toEqual([
      ...Array.from({ length: 10 }, () => []),
      ['before-restore-2'],
      ['before-restore-3'],
    ])
    const list = (await emulator.control('GET', '/snapshots')).json.data as SnapshotView[]
    const kept = list.filter(({ automatic }) => automatic)
    // Each is the world before that restore, so many minutes on.
    expect(new Map(kept.map(({ name, now }) => [name, now]))).toEqual(
      new Map(
        Array.from({ length: 10 }, (_, index) => index + 3).map(minutes => [
          `before-restore-${minutes + 1}`,
          `2026-03-10T03:${String(minutes).padStart(2, '0')}:00.000Z`,
        ]),
      ),
    )
    expect(list.filter(({ automatic }) => !automatic).map(({ name }) => name)).toEqual(['before-restore', 'mine'])
    // The one that is restored does not go for it, and what was restored counts as the world again.
    const { json: back } = await emulator.control('POST', '/snapshots/before-restore-4/restore', { keep: true })
    expect(back).toMatchObject({ now: '2026-03-10T03:03:00.000Z', dropped: ['before-restore-5'] })
    await emulator.control('PUT', '/snapshots/again')
    const again = (await emulator.control('GET', '/snapshots')).json.data as SnapshotView[]
    expect(again.find(({ name }) => name === 'again')).toMatchObject({ automatic: false, sending: 'everywhere' })
  })

  test('that a restore kept goes when that restore is undone, and what the undo takes the place of stays', async () => {
    await using emulator = await start()
    await emulator.control('PUT', '/snapshots/mine')
    await emulator.advance({ by: 'PT1M' })
    const names = async () =>
      (await emulator.control('GET', '/snapshots')).json.data.map(({ name }: SnapshotView) => name)
    const restore = async (name: string, body: object) =>
      (await emulator.control('POST', `/snapshots/${name}/restore`, body)).json
    const { kept } = await restore('mine', { keep: true })
    await emulator.advance({ by: 'PT5M' })
    const undone = await restore(kept, { keep: true, undo: true })
    expect(undone).toMatchObject({ now: '2026-03-10T03:01:00.000Z', kept: 'before-restore-2', dropped: [kept] })
    expect(await names()).toEqual(['before-restore-2', 'mine'])
    // Which can be taken back as well.
    expect(await restore('before-restore-2', { keep: true, undo: true })).toMatchObject({
      now: '2026-03-10T03:05:00.000Z',
      kept: 'before-restore-3',
    })
    // What somebody saved stays, also under such a name.
    await emulator.control('PUT', '/snapshots/before-restore')
    for (const name of ['mine', 'before-restore'])
      expect(await restore(name, { undo: true })).toMatchObject({ kept: null, dropped: [] })
    expect(await names()).toEqual(['before-restore', 'before-restore-3', 'mine'])
    expect(await restore('before-restore-3', { undo: true })).toMatchObject({ dropped: ['before-restore-3'] })
    expect(await names()).toEqual(['before-restore', 'mine'])
  })

  test('keeps nothing when a restore was not asked to, or was refused', async () => {
    await using emulator = await start()
    await emulator.control('PUT', '/snapshots/mine')
    const { json } = await emulator.control('POST', '/snapshots/mine/restore')
    expect(json).toMatchObject({ kept: null, dropped: [] })
    expect((await emulator.attempt('POST', '/snapshots/none/restore', { keep: true })).status).toBe(404)
    expect((await emulator.attempt('POST', '/snapshots/mine/restore', { keep: 'yes' })).status).toBe(422)
    const list = (await emulator.control('GET', '/snapshots')).json.data as SnapshotView[]
    expect(list.map(({ name }) => name)).toEqual(['mine'])
  })

  test('tells the next step of a call as one thing that moves on, and what is due first comes first', async () => {
    await using emulator = await start()
    const max = await emulator.tenant('max')
    await max.post('/calls/initiate', max.call({ external_id: 'first' }))
    await emulator.control('PUT', '/snapshots/dialling')
    await emulator.advance({ by: 'PT2S' })
    await max.post('/calls/initiate', max.call({ external_id: 'second' }))
    const { json } = await emulator.control('GET', '/snapshots/dialling/compare')
    const pending = json.differences.find(({ kind }: { kind: string }) => kind === 'pending')
    expect(pending).toMatchObject({ before: 1, after: 2, added: 1, removed: 0, changed: 1 })
    const [soonest, other] = pending.changes
    expect(soonest.about.due_at < other.about.due_at).toBe(true)
    const moved = pending.changes.find(({ change }: { change: string }) => change === 'changed')
    expect(moved.fields.map(({ name, before, after }: Record<string, string>) => [name, before, after])).toEqual([
      ['to', 'ringing', 'connected'],
      ['due_at', expect.any(String), moved.about.due_at],
    ])
    // Nothing but midnight is pending in a world where nobody did anything.
    await emulator.control('POST', '/reset', {})
    expect((await emulator.control('PUT', '/snapshots/idle')).json.holds.pending).toBe(0)
  })

  test('opens in a new world beside its own, frozen, with keys of its own, and sends to inboxes only', async () => {
    await using emulator = await start()
    await busy(emulator)
    await emulator.control('PUT', '/snapshots/mine')
    await emulator.advance({ by: 'P1D' })
    const opened = await emulator.control('POST', '/snapshots/mine/open', { world_id: 'beside' })
    expect(opened.status).toBe(201)
    expect(opened.json).toMatchObject({
      world_id: 'beside',
      now: '2026-03-10T03:02:11.000Z',
      pace: 'frozen',
      sending: 'inbox_only',
      request_id: null,
    })
    const { json: own } = await emulator.control('GET', '')
    expect(own).toMatchObject({ now: '2026-03-11T03:02:11.000Z' })
    const keysOf = ({ tenants }: WorldView) => tenants.flatMap(({ keys }) => keys.map(({ key }) => key))
    expect(keysOf(opened.json).filter(key => keysOf(own).includes(key))).toEqual([])
    // The call that was under way is still, and the snapshot stays.
    const { json: pending } = await emulator.control('GET', '/clock/pending', undefined, 'beside')
    expect(pending.data).toContainEqual(expect.objectContaining({ kind: 'call.step' }))
    expect((await emulator.control('GET', '/snapshots')).json.data).toMatchObject([{ name: 'mine' }])
    expect((await emulator.attempt('POST', '/snapshots/mine/open', { world_id: 'beside' })).status).toBe(409)
    expect((await emulator.attempt('POST', '/snapshots/none/open')).status).toBe(404)
  })

  test('and a capsule are told apart from a world file, as is what is no text at all', async () => {
    await using emulator = await start()
    const make = async (bytes: Buffer) => {
      const response = await fetch(`${emulator.url}/control/world-files?name=given.json`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      })
      return { status: response.status, message: ((await response.json()) as ErrorBody).error.message }
    }
    const { bytes } = await emulator.control('GET', '/capsule')
    const packed = await make(bytes)
    expect(packed.status).toBe(422)
    expect(packed.message).toMatch(
      /^given\.json is a capsule or a snapshot, and no world file\. Open it in a world of its own/,
    )
    expect((await make(Buffer.from('89504e470d0a1a0a0000000d', 'hex'))).message).toMatch(/^given\.json is no text/)
  })

  test('that comes as a file says that its deliveries go to inboxes, and is never taken for one that a restore made', async () => {
    await using emulator = await start()
    await emulator.control('PUT', '/snapshots/mine')
    const { kept } = (await emulator.control('POST', '/snapshots/mine/restore', { keep: true })).json
    const bytes = await download(emulator, kept)
    const { json } = await upload(emulator, 'brought', bytes)
    expect(json).toMatchObject({ automatic: false, sending: 'inbox_only' })
  })

  test('is replaced by one of the same name, listed by name, and removed', async () => {
    await using emulator = await start()
    await emulator.control('PUT', '/snapshots/b')
    await emulator.control('PUT', '/snapshots/a')
    await emulator.advance({ by: 'PT1H' })
    await emulator.control('PUT', '/snapshots/b')
    const list = (await emulator.control('GET', '/snapshots')).json.data as SnapshotView[]
    expect(list.map(({ name, now }) => [name, now])).toEqual([
      ['a', '2026-03-10T03:00:00.000Z'],
      ['b', '2026-03-10T04:00:00.000Z'],
    ])
    for (const { created_at, bytes } of list) {
      expect(Math.abs(Date.parse(created_at) - performance.timeOrigin - performance.now())).toBeLessThan(60_000)
      expect(bytes).toBeGreaterThan(50_000)
    }
    expect((await emulator.control('DELETE', '/snapshots/a')).status).toBe(204)
    expect((await emulator.attempt('DELETE', '/snapshots/a')).status).toBe(404)
    expect((await emulator.attempt('POST', '/snapshots/a/restore')).status).toBe(404)
  })

  test('outlives a reset, and goes with its world', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    await emulator.tryControl('POST', '/worlds', { world_id: 'other', fixture: 'empty' })
    await emulator.control('PUT', '/snapshots/kept', undefined, 'other')
    await emulator.control('POST', '/reset', {}, 'other')
    expect((await emulator.control('GET', '/snapshots', undefined, 'other')).json.data).toHaveLength(1)
    await emulator.tryControl('DELETE', '/worlds/other')
    await emulator.tryControl('POST', '/worlds', { world_id: 'other', fixture: 'empty' })
    expect((await emulator.control('GET', '/snapshots', undefined, 'other')).json.data).toEqual([])
  })

  test.each(['..', 'a.b', '-a', 'ü', 'x'.repeat(65)])('cannot be named %s (threat A14)', async name => {
    await using emulator = await start()
    const reply = await emulator.attempt('PUT', `/snapshots/${encodeURIComponent(name)}`)
    expect(reply.status === 422 || reply.status === 404).toBe(true)
  })
})

describe('a snapshot in a folder', () => {
  test('is there after a restart, and leaves no half-written file', async () => {
    using store = folder()
    {
      await using emulator = await start({ store: store.path })
      const pro = await emulator.tenant('pro')
      await pro.post('/customers', pro.customer({ name: 'Before' }))
      await emulator.control('PUT', '/snapshots/one')
      await pro.post('/customers', pro.customer({ name: 'After' }))
    }
    await using emulator = await start({ store: store.path })
    const pro = await emulator.tenant('pro')
    expect((await pro.get('/customers')).json.pagination.total).toBe(2)
    await emulator.control('POST', '/snapshots/one/restore')
    const customers = (await pro.get('/customers')).json.data
    expect(customers.map((customer: { name: string }) => customer.name)).toEqual(['Before'])
    expect(readdirSync(join(store.path, 'snapshots', 'default'))).toEqual(['one.db'])
    expect(readdirSync(join(store.path, 'worlds')).filter(name => name.endsWith('.next'))).toEqual([])
  })

  test('travels to a store in memory, and back', async () => {
    using store = folder()
    await using onDisk = await start({ store: store.path })
    await busy(onDisk)
    await onDisk.control('PUT', '/snapshots/here')
    await using inMemory = await TestEmulator.startOwn({ fixture: 'empty' })
    expect((await upload(inMemory, 'there', await download(onDisk, 'here'))).status).toBe(201)
    await inMemory.control('POST', '/snapshots/there/restore')
    // What a file may not do by itself is a row of its own.
    await inMemory.control('PUT', '/sending', { sending: 'everywhere' })
    expect(await inMemory.rows()).toEqual(await onDisk.rows())
    expect((await upload(onDisk, 'back', await download(inMemory, 'there'))).status).toBe(201)
    await onDisk.control('POST', '/snapshots/back/restore')
    await onDisk.control('PUT', '/sending', { sending: 'everywhere' })
    expect(await onDisk.rows()).toEqual(await inMemory.rows())
  })

  test('is a whole SQLite database that any tool opens', async () => {
    using store = folder()
    await using emulator = await start({ store: store.path })
    await busy(emulator)
    await emulator.control('PUT', '/snapshots/one')
    const bytes = await download(emulator, 'one')
    const copy = join(store.path, 'copy.db')
    writeFileSync(copy, bytes)
    const db = new Database(copy)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
  })
})

describe('a file of a store in WAL mode, such as the database of a world', () => {
  test('is kept converted, listed, restored and opened (finding S8)', async () => {
    using store = folder()
    {
      await using emulator = await start({ store: store.path })
      const pro = await emulator.tenant('pro')
      await pro.post('/customers', pro.customer({ name: 'In WAL mode' }))
    }
    const file = readFileSync(join(store.path, 'worlds', 'default.db'))
    // Written with WAL, it says so in its header, and cannot be opened from memory as it is.
    expect([file[18], file[19]]).toEqual([2, 2])
    expect(() => new Database(file).prepare('SELECT * FROM meta').all()).toThrow()
    for (const options of [{}, { store: join(store.path, 'other') }]) {
      await using emulator = await start(options)
      expect((await upload(emulator, 'own', file)).json).toMatchObject({ name: 'own', schema_version: versionOf(file) })
      expect((await emulator.control('GET', '/snapshots')).json).toMatchObject({ data: [{ name: 'own' }], broken: [] })
      await emulator.control('POST', '/snapshots/own/restore')
      const pro = await emulator.tenant('pro')
      expect((await pro.get('/customers')).json.data).toMatchObject([{ name: 'In WAL mode' }])
    }
  })

  test('the list of snapshots survives any file that lies in its folder, and such a file can be removed (finding S8)', async () => {
    using store = folder()
    await using emulator = await start({ store: store.path })
    await emulator.control('PUT', '/snapshots/good')
    const files = join(store.path, 'snapshots', 'default')
    writeFileSync(join(files, 'empty.db'), '')
    writeFileSync(join(files, 'text.db'), 'no database at all '.repeat(100))
    writeFileSync(join(files, 'half.db'), readFileSync(join(files, 'good.db')).subarray(0, 9_000))
    const foreign = new Database(join(files, 'foreign.db'))
    foreign.exec('CREATE TABLE notes (text TEXT)')
    foreign.close()
    const list = (await emulator.control('GET', '/snapshots')).json
    expect(list.data).toMatchObject([{ name: 'good' }])
    expect(list.broken.map(({ name }: { name: string }) => name)).toEqual(['empty', 'foreign', 'half', 'text'])
    for (const { name, reason } of list.broken) {
      expect(reason).toMatch(/\w/)
      expect((await emulator.attempt('POST', `/snapshots/${name}/restore`)).status).toBe(422)
      expect((await emulator.control('DELETE', `/snapshots/${name}`)).status).toBe(204)
    }
    expect((await emulator.control('GET', '/snapshots')).json.broken).toEqual([])
  })
})

describe('a snapshot of another world', () => {
  test('leaves the world its id, and gives it the fixture keys that it always had', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    await emulator.tryControl('POST', '/worlds', { world_id: 'other', fixture: 'empty' })
    const [there, here] = [await emulator.tenant('pro', 'other'), await emulator.tenant('pro')]
    const issued = (await emulator.control('POST', '/tenants/pro/keys', { mode: 'live', scopes: ['customers:read'] }))
      .json
    await here.post('/customers', here.customer({ name: 'Home' }))
    await emulator.control('PUT', '/snapshots/home')
    await upload(emulator, 'visitor', await download(emulator, 'home'), 'other')
    const restored = await emulator.control('POST', '/snapshots/visitor/restore', undefined, 'other')
    expect(restored.json.world_id).toBe('other')
    // Each key opens its own world: both have the customer, and only one gets the second.
    await there.post('/customers', there.customer({ name: 'Away' }))
    expect((await there.get('/customers')).json.pagination.total).toBe(2)
    expect((await here.get('/customers')).json.pagination.total).toBe(1)
    expect((await emulator.api('GET', '/customers', { key: issued.key })).json.pagination.total).toBe(1)
    const keys = (await emulator.control('GET', '/tenants/pro/keys', undefined, 'other')).json.data
    expect(keys.map((key: { label: string }) => key.label)).toEqual([
      'live',
      'test',
      'reader',
      'issued 1 (of world default)',
    ])
    expect(keys.slice(0, 3).map((key: { key: string }) => key.key)).toEqual(
      ['live', 'test', 'reader'].map(l => there.key(l)),
    )
  })

  test('goes on as it would have gone on at home', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    await emulator.tryControl('POST', '/worlds', { world_id: 'other', fixture: 'empty', clock: '2026-03-10T03:00:00Z' })
    await busy(emulator)
    await emulator.control('DELETE', '/faults')
    await emulator.control('PUT', '/snapshots/home')
    await upload(emulator, 'visitor', await download(emulator, 'home'), 'other')
    await emulator.control('POST', '/snapshots/visitor/restore', undefined, 'other')
    const goOn = async (world: string) => {
      const max = await emulator.tenant('max', world)
      await emulator.advance({ by: 'P1D' }, world)
      const call = (await max.post('/calls/initiate', max.call({ external_id: 'third' }))).json
      return [call, (await emulator.control('GET', '/events', undefined, world)).json.data]
    }
    expect(await goOn('other')).toEqual(await goOn(emulator.world.id))
  })

  test('never lets two worlds issue the same key', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    await emulator.tryControl('POST', '/worlds', { world_id: 'other', fixture: 'empty' })
    await emulator.control('PUT', '/snapshots/home')
    await upload(emulator, 'visitor', await download(emulator, 'home'), 'other')
    await emulator.control('POST', '/snapshots/visitor/restore', undefined, 'other')
    const issue = async (world: string) =>
      (await emulator.control('POST', '/tenants/pro/keys', { mode: 'live', scopes: [] }, world)).json.key
    expect(await issue('other')).not.toBe(await issue(emulator.world.id))
  })
})

describe('a file that is no snapshot is refused, and nothing changes', () => {
  const changed = (bytes: Buffer, work: (db: Database.Database) => void) => {
    const db = new Database(bytes)
    work(db)
    const result = db.serialize()
    db.close()
    return result
  }
  const refused: [string, (bytes: Buffer) => Buffer, number, string][] = [
    ['nothing', () => Buffer.alloc(0), 422, 'not_a_snapshot'],
    ['text', () => Buffer.from('PK\u0003\u0004 no database'), 422, 'not_a_snapshot'],
    ['half of one', bytes => bytes.subarray(0, bytes.length >> 1), 422, 'not_a_snapshot'],
    ['one with a page of noise', bytes => Buffer.from(bytes).fill(0xa5, 8_192, 12_288), 422, 'not_a_snapshot'],
    ['one with noise in its header', bytes => Buffer.from(bytes).fill(0xff, 16, 60), 422, 'not_a_snapshot'],
    ['a newer version', bytes => changed(bytes, db => db.pragma('user_version = 99')), 409, 'newer_schema'],
    ['no version', bytes => changed(bytes, db => db.pragma('user_version = 0')), 422, 'not_a_snapshot'],
    ['a table less', bytes => changed(bytes, db => db.exec('DROP TABLE faults')), 422, 'not_a_snapshot'],
    [
      'a trigger more',
      bytes =>
        changed(bytes, db => db.exec('CREATE TRIGGER t AFTER INSERT ON exchanges BEGIN DELETE FROM tenants; END')),
      422,
      'not_a_snapshot',
    ],
    [
      'a row that refers to nothing',
      bytes =>
        changed(bytes, db => db.pragma('foreign_keys = OFF') && db.exec("DELETE FROM tenants WHERE slug = 'pro'")),
      422,
      'not_a_snapshot',
    ],
    ['no clock', bytes => changed(bytes, db => db.exec('DELETE FROM clock')), 422, 'not_a_snapshot'],
    [
      'no world',
      bytes => changed(bytes, db => db.exec("DELETE FROM meta WHERE name = 'world_id'")),
      422,
      'not_a_snapshot',
    ],
  ]
  test.each(refused)('%s', async (_, spoil, status, code) => {
    await using emulator = await start()
    await emulator.control('PUT', '/snapshots/good')
    const good = await download(emulator, 'good')
    const reply = await upload(emulator, 'good', spoil(good))
    expect([reply.status, reply.json.error.code]).toEqual([status, code])
    expect((await download(emulator, 'good')).equals(good)).toBe(true)
  })

  test('one that cannot be opened is refused and not stored, and the world goes on', async () => {
    await using emulator = await start()
    await emulator.control('PUT', '/snapshots/good')
    const broken = changed(await download(emulator, 'good'), db =>
      db.exec("INSERT INTO assumptions VALUES ('calls.ai_delay', 'no json')"),
    )
    const before = await emulator.rows()
    const reply = await upload(emulator, 'broken', broken)
    expect((await emulator.attempt('POST', '/snapshots/broken/restore')).status).toBe(404)
    expect([reply.status, reply.json.error.code]).toEqual([422, 'not_a_snapshot'])
    expect(await emulator.rows()).toEqual(before)
    const pro = await emulator.tenant('pro')
    expect((await pro.get('/customers')).status).toBe(200)
  })

  test('a file in a folder that was damaged after it was taken is refused by restore', async () => {
    using store = folder()
    await using emulator = await start({ store: store.path })
    await emulator.control('PUT', '/snapshots/one')
    const file = join(store.path, 'snapshots', 'default', 'one.db')
    writeFileSync(file, (await download(emulator, 'one')).fill(0xa5, 8_192, 12_288))
    const reply = await emulator.attempt('POST', '/snapshots/one/restore')
    expect(reply.json.error.code).toBe('not_a_snapshot')
    const pro = await emulator.tenant('pro')
    expect((await pro.get('/customers')).status).toBe(200)
  })
})
