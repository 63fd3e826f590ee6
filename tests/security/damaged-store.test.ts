import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, expect, it } from 'vitest'
import { asStoreProblem } from '../../server/harness/store-problem.ts'
import { Randomness } from '../../server/kernel/random.ts'
import { folderStorage } from '../../server/store/storage.ts'
import { temporaryFolder } from '../support/cli.ts'
import { InsideEmulator } from '../support/inside.ts'

/** Places at which the file is damaged. The long tier sets more. */
const RUNS = Number(process.env.RINGBACK_CORRUPT_RUNS ?? 100)
const SEED = '20260310'

let whole: Buffer
beforeAll(async () => {
  await using emulator = await InsideEmulator.start({ fixture: 'standard' })
  whole = emulator.emulator.defaultWorld.runtime.store.serialize()
})

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What opening these bytes as a world of a store comes to, and whether the file is still what it was. */
function open(bytes: Buffer): { opened: boolean; code: unknown; message: string; touched: boolean } {
  using folder = temporaryFolder()
  const storage = folderStorage(folder.path)
  const file = path.join(folder.path, 'worlds', 'default.db')
  writeFileSync(file, bytes)
  try {
    const store = storage.open('default')
    // What opens is a database from end to end: each row of it can be read.
    for (const table of store.db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all())
      store.db.prepare(`SELECT * FROM "${table}"`).all()
    store.close()
    return { opened: true, code: undefined, message: '', touched: false }
  } catch (error) {
    const problem = asStoreProblem(folder.path, error) as Error & { code?: unknown }
    const touched = hash(readFileSync(file)) !== hash(bytes)
    return { opened: false, code: problem.code, message: problem.message, touched }
  } finally {
    rmSync(file, { force: true })
  }
}
const REFUSED = { opened: false, code: 'store_unusable', touched: false }

it('damage at a random place is refused with the way out and the file left as it is, or is in no structure at all (threat D5)', {
  timeout: 30 * 60_000,
}, () => {
  const random = new Randomness(SEED)
  let refused = 0
  for (let run = 0; run < RUNS; run++) {
    const draw = random.below(`${run}`)
    const bytes = Buffer.from(whole)
    const length = draw.integer('length', 1, 200)
    const start = draw.integer('start', 0, bytes.length - length)
    for (let at = start; at < start + length; at++) bytes[at] = draw.integer(`byte:${at}`, 0, 255)
    const outcome = open(bytes)
    if (outcome.opened) continue
    refused += 1
    expect({ run, ...outcome }).toMatchObject({ run, ...REFUSED })
    expect(outcome.message).toMatch(/--store/)
  }
  expect(refused).toBeGreaterThan(RUNS / 10)
})

it('a file that ends too early is refused and left as it is, wherever it ends (threat D5)', () => {
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 0.999])
    expect([part, open(whole.subarray(0, Math.floor(whole.length * part)))]).toMatchObject([part, REFUSED])
})

it('the whole file opens, so what is refused above is refused for its damage', () => {
  expect(open(whole)).toMatchObject({ opened: true })
})

it('opening alone takes a file that is damaged in the middle, so it is the check that refuses it (without D5)', () => {
  using folder = temporaryFolder()
  const bytes = Buffer.from(whole)
  const middle = Math.floor(bytes.length / 8_192) * 4_096
  bytes.fill(0xa5, middle, middle + 4_096)
  expect(open(bytes)).toMatchObject(REFUSED)
  const file = path.join(folder.path, 'default.db')
  writeFileSync(file, bytes)
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  expect(db.pragma('user_version', { simple: true })).toBeGreaterThan(0)
  db.close()
  // And the first thing that is done with it has changed it.
  expect(hash(readFileSync(file))).not.toBe(hash(bytes))
})
