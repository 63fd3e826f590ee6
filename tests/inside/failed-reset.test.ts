import { spawnSync } from 'node:child_process'
import fs, { mkdirSync, rmdirSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HealthView } from '../../server/control/protocol/process.ts'
import { ringback, temporaryFolder } from '../support/cli.ts'
import { dumpOf } from '../support/dump.ts'
import { InsideEmulator } from '../support/inside.ts'

/** Lets renames of this process fail, as they do while another program holds the file; by their number, from 0. */
function failingRenames(fails: (index: number, from: string) => boolean): Disposable {
  const real = fs.renameSync
  let index = 0
  fs.renameSync = (from, to) => {
    if (!fails(index++, String(from))) return real(from, to)
    throw Object.assign(new Error(`EBUSY: resource busy or locked, rename '${from}' -> '${to}'`), { code: 'EBUSY' })
  }
  syncBuiltinESMExports()
  return {
    [Symbol.dispose]: () => {
      fs.renameSync = real
      syncBuiltinESMExports()
    },
  }
}

async function usedWorld(folder: string) {
  const emulator = await InsideEmulator.start({ store: folder, fixture: 'empty' })
  const max = await emulator.tenant('max')
  await max.post('/customers', max.customer({ external_id: 'before' }))
  await emulator.control('PUT', '/snapshots/kept')
  await max.post('/calls/initiate', max.call())
  await emulator.control('POST', '/faults', { match: { path: '/reports*' }, effect: { status: 500 }, times: 2 })
  return { emulator, max, world: emulator.emulator.defaultWorld }
}
const healthOf = async (emulator: InsideEmulator) => (await emulator.tryControl('GET', '/health')).json as HealthView

const CHANGES = [
  ['a reset', '/worlds/default/reset', 'not_reset'],
  ['a restore', '/worlds/default/snapshots/kept/restore', 'not_restored'],
] as const
const FAILURES = [
  ['the first rename', (index: number) => index === 0],
  ['the second rename', (index: number) => index === 1],
  ['every rename', () => true],
  // A database that is closed has a log only where it could not be written into the file.
  [
    'the rename of its log',
    (_: number, from: string) => {
      if (from.endsWith('default.db')) fs.writeFileSync(`${from}-wal`, '')
      return from.endsWith('-wal')
    },
  ],
] as const

describe.each(CHANGES)('%s whose file is held by another program (finding S3)', (_, path, kind) => {
  test.each(FAILURES)('at %s changes nothing, says so, and can be asked for again', async (_, fails) => {
    using folder = temporaryFolder()
    const { emulator, max, world } = await usedWorld(folder.path)
    const before = dumpOf(world)
    const coverage = emulator.emulator.runCoverage()
    {
      using _ = failingRenames(fails)
      const { status, json } = await emulator.tryControl('POST', path, {})
      expect([status, json.error]).toMatchObject([503, { code: 'store_unavailable' }])
      expect(json.error.message).toContain('default.db')
      expect(json.error.message).toContain('EBUSY')
    }
    expect(dumpOf(world)).toEqual(before)
    expect(emulator.emulator.runCoverage()).toEqual(coverage)
    expect(coverage.unspent_faults).toHaveLength(1)
    expect(await healthOf(emulator)).toMatchObject({
      status: 'degraded',
      problems: [{ world_id: 'default', kind, message: expect.stringContaining('is as it was before') }],
    })
    // It goes on: requests, time, and what falls due.
    expect((await max.get('/customers')).json.pagination.total).toBe(1)
    expect((await max.post('/customers', max.customer())).status).toBe(201)
    expect((await emulator.advance({ by: 'PT2M' })).fired.length).toBeGreaterThan(0)
    expect((await emulator.tryControl('POST', path, {})).status).toBe(200)
    expect(await healthOf(emulator)).toMatchObject({ status: 'ok', problems: [] })
    await emulator.emulator.close()
    expect(fs.readdirSync(join(folder.path, 'worlds'))).toEqual(['default.db'])
  })
})

test('A reset with a folder in its way changes nothing, also for the next start (finding S3)', async () => {
  using folder = temporaryFolder()
  const { emulator, world } = await usedWorld(folder.path)
  const before = dumpOf(world)
  const inTheWay = ['next', 'previous'].map(end => join(folder.path, `worlds/default.db.${end}`))
  for (const path of inTheWay) {
    mkdirSync(path)
    expect((await emulator.attempt('POST', '/reset', {})).status).toBe(503)
    rmdirSync(path)
    expect(dumpOf(world)).toEqual(before)
  }
  await emulator.emulator.close()
  await using again = await InsideEmulator.start({ store: folder.path })
  expect(dumpOf(again.emulator.defaultWorld)).toEqual(before)
})

test('A process that ended in the middle of a reset finds the old world again (finding S3)', async () => {
  using folder = temporaryFolder()
  const { emulator, world } = await usedWorld(folder.path)
  const before = dumpOf(world)
  await emulator.emulator.close()
  const file = join(folder.path, 'worlds/default.db')
  fs.renameSync(file, `${file}.previous`)
  await using again = await InsideEmulator.start({ store: folder.path })
  expect(dumpOf(again.emulator.defaultWorld)).toEqual(before)
})

test('A new world that cannot begin is not kept (finding S7)', async () => {
  using folder = temporaryFolder()
  const { emulator } = await usedWorld(folder.path)
  {
    using _ = failingRenames(() => true)
    expect((await emulator.tryControl('POST', '/worlds', { world_id: 'qa' })).status).toBe(503)
  }
  expect((await emulator.tryControl('GET', '/worlds')).json.data).toHaveLength(1)
  expect(fs.readdirSync(join(folder.path, 'worlds')).filter(name => name.startsWith('qa'))).toEqual([])
  expect((await emulator.tryControl('POST', '/worlds', { world_id: 'qa' })).status).toBe(201)
  await emulator.emulator.close()
})

/** The database of a world as a mount of its own, which no rename can move; nobody else sees it. */
const BUSY = 'mount --bind "$0/worlds/default.db" "$0/worlds/default.db" && exec "$@"'
const busy = (folder: string) => ['unshare', '-rm', 'sh', '-c', BUSY, folder]
const mayMount = spawnSync('unshare', ['-rm', 'mount', '--bind', '/etc/hostname', '/etc/hostname']).status === 0
if (!mayMount)
  process.stderr.write(
    'NOT RUN: a reset and a restore on a file that is really busy. It takes unshare -rm and mount.\n',
  )

test.runIf(mayMount).for(CHANGES)(
  '%s on a file that is really busy changes nothing, and health tells (finding S3)',
  async ([, path]) => {
    using folder = temporaryFolder()
    const { emulator } = await usedWorld(folder.path)
    await emulator.emulator.close()
    const flags = ['start', '--json', '--port', '0', '--no-dashboard', '--store', folder.path]
    await using cli = ringback(flags, { under: busy(folder.path) })
    const { control_url, base_url, world } = await cli.ready()
    const key = world.tenants.find(({ tenant }) => tenant === 'max')?.keys[0]?.key
    const customers = async () => {
      const answer = await fetch(`${base_url}/customers`, { headers: { Authorization: `Bearer ${key}` } })
      return ((await answer.json()) as { pagination: { total: number } }).pagination.total
    }
    const headers = { 'Content-Type': 'application/json' }
    const refused = await fetch(`${control_url}${path}`, { method: 'POST', headers })
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      {
        error: {
          code: 'store_unavailable',
          message: expect.stringMatching(/default\.db: EBUSY.*Close the program that holds the file/),
        },
      },
    ])
    expect(await customers()).toBe(1)
    expect(((await (await fetch(`${control_url}/health`)).json()) as HealthView).status).toBe('degraded')
    cli.child.kill('SIGTERM')
    expect((await cli.ended).code).toBe(0)
  },
)
