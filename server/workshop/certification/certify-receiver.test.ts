import { isUtf8 } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { verify } from '@octokit/webhooks-methods'
import { expect, onTestFinished, test } from 'vitest'
import { MUTANT_RECEIVERS } from '../../../tests/support/receivers/mutant-receivers.ts'
import { type ReceiverParts, startReferenceReceiver } from '../../../tests/support/receivers/reference-receiver.ts'
import { startReceiver } from '../../../tests/support/receivers.ts'
import { startTransport } from '../../../tests/support/sending.ts'
import type { Certification } from '../../contract/certification.ts'
import { EVENT_KINDS } from '../../contract/events.ts'
import { Randomness } from '../../kernel/random.ts'
import { CERTIFICATION_CASE_IDS, CERTIFICATION_CASES, type CertificationCaseId } from './catalogue.ts'
import {
  type CertificationAnswer,
  type CertificationRequest,
  type CertificationSend,
  certifyReceiver,
} from './certify-receiver.ts'
import { wrongSecret } from './sample-deliveries.ts'

const secret = 'whsec_4f0c2a9d7b6e4c1f8a3d5e7f90b1c2d3'
const random = new Randomness('certification')
const now = Date.UTC(2026, 2, 10, 15)

const sending = (given: { signal?: AbortSignal } = {}): CertificationSend => {
  const { post } = startTransport()
  return ({ url, headers, body }) => post(url, { headers: { ...headers }, body, totalSeconds: 20, ...given })
}
const certify = (url: string, send: CertificationSend = sending(), more: { spelling?: 'compact' } = {}) =>
  certifyReceiver({ url, secret, send, random, now, ...more })
const failed = ({ cases }: Certification) => cases.filter(row => row.outcome === 'failed').map(({ id }) => id)
const running = async (parts: Partial<ReceiverParts> = {}) => {
  const receiver = await startReferenceReceiver({ secret, parts })
  onTestFinished(() => receiver.close())
  return receiver
}
/** A run without a receiver: what is sent, and the answers from a table. */
const recorded = async (answer: Partial<CertificationAnswer> = {}) => {
  const requests: CertificationRequest[] = []
  const result = await certify('https://crm.example.com/hook', async request => {
    requests.push(request)
    return { status_code: 200, error: null, duration_ms: 1, ...answer }
  })
  return { requests, result }
}

test('the reference receiver passes every case that its answers show, and works on each genuine delivery once', async () => {
  const receiver = await running()
  const result: Certification = await certify(receiver.url)
  expect(failed(result)).toEqual([])
  const score = { passed: 12, failed: 0, not_tried: 3, total: 15 }
  expect(result).toMatchObject({ url: receiver.url, passed: true, problem: null, score })
  expect(result.cases.map(({ id }) => id)).toEqual(CERTIFICATION_CASE_IDS)
  expect(result.cases.every(({ fix }) => fix === null)).toBe(true)
  // plain, valid, duplicate, two out of order, the original of a forgery, slow, ten at once, unknown kind, large
  expect(receiver.worked).toHaveLength(19)
  expect(new Set(receiver.worked.map(({ event_id }) => event_id)).size).toBe(19)
})

const WITHOUT_PROBE = CERTIFICATION_CASE_IDS.filter(id => !('work' in CERTIFICATION_CASES[id]))

test.each(WITHOUT_PROBE.map(id => ({ id, mistake: MUTANT_RECEIVERS[id].mistake })))(
  'a receiver that $mistake fails $id and nothing else',
  async ({ id }) => {
    const giveUp = new AbortController()
    const parts = MUTANT_RECEIVERS[id].parts({ otherSecret: wrongSecret(random), onHang: () => giveUp.abort() })
    const { url } = await running(parts)
    // The transport gives up on the one that hangs, as at the total timeout, and begins afresh with the next delivery.
    const patient = sending()
    const impatient = sending({ signal: giveUp.signal })
    const send: CertificationSend = request => (giveUp.signal.aborted ? patient : impatient)(request)
    // A receiver that serialises again like JSON.stringify accepts no genuine delivery of the other spelling.
    const result = await certify(url, send, id === 'reserialized_body' ? { spelling: 'compact' } : {})
    expect(failed(result)).toEqual([id])
    expect(result).toMatchObject({ passed: false, score: { passed: 11, failed: 1, not_tried: 3 } })
    expect(result.cases.find(row => row.id === id)?.fix).toMatch(/\.$/)
  },
)

test.each([
  ['its own', (received: string, expected: string) => expected.startsWith(received)],
  [
    'the other',
    (received: string, expected: string) => [...received].every((character, at) => character === expected[at]),
  ],
])('a receiver that compares no further than the header is long (%s text) fails missing_header', async (_, matches) => {
  const isGenuine: ReceiverParts['isGenuine'] = ({ secret: key, header, body }) =>
    header !== undefined && matches(header, `sha256=${createHmac('sha256', key).update(body).digest('hex')}`)
  const { url } = await running({ isGenuine })
  expect(failed(await certify(url))).toEqual(['missing_header'])
})

test('a receiver that accepts everything fails exactly the cases about forgeries', async () => {
  const { result } = await recorded()
  const forgeries: CertificationCaseId[] = [
    'wrong_secret',
    'tampered_body',
    'uppercase_digest',
    'missing_header',
    'reserialized_body',
  ]
  expect(failed(result)).toEqual(forgeries)
})

test.each([
  [401, 'refuses everything'],
  [307, 'redirects'],
  [500, 'breaks'],
  [404, 'is not there'],
])('of a receiver that answers %i to all nothing is said but that, once: it %s (finding R14)', async status_code => {
  const { result, requests } = await recorded({ status_code })
  expect(result).toMatchObject({ passed: false, score: { passed: 0, failed: 1, not_tried: 14 } })
  expect(failed(result)).toEqual(['valid'])
  expect(result.problem).toMatch(new RegExp(`^A genuine delivery was answered with ${status_code}: .+\\.$`))
  expect(result.cases[0]!.fix).toMatch(/\.$/)
  for (const { observed, fix, passed } of result.cases.slice(1))
    expect({ observed, fix, passed }).toEqual({
      observed: `not tried, since a genuine delivery got ${status_code}`,
      fix: null,
      passed: false,
    })
  // Only one that considers signatures invalid is tried with serialised bodies; nobody else is asked a second time.
  expect(new Set(requests.map(({ certify_case }) => certify_case))).toEqual(
    new Set(status_code === 401 ? ['valid', 'reserialized_body'] : ['valid']),
  )
})

test('an answer after the total timeout is too late, and one that broke off is none', async () => {
  const late = await recorded({ duration_ms: 15_001 })
  expect(failed(late.result)).toContain('slow')
  expect(late.result.cases.find(({ id }) => id === 'slow')).toMatchObject({ expected: '2xx within 15 s' })
  const broken = await recorded({ error: 'connection_reset' })
  expect(broken.result.cases[0]).toMatchObject({
    passed: false,
    observed: '200, broken off (connection_reset) after 1 ms',
  })
})

test('when nobody answers the first delivery the others are not tried', async () => {
  const receiver = await startReceiver()
  await receiver.close()
  const asked: string[] = []
  const send = sending()
  const result = await certify(receiver.url, request => {
    asked.push(request.url)
    return send(request)
  })
  expect(asked).toHaveLength(1)
  expect(result.score).toEqual({ passed: 0, failed: 1, not_tried: 14, total: 15 })
  expect(result.cases[0]!.observed).toMatch(/^no answer \(connection_refused/)
  expect(result.cases[0]!.fix).toContain('--forward')
  expect(result.cases[14]!.observed).toMatch(/^not tried, .*connection_refused/)
})

test('what is observed tells every answer: in turn one after another, counted side by side', async () => {
  let count = 0
  const result = await certify('https://crm.example.com', async () => {
    count += 1
    return { status_code: count % 2 ? 200 : 503, error: null, duration_ms: count }
  })
  const observed = Object.fromEntries(result.cases.map(row => [row.id, row.observed]))
  expect(observed.duplicate_delivery).toBe('200 after 3 ms, then 503 after 4 ms')
  expect(observed.burst_of_ten).toMatch(/^5 × (200|503), 5 × (200|503), the slowest after [\d.]+ ms$/)
  // The time of a case, as the scorecard says below its score: in turn the sum, side by side the slowest.
  const took = Object.fromEntries(result.cases.map(row => [row.id, row.duration_ms]))
  expect(took.duplicate_delivery).toBe(3 + 4)
  expect(observed.burst_of_ten).toContain(`the slowest after ${took.burst_of_ten} ms`)
})

test('what is sent is what each case says: an independent implementation verifies the genuine deliveries and no other', async () => {
  const { requests } = await recorded()
  const verdicts: Partial<Record<CertificationCaseId, boolean[]>> = {}
  for (const { certify_case, headers, body } of requests) {
    expect(isUtf8(body)).toBe(true)
    const header = headers['X-Service-Signature']
    const verdict = header !== undefined && header !== '' && (await verify(secret, body.toString('utf8'), header))
    verdicts[certify_case] = [...(verdicts[certify_case] ?? []), verdict]
  }
  const genuine = (count: number) => Array<boolean>(count).fill(true)
  const { reserialized_body, ...rest } = verdicts
  expect(rest).toEqual({
    valid: genuine(2),
    duplicate_delivery: genuine(2),
    out_of_order: genuine(2),
    wrong_secret: [false],
    tampered_body: [true, false],
    uppercase_digest: [false],
    missing_header: [false, false, false, false],
    slow: [true],
    burst_of_ten: genuine(10),
    unknown_event: [true],
    large_payload: [true],
  })
  expect(reserialized_body!.length).toBeGreaterThan(10)
  expect(reserialized_body).not.toContain(true)
})

test('each delivery has the headers and the payload of the contract, and an id of its own unless it is a duplicate', async () => {
  const { requests } = await recorded()
  for (const { headers, body } of requests) {
    const payload = JSON.parse(body.toString('utf8'))
    expect(headers).toMatchObject({ 'Content-Type': 'application/json', 'User-Agent': 'Service-Webhook/1.0' })
    expect(headers['X-Service-Event']).toBe(payload.event)
    expect(headers['X-Service-Delivery']).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(payload.data.phone_number).toMatch(/^\S{3}\*{4}\d{4}$/)
    expect(Date.parse(payload.occurred_at)).toBeLessThan(now)
  }
  const ids = requests.map(({ headers }) => headers['X-Service-Delivery'])
  expect(new Set(ids).size).toBe(requests.length - 1)
  expect(requests[3]!.body.equals(requests[2]!.body)).toBe(true)
  const kinds = new Set(requests.map(({ headers }) => headers['X-Service-Event']))
  expect([...kinds].filter(kind => !EVENT_KINDS.some(known => known === kind))).toHaveLength(1)
  const largest = Math.max(...requests.map(({ body }) => body.length))
  expect(largest).toBeGreaterThan(850_000)
  expect(largest).toBeLessThan(1_024 * 1_024)
})

test('the same source of randomness sends the same bytes, another one other deliveries', async () => {
  const [first, second] = [await recorded(), await recorded()]
  expect(second.requests).toEqual(first.requests)
  const ids: (string | undefined)[] = []
  await certifyReceiver({
    url: 'https://crm.example.com',
    secret,
    random: random.below('second run'),
    now,
    send: async ({ headers }) => {
      ids.push(headers['X-Service-Delivery'])
      return { status_code: 200, error: null, duration_ms: 1 }
    },
  })
  expect(ids).toHaveLength(first.requests.length)
  expect(first.requests.filter(({ headers }) => ids.includes(headers['X-Service-Delivery']))).toEqual([])
})
