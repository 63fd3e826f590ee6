import type { AssumptionEntry, Json } from '../../server/contract/assumption-entry.ts'
import { ASSUMPTIONS, type AssumptionId } from '../../server/contract/assumptions.ts'
import { call, type Target } from './target.ts'

/** 01:00 in Tokyo, and still the day before in UTC. */
export const EARLY = '2026-03-09T16:00:00.000Z'
const error = (status: number): Json[] => [{ status, code: `another_code_${status}` }]

/** Values beside the alternatives, of entries that a schema describes. */
const OTHERS: { readonly [Id in AssumptionId]?: readonly Json[] } = {
  'auth.unauthorized': [{ status: 403, code: 'no_such_key' }],
  'errors.not_found': error(410),
  'errors.method_not_allowed': error(404),
  'errors.validation': error(422),
  'errors.duplicate_external_id': error(409),
  'errors.malformed': error(424),
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
  'calls.metadata_max_bytes': [500, 65_535],
  'webhooks.retry_schedule': [['PT7S', 'PT3M20S']],
}

/** The default, the alternatives and the others. */
export function valuesOf(id: AssumptionId): readonly Json[] {
  const entry = ASSUMPTIONS[id] as AssumptionEntry<Json>
  return [entry.default, ...entry.alternatives, ...(OTHERS[id] ?? [])]
}

/** Every call is connected, soon and shortly. */
export const CONNECTED = {
  'calls.default_script': {
    dial: 'PT1S',
    ring: 'PT8S',
    weights: { connected: 1, no_answer: 0, busy: 0, failed: 0 },
    talk_seconds: { min: 20, max: 40 },
  },
}

/** Long enough for the retries of two days, and the silence after them. */
const WATCHING: Target = { base: CONNECTED, setting: { watch: 'P4D' } }

/** What the world of an entry needs beside its value. */
export const TARGETS: { readonly [Id in AssumptionId]?: Target } = {
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
  'limits.plan_change_mid_window': {
    setting: { watch: 'PT10M' },
    meanwhile: async (world, waits) => {
      if (waits === 5) await world.tenant('pro').update({ plan: 'max' })
    },
  },
  'calls.ai_delay': { setting: { watch: 'PT1H' }, prepare: world => call(world, 'pro', '0001') },
  'webhooks.retry_schedule': WATCHING,
  'webhooks.retry_url': WATCHING,
  'webhooks.retry_unsubscribed': WATCHING,
  'webhooks.disabled_drop': WATCHING,
  'webhooks.filter_semantics': WATCHING,
  'webhooks.status_to_event': {
    ...WATCHING,
    // One call for each way to end, while the run watches.
    prepare: async world => {
      for (const ending of ['0001', '0002', '0003', '0004', '0005']) await call(world, 'pro', ending)
    },
  },
  'reports.average_over': { history: true },
  'reports.talk_ratio': { history: true },
  'reports.day_of_call': { history: true, clock: EARLY },
  'reports.users_shape': { history: true },
  'reports.calls_shape': { history: true },
}
