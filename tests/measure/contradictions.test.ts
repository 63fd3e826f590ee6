import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type EmulatorHandle, startEmulator, type WorldHandle } from '../../server/index.ts'
import type { HarmClass } from '../../server/measure/exchange.ts'
import { type MeasureSetting, measure } from '../../server/measure/measure.ts'
import { measureHar } from '../../server/measure/passive.ts'
import { nodeWire } from '../../server/measure/wire.ts'
import { type ProxyAnswer, startProxy } from './proxy.ts'
import { clockOf, TOKYO_NOON } from './target.ts'

let emulator: EmulatorHandle
beforeAll(async () => {
  emulator = await startEmulator({ fixture: 'empty', clock: TOKYO_NOON, dashboard: false })
})
afterAll(() => emulator.close())

async function measured({
  change,
  classes = ['0'],
  tenant = 'pro',
  prepare,
  only,
  clock = TOKYO_NOON,
  setting: further,
}: {
  clock?: string
  setting?: Partial<MeasureSetting>
  change: (answer: ProxyAnswer, asked: { path: string }) => ProxyAnswer
  classes?: readonly HarmClass[]
  tenant?: 'pro' | 'free'
  prepare?: (world: WorldHandle) => Promise<unknown>
  only?: Parameters<typeof measure>[0]['only']
}) {
  const world = await emulator.createWorld({ fixture: 'standard', clock })
  await prepare?.(world)
  const proxy = await startProxy(world.baseUrl, change)
  const wire = nodeWire()
  onTestFinished(async () => {
    wire[Symbol.dispose]()
    await proxy[Symbol.asyncDispose]()
    await world.remove()
  })
  const { key: second } = await world
    .tenant(tenant)
    .issueKey({ mode: 'test', scopes: ['customers:read'], label: 'few' })
  const setting = {
    base: proxy.base,
    keys: { main: world.tenant(tenant).keys.test as string, second },
    classes,
    plan: tenant,
    only,
    clock: clockOf(world, Date.parse(clock)),
    ...further,
  }
  const parts = { wire, write: () => undefined, run: 'ab12', version: '0.0.0', signal: new AbortController().signal }
  return (await measure(setting, parts)).file
}
const about = (file: Awaited<ReturnType<typeof measured>>, sentence: string) =>
  file.contradictions.filter(row => row.sentence.endsWith(`#${sentence}`))

test('a service that does what is documented is contradicted by nothing', async () => {
  const file = await measured({ change: answer => answer, classes: ['0', '1'] })
  expect([file.contradictions, file.stopped]).toEqual([[], null])
})

test('a header that is missing on one kind of answer contradicts the sentence that it is on every answer', async () => {
  const file = await measured({
    change: answer => {
      const { 'x-ratelimit-reset': _, ...headers } = answer.headers
      return answer.status === 404 ? { ...answer, headers } : answer
    },
    only: ['errors.not_found'],
  })
  expect(about(file, 'limits-5')).toEqual([
    expect.objectContaining({
      observed: 'x-ratelimit-reset absent on 404',
      evidence: expect.arrayContaining(['GET /customers/2147483647 → 404 not_found']),
    }),
  ])
  expect(file.contradictions).toHaveLength(1)
})

test('a burst window of nine seconds contradicts the windows of ten', async () => {
  const file = await measured({
    classes: ['0', '3'],
    tenant: 'free',
    only: ['limits.rejected_counts'],
    change: answer => {
      if (answer.status !== 429) return answer
      // Windows that begin at second 0, 9, 18 and so on; the run fills one in the middle of a minute of the world.
      const second = Math.floor(Date.parse(String(answer.headers.date)) / 1_000)
      const wait = 9 * Math.floor((second % 60) / 9 + 4) - (second % 60)
      const body = JSON.parse(answer.body.toString())
      body.error.details.retry_after = wait
      return {
        ...answer,
        headers: { ...answer.headers, 'retry-after': String(wait) },
        body: Buffer.from(JSON.stringify(body)),
      }
    },
  })
  expect(about(file, 'limits-2').length).toBeGreaterThan(0)
})

test('a licence that is checked before the used-up day contradicts the documented order, in recorded traffic too', async () => {
  await using world = await emulator.createWorld({ fixture: 'empty', clock: TOKYO_NOON })
  const free = world.tenant('free')
  await free.limits.set({ day: { used: 'limit' } })
  await free.fetch('/customers')
  // On record, this service refuses a report for want of a licence while the requests of the day are used up.
  await free.limits.set({ day: { used: 0 } })
  await free.fetch('/reports/summary?from=2026-03-09&to=2026-03-09')
  const har = await (await fetch(`${world.controlUrl}/requests.har`)).text()
  const { file } = measureHar(har, { version: '0.0.0', run: 'ab12' })
  expect(file.contradictions.map(({ sentence, observed }) => [sentence, observed])).toEqual([
    ['contract/README.md#errors-4', '403 license_required'],
  ])
})

describe('a day that is used up', () => {
  const day = (change: (answer: ProxyAnswer, asked: { path: string }) => ProxyAnswer) =>
    measured({
      classes: ['4'],
      tenant: 'free',
      only: ['contract', 'gates.order'],
      clock: '2026-03-10T14:50:00.000Z',
      setting: { dayUsed: 995, watch: 'PT4H' },
      prepare: world => world.tenant('free').limits.set({ day: { used: 995 } }),
      change,
    })
  const refusedFor = (code: string, answer: ProxyAnswer): ProxyAnswer => ({
    ...answer,
    status: 403,
    body: Buffer.from(JSON.stringify({ error: { code, message: 'No.', details: null } })),
  })
  const isUsedUp = ({ status, body }: ProxyAnswer) => status === 429 && body.includes('quota_exceeded')

  test('is what is documented: refused before scope and licence, until midnight in Tokyo', async () => {
    const file = await day(answer => answer)
    expect([file.contradictions, file.stopped, file.classes]).toEqual([[], null, [0, 4]])
  })

  test.each<[string, string, string, (answer: ProxyAnswer, asked: { path: string }) => ProxyAnswer]>([
    [
      'the licence is checked first',
      'errors-4',
      '403 license_required',
      (answer, { path }) =>
        isUsedUp(answer) && path === '/webhooks' ? refusedFor('license_required', answer) : answer,
    ],
    [
      'the wait is another one than until midnight',
      'errors-2',
      '3600 s, ',
      answer => {
        if (!isUsedUp(answer)) return answer
        const body = JSON.parse(answer.body.toString())
        body.error.details.retry_after = 3_600
        return {
          ...answer,
          headers: { ...answer.headers, 'retry-after': '3600' },
          body: Buffer.from(JSON.stringify(body)),
        }
      },
    ],
  ])('is contradicted when %s', async (_, sentence, observed, change) => {
    const file = await day(change)
    expect(about(file, sentence)[0]?.observed).toContain(observed)
  })

  test('is contradicted when it is still used up after midnight', async () => {
    let kept: ProxyAnswer | undefined
    const file = await day(answer => {
      if (isUsedUp(answer)) kept = answer
      return kept === undefined || isUsedUp(answer) ? answer : kept
    })
    expect(about(file, 'limits-3').map(({ observed }) => observed)).toEqual(['429 quota_exceeded'])
  })
})

test('a value that a documented sentence rules out is no measured value', async () => {
  const file = await measured({
    change: answer => (answer.status === 422 ? { ...answer, status: 400 } : answer),
    only: ['errors.validation'],
  })
  expect(file.entries['errors.validation']).toMatchObject({
    state: 'contradicts',
    value: { status: 400, code: 'validation_error' },
  })
  expect(about(file, 'report-3').length).toBe(1)
})
