import { describe, expect, test } from 'vitest'
import { CONTROL_ROUTES } from '../../server/control/routes/all.ts'
import { Randomness } from '../../server/kernel/random.ts'
import { BytesDraft } from '../../server/store/draft.ts'
import { FILE_MAX_BYTES } from '../../server/store/snapshot-file.ts'
import { InsideEmulator } from '../support/inside.ts'

/** Times that a snapshot is damaged, at four of its bytes each: the long tier sets more. */
const ROUNDS = Number(process.env.RINGBACK_CORRUPT_RUNS ?? 40)

/** Megabytes of a file that is exported and imported: the long tier takes one as large as people have. */
const LARGE = Number(process.env.RINGBACK_LARGE_FILE_MB ?? 40)

const start = () => InsideEmulator.start({ fixture: 'empty' })

describe('a world as large as a file may be', () => {
  const fill = (emulator: InsideEmulator, megabytes: number) =>
    emulator.emulator.defaultWorld.runtime.store.db.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.ceil(megabytes / 15)})
      INSERT INTO exchanges SELECT i + 1000, '', 1773111600000, NULL, NULL, 'GET', '/x', '', NULL, 200, NULL, 1, '[]',
        NULL, '[]', zeroblob(15 * 1048576), '[]', '', NULL, 'client', NULL, NULL, NULL, NULL FROM n`)

  test('is exported and imported again, since one limit counts for both ways (finding S13)', async () => {
    await using emulator = await start()
    fill(emulator, LARGE)
    expect((await emulator.control('PUT', '/snapshots/large')).json.bytes).toBeGreaterThan(LARGE * 1_000_000)
    const { bytes } = await emulator.control('GET', '/snapshots/large/file?reveal=secrets')
    const uploaded = await fetch(`${emulator.url}/control/worlds/default/snapshots/back/file`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    })
    expect(uploaded.status).toBe(201)
    expect((await emulator.control('POST', '/snapshots/back/restore')).status).toBe(200)
    // Every route that takes such a file takes one as large as may be written, however large the one above is.
    const taking = CONTROL_ROUTES.filter(({ path }) => /^\/(?:capsules|snapshots\/\{name\}\/file)$/.test(path))
    expect(taking.flatMap(({ method, rawBody }) => (method === 'POST' ? [rawBody] : []))).toEqual([
      FILE_MAX_BYTES,
      FILE_MAX_BYTES,
    ])
  })

  test('over that is told when the snapshot or the capsule is taken, with the way out, and nothing is kept (finding S13)', async () => {
    await using emulator = await start()
    fill(emulator, FILE_MAX_BYTES / 1_048_576 + 15)
    for (const [method, path] of [
      ['PUT', '/snapshots/large'],
      ['GET', '/capsule'],
    ] as const) {
      const reply = await emulator.attempt(method, `${path}`)
      expect([reply.status, reply.json.error.code]).toEqual([413, 'file_too_large'])
      expect(reply.json.error.message).toMatch(/at most 536870912.*DELETE …\/requests/)
    }
    expect((await emulator.control('GET', '/snapshots')).json.data).toEqual([])
    await emulator.control('DELETE', '/requests')
    expect((await emulator.control('PUT', '/snapshots/large')).status).toBe(200)
  })
})

test('a snapshot with any of its bytes changed is restored or refused, and the world answers either way', {
  timeout: 60_000 + ROUNDS * 1_000,
}, async () => {
  await using emulator = await start()
  const world = emulator.emulator.defaultWorld
  const good = world.snapshot().takeBytes()
  const key = (await emulator.tenant('pro')).key()
  const random = new Randomness('damage')
  const codes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const bad = Buffer.from(good)
    for (let byte = 0; byte < 4; byte++)
      bad[random.integer(`at:${round}:${byte}`, 0, bad.length - 1)] = random.integer(`to:${round}:${byte}`, 0, 255)
    let code = 'restored'
    try {
      await world.restore(new BytesDraft(bad))
    } catch (error) {
      code = (error as { code: string }).code
    }
    codes.add(code)
    // A byte of a key may be among those that changed; then the key is another one.
    const response = await fetch(`${emulator.url}/api/v1/customers`, { headers: { Authorization: `Bearer ${key}` } })
    expect(code === 'restored' ? [200, 401] : [200]).toContain(response.status)
    await world.restore(new BytesDraft(good))
  }
  expect(codes).toEqual(new Set(['restored', 'not_a_snapshot']))
})
