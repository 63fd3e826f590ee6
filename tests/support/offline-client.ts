import { connectEmulator, startEmulator } from '../../server/index.ts'

/** What a test suite does that `ringback exec` has started: with the emulator of the command line, and with one of its own. Prints what arrived. */
const { RINGBACK_URL: url = '' } = process.env

async function deliveriesOf(emulator: Awaited<ReturnType<typeof connectEmulator>>): Promise<number> {
  const { world } = emulator
  const max = world.tenant('max')
  const ask = (path: string, body: unknown) =>
    max.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  await ask('/webhooks', { url: 'https://inbox.ringback.test/crm', events: ['call.completed', 'call.missed'] })
  const [staff_id, project_id] = [max.staffIds[0], max.projectIds[0]]
  await ask('/calls/initiate', { phone_number: '03-1234-0001', staff_id, project_id })
  await world.clock.advance({ by: 'PT1H' })
  return (await world.deliveries.list()).filter(({ status }) => status === 'delivered').length
}

await using there = await connectEmulator({ url })
await using own = await startEmulator({ fixture: 'empty', clock: '2026-03-10T03:00:00Z' })
process.stdout.write(JSON.stringify([await deliveriesOf(there), await deliveriesOf(own)]))
