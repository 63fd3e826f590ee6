import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AssumptionEntry, Json } from '../../../server/contract/assumption-entry.ts'
import { ASSUMPTION_IDS, ASSUMPTIONS, type AssumptionId } from '../../../server/contract/assumptions.ts'
import { type EmulatorHandle, startEmulator } from '../../../server/index.ts'
import { TOKYO_NOON } from '../../support/api.ts'
import { Ground, type Probe } from './ground.ts'
import { CALLS, CUSTOMERS, DATES, REPORTS } from './probes-customers-calls.ts'
import { AUTH, ERRORS, GATES, LIMITS, REQUESTS, WIRE } from './probes-requests.ts'
import { WEBHOOKS } from './probes-webhooks.ts'

/** Does not compile, and does not pass, while an assumption is without a probe. */
const PROBES = {
  ...AUTH,
  ...GATES,
  ...LIMITS,
  ...ERRORS,
  ...WIRE,
  ...REQUESTS,
  ...CUSTOMERS,
  ...CALLS,
  ...DATES,
  ...REPORTS,
  ...WEBHOOKS,
} as const satisfies Record<AssumptionId, Probe | readonly Probe[]>

interface Sight {
  readonly seen: unknown
  /** How much said that it rests on the assumption. */
  readonly reliedOn: number
}

let emulator: EmulatorHandle
beforeAll(async () => {
  emulator = await startEmulator({ fixture: 'empty', clock: TOKYO_NOON, dashboard: false })
})
afterAll(() => emulator.close())

async function look(probe: Probe, id: AssumptionId, value: Json | undefined): Promise<Sight> {
  const assume = { ...probe.base, ...(value === undefined ? {} : { [id]: value }) } as { [id: string]: Json }
  const clock = probe.clock ?? TOKYO_NOON
  if (probe.where === 'process') {
    await using own = await startEmulator({ fixture: 'empty', clock, assume, dashboard: false })
    return await sight(probe, id, new Ground(own.world, assume))
  }
  await using world = await emulator.createWorld({ fixture: 'empty', clock, assumptions: assume })
  return await sight(probe, id, new Ground(world, assume))
}

async function sight(probe: Probe, id: AssumptionId, ground: Ground): Promise<Sight> {
  const seen = await probe.see(ground)
  return { seen, reliedOn: (await ground.world.assumptions.get(id)).relied_on }
}

/** Points of which nothing said that they were guesses, with the entries that say so now. */
const DECIDED_SILENTLY: [string, ...AssumptionId[]][] = [
  ['what a talk ratio is', 'reports.talk_ratio'],
  ['what an average is over', 'reports.average_over'],
  ['averages and rates of nothing', 'reports.empty_averages'],
  ['the day that a call counts on', 'reports.day_of_call'],
  ['how weeks begin and are named', 'reports.week_starts', 'reports.week_name'],
  ['filters of an update', 'webhooks.update_filters'],
  ['an update without a field', 'requests.empty_update'],
  ['pending attempts after an update', 'webhooks.retry_url', 'webhooks.retry_unsubscribed'],
  ['a tenant whose Open API is off', 'license.open_api_disabled', 'webhooks.open_api_disabled'],
  ['the last page of an empty list', 'paging.empty_last_page'],
  ['what HEAD uses', 'limits.head_counts'],
  ['dates to come, and how a day is named', 'dates.future', 'dates.format'],
  ['byte order marks and compressed bodies', 'requests.byte_order_mark', 'requests.content_encoding'],
  ['the mask of a short number', 'calls.short_number_mask'],
  ['URLs that nobody outside reaches', 'webhooks.private_urls'],
  ['texts of white space alone', 'requests.blank_text'],
]

/** Every probe of every assumption, with the values that it is seen with. */
const LOOKS = ASSUMPTION_IDS.flatMap(id => {
  const entry: AssumptionEntry<unknown> = ASSUMPTIONS[id]
  const probes = [PROBES[id]].flat() as Probe[]
  return probes.map((probe, index) => ({
    id,
    title: probes.length === 1 ? id : `${id} (${index + 1})`,
    probe,
    values: [...entry.alternatives, ...(probe.others ?? [])] as Json[],
  }))
})
const SWITCHABLE = LOOKS.filter(({ values }) => values.length > 0)
const FIXED = LOOKS.filter(({ values }) => values.length === 0)

describe('the register of assumptions', () => {
  test('has a probe for each of its entries, and another value to see for each that can have one (finding T5)', () => {
    expect(Object.keys(PROBES).sort()).toEqual([...ASSUMPTION_IDS].sort())
    const open = ASSUMPTION_IDS.filter(id => 'schema' in ASSUMPTIONS[id])
    expect(open.filter(id => !SWITCHABLE.some(row => row.id === id))).toEqual([])
  })

  test.each(DECIDED_SILENTLY)('says of what was once decided silently: %s (finding T8)', (_, ...ids) => {
    for (const id of ids) {
      const entry: AssumptionEntry<unknown> = ASSUMPTIONS[id]
      const values = [entry.default, ...entry.alternatives]
      // A compressed body can be a bomb, so there is nothing else to try.
      expect(values.length).toBeGreaterThan(id === 'requests.content_encoding' ? 0 : 1)
      expect(LOOKS.some(row => row.id === id)).toBe(true)
    }
  })

  test.each(SWITCHABLE)('$title: every other value changes what a client sees (finding T5)', async row => {
    const { id, probe, values } = row
    const sights = [await look(probe, id, undefined)]
    for (const value of values) sights.push(await look(probe, id, value))
    const texts = sights.map(({ seen }) => JSON.stringify(seen) ?? 'undefined')
    expect(new Set(texts).size, `${texts.join('\n')}`).toBe(values.length + 1)
    if (probe.unnoted === undefined) for (const { reliedOn } of sights) expect(reliedOn).toBeGreaterThan(0)
  })

  test.each(FIXED)(
    '$title: has one value, which holds, and what rests on it says so (finding T2)',
    async ({ id, probe }) => {
      const { seen, reliedOn } = await look(probe, id, undefined)
      expect(seen).toBe(true)
      if (probe.unnoted === undefined) expect(reliedOn).toBeGreaterThan(0)
    },
  )
})
