import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { WorldView } from '../../server/control/protocol/worlds.ts'
import { Store } from '../../server/store/store.ts'
import { temporaryFolder } from '../support/cli.ts'
import { InsideEmulator } from '../support/inside.ts'
import { untilKilled } from '../support/killed-process.ts'
import { inspect } from '../support/subscriber.ts'
import { withoutTransactions } from '../support/without-transactions.ts'

/** Mutation checks of the store: what is lost, or made worse, when a database is used as one would use it first. */
async function post(url: string, path: string, body: unknown, key?: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) }
  return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
}
async function maxOf(url: string) {
  const world = (await (await fetch(`${url}/control/worlds/default`)).json()) as WorldView
  const max = world.tenants.find(({ tenant }) => tenant === 'max')
  if (max === undefined) throw new Error('There is no tenant max.')
  return { key: max.keys[0]?.key, project_id: max.project_ids[0], staff_id: max.staff_ids[0] }
}

describe('A process that is killed', () => {
  /** How many customers are there afterwards, of one whose creation was acknowledged. */
  async function kept(off?: 'commit'): Promise<number> {
    using folder = temporaryFolder()
    await untilKilled({ store: folder.path, off }, async url => {
      const { key, project_id } = await maxOf(url)
      expect(await post(url, '/api/v1/customers', { project_id, name: 'A', tel1: '+819012345678' }, key)).toBe(201)
    })
    await using emulator = await InsideEmulator.start({ store: folder.path })
    return (await (await emulator.tenant('max')).get('/customers')).json.pagination.total
  }

  it('would lose what it has acknowledged, were it not committed before the answer (without D1)', async () => {
    expect([await kept('commit'), await kept()]).toEqual([0, 1])
  })

  /** The deliveries to a healthy inbox after a kill in the middle of the end of a call, and a restart with time to send. */
  async function delivered(off?: 'transaction') {
    using folder = temporaryFolder()
    await untilKilled({ store: folder.path, off, dieBeforeSending: true }, async url => {
      const { key, project_id, staff_id } = await maxOf(url)
      const webhook = { url: 'https://inbox.ringback.test/crm', events: ['call.completed', 'call.missed'] }
      await post(url, '/api/v1/webhooks', webhook, key)
      await post(url, '/api/v1/calls/initiate', { phone_number: '03-1234-0001', project_id, staff_id }, key)
      await post(url, '/control/worlds/default/clock/advance', { by: 'PT1H' })
    })
    await using emulator = await InsideEmulator.start({ store: folder.path })
    await emulator.advance({ by: 'P3D' })
    return (await inspect(emulator).deliveries()).map(({ status }) => status)
  }

  it('would leave a delivery that nobody sends, were the end of a call not one transaction (without C1) (without D1)', async () => {
    expect([await delivered('transaction'), await delivered()]).toEqual([['pending'], ['delivered']])
  })
})

describe('A store', () => {
  it('without transactions keeps half of a request when the disk is full (without D4)', async () => {
    await using emulator = await InsideEmulator.start({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    const { store } = emulator.emulator.defaultWorld.runtime
    withoutTransactions(store)
    store.db.pragma(`max_page_count = ${(store.db.pragma('page_count', { simple: true }) as number) + 10}`)
    const customers = Array.from({ length: 400 }, (_, n) => max.customer({ external_id: `full-${n}` }))
    const { status } = await fetch(`${emulator.url}/api/v1/customers/bulk`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${max.key()}` },
      body: JSON.stringify({ customers }),
    })
    const left = store.db.prepare('SELECT count(*) FROM customers').pluck().get()
    expect(status).toBe(500)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(400)
    emulator.defects.length = 0
  })

  it('that two open plainly is written by both (without D3)', () => {
    using folder = temporaryFolder()
    const file = `${folder.path}/plain.db`
    const [one, other] = [new Database(file), new Database(file)]
    one.exec('CREATE TABLE things (id INTEGER) STRICT')
    for (const db of [one, other]) db.prepare('INSERT INTO things VALUES (1)').run()
    expect(one.prepare('SELECT count(*) FROM things').pluck().get()).toBe(2)
    one.close()
    other.close()
  })

  it('of a newer schema that is opened plainly takes whatever is written (without D6)', () => {
    using folder = temporaryFolder()
    const file = `${folder.path}/newer.db`
    Store.open(file).close()
    const db = new Database(file)
    db.pragma('user_version = 9999')
    db.prepare("INSERT INTO meta (name, value) VALUES ('naive', '1')").run()
    expect(db.prepare("SELECT value FROM meta WHERE name = 'naive'").pluck().get()).toBe('1')
    db.close()
    expect(() => Store.open(file)).toThrow(/newer|schema/)
  })

  it('that is asked for an odd page itself throws (without E11)', () => {
    const db = new Database(':memory:')
    expect(() => db.prepare('SELECT 1 LIMIT 50 OFFSET ?').all(1e300)).toThrow()
    db.close()
  })
})
