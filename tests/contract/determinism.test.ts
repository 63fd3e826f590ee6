import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'

/** Asks for a bit of everything, and returns every byte that came back. */
async function story(seed: number): Promise<{ responses: string[]; deliveries: string[]; digest: string }> {
  await using emulator = await TestEmulator.start({ seed })
  const max = await emulator.tenant('max')
  const responses: string[] = []
  const note = async (reply: Awaited<ReturnType<typeof max.get>>) => {
    const headers = [...reply.headers].filter(([name]) => name !== 'keep-alive' && name !== 'connection')
    responses.push(`${reply.status}\n${headers.map(header => header.join(': ')).join('\n')}\n\n${reply.bytes}`)
    return reply
  }
  await note(await max.get('/customers?page=2'))
  await note(await max.post('/customers', max.customer({ external_id: 'crm-1' })))
  await note(await max.post('/customers', {}))
  await note(
    await max.post('/webhooks', { url: 'https://inbox.ringback.test/crm', events: ['call.completed', 'call.missed'] }),
  )
  for (let index = 0; index < 30; index++) {
    await note(
      await max.post(
        '/calls/initiate',
        max.call({ phone_number: `03-5555-${1000 + index}`, external_id: `call-${index}` }),
      ),
    )
    await emulator.advance({ by: 'PT17S' })
  }
  await emulator.advance({ to: 'next-tokyo-midnight' })
  const calls = await note(await max.get('/calls?from=2026-03-01&to=2026-03-11'))
  for (const { call_id } of calls.json.data) await note(await max.get(`/calls/${call_id}`))
  await note(await max.get('/reports/summary?from=2026-03-01&to=2026-03-11'))
  await note(await max.get('/reports/users?from=2026-03-01&to=2026-03-11'))
  await note(await emulator.api('GET', '/customers'))
  const inbox = emulator.emulator.defaultWorld.life.services.inbox.messages('crm', 0, 1_000)
  const deliveries = inbox.map(message => `${message.received_at} ${message.headers} ${message.body}`)
  expect(deliveries.length).toBeGreaterThan(20)
  const digest = createHash('sha256')
    .update(JSON.stringify([responses, deliveries]))
    .digest('hex')
  return { responses, deliveries, digest }
}

describe('determinism', () => {
  test('two runs with the same seed and commands give byte-equal responses and deliveries', async () => {
    const [first, second] = [await story(7), await story(7)]
    expect(second.responses).toEqual(first.responses)
    expect(second.deliveries).toEqual(first.deliveries)
  })

  test('another seed gives other tenants, ids and outcomes', async () => {
    const [first, second] = [await story(7), await story(8)]
    expect(second.digest).not.toBe(first.digest)
  })

  test('HTTP Date is the clock of the world', async () => {
    await using emulator = await TestEmulator.start({ clock: '2031-05-06T07:08:09.000Z', fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    expect((await pro.get('/customers')).headers.get('Date')).toBe('Tue, 06 May 2031 07:08:09 GMT')
  })
})
