import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AssumptionEntry, Json } from '../../server/contract/assumption-entry.ts'
import { ASSUMPTION_IDS, ASSUMPTIONS, type AssumptionId } from '../../server/contract/assumptions.ts'
import { type EmulatorHandle, startEmulator } from '../../server/index.ts'
import { HARM_CLASSES } from '../../server/measure/exchange.ts'
import { isNever } from '../../server/measure/probe.ts'
import { PROBES } from '../../server/measure/probes/all.ts'
import { call, measureWorld, type Target } from './target.ts'

const EARLY = '2026-03-09T16:00:00.000Z'
const error = (status: number): Json[] => [{ status, code: 'another_code' }]

/** Values beside the alternatives, of entries that a schema describes. */
const OTHERS: { readonly [Id in AssumptionId]?: readonly Json[] } = {
  'auth.unauthorized': [{ status: 403, code: 'no_such_key' }],
  'errors.not_found': error(410),
  'errors.method_not_allowed': error(404),
  'errors.validation': error(422),
  'errors.duplicate_external_id': error(409),
  'errors.malformed': error(422),
  'errors.too_large': error(400),
  'errors.media_type': error(406),
  'customers.text_max_length': [40, 191],
  'customers.required': [[], ['name']],
  'customers.list_filters': [['external_id', 'name']],
  'calls.list_filters': [['status', 'external_id']],
  'paging.max_page': [3],
  'webhooks.label_max_length': [5, 100],
  'webhooks.filter_max_items': [1, 50],
  'webhooks.url_rules': [64, 500],
}
/** Every call is connected, soon and shortly. */
const CONNECTED = {
  'calls.default_script': {
    dial: 'PT1S',
    ring: 'PT8S',
    weights: { connected: 1, no_answer: 0, busy: 0, failed: 0 },
    talk_seconds: { min: 20, max: 40 },
  },
}

const TARGETS: { readonly [Id in AssumptionId]?: Target } = {
  'gates.order': { tenant: 'free' },
  'limits.rejected_counts': { tenant: 'free' },
  'limits.both_exceeded': { tenant: 'free' },
  'license.without_plan': { tenant: 'unplanned' },
  'license.open_api_disabled': { tenant: 'disabled', setting: { plan: 'pro', openApiOff: true } },
  'dates.zone': { clock: EARLY },
  'calls.started_at': { base: CONNECTED },
  'calls.statuses': {
    base: { 'calls.default_script': { ...CONNECTED['calls.default_script'], dial: 'PT10M', ring: 'PT2H' } },
    prepare: async world => {
      await call(world, 'pro', '5678')
      await world.clock.advance({ by: 'PT20M' })
      await call(world, 'pro', '5678')
    },
  },
  'reports.average_over': { history: true },
  'reports.talk_ratio': { history: true },
  'reports.day_of_call': { history: true },
  'reports.users_shape': { history: true },
  'reports.calls_shape': { history: true },
}

let emulator: EmulatorHandle
beforeAll(async () => {
  emulator = await startEmulator({ fixture: 'empty', clock: '2026-03-10T03:00:00.000Z', dashboard: false })
})
afterAll(() => emulator.close())

const MEASURED = ASSUMPTION_IDS.filter(id => !isNever(PROBES[id]))
const valuesOf = (id: AssumptionId): readonly Json[] => {
  const entry = ASSUMPTIONS[id] as AssumptionEntry<Json>
  return [entry.default, ...entry.alternatives, ...(OTHERS[id] ?? [])]
}

describe('a run against Ringback', () => {
  test('has a row for each entry of the register, and a reason for each that can never be measured', () => {
    expect(Object.keys(PROBES).sort()).toEqual([...ASSUMPTION_IDS].sort())
    for (const id of ASSUMPTION_IDS) {
      const row = PROBES[id]
      if (isNever(row)) expect(row.never.length).toBeGreaterThan(20)
    }
  })

  test.each(MEASURED)('reports of %s exactly the value that the world has', async id => {
    for (const value of valuesOf(id)) {
      // What is answered to an unknown key is answered by the world that knows no key.
      const isProcess = id.startsWith('auth.')
      if (isProcess) await emulator.world.assumptions.set(id, value)
      const { file } = await measureWorld(emulator, {
        ...TARGETS[id],
        assumptions: isProcess ? {} : { [id]: value },
        classes: HARM_CLASSES,
        only: [id],
      })
      if (isProcess) await emulator.world.assumptions.reset(id)
      const { state, value: found } = file.entries[id] ?? {}
      const seen: unknown = { state, found, stopped: file.stopped }
      expect(seen, JSON.stringify(file.entries[id])).toEqual({ state: 'measured', found: value, stopped: null })
    }
  })
})
