import type { AddressInfo } from 'node:net'
import Router from '@koa/router'
import Database from 'better-sqlite3'
import Koa from 'koa'

/** What anyone could write in ten minutes: Koa, a router, and a point read. The yardstick of the throughput rows. */
const db = new Database(':memory:')
db.exec(
  'CREATE TABLE customers (id INTEGER PRIMARY KEY, external_id TEXT, name TEXT, tel1 TEXT, project_id INTEGER, at TEXT)',
)
const insert = db.prepare('INSERT INTO customers VALUES (?, ?, ?, ?, ?, ?)')
for (let id = 1; id <= 1_000; id++)
  insert.run(id, `crm-${id}`, `山田 ${id}`, `+8190${10_000_000 + id}`, 1, '2026-03-10T03:00:00.000Z')
const read = db.prepare('SELECT * FROM customers WHERE id = ?')

const router = new Router()
router.get('/api/v1/customers/:id', ctx => {
  const row = read.get(Number(ctx.params.id))
  if (row === undefined) ctx.status = 404
  else ctx.body = { data: row }
})
const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
