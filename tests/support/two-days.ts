import { createHash } from 'node:crypto'
import type { Reply, TestEmulator } from './api.ts'
import { scrub } from './dump.ts'

export interface Told {
  /** Every request with every byte of its answer. */
  readonly responses: readonly string[]
  /** What the inbox of the subscriber got. */
  readonly deliveries: readonly string[]
  /** Over both, and every row of the database. */
  readonly digest: string
}

/** Headers of Node about the connection, which say nothing about the emulator. */
const OF_THE_CONNECTION = new Set(['keep-alive', 'connection'])

/**
 * Two days of a CRM against the fixture `standard`, across two midnights in Tokyo: customers, calls, webhooks with failures, limits, lists
 * and reports, nonsense in between. `between` happens before each request.
 */
export async function tellTwoDays(emulator: TestEmulator, between: () => void = () => {}): Promise<Told> {
  const max = await emulator.tenant('max')
  const responses: string[] = []
  const note = async (what: string, asked: () => Promise<Reply>) => {
    between()
    const { status, headers, bytes, json } = await asked()
    const own = [...headers].filter(([name]) => !OF_THE_CONNECTION.has(name))
    responses.push(`${what}\n${status}\n${own.map(header => header.join(': ')).join('\n')}\n\n${bytes}`)
    return json
  }
  const get = (path: string) => note(`GET ${path}`, () => max.get(path))
  const post = (path: string, body: unknown) => note(`POST ${path} ${JSON.stringify(body)}`, () => max.post(path, body))
  const advance = async (body: { by?: string; to?: string }) => {
    between()
    await emulator.advance(body)
  }

  await get('/customers?page=2')
  await post('/customers', max.customer({ external_id: 'crm-1' }))
  await post('/customers', {})
  const events = ['call.completed', 'call.missed']
  await post('/webhooks', { url: 'https://inbox.ringback.test/crm', events })
  await post('/webhooks', { url: 'https://inbox.ringback.test/failing', events })
  await emulator.control('PUT', '/inbox/failing', { status: 503, times: 40 })
  for (let day = 0; day < 2; day++) {
    for (let index = 0; index < 8; index++) {
      const number = `03-5555-${1_000 + day * 100 + index}`
      await post('/calls/initiate', max.call({ phone_number: number, external_id: `call-${day}-${index}` }))
      await advance({ by: 'PT17S' })
    }
    await advance({ to: 'next-tokyo-midnight' })
    await get('/calls?from=2026-03-10&to=2026-03-10')
    await get('/calls?from=2026-03-11&to=2026-03-12')
  }
  const calls = await get('/calls?from=2026-03-01&to=2026-03-12')
  for (const { call_id } of calls.data) await get(`/calls/${call_id}`)
  for (const period of ['day', 'week', 'month'])
    await get(`/reports/summary?from=2026-03-01&to=2026-03-12&period=${period}`)
  await get('/reports/users?from=2026-02-20&to=2026-03-12')
  for (const refused of ['/reports/summary?from=2026-02-29&to=2026-03-01', '/calls?from=2025-09-12&to=2025-09-12'])
    await get(refused)
  await note('GET /customers without a key', () => emulator.api('GET', '/customers'))
  // The control API is of this world and this hour: its headers tell the real time.
  for (const path of ['/clock', '/tenants/max/limits', '/ledger'])
    responses.push(`GET ${path} of the world\n${(await emulator.control('GET', path)).bytes}`)

  const inbox = await emulator.world.inbox('crm').messages()
  const deliveries = inbox.map(({ received_at, headers, body }) => JSON.stringify([received_at, headers, body]))
  const everything = [responses.map(scrub), deliveries, await emulator.rows()]
  const digest = createHash('sha256').update(JSON.stringify(everything)).digest('hex')
  return { responses, deliveries, digest }
}
