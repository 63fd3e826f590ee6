import type { WorldJudgement } from '../../server/control/protocol/verdicts.ts'
import { BytesDraft, changed } from '../../server/store/draft.ts'
import { bringVerdicts } from '../../server/world/kept-verdicts.ts'
import { TestEmulator } from './api.ts'

/** A world that has met a bit of everything, as a file: every table has a row. */
export async function filledFile(): Promise<Buffer> {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const max = await emulator.tenant('max')
  await max.post('/webhooks', {
    url: 'https://inbox.ringback.test/crm',
    events: ['call.completed'],
    filters: { project_ids: [max.project], call_status: ['busy', 'connected'] },
  })
  await max.post('/webhooks', { url: 'https://inbox.ringback.test/other', events: ['call.completed', 'call.missed'] })
  await emulator.control('PUT', '/inbox/crm', { status: 500, body: 'not now', times: 2 })
  await emulator.control('PUT', '/forwards', [{ from: 'https://crm.example.com', to: 'http://127.0.0.1:9' }])
  await emulator.control('POST', '/faults', { effect: { status: 503 }, match: { path: '/reports/*' } })
  await emulator.control('POST', '/faults', { effect: { delay: 'PT1M' }, probability: 0.5, ttl: 'PT1H' })
  await emulator.control('POST', '/call-scripts', { match: {}, steps: [{ after: 'PT1S', to: 'busy' }], times: 1 })
  await emulator.assume('calls.ai_delay', 'PT1M')
  await max.post('/customers', max.customer({ external_id: 'a' }))
  await max.get('/customers/nobody')
  await emulator.api('GET', '/customers', { headers: { Cookie: 'a=b' } })
  await max.get('/reports/summary?from=2026-03-01&to=2026-03-10')
  await max.post('/calls/initiate', max.call({ external_id: 'busy' }))
  await max.post('/calls/initiate', max.call({ external_id: 'one', metadata: { a: [1, { b: null }] } }))
  await emulator.advance({ by: 'PT75S' })
  await max.post('/calls/initiate', max.call({ external_id: 'under way' }))
  await emulator.advance({ by: 'PT11S' })
  await max.ask('DELETE', '/webhooks/1')
  await emulator.control('PUT', '/snapshots/filled')
  const { bytes } = await emulator.control('GET', '/snapshots/filled/file?reveal=secrets')
  const { data } = (await emulator.control('GET', '/verdicts')).json as WorldJudgement
  // Only a capsule brings what was said of clients.
  const run = { rows: data, exchanges: { find: () => undefined, last: 9 }, at: Date.parse('2026-03-10') }
  return changed(new BytesDraft(bytes), store => bringVerdicts(store, run)).takeBytes()
}
