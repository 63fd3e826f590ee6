import { describe, expect, onTestFinished, test } from 'vitest'
import { Store } from './store.ts'
import { Counters } from './tables/counters.ts'

const TENANT = 1
const WINDOW = 60_000

function open() {
  const store = Store.open(':memory:')
  onTestFinished(() => store.close())
  store.db.exec(`INSERT INTO tenants (tenant_id, slug, name, open_api_enabled) VALUES (${TENANT}, 'pro', 'Pro', 1)`)
  const counters = new Counters(store)
  const written = () => store.db.prepare('SELECT used FROM counters').pluck().get()
  return { store, counters, written, use: () => counters.add(TENANT, 'minute', WINDOW, 1) }
}

const name = (store: Store, slug: string) =>
  store.run(store.query.updateTable('tenants').set({ name: slug }).where('tenant_id', '=', TENANT))
const nameIn = ({ store }: { store: Store }) => store.db.prepare('SELECT name FROM tenants').pluck().get()

describe('a batch', () => {
  test('commits what its turns have done before anyone who waits goes on', async () => {
    const world = open()
    world.store.batch(world.use)
    world.store.batch(world.use)
    const before = { open: world.store.db.inTransaction, written: world.written() }
    await world.store.committed
    expect(before).toEqual({ open: true, written: undefined })
    expect({ open: world.store.db.inTransaction, written: world.written() }).toEqual({ open: false, written: 2 })
  })

  test('ends before a transaction of its own begins, so nothing that sends is ahead of what caused it', () => {
    const { store, use, written } = open()
    store.batch(use)
    const seen = store.transaction(written)
    expect(seen).toBe(1)
  })

  test('goes on without the turn that threw', async () => {
    const world = open()
    const { store, use, counters, written } = world
    store.batch(() => {
      use()
      store.transaction(() => name(store, 'kept'))
    })
    const thrown = () =>
      store.batch(() => {
        use()
        store.transaction(() => {
          name(store, 'taken back')
          throw new Error('a defect')
        })
      })
    expect(thrown).toThrow('a defect')
    expect(counters.used(TENANT, 'minute', WINDOW)).toBe(1)
    await store.committed
    expect({ written: written(), name: nameIn(world) }).toEqual({ written: 1, name: 'kept' })
  })

  test('that cannot commit is lost for all of its turns, in memory too', async () => {
    const { store, use, counters, written } = open()
    // A constraint that is checked only by the commit.
    store.db.exec('CREATE TABLE strict_child (id INTEGER REFERENCES tenants DEFERRABLE INITIALLY DEFERRED)')
    store.batch(use)
    store.batch(() => store.db.exec('INSERT INTO strict_child VALUES (404)'))
    await expect(store.committed).rejects.toThrow('FOREIGN KEY')
    expect({ written: written(), used: counters.used(TENANT, 'minute', WINDOW) }).toEqual({
      written: undefined,
      used: 0,
    })
    store.batch(use)
    await store.committed
    expect(written()).toBe(1)
  })

  test('publishes its facts after its commit, and none of a turn that threw', async () => {
    const { store } = open()
    const told: string[] = []
    store.batch(() => store.afterCommit(() => told.push(store.db.inTransaction ? 'too early' : 'first')))
    expect(() =>
      store.batch(() => {
        store.afterCommit(() => told.push('of the turn that threw'))
        throw new Error('a defect')
      }),
    ).toThrow()
    await store.committed
    expect(told).toEqual(['first'])
  })
})

describe('what is written behind', () => {
  test('is there for whoever reads the table in the same batch', () => {
    const { store, use } = open()
    store.batch(use)
    const read = store.get(store.query.selectFrom('counters').select('used'))
    expect(read).toEqual({ used: 1 })
  })

  test('is in the bytes of the database', () => {
    const { store, use } = open()
    store.batch(use)
    const copy = Store.open(store.serialize())
    onTestFinished(() => copy.close())
    expect(copy.db.prepare('SELECT used FROM counters').pluck().get()).toBe(1)
  })

  test('is written once, however often it changed', () => {
    const { store, use } = open()
    const changes = () => store.db.prepare('SELECT total_changes()').pluck().get() as number
    const before = changes()
    store.batch(use)
    store.batch(use)
    store.endBatch()
    expect(changes() - before).toBe(1)
  })

  test('gives back to a window that was left behind in the same batch', async () => {
    const { store, counters, written } = open()
    store.batch(() => {
      counters.add(TENANT, 'day', 0, 5)
      counters.add(TENANT, 'day', WINDOW, 1)
      counters.add(TENANT, 'day', 0, -1)
    })
    await store.committed
    const rows = store.all(store.query.selectFrom('counters').select(['window_start', 'used']).orderBy('window_start'))
    expect(written()).toBeDefined()
    expect(rows).toEqual([
      { window_start: 0, used: 4 },
      { window_start: WINDOW, used: 1 },
    ])
  })
})
