import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { Randomness } from '../../server/kernel/random.ts'
import { tablesOf } from '../../server/store/raw-tables.ts'
import { type CliProcess, ringback, temporaryFolder } from '../support/cli.ts'
import { filledFile } from '../support/filled-file.ts'

/** Files of this run: the long tier sets more. */
const RUNS = Number(process.env.RINGBACK_FILE_RUNS ?? 24)
const SEED = process.env.RINGBACK_FUZZ_SEED ?? '20260310'
/** As long as a file may keep anybody waiting, on a machine that has much else to do. */
const LONGEST_MS = 20_000
/** After so many files the process starts again, with the worlds of the last ones in its store. */
const RESTART_AFTER = 40
const LEFT_OPEN = 5

const NUMBERS = [
  ...[0n, -1n, 1n, 2n, 7n, 1_000n, 2n ** 31n, 2n ** 32n, 2n ** 48n + 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n],
  ...[
    -(2n ** 63n),
    32_503_680_000_000n,
    946_684_800_000n,
    4_102_444_799_999n,
    4_102_444_800_000n,
    8_640_000_000_000_001n,
  ],
]
const TEXTS = [
  ...[
    '',
    ' ',
    '{',
    '[]',
    '{}',
    'null',
    '0',
    '-1',
    'NaN',
    '1e999',
    '"x"',
    '[[]]',
    '[null]',
    '[{}]',
    'bogus',
    'live',
    'frozen',
    '1e5',
    '\u0000',
    'ü',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '{"__proto__":{"x":1}}',
    'a'.repeat(5_000),
    '['.repeat(3_000),
    '😀'.repeat(300),
    'PT10S',
    'P99999999D',
  ],
  ...[
    'https://169.254.169.254/',
    'http://',
    'webhook.attempt',
    'day.rollover',
    'call.step',
    'standard',
    'calls.order',
    '[1,"busy","script"]',
    '%00',
    '../x',
  ],
]
const LEAVES = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  '',
  'bogus',
  '__proto__',
  [],
  {},
  [[]],
  'PT1S',
  'a'.repeat(3_000),
]

type Draw = (name: string, choices: number) => number

/** A file with one value changed, and what was changed. */
function changed(file: Buffer, run: number): { bytes: Buffer; change: string } {
  const random = new Randomness(`${SEED}:${run}`)
  const draw: Draw = (name, choices) => random.integer(name, 0, choices - 1)
  const db = new Database(file)
  db.pragma('foreign_keys = OFF')
  try {
    for (let attempt = 0; ; attempt++) {
      const change = tryToChange(db, (name, choices) => draw(`${attempt}:${name}`, choices))
      if (change !== undefined) return { bytes: db.serialize(), change }
    }
  } finally {
    db.close()
  }
}

/** Changes one value; `undefined` where SQLite itself does not take it. */
function tryToChange(db: Database.Database, draw: Draw): string | undefined {
  const tables = tablesOf(db)
  const table = tables[draw('table', tables.length)] as string
  const columns = db.prepare('SELECT name, type FROM pragma_table_info(?)').all(table) as {
    name: string
    type: string
  }[]
  const { name, type } = columns[draw('column', columns.length)] as { name: string; type: string }
  const rows = db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number
  if (rows === 0) return undefined
  const at = draw('row', rows)
  const key = `SELECT "${name}" FROM "${table}" LIMIT 1 OFFSET ${at}`
  const old = db.prepare(key).pluck().get()
  const value = newValue(type, old, draw)
  try {
    const update = db.prepare(`UPDATE "${table}" SET "${name}" = ? WHERE "${name}" IS (${key})`)
    if (update.run(value).changes === 0) return undefined
    return `${table}.${name} of row ${at} is ${Buffer.isBuffer(value) ? value.toString('hex') : String(value).slice(0, 100)}`
  } catch {
    return undefined
  }
}

function newValue(type: string, old: unknown, draw: Draw): unknown {
  if (draw('null', 12) === 0) return null
  if (type === 'INTEGER')
    return draw('near', 3) === 0 ? Number(old) + draw('by', 5) - 2 : NUMBERS[draw('number', NUMBERS.length)]
  if (type === 'REAL') return [-1, 0.5, 2, 1e308, Number.POSITIVE_INFINITY, -0][draw('real', 6)]
  const text = Buffer.isBuffer(old) ? old.toString() : String(old)
  const next = draw('json', 2) === 0 ? withLeaf(text, draw) : TEXTS[draw('text', TEXTS.length)]
  return type === 'BLOB' ? Buffer.from(next ?? '', 'latin1') : next
}

/** JSON with one of its values changed; else another text. */
function withLeaf(text: string, draw: Draw): string | undefined {
  let root: unknown
  try {
    root = [JSON.parse(text)]
  } catch {
    return TEXTS[draw('text', TEXTS.length)]
  }
  let place = root as Record<string, unknown>
  let name = '0'
  for (let depth = 0; depth < 6; depth++) {
    const inner = place[name]
    const names = typeof inner === 'object' && inner !== null ? Object.keys(inner) : []
    if (names.length === 0 || draw(`stop:${depth}`, 4) === 0) break
    place = inner as Record<string, unknown>
    name = names[draw(`name:${depth}`, names.length)] as string
  }
  place[name] = LEAVES[draw('leaf', LEAVES.length)]
  return JSON.stringify((root as unknown[])[0])
}

/** What people and programs ask a world for once it is open. */
const READS = [
  ...[
    '',
    '/clock',
    '/clock/pending',
    '/tenants',
    '/requests',
    '/requests.har',
    '/deliveries',
    '/events',
    '/ledger',
    '/webhooks',
  ],
  ...[
    '/faults',
    '/forwards',
    '/inbox',
    '/inbox/crm',
    '/call-scripts',
    '/assumptions',
    '/coverage',
    '/calls',
    '/snapshots',
  ],
  ...['/tenants/max/keys', '/tenants/max/limits', '/tenants/max/staff', '/capsule', '/sending'],
]

class Target {
  readonly #process: CliProcess
  readonly #store: string
  url = ''
  static slowest = 0

  constructor(store: string) {
    this.#store = store
    this.#process = ringback([
      'start',
      '--json',
      '--port',
      '0',
      '--store',
      store,
      '--fixture',
      'empty',
      '--no-dashboard',
    ])
  }

  async ready(): Promise<this> {
    this.url = (await this.#process.ready()).url
    return this
  }

  /** Asks, and answers how it went; an answer that takes too long, or is the process's own fault, fails the test. */
  async ask(method: string, path: string, { body, json, key }: { body?: Buffer; json?: unknown; key?: string } = {}) {
    const started = performance.now()
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        'Content-Type': body === undefined ? 'application/json' : 'application/octet-stream',
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(2 * LONGEST_MS),
    })
    const text = await response.text()
    const took = performance.now() - started
    Target.slowest = Math.max(Target.slowest, took)
    expect(took, `${method} ${path} took too long`).toBeLessThan(LONGEST_MS)
    // A fault of the file may answer with any error but the one of a defect.
    const failed = path.startsWith('/api/') ? text.includes('"server_error"') : response.status >= 500
    expect(failed, `${method} ${path} ${response.status} ${text.slice(0, 500)}`).toBe(false)
    return { status: response.status, text }
  }

  /** Stops it as a person does, and starts it again with what its store has. */
  async again(): Promise<Target> {
    this.#process.child.kill('SIGTERM')
    const { code, stderr } = await this.#process.ended
    expect(code, stderr).toBe(0)
    return new Target(this.#store).ready()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]()
  }
}

/** Whether the world of a file works: it is read everywhere, asked, and its clock runs. */
async function live(target: Target, world: string): Promise<void> {
  for (const path of READS) await target.ask('GET', `/control/worlds/${world}${path}`)
  const list = async (path: string) =>
    JSON.parse((await target.ask('GET', `/control/worlds/${world}${path}?limit=20`)).text).data as Record<
      string,
      string
    >[]
  for (const { request_id } of await list('/requests'))
    await target.ask('GET', `/control/worlds/${world}/requests/${encodeURIComponent(request_id ?? '')}`)
  for (const { delivery_id } of await list('/deliveries'))
    await target.ask('GET', `/control/worlds/${world}/deliveries/${encodeURIComponent(delivery_id ?? '')}`)
  for (const { event_id } of await list('/events'))
    await target.ask('GET', `/control/worlds/${world}/events/${encodeURIComponent(event_id ?? '')}`)
  const view = JSON.parse((await target.ask('GET', `/control/worlds/${world}`)).text)
  const key = view.tenants.find(({ tenant }: { tenant: string }) => tenant === 'max')?.keys[0]?.key as
    | string
    | undefined
  for (const path of [
    '/customers',
    '/calls?from=2026-03-01&to=2026-03-10',
    '/webhooks',
    '/reports/summary?from=2026-03-01&to=2026-03-10',
  ])
    await target.ask('GET', `/api/v1${path}`, key === undefined ? {} : { key })
  await target.ask('POST', `/control/worlds/${world}/clock/advance`, { json: { by: 'PT10M' } })
  await target.ask('PUT', `/control/worlds/${world}/clock`, { json: { pace: 'live' } })
  await target.ask('GET', `/control/worlds/${world}/clock`)
  await target.ask('PUT', `/control/worlds/${world}/clock`, { json: { pace: 'frozen' } })
}

test(`${RUNS.toLocaleString('en')} capsules and snapshots with one value changed are refused or live, hang nothing, and poison no later start (finding S2) (finding S4)`, {
  timeout: 60 * 60_000,
}, async () => {
  using folder = temporaryFolder()
  const file = await filledFile()
  let target = await new Target(folder.path).ready()
  const [outcomes, open] = [{ refused: 0, lived: 0 }, [] as string[]]
  try {
    for (let run = 0; run < RUNS; run++) {
      const { bytes, change } = changed(file, run)
      try {
        const world = `w${run}`
        const asCapsule = run % 2 === 0
        // Somebody else asks at the same time.
        const [sent] = await Promise.all([
          asCapsule
            ? target.ask('POST', `/control/capsules?world_id=${world}`, { body: bytes })
            : target.ask('POST', '/control/worlds/default/snapshots/one/file', { body: bytes }),
          target.ask('GET', '/control/health'),
        ])
        if (sent.status === 201) {
          outcomes.lived++
          if (!asCapsule) await target.ask('POST', '/control/worlds/default/snapshots/one/restore')
          await live(target, asCapsule ? world : 'default')
          if (asCapsule) open.push(world)
        } else {
          outcomes.refused++
          expect([409, 422], sent.text).toContain(sent.status)
        }
        expect((await target.ask('GET', '/control/health')).text).toContain('"status":"ok"')
        if (open.length > LEFT_OPEN) await target.ask('DELETE', `/control/worlds/${open.shift()}`)
        if (run % RESTART_AFTER === RESTART_AFTER - 1 || run === RUNS - 1) {
          target = await target.again()
          const worlds = JSON.parse((await target.ask('GET', '/control/worlds')).text)
          expect(worlds.broken).toEqual([])
          expect(worlds.data).toHaveLength(open.length + 1)
        }
      } catch (error) {
        throw new Error(`File ${run} (seed ${SEED}): ${change}`, { cause: error })
      }
    }
  } finally {
    await target[Symbol.asyncDispose]()
  }
  console.log(
    `${RUNS} files: ${outcomes.refused} refused, ${outcomes.lived} lived; the slowest answer took ${Math.round(Target.slowest)} ms`,
  )
  // It would prove little if everything were refused, or nothing.
  expect(Math.min(outcomes.refused, outcomes.lived)).toBeGreaterThan(RUNS / 20)
})
