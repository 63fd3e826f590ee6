import { expect, test } from 'vitest'
import type { Json } from '../../server/contract/assumption-entry.ts'
import { ASSUMPTION_IDS, type AssumptionId } from '../../server/contract/assumptions.ts'
import type { MeasuredFile } from '../../server/contract/measured-file.ts'
import { startEmulator, type WorldHandle } from '../../server/index.ts'
import { Randomness } from '../../server/kernel/random.ts'
import type { HarmClass } from '../../server/measure/exchange.ts'
import { isNever } from '../../server/measure/probe.ts'
import { PROBES } from '../../server/measure/probes/all.ts'
import { measureWorld, type Target, TOKYO_NOON } from './target.ts'
import { CONNECTED, EARLY, TARGETS, valuesOf } from './values.ts'

const WITH_CHOICE = ASSUMPTION_IDS.filter(id => !isNever(PROBES[id]) && valuesOf(id).length > 1)

/** What can only be seen of a tenant of another kind, or while somebody makes a call. */
const ELSEWHERE = ASSUMPTION_IDS.filter(id => TARGETS[id]?.tenant !== undefined || id === 'calls.ai_delay')

type Assigned = { readonly [id: string]: Json }
function isWithoutEvents(of: Assigned): boolean {
  return of['calls.test_key_lifecycle'] === 'initiating_only'
}
function isTriedOnce(of: Assigned): boolean {
  return isWithoutEvents(of) || (of['webhooks.retry_schedule'] as string[]).length === 0
}

/** What hides behind other values: nothing is seen of it then, and nothing may be said. */
const HIDDEN: { readonly [Id in AssumptionId]?: (of: Assigned) => boolean } = {
  'queries.plus': of => !(of['customers.list_filters'] as string[]).includes('tel1'),
  'webhooks.retry_schedule': isWithoutEvents,
  'webhooks.filter_semantics': isWithoutEvents,
  'webhooks.retry_url': isTriedOnce,
  'webhooks.retry_unsubscribed': isTriedOnce,
  'webhooks.disabled_drop': isTriedOnce,
  // Early in the day, the newest calls cannot be listed on such a service without knowing its calendar.
  'calls.ai_delay': of => of['dates.zone'] === 'UTC' && of['dates.future'] === 'reject',
  'calls.started_at': of => of['calls.test_key_lifecycle'] === 'initiating_only',
}

const SEEDS = (process.env.RINGBACK_MEASURE_ASSIGNMENTS ?? '1').split(',')

const SESSION: readonly (readonly [string, string, unknown?])[] = [
  ['GET', '/customers'],
  ['GET', '/customers?page=0'],
  ['GET', '/customers?page=5'],
  ['GET', '/customers?zzz=1'],
  ['GET', '/customers?name=zzz'],
  ['GET', '/customers/999999'],
  ['GET', '/nowhere'],
  ['PATCH', '/customers'],
  ['OPTIONS', '/customers'],
  ['POST', '/customers', {}],
  ['POST', '/customers', { project_id: 13, name: 'Alpha', tel1: '0312345678', zzz: 1 }],
  ['POST', '/customers', { project_id: 13, name: 'Alpha', tel1: '+81312345678', external_id: 'crm-1' }],
  ['POST', '/customers/bulk', { customers: [{ project_id: 13, name: 'Beta', tel1: '+81312345678' }, {}] }],
  ['POST', '/calls/initiate', { phone_number: '03-1234-0001', staff_id: 999_999, project_id: 13 }],
  ['GET', '/calls?from=2026-02-01&to=2026-03-04'],
  ['GET', '/calls?from=2026-03-12&to=2026-03-12'],
  ['GET', '/calls?from=2026-03-01&to=2026-03-05&status=busy'],
  ['GET', '/reports/summary?from=2026-03-01&to=2026-03-08&period=week'],
  ['POST', '/webhooks', { url: 'https://localhost/x', events: ['call.missed'], zzz: 1 }],
]

/** Names and types of a value, without the value. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)]))
}

async function session(world: WorldHandle): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const [method, path, body] of SESSION) {
    const response = await fetch(`${world.baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${world.tenant('pro').key}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    const json = text === '' ? undefined : JSON.parse(text)
    answers.push({ asked: `${method} ${path}`, status: response.status, code: json?.error?.code, shape: shapeOf(json) })
  }
  return answers
}

test.each(SEEDS)(
  'a run recovers all values at once, and Ringback started with its file answers alike (assignment %s)',
  async seed => {
    const random = new Randomness(`assignment ${seed}`)
    const assigned = Object.fromEntries(WITH_CHOICE.map(id => [id, random.pick(`value:${id}`, valuesOf(id))])) as {
      readonly [id: string]: Json
    }
    await using emulator = await startEmulator({ fixture: 'empty', clock: EARLY, assume: assigned, dashboard: false })
    const run = (target: Target, classes: readonly HarmClass[], only: readonly AssumptionId[]) =>
      measureWorld(emulator, { clock: EARLY, ...target, assumptions: assigned, classes, only })
    const here = WITH_CHOICE.filter(id => !ELSEWHERE.includes(id))
    const files: MeasuredFile[] = [
      (await run({ history: true, base: CONNECTED, setting: { watch: 'P4D' } }, ['0', '1', '2', '2R'], here)).file,
    ]
    for (const id of ELSEWHERE) files.push((await run(TARGETS[id] ?? {}, ['0', '1', '3'], [id])).file)
    const found = (id: AssumptionId) => files[ELSEWHERE.includes(id) ? 1 + ELSEWHERE.indexOf(id) : 0]?.entries[id]
    for (const id of WITH_CHOICE) {
      const entry = found(id)
      const expected = HIDDEN[id]?.(assigned)
        ? { state: 'unreachable', value: undefined }
        : { state: 'measured', value: assigned[id] }
      expect({ id, state: entry?.state, value: entry?.value }, JSON.stringify(entry)).toEqual({ id, ...expected })
    }
    const entries = Object.fromEntries(WITH_CHOICE.map(id => [id, found(id)]))
    const measured = JSON.stringify({ ...files[0], entries })
    await using again = await startEmulator({ fixture: 'standard', clock: TOKYO_NOON, measured, dashboard: false })
    await using original = await emulator.createWorld({
      fixture: 'standard',
      clock: TOKYO_NOON,
      assumptions: assigned,
    })
    expect(await session(again.world)).toEqual(await session(original))
  },
)
