import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { verify } from '@octokit/webhooks-methods'
import { expect, test } from 'vitest'
import { TEN_SECONDS_TO_MIDNIGHT, TestEmulator } from '../support/api.ts'
import { inspect, subscribe } from '../support/subscriber.ts'

const run = promisify(execFile)

/** The signature header as the openssl of the system computes it. */
async function signedByOpenssl(secret: string, body: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ringback-story-'))
  try {
    await writeFile(join(folder, 'body.bin'), body)
    const { stdout } = await run('openssl', ['dgst', '-sha256', '-hmac', secret, join(folder, 'body.bin')])
    return `sha256=${stdout.trim().split(' ').at(-1)}`
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('ten seconds before midnight in Tokyo, with one request and one send left', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty', clock: TEN_SECONDS_TO_MIDNIGHT })
  const pro = await emulator.tenant('pro')
  await using crm = await subscribe(emulator, pro, { fields: { events: ['call.completed'] } })
  await pro.setLimits({ day: { used: 'limit-1' } })

  const first = await pro.post('/calls/initiate', pro.call({ external_id: 'crm-1' }))
  expect(first.status).toBe(200)

  const refused = await pro.post('/calls/initiate', pro.call({ external_id: 'crm-2' }))
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('10')
  expect(refused.json.error).toEqual({
    code: 'quota_exceeded',
    message: expect.any(String),
    details: { retry_after: 10, type: 'daily', quota: 10_000, used: 10_000 },
  })

  await emulator.advance({ by: 'PT10S' })
  const second = await pro.post('/calls/initiate', pro.call({ external_id: 'crm-2' }))
  expect(second.status).toBe(200)
  await pro.setLimits({ webhook_sends: { used: 'limit-1' } })

  // Numbers that end in 0001 ring for 10 s and are talked on for 60 s.
  await emulator.advance({ to: '2026-03-10T15:01:00Z' })
  const [request] = crm.receiver.requests
  expect(crm.receiver.requests).toHaveLength(1)
  const header = String(request?.headers['x-service-signature'])
  const body = request?.body as Buffer
  expect(await verify(crm.secret, body.toString(), header)).toBe(true)
  expect(await verify(crm.secret.replace('whsec_', ''), body.toString(), header)).toBe(false)
  expect(header).toBe(await signedByOpenssl(crm.secret, body))
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-event': 'call.completed',
    'user-agent': 'Service-Webhook/1.0',
  })
  expect(JSON.parse(body.toString())).toEqual({
    event: 'call.completed',
    event_id: expect.any(String),
    occurred_at: '2026-03-10T15:01:00.000Z',
    external_id: 'crm-1',
    data: {
      call_id: first.json.data.call_id,
      call_type: 'outbound',
      status: 'connected',
      phone_number: '031****0001',
      staff_id: pro.staff,
      project_id: pro.project,
      started_at: '2026-03-10T14:59:50.000Z',
      ended_at: '2026-03-10T15:01:00.000Z',
      duration_seconds: 70,
      external_id: 'crm-1',
    },
  })

  // The second call ends too, but its event is over the limit of the day: nothing is sent, and only the ledger knows.
  await emulator.advance({ by: 'P1D' })
  expect(crm.receiver.requests).toHaveLength(1)
  const { deliveries, ledger } = inspect(emulator)
  expect(await deliveries()).toMatchObject([{ external_id: 'crm-1', status: 'delivered', attempt_count: 1 }])
  expect((await emulator.control('GET', '/events')).json.data).toHaveLength(1)
  expect(await ledger()).toMatchObject([
    {
      at: '2026-03-10T15:01:10.000Z',
      fact: 'delivery_suppressed',
      reason: 'daily_send_limit',
      tenant: 'pro',
      event: 'call.completed',
      external_id: 'crm-2',
      call_id: second.json.data.call_id,
      event_id: null,
      delivery_id: null,
    },
  ])
})
