import type { AddressInfo } from 'node:net'
import { argv } from 'node:process'
import { json } from 'node:stream/consumers'
import Router from '@koa/router'
import Database from 'better-sqlite3'
import Koa from 'koa'

/** The least that a write can be: Koa, a router, one row in a file with the settings that Ringback has, committed once a request. */
const db = new Database(argv[2])
db.pragma('journal_mode = WAL')
db.pragma('synchronous = NORMAL')
db.exec(
  'CREATE TABLE calls (id INTEGER PRIMARY KEY, external_id TEXT, phone_number TEXT, staff_id INTEGER, project_id INTEGER, at TEXT)',
)
const insert = db.prepare(
  'INSERT INTO calls (external_id, phone_number, staff_id, project_id, at) VALUES (:external_id, :phone_number, :staff_id, :project_id, :at)',
)

const router = new Router()
router.post('/api/v1/calls/initiate', async ctx => {
  const body = (await json(ctx.req)) as object
  const { lastInsertRowid } = insert.run({ ...body, at: new Date().toISOString() })
  ctx.body = { data: { call_id: lastInsertRowid, status: 'initiating' } }
})
const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
