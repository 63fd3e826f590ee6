import type { TestEmulator } from './api.ts'

/** A run that has met a bit of everything; each exchange is one that somebody may want to see again. */
export async function eventfulRun(emulator: TestEmulator): Promise<string> {
  const max = await emulator.tenant('max')
  const secret = (
    await max.post('/webhooks', { url: 'https://inbox.ringback.test/crm', events: ['call.completed', 'call.missed'] })
  ).json.data.secret as string
  const { customer_id } = (await max.post('/customers', max.customer({ external_id: 'a' }))).json.data
  await max.post('/calls/initiate', max.call({ external_id: 'one' }))
  await max.post('/calls/initiate', max.call({ external_id: 'one' }))
  await emulator.advance({ by: 'PT2M' })
  await max.put(`/customers/${customer_id}`, { name: '後で' })
  await max.get('/calls?from=2026-03-01&to=2026-03-10')
  await max.get('/reports/summary?from=2026-03-01&to=2026-03-10')
  await emulator.control('POST', '/faults', { effect: { status: 503 }, probability: 0.5, ttl: 'PT1M' })
  for (let index = 0; index < 6; index++)
    await max.post('/customers/bulk', { customers: [max.customer(), max.customer()] })
  await emulator.control('DELETE', '/faults')
  await emulator.assume('customers.required', ['name', 'tel1'])
  await max.post('/customers', { tel1: '+81312345678' })
  await max.setLimits({ day: { used: 'limit-1' } })
  await max.get('/customers?page=1')
  await max.get('/customers?page=1')
  await emulator.advance({ to: 'next-tokyo-midnight' })
  await max.ask('DELETE', '/webhooks/1')
  await emulator.api('GET', '/customers')
  return secret
}
