import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'
import { SCHEMA_VERSION } from '../../server/store/migrations/all.ts'
import { ringback, temporaryFolder } from '../support/cli.ts'
import { InsideEmulator } from '../support/inside.ts'

const OLDER = gunzipSync(readFileSync(new URL('../support/capsules/schema-4.capsule.gz', import.meta.url)))

/** The database of a world with nothing in it. */
let whole: Buffer
beforeAll(async () => {
  await using emulator = await InsideEmulator.start({ fixture: 'empty' })
  whole = emulator.emulator.defaultWorld.runtime.store.serialize()
})

function changed(bytes: Buffer, sql: string): Buffer {
  const db = new Database(bytes)
  db.exec(sql)
  const after = db.serialize()
  db.close()
  return after
}

function damaged(): Buffer {
  const bytes = Buffer.from(whole)
  const middle = Math.floor(bytes.length / 8_192) * 4_096
  return bytes.fill(0xa5, middle, middle + 4_096)
}

/** What is wrong with the file of a world, and what has to be said of it. */
const WRONG: readonly [what: string, write: (file: string) => void, reason: RegExp][] = [
  ['is no database', file => writeFileSync(file, 'a text. '.repeat(1_000)), /qa\.db is not a SQLite database/],
  ['is damaged', file => writeFileSync(file, damaged()), /qa\.db is damaged/],
  ['was cut off', file => writeFileSync(file, whole.subarray(0, whole.length / 2)), /qa\.db is damaged/],
  ['is empty', file => writeFileSync(file, ''), /qa\.db is empty/],
  ['is a folder', file => mkdirSync(file), /qa\.db is a folder in the place of a database/],
  ['is a link', file => symlinkSync('default.db', file), /qa\.db is a link to somewhere else/],
  [
    'is of another program',
    file => writeFileSync(file, changed(Buffer.alloc(0), 'CREATE TABLE notes (text TEXT)')),
    /qa\.db is a SQLite database, but not one of Ringback/,
  ],
  [
    'is of a newer schema',
    file => writeFileSync(file, changed(whole, 'PRAGMA user_version = 999')),
    new RegExp(`qa\\.db was written by a newer Ringback \\(schema 999; this one knows ${SCHEMA_VERSION}\\)`),
  ],
  [
    'has a value that cannot be',
    file => writeFileSync(file, changed(whole, "UPDATE clock SET pace = 'bogus'")),
    /qa\.db contains a value that cannot be used: clock\.pace must be/,
  ],
  [
    'is of an older schema, with a value that cannot be',
    file => writeFileSync(file, changed(OLDER, "UPDATE clock SET pace = 'bogus'")),
    /qa\.db contains a value that cannot be used: clock\.pace must be/,
  ],
]

const startIn = (path: string, notes: string[] = []) =>
  InsideEmulator.start({ fixture: 'empty', store: path, onNote: line => notes.push(line) })

/** A store of `default` and `other`, and where the file of `qa` would be. */
async function storeIn(path: string): Promise<string> {
  await using emulator = await startIn(path)
  await emulator.tryControl('POST', '/worlds', { world_id: 'other', fixture: 'empty' })
  return join(path, 'worlds', 'qa.db')
}

/** Everything in the place of a world's file, byte for byte. */
const beside = (file: string) =>
  readdirSync(join(file, '..'))
    .filter(name => name.startsWith('qa.db'))
    .map(name => {
      const path = join(file, '..', name)
      const content = existsSync(path) && readdirOrBytes(path)
      return [name, createHash('sha256').update(String(content)).digest('hex')]
    })
const readdirOrBytes = (path: string) => {
  try {
    return readFileSync(path, 'hex')
  } catch {
    return readdirSync(path).join()
  }
}

describe('a world of the store whose file', () => {
  test.each(WRONG)(
    '%s is listed as broken, its file stays as it is, and the others live (finding S4)',
    async (...[, write, reason]) => {
      using folder = temporaryFolder()
      const file = await storeIn(folder.path)
      write(file)
      const before = beside(file)
      const notes: string[] = []
      {
        await using emulator = await startIn(folder.path, notes)
        const { data, broken } = (await emulator.tryControl('GET', '/worlds')).json
        expect(data.map(({ world_id }: { world_id: string }) => world_id)).toEqual(['default', 'other'])
        expect(broken).toEqual([{ world_id: 'qa', reason: expect.stringMatching(reason) }])
        expect((await emulator.tryControl('GET', '/health')).json).toMatchObject({
          status: 'degraded',
          problems: [{ world_id: 'qa', kind: 'broken', message: expect.stringMatching(reason) }],
        })
        // It may have what the others have not.
        const nowhere = await emulator.tryControl('GET', '/whereabouts/requests/00000000-0000-4000-8000-000000000000')
        expect(nowhere.json).toEqual({ worlds: [], asked: 2, unasked: 1 })
        const asked = await emulator.tryControl('GET', '/worlds/qa')
        expect([asked.status, asked.json.error.code]).toEqual([409, 'world_broken'])
        expect(notes).toEqual([expect.stringMatching(reason)])
        expect(notes[0]).toMatch(/^World "qa" cannot be opened: .*"ringback world remove qa"\.$/)
      }
      expect(beside(file)).toEqual(before)
    },
  )

  test('is a folder with something in it is removed by nobody but its owner', async () => {
    using folder = temporaryFolder()
    const file = await storeIn(folder.path)
    mkdirSync(join(file, 'mine'), { recursive: true })
    await using emulator = await startIn(folder.path)
    const removed = await emulator.tryControl('DELETE', '/worlds/qa')
    expect([removed.status, removed.json.error.code]).toEqual([503, 'store_unavailable'])
    expect(removed.json.error.message).toContain('Move away what is in the place of the file')
    expect((await emulator.tryControl('GET', '/worlds')).json.broken).toHaveLength(1)
    expect(existsSync(join(file, 'mine'))).toBe(true)
  })

  test('is of an older schema, and good, is migrated and opened', async () => {
    using folder = temporaryFolder()
    const file = await storeIn(folder.path)
    writeFileSync(file, OLDER)
    await using emulator = await startIn(folder.path)
    expect((await emulator.tryControl('GET', '/worlds')).json).toMatchObject({ broken: [] })
    expect((await emulator.tryControl('GET', '/worlds/qa')).status).toBe(200)
    expect((await emulator.tryControl('GET', '/health')).json).toMatchObject({ status: 'ok', problems: [] })
  })
})

describe('on the command line', () => {
  const start = (store: string) => ringback(['start', '--json', '--port', '0', '--store', store, '--no-dashboard'])

  test('a broken world is one line on stderr, is named by the list, and can be removed (finding S4)', async () => {
    using folder = temporaryFolder()
    const file = await storeIn(folder.path)
    writeFileSync(file, damaged())
    await using cli = start(folder.path)
    const { url } = await cli.ready()
    expect(cli.stderr.match(/^World "qa" cannot be opened: .*qa\.db is damaged\..*$/gm)).toHaveLength(1)
    const run = (...args: string[]) => ringback([...args, '--url', url]).ended
    expect((await run('world', 'list')).stdout).toMatch(
      /\nother .*\nWorld "qa" cannot be opened: .*qa\.db is damaged\.\n$/s,
    )
    expect((await run('world', 'remove', 'qa')).code).toBe(0)
    expect((await run('world', 'list')).stdout).not.toContain('qa')
    expect(existsSync(file)).toBe(false)
  })

  test('a broken world default is exit 6; moved away as the message says, it leaves the others, and nothing of it comes back', async () => {
    using folder = temporaryFolder()
    await storeIn(folder.path)
    const file = join(folder.path, 'worlds', 'default.db')
    await using first = start(folder.path)
    const { control_url } = await first.ready()
    await fetch(`${control_url}/worlds/default/tenants`, {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
      body: JSON.stringify({ tenant: 'acme', plan: 'max' }),
    })
    // What was written last is in the log alone.
    first.child.kill('SIGKILL')
    await first.ended
    writeFileSync(file, damaged())
    const { code, stderr } = await start(folder.path).ended
    expect(code).toBe(6)
    expect(stderr).toContain(`${file} is damaged. Nothing in it was changed.`)
    expect(stderr).toContain(`move default.db and what begins with its name out of ${join(file, '..')} and start again`)
    // Its log is forgotten, as happens.
    renameSync(file, join(folder.path, 'default.db'))
    expect(existsSync(`${file}-wal`)).toBe(true)
    await using second = start(folder.path)
    const { world, url } = await second.ready()
    expect(world.tenants.map(({ tenant }) => tenant)).not.toContain('acme')
    const check = await fetch(`${url}/control/worlds`)
    expect(await check.json()).toMatchObject({ data: [{ world_id: 'default' }, { world_id: 'other' }], broken: [] })
    expect(readdirSync(join(file, '..'))).toContain('default.db.orphan-wal')
  })
})
