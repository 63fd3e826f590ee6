import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { BytesDraft, changed } from '../../server/store/draft.ts'
import { tablesOf } from '../../server/store/raw-tables.ts'
import { redactWorld } from '../../server/world/capsule-redaction.ts'
import { ringback, temporaryFolder } from '../support/cli.ts'
import { filledFile } from '../support/filled-file.ts'
import { InsideEmulator } from '../support/inside.ts'

const SECRET = 'whsec_C4n4ryC4n4ryC4n4ry0001'
const KEY = 'svc_live_C4n4ryC4n4ryC4n4ry0002'

/** Ways in which people and programs write a secret down. */
const FORMS: readonly ((secret: string) => string)[] = [
  secret => secret,
  secret => `before ${secret}, after`,
  secret => secret.replaceAll('_', '%5F'),
  secret => [...Buffer.from(secret)].map(byte => `%${byte.toString(16).toUpperCase()}`).join(''),
  secret => encodeURIComponent(encodeURIComponent(secret.replaceAll('_', '%5f'))),
  secret => secret.replaceAll('w', '\\u0077').replaceAll('v', '\\u0076'),
  secret => Buffer.from(secret).toString('base64'),
  secret => Buffer.from(`u:${secret}`).toString('base64'),
  secret => Buffer.from(`ab:${secret}?`).toString('base64url'),
  secret => `/hooks/${Buffer.from(`one ${secret}`).toString('base64')}/x`,
]

/** Those that can stand in a URL. */
const IN_URLS = FORMS.filter(form => !/[\\\s]/.test(form(SECRET)))

/** Whether anything of a canary is left, however it is written: every form is read back, at every alignment. */
function remains(bytes: Buffer | string): string | undefined {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1')
  const read = text.replace(/%(?:25)*([2-7][0-9A-Fa-f])|\\u00([2-7][0-9A-Fa-f])/g, (_, percent, json) =>
    String.fromCharCode(Number.parseInt(percent ?? json, 16)),
  )
  const at = read.indexOf('C4n4ry')
  if (at !== -1) return read.slice(Math.max(0, at - 80), at + 40)
  for (const run of text.match(/[A-Za-z0-9+/_-]{12,}/g) ?? [])
    for (let skip = 0; skip < 4; skip++)
      if (Buffer.from(run.slice(skip), 'base64').includes('C4n4ry')) return `base64: ${run.slice(0, 80)}`
  return undefined
}

const redactedBytes = (bytes: Buffer): Buffer =>
  changed(new BytesDraft(bytes), redactWorld, { compact: true }).takeBytes()

describe('a canary in every text and every blob of a world', () => {
  test.each(FORMS.map((form, index) => [form(SECRET), index] as const))(
    'written as %s is in no column of a redacted file (finding S1)',
    async (_, index) => {
      const form = FORMS[index] as (typeof FORMS)[number]
      const db = new Database(await filledFile())
      const written: string[] = []
      for (const table of tablesOf(db).filter(name => !name.startsWith('sqlite_'))) {
        const columns = db.prepare('SELECT name, type FROM pragma_table_info(?)').all(table) as {
          name: string
          type: string
        }[]
        for (const { name, type } of columns.filter(column => ['TEXT', 'BLOB'].includes(column.type))) {
          const text = form(`${written.length % 2 === 0 ? SECRET : KEY}${written.length}`)
          const value = type === 'BLOB' ? Buffer.concat([Buffer.from([0xff]), Buffer.from(text)]) : text
          const [row] = db.prepare(`SELECT * FROM "${table}" LIMIT 1`).all() as Record<string, unknown>[]
          expect(row, `${table} has a row`).toBeDefined()
          // One row after the other, so that a column that names rows can be among them.
          const { changes } = db
            .prepare(
              `UPDATE "${table}" SET "${name}" = ? WHERE "${name}" IS (SELECT "${name}" FROM "${table}" LIMIT 1)`,
            )
            .run(value)
          expect(changes, `${table}.${name}`).toBeGreaterThan(0)
          written.push(`${table}.${name}`)
        }
      }
      expect(written.length).toBeGreaterThan(80)
      expect(remains(db.serialize())).toBeDefined()
      const redacted = redactedBytes(db.serialize())
      db.close()
      expect(remains(redacted)).toBeUndefined()
    },
  )

  test('a new column is redacted without anybody thinking of it (finding S1)', async () => {
    const db = new Database(await filledFile())
    db.exec(`ALTER TABLE tenants ADD COLUMN motto TEXT; UPDATE tenants SET motto = '${SECRET}';`)
    const bytes = db.serialize()
    db.close()
    expect(remains(redactedBytes(bytes))).toBeUndefined()
  })
})

describe('a canary that clients and receivers carry', () => {
  /** Wherever a careless client may put it. */
  async function carry(emulator: InsideEmulator): Promise<string[]> {
    const max = await emulator.tenant('max')
    const receiver = createServer((_, response) => {
      response.setHeader('Set-Cookie', 'session=C4n4ryCookie12345678')
      response.setHeader('X-Echo', SECRET)
      response.end(`{"you sent":"${SECRET}","key":"${KEY}"}`)
    })
    await new Promise<void>(listening => receiver.listen(0, '127.0.0.1', listening))
    const { port } = receiver.address() as { port: number }
    const webhook = { events: ['call.completed', 'call.missed'] }
    const own = (await max.post('/webhooks', { ...webhook, url: `http://127.0.0.1:${port}/${SECRET}`, label: KEY }))
      .json.data
    await max.post('/webhooks', { ...webhook, url: 'https://inbox.ringback.test/crm' })
    const key = (
      await emulator.control('POST', '/tenants/max/keys', { mode: 'live', scopes: ['customers:write'], label: SECRET })
    ).json.key
    await max.post('/customers', max.customer({ name: SECRET, external_id: KEY }))
    await max.post(
      '/calls/initiate',
      max.call({ external_id: SECRET, metadata: { note: KEY, encoded: Buffer.from(SECRET).toString('base64') } }),
    )
    for (const form of IN_URLS)
      await max.get(`/customers?external_id=${encodeURIComponent(form(SECRET))}&name=${form(KEY)}`)
    await max.get(`/customers/${SECRET}`)
    const headers = {
      Cookie: `session=C4n4ryCookie12345678; a=${KEY}`,
      'X-Api-Key': 'C4n4ry-key-of-the-crm-77',
      'X-Note': SECRET,
    }
    await max.ask('GET', '/customers?q=C4n4ry-key-of-the-crm-77', { headers })
    await emulator.api('GET', '/customers', {
      headers: { Authorization: `Basic ${Buffer.from(`u:${KEY}`).toString('base64')}` },
    })
    await emulator.api('GET', '/customers', { headers: { Authorization: 'Bearer C4n4ry.not.ours.1234' } })
    await emulator.control('PUT', '/inbox/crm', { body: `${SECRET} ${KEY}` })
    await emulator.advance({ by: 'PT5M' })
    receiver.close()
    return [own.secret, key]
  }

  test('is in no capsule, no downloaded snapshot and no HAR file, and whole where it is kept and to those who ask (finding S1)', async () => {
    await using emulator = await InsideEmulator.start({
      fixture: 'empty',
      assumptions: { 'webhooks.http_on_loopback': 'on' },
    })
    const secrets = await carry(emulator)
    await emulator.control('PUT', '/snapshots/kept')
    const get = async (path: string) => (await emulator.control('GET', path)).bytes
    const max = await emulator.tenant('max')
    for (let again = 0; again < 4; again++)
      await max.ask('POST', `/customers?note=${KEY}`, {
        body: { name: SECRET },
        headers: { 'X-Api-Key': 'C4n4ry-key-of-the-crm-77' },
      })
    const named = (await emulator.tryControl('GET', '/verdicts/requests')).bytes
    expect([named.includes('retried_final_refusal'), remains(named)]).toEqual([true, undefined])
    for (const path of ['/capsule', '/snapshots/kept/file', '/requests.har', '/requests.har?limit=1']) {
      const bytes = await get(path)
      expect(remains(bytes), path).toBeUndefined()
      for (const secret of secrets) expect(bytes.includes(secret), path).toBe(false)
      if (!path.includes('?')) expect(remains(await get(`${path}?reveal=secrets`)), path).toBeDefined()
    }
    // A redacted file opens, and its signatures hold.
    const opened = await emulator.emulator.openCapsule(new BytesDraft(await get('/snapshots/kept/file')), 'opened')
    expect(opened.origin.redacted).toBe(true)
    const [message] = (await emulator.control('GET', '/inbox/crm', undefined, 'opened')).json.data
    const explained = (
      await emulator.control('GET', `/deliveries/${message.delivery_id}/signature`, undefined, 'opened')
    ).json
    expect(message.headers['X-Service-Signature']).toBe(explained.header)
  })

  test('is in no log, no JUnit file, no HTML and no summary of a run (finding S1)', async () => {
    using folder = temporaryFolder()
    const script = join(folder.path, 'run.mjs')
    writeFileSync(
      script,
      `const { RINGBACK_BASE_URL: base, RINGBACK_API_KEY: key } = process.env
       for (const form of ${JSON.stringify(IN_URLS.flatMap(form => [form(SECRET), form(KEY)]))}) {
         const part = form
         for (const path of ['/nowhere/' + part, '/customers?external_id=' + part, '/' + part])
           await fetch(base + path, { headers: { Authorization: 'Bearer ' + key, Cookie: 'a=' + part, 'X-Api-Key': part } })
         const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer ' + key, Cookie: 'a=' + part, 'X-Api-Key': part, 'X-Note': part }
         const body = JSON.stringify({ name: part, key, nested: [JSON.stringify({ part })] })
         for (let again = 0; again < 2; again++) await fetch(base + '/customers?note=' + part, { method: 'POST', headers, body })
       }`,
    )
    const out = join(folder.path, 'out')
    mkdirSync(out)
    const files = [
      '--junit',
      join(out, 'run.xml'),
      '--coverage',
      join(out, 'run.html'),
      '--report',
      join(out, 'report.html'),
      '--summary',
      join(out, 'report.md'),
      '--capsule',
      join(out, 'capsules'),
    ]
    const { stdout, stderr } = await ringback([
      ...['exec', '--fixture', 'empty', '--fail-on', 'unknown_route,verdicts:warning', ...files, '--'],
      ...[process.execPath, script, KEY, `--secret=${SECRET}`],
    ]).ended
    const capsules = readdirSync(join(out, 'capsules')).map(name => join('capsules', name))
    expect(capsules.length).toBeGreaterThan(1)
    for (const name of ['run.xml', 'run.html', 'report.html', 'report.md', ...capsules])
      expect(remains(readFileSync(join(out, name))), name).toBeUndefined()
    // Both sides of a request that carried them are there.
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toMatch(
      /Body of the request">\{\n {2}&quot;name&quot;: &quot;/,
    )
    expect(stdout + stderr).toContain('unknown_route')
    expect(remains(stdout + stderr)).toBeUndefined()
  })
})
