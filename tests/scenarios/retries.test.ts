import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { inspect, subscribe } from '../support/subscriber.ts'

/** Answers with these statuses in turn, and then with 200. */
function answering(...statuses: number[]) {
  return (_: unknown, response: ServerResponse) => response.writeHead(statuses.shift() ?? 200).end()
}

/** Places a call that rings for 10 s and is talked on for 60 s: it ends at 03:01:10. */
const initiate = async (pro: TestTenant) =>
  (await pro.post('/calls/initiate', pro.call({ external_id: 'crm-1' }))).json.data.call_id as string

test('a receiver that fails three times sees four attempts at the scheduled instants, with one id and the same bytes (threat C2) (threat C6)', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const seen: string[] = []
  const respond = answering(500, 500, 500)
  await using crm = await subscribe(emulator, pro, {
    respond: (request, response) => {
      void emulator.control('GET', '/clock').then(({ json }) => {
        seen.push(json.now)
        respond(request, response)
      })
    },
  })
  await initiate(pro)
  const { fired } = await emulator.advance({ by: 'P1D' })

  const instants = [
    '2026-03-10T03:01:10.000Z',
    '2026-03-10T03:01:15.000Z',
    '2026-03-10T03:06:15.000Z',
    '2026-03-10T03:36:15.000Z',
  ]
  const outcomes = instants.map((at, index) => [at, index < 3 ? 500 : 200])
  expect(seen).toEqual(instants)
  const attempts = fired.filter(job => job.kind === 'webhook.attempt')
  expect(attempts.map(job => [job.due_at, job.status_code])).toEqual(outcomes)
  const { requests } = crm.receiver
  expect(requests).toHaveLength(4)
  for (const name of ['x-service-delivery', 'x-service-signature'])
    expect(new Set(requests.map(request => request.headers[name])).size).toBe(1)
  for (const request of requests) expect(request.body.equals(requests[0]?.body as Buffer)).toBe(true)

  const { deliveries, delivery } = inspect(emulator)
  const [listed] = await deliveries()
  expect(listed).toMatchObject({ status: 'delivered', attempt_count: 4, next_attempt_at: null, last_status_code: 200 })
  const detail = await delivery(listed?.delivery_id ?? '')
  expect(detail.attempts.map(attempt => [attempt.started_at, attempt.status_code])).toEqual(outcomes)
  expect(Buffer.from(detail.body.base64, 'base64').equals(requests[0]?.body as Buffer)).toBe(true)
})

test('a delivery that never succeeds fails after the whole schedule, and nothing is sent afterwards (threat C6)', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  await using crm = await subscribe(emulator, pro, { respond: (_, response) => response.writeHead(503).end() })
  await initiate(pro)
  await emulator.advance({ by: 'P3D' })
  expect(crm.receiver.requests).toHaveLength(8)
  const { deliveries, delivery } = inspect(emulator)
  const [listed] = await deliveries('status=failed')
  expect(listed).toMatchObject({ attempt_count: 8, next_attempt_at: null, last_status_code: 503 })
  const { attempts } = await delivery(listed?.delivery_id ?? '')
  const waits = attempts.slice(1).map((attempt, index) => {
    const before = attempts[index]
    return (Date.parse(attempt.started_at) - Date.parse(before?.ended_at ?? '')) / 1_000
  })
  expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000])
})

test('while the clock stands, a retry that is planned does not happen (threat C6)', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  await using crm = await subscribe(emulator, pro, { respond: answering(500) })
  await initiate(pro)
  await emulator.advance({ by: 'PT70S' })
  const { deliveries } = inspect(emulator)
  expect(await deliveries('status=pending')).toMatchObject([{ next_attempt_at: '2026-03-10T03:01:15.000Z' }])
  await emulator.advance({ to: 'next-job', offset: '-PT0.001S' })
  expect(crm.receiver.requests).toHaveLength(1)
  await emulator.advance({ to: 'next-job' })
  expect(crm.receiver.requests).toHaveLength(2)
})

test('a receiver that asks for the call during its delivery gets it as it is at that instant', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const answers: { status: number; date: string | null; body: Record<string, unknown> }[] = []
  await using crm = await subscribe(emulator, pro, {
    respond: (request, response) => {
      const { call_id } = JSON.parse(request.body.toString()).data
      void pro.get(`/calls/${call_id}`).then(reply => {
        answers.push({ status: reply.status, date: reply.headers.get('Date'), body: reply.json.data })
        response.end()
      })
    },
  })
  const call_id = await initiate(pro)
  // Far past the end: the answer must still be that of the delivery's own instant.
  await emulator.advance({ by: 'PT5M' })
  expect(crm.receiver.requests).toHaveLength(1)
  expect(answers).toMatchObject([
    {
      status: 200,
      date: 'Tue, 10 Mar 2026 03:01:10 GMT',
      body: { call_id, status: 'connected', ended_at: '2026-03-10T03:01:10.000Z', duration_seconds: 70 },
    },
  ])
  expect(answers[0]?.body).not.toHaveProperty('transcript')
})

test('a redirect is a failure and is never followed (threat C4)', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  await using crm = await subscribe(emulator, pro, {
    respond: ({ path }, response) =>
      path === '/hooks' ? response.writeHead(307, { Location: '/elsewhere' }).end() : response.end(),
  })
  await initiate(pro)
  await emulator.advance({ by: 'PT2M' })
  expect(crm.receiver.requests.map(request => request.path)).toEqual(['/hooks', '/hooks'])
  expect(await inspect(emulator).deliveries()).toMatchObject([{ status: 'pending', last_status_code: 307 }])
})
