import { createHash } from 'node:crypto'
import { mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { ringback, temporaryFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'

const runLine = linesOfFile()
const lineOf = (store: string, ...flags: string[]) => ['start', '--json', '--port', '0', '--store', store, ...flags]
const start = (store: string, ...flags: string[]) => ringback(lineOf(store, ...flags))
/** A start that ends by itself. */
const refused = (store: string) => runLine(lineOf(store))
/** Leaves a store as an emulator does that was stopped. */
const makeStore = async (store: string) => (await startEmulator({ store, fixture: 'empty', dashboard: false })).close()
const databaseIn = (store: string) => path.join(store, 'worlds/default.db')
const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

test('a second process on the same store exits with 5 and names pid and URL of the first (threat D3)', async () => {
  using folder = temporaryFolder()
  await using first = start(folder.path)
  const { url } = await first.ready()
  const second = await refused(folder.path)
  expect(second.code).toBe(5)
  expect(second.stderr).toContain(`in use by process ${first.pid} at ${url}`)
  expect(second.stdout).toBe('')
})

test('the lock of a process that was killed is taken over (threat D3)', async () => {
  using folder = temporaryFolder()
  await using first = start(folder.path)
  await first.ready()
  first.child.kill('SIGKILL')
  await first.ended
  expect(JSON.parse(readFileSync(path.join(folder.path, 'ringback.lock'), 'utf8')).pid).toBe(first.pid)
  await using second = start(folder.path)
  await second.ready()
  expect(JSON.parse(readFileSync(path.join(folder.path, 'ringback.lock'), 'utf8')).pid).toBe(second.pid)
})

test('a lock whose process number now belongs to a later process is taken over (threat D3)', async () => {
  using folder = temporaryFolder()
  const lock = { pid: process.pid, url: 'http://127.0.0.1:4010', process: 'another boot:1' }
  writeFileSync(path.join(folder.path, 'ringback.lock'), JSON.stringify(lock))
  await using cli = start(folder.path)
  expect((await cli.ready()).pid).toBe(cli.pid)
})

test('a store keeps its data and its clock over a restart, and says in one line which flags have no effect (threat F4)', async () => {
  using folder = temporaryFolder()
  await using first = start(folder.path, '--clock', '2026-03-10T14:59:50Z', '--fixture', 'empty', '--seed', '3')
  const before = await first.ready()
  first.child.kill('SIGTERM')
  expect((await first.ended).stderr).not.toContain('no effect')
  await using second = start(folder.path, '--clock', 'live', '--seed', '9')
  const after = await second.ready()
  expect({ ...after.world, base_url: '', control_url: '' }).toEqual({ ...before.world, base_url: '', control_url: '' })
  const [note] = await second.wrote('stderr', /^The store keeps .*\n/)
  expect(note).toContain(
    'clock 2026-03-10T14:59:50.000Z (frozen), seed 3, fixture empty; --clock and --seed have no effect',
  )
})

test('a start with assumptions and forwards gives them to a world that the store has kept', async () => {
  using folder = temporaryFolder()
  await makeStore(folder.path)
  await using emulator = start(folder.path, '--assume', 'paging.invalid_page=first')
  const { control_url } = await emulator.ready()
  const assumption = await fetch(`${control_url}/worlds/default/assumptions/paging.invalid_page`)
  expect(await assumption.json()).toMatchObject({ value: 'first', changed: true })
})

test('a store of a newer schema exits with 6, names the two ways out, and is byte for byte what it was (threat D6)', async () => {
  using folder = temporaryFolder()
  mkdirSync(path.join(folder.path, 'worlds'))
  const db = new Database(databaseIn(folder.path))
  db.exec('CREATE TABLE things (id INTEGER)')
  db.pragma('user_version = 9999')
  db.close()
  const before = hash(databaseIn(folder.path))
  const { code, stderr } = await refused(folder.path)
  expect(code).toBe(6)
  expect(stderr).toContain('worlds/default.db was written by a newer Ringback (schema 9999; this one knows')
  expect(stderr).toContain('Update Ringback, or choose another folder with --store')
  expect(hash(databaseIn(folder.path))).toBe(before)
})

test.each([
  [
    'no database at all',
    (file: string) => writeFileSync(file, 'not a database, but long enough to have a header of one. '.repeat(40)),
  ],
  ['damaged', damage],
])('a store whose database is %s exits with 6 and is left as it is (threat D5)', async (_, spoil) => {
  using folder = temporaryFolder()
  await makeStore(folder.path)
  spoil(databaseIn(folder.path))
  const before = hash(databaseIn(folder.path))
  const { code, stderr } = await refused(folder.path)
  expect(stderr).toMatch(/, move default\.db and what .* and start again, or choose another folder with --store/)
  expect(code).toBe(6)
  expect(hash(databaseIn(folder.path))).toBe(before)
})

test('a store whose path is a file exits with 6 (threat D5)', async () => {
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'file')
  writeFileSync(file, '')
  const { code, stderr } = await refused(file)
  expect(stderr).toContain('its path is a file, not a folder')
  expect(code).toBe(6)
})

test.runIf(process.platform === 'linux')('a store that cannot be made exits with 6, at once', async () => {
  const { code, stderr } = await refused('/proc/ringback/store')
  expect(stderr).toContain(
    'it does not exist and cannot be created. Nothing in it was changed. Create the folder first, or',
  )
  expect(code).toBe(6)
})

test('a store in a folder that is copied elsewhere works, and stderr says what can become of it (threat D14)', async () => {
  using folder = temporaryFolder()
  const store = path.join(folder.path, 'Dropbox/crm')
  await using copied = start(store, '--fixture', 'empty')
  await copied.ready()
  const [note] = await copied.wrote('stderr', /^The store .*\n/)
  expect(note).toContain(`${store} is in Dropbox, which copies it while it is written`)
  await using own = start(path.join(folder.path, 'crm'), '--fixture', 'empty')
  await own.ready()
  own.child.kill('SIGTERM')
  expect((await own.ended).stderr).not.toContain('The store')
})

/** Overwrites a page in the middle, as a broken disk would. */
function damage(file: string): void {
  const descriptor = openSync(file, 'r+')
  const size = readFileSync(file).length
  writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, Math.floor(size / 8192) * 4096)
}
