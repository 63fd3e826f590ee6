import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync, watch, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { connectEmulator } from '../../server/index.ts'
import { type CliProcess, ringback, temporaryFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'
import { startEmulatorProcess } from '../support/emulator-process.ts'
import { InsideEmulator } from '../support/inside.ts'
import { openSocket } from '../support/raw-socket.ts'
import { mayMount, onSmallDisk } from '../support/small-disk.ts'

const runLine = linesOfFile()
const MEGABYTE = 1_048_576
const DRAFTS = 'ringback.drafts'

/** A snapshot of an empty world in a file, made larger by this many megabytes in exchanges. */
async function writeSnapshot(file: string, { megabytes = 0 } = {}): Promise<number> {
  await using emulator = await InsideEmulator.start({ fixture: 'empty' })
  await emulator.control('PUT', '/snapshots/small')
  writeFileSync(file, (await emulator.control('GET', '/snapshots/small/file?reveal=secrets')).bytes)
  const db = new Database(file)
  db.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 WHERE ${megabytes} > 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${megabytes})
    INSERT INTO exchanges SELECT i + 1000, '', 1773111600000, NULL, NULL, 'GET', '/x', '', NULL, 200, NULL, 1, '[]',
      NULL, '[]', zeroblob(${MEGABYTE}), '[]', '', NULL, 'client', NULL, NULL, NULL, NULL FROM n`)
  db.close()
  return statSync(file).size
}

/** Resolves when there are no drafts in a folder. */
async function withoutDrafts(folder: string): Promise<void> {
  const watcher = watch(folder)
  while (readdirSync(folder).some(name => name.startsWith('draft-'))) await once(watcher, 'change')
  watcher.close()
}

test('a large file is uploaded, restored and saved again without ever being in memory as a whole (finding S13)', {
  timeout: 180_000,
}, async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'large.db')
  const size = await writeSnapshot(file, { megabytes: 285 })
  expect(size).toBeGreaterThan(285 * MEGABYTE)
  const store = join(folder.path, 'store')
  await using emulator = await startEmulatorProcess({ clock: '2026-03-10T03:00:00Z', fixture: 'empty', store })
  await using handle = await connectEmulator({ url: emulator.url })
  const { world } = handle
  const before = await emulator.memory()
  const grown = async () => ((await emulator.peak()) - before) / size
  expect(await world.snapshots.upload('large', file)).toMatchObject({ name: 'large', bytes: size })
  expect(await grown()).toBeLessThan(1)
  await world.snapshots.restore('large')
  expect(await grown()).toBeLessThan(1)
  expect(await world.snapshots.take('again')).toMatchObject({ name: 'again' })
  expect(await grown()).toBeLessThan(1)
  await withoutDrafts(join(store, DRAFTS))
})

/** Begins an upload, and leaves in the middle of it. */
async function breakOff({ port }: InsideEmulator['emulator'], path: string): Promise<void> {
  const socket = await openSocket({ port })
  socket.write(
    `POST /control${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n`,
  )
  // It is asked for: from here on there is a file.
  await once(socket, 'data')
  socket.write(Buffer.alloc(300_000))
  socket.destroy()
}

test.each(['/worlds/default/snapshots/half/file', '/capsules?world_id=half'])(
  'an upload to %s that is broken off leaves nothing behind (finding S13)',
  async path => {
    using folder = temporaryFolder()
    await using emulator = await InsideEmulator.start({ fixture: 'empty', store: folder.path })
    const drafts = join(folder.path, DRAFTS)
    await breakOff(emulator.emulator, path)
    await withoutDrafts(drafts)
    expect((await emulator.control('GET', '/snapshots')).json).toMatchObject({ data: [], broken: [] })
    expect((await emulator.tryControl('GET', '/worlds')).json.data).toHaveLength(1)
    expect(readdirSync(join(folder.path, 'worlds')).filter(name => !name.startsWith('default'))).toEqual([])
  },
)

test('what is refused leaves nothing behind, and neither does what is kept, in a folder and in memory', async () => {
  using folder = temporaryFolder()
  const good = join(folder.path, 'good.db')
  await writeSnapshot(good)
  const bad = join(folder.path, 'bad.db')
  writeFileSync(bad, 'no database at all. '.repeat(1_000))
  const temporary = join(folder.path, 'tmp')
  mkdirSync(temporary)
  for (const store of ['memory', join(folder.path, 'store')]) {
    await using cli: CliProcess = ringback(['start', '--json', '--port', '0', '--no-dashboard', '--store', store], {
      env: { TMPDIR: temporary },
    })
    const { url } = await cli.ready()
    const run = (...args: string[]) => runLine([...args, '--url', url])
    expect(await run('snapshot', 'upload', bad, 'bad')).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('not a snapshot of Ringback') },
    })
    expect((await run('snapshot', 'upload', good, 'good')).code).toBe(0)
    expect((await run('snapshot', 'restore', 'good')).code).toBe(0)
    expect((await run('world', 'open', good)).code).toBe(0)
    expect((await run('snapshot', 'download', 'good', join(folder.path, 'out.db'))).code).toBe(0)
    const drafts = store === 'memory' ? temporary : join(store, DRAFTS)
    await withoutDrafts(drafts)
  }
})

test('what a process left that was killed in the middle of an upload is gone after the next start', async () => {
  using folder = temporaryFolder()
  const left = join(folder.path, DRAFTS, 'draft-left')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'world.db'), 'half of a file')
  await using _ = await InsideEmulator.start({ fixture: 'empty', store: folder.path })
  expect(existsSync(left)).toBe(false)
})

test('a store in the folder of a project removes nothing that is not its own, also through a link', async () => {
  using folder = temporaryFolder()
  const store = join(folder.path, 'project')
  const elsewhere = join(folder.path, 'elsewhere')
  const own = [join(store, 'drafts', 'letter.txt'), join(elsewhere, 'draft-letter', 'letter.txt')]
  for (const file of own) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'Dear all')
  }
  symlinkSync(elsewhere, join(store, DRAFTS))
  await using emulator = await InsideEmulator.start({ fixture: 'empty', store })
  await emulator.control('PUT', '/snapshots/one')
  expect(own.map(file => existsSync(file))).toEqual([true, true])
  expect(lstatSync(join(store, DRAFTS)).isSymbolicLink()).toBe(false)
  expect(readdirSync(elsewhere)).toEqual(['draft-letter'])
})

test('a world that there is not is told before the file is sent', async () => {
  await using emulator = await InsideEmulator.start({ fixture: 'empty' })
  const socket = await openSocket({ port: emulator.emulator.port })
  socket.write(
    'POST /control/worlds/none/snapshots/x/file HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n',
  )
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /)
  socket.destroy()
})

test.runIf(mayMount())(
  'a disk without room for an upload is told with what is free, and nothing is left (finding S13)',
  async () => {
    using folder = temporaryFolder()
    using files = temporaryFolder()
    const large = join(files.path, 'large.db')
    const size = await writeSnapshot(large, { megabytes: 3 })
    const flags = ['start', '--json', '--port', '0', '--fixture', 'empty', '--no-dashboard', '--store', folder.path]
    await using cli: CliProcess = ringback(flags, { under: onSmallDisk(folder.path) })
    const { url, control_url } = await cli.ready()
    const free = new RegExp(`\\(the disk at ${folder.path} has \\d\\.\\d of 4\\.2 MB free\\)`)
    const refused = await runLine(['snapshot', 'upload', large, 'large', '--url', url])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`${((2 * size) / 1_000_000).toFixed(1)} MB are needed for a while`)
    expect(refused.stderr).toMatch(free)
    // Nobody knows how long this one is.
    const unannounced = await fetch(`${control_url}/worlds/default/snapshots/large/file`, {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, duplex: 'half' },
      body: new Blob([new Uint8Array(size)]).stream(),
    } as RequestInit)
    expect([unannounced.status, await unannounced.json()]).toMatchObject([
      503,
      {
        error: {
          code: 'store_unavailable',
          message: expect.stringMatching(
            /Nothing could be written to .*ENOSPC.*\(the disk at .* has 0\.\d of 4\.2 MB free\)/,
          ),
        },
      },
    ])
    const inside = `/proc/${cli.pid}/root${folder.path}`
    expect(readdirSync(join(inside, DRAFTS))).toEqual([])
    const small = join(files.path, 'small.db')
    await writeSnapshot(small)
    expect(await runLine(['snapshot', 'upload', small, 'small', '--url', url])).toMatchObject({ code: 0 })
    const health = await fetch(`${control_url}/health`)
    expect(await health.json()).toMatchObject({ status: 'ok' })
  },
)
