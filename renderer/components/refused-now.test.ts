import { expect, test } from 'vitest'
import type { FaultView } from '../../server/control/protocol/faults.ts'
import type { TraceStep } from '../../server/control/protocol/journal.ts'
import type { LimitsView } from '../../server/control/protocol/limits.ts'
import type { Told } from './gate-words.ts'
import { isHeldBy, type Present, refusersOf } from './refused-now.ts'

const NOON = Date.parse('2026-03-10T03:00:00Z')
const HOURS_12 = 12 * 3_600_000

const view = (limit: number, used: number, resets_at: string) => ({
  limit,
  used,
  remaining: limit - used,
  window_start: '2026-03-09T15:00:00Z',
  resets_at,
  by_hand: 0,
  only_by_drill: false,
})
const limitsOf = ({ minute = 0, burst = 0, day = 0 }): LimitsView => ({
  minute: view(300, minute, '2026-03-10T03:01:00Z'),
  burst: view(100, burst, '2026-03-10T03:00:10Z'),
  day: view(10_000, day, '2026-03-10T15:00:00Z'),
  webhook_sends: view(5_000, 0, '2026-03-10T15:00:00Z'),
})

interface Says {
  scopes?: string[]
  plan?: 'free' | 'pro' | null
  open_api_enabled?: boolean
  path?: string
  revoked_at?: string | null
  steps?: TraceStep[]
}

/** A request that the burst had refused, and whose key had lacked a scope. */
function told({ scopes = [], plan = 'pro', open_api_enabled = true, path = '/webhooks', ...says }: Says = {}): Told {
  const trace: TraceStep[] = [
    { gate: 'authenticate', outcome: 'passed' },
    { gate: 'rate', outcome: 'rejected' },
    { gate: 'quota', outcome: 'passed' },
    { gate: 'scope', outcome: 'would_reject', figures: { required: 'webhooks:manage', held: [] } },
    { gate: 'license', outcome: 'passed' },
    ...(says.steps ?? []),
  ]
  const keys = [{ key_id: 'k1', label: 'crm', scopes, revoked_at: says.revoked_at ?? null }]
  return {
    exchange: { tenant: 'pro', key_id: 'k1', method: 'GET', path, trace },
    world: { tenants: [{ tenant: 'pro', plan, open_api_enabled, keys }] },
  } as unknown as Told
}

const present = (says: Partial<Present> = {}): Present => ({ at: NOON, limits: limitsOf({}), faults: [], ...says })
const gatesOf = (about: Told, says?: Partial<Present>) => refusersOf(about, present(says)).map(({ step }) => step.gate)
const allowed = { scopes: ['webhooks:manage'] }

test('What would refuse a request again is asked of all checks as they are now, in their order', () => {
  expect(gatesOf(told(allowed))).toEqual([])
  expect(gatesOf(told())).toEqual(['scope'])
  expect(gatesOf(told(), { limits: limitsOf({ day: 10_000 }) })).toEqual(['quota', 'scope'])
  expect(gatesOf(told({ plan: 'free' }), { limits: limitsOf({ minute: 300, day: 10_000 }) })).toEqual([
    'rate',
    'quota',
    'scope',
    'license',
  ])
  expect(gatesOf(told({ ...allowed, revoked_at: '2026-03-10T02:00:00Z' }))).toEqual(['authenticate'])
  const invalid: TraceStep[] = [{ gate: 'validation', outcome: 'would_reject', figures: { fields: ['staff_id'] } }]
  expect(gatesOf(told({ ...allowed, steps: invalid }))).toEqual(['validation'])
})

test('A limit refuses until the last of its windows that are used up is over, and no longer', () => {
  const limits = limitsOf({ minute: 300, burst: 100 })
  const [rate] = refusersOf(told(allowed), present({ limits }))
  expect(rate?.limits).toEqual({ names: ['minute', 'burst'], until: Date.parse('2026-03-10T03:01:00Z') })
  expect(gatesOf(told(allowed), { limits, at: NOON + 61_000 })).toEqual([])
  expect(gatesOf(told(allowed), { limits: limitsOf({ day: 10_000 }), at: NOON + HOURS_12 })).toEqual([])
})

test('A switched-off Open API refuses all, or what needs the licence, as the world assumes', () => {
  const off = { ...allowed, open_api_enabled: false }
  expect(gatesOf(told({ ...off, path: '/calls' }))).toEqual(['license'])
  expect(gatesOf(told({ ...off, path: '/calls' }), { offRefuses: 'licensed' })).toEqual([])
  expect(gatesOf(told(off), { offRefuses: 'licensed' })).toEqual(['license'])
  expect(gatesOf(told({ ...allowed, plan: null }))).toEqual([])
  expect(gatesOf(told({ ...allowed, plan: null }), { withoutPlan: 'refused' })).toEqual(['license'])
})

test('A fault that would answer comes first, as long as it can still hit that request', () => {
  const fault = (says: Partial<FaultView>): FaultView[] => [
    { id: 3, effect: { status: 503 }, fired: 0, expires_at: null, tenant: null, ...says } as FaultView,
  ]
  const limits = limitsOf({ day: 10_000 })
  expect(gatesOf(told(allowed), { limits, faults: fault({}) })).toEqual(['fault', 'quota'])
  for (const says of [
    { times: 1, fired: 1 },
    { tenant: 'max' },
    { match: { path: '/calls/*' } },
    { match: { method: 'post' } },
    { effect: { latency: 'PT1S' } },
  ])
    expect(gatesOf(told(allowed), { faults: fault(says) })).toEqual([])
})

test('A fault holds the answer to a request back for certain only where no newer one can take its place, whatever that waits for', () => {
  const slow = { id: 3, effect: { latency: 'PT1S' }, fired: 0, expires_at: null, tenant: null } as FaultView
  const isHeld = (...newer: Partial<FaultView>[]) =>
    isHeldBy(slow, told(allowed), { at: 0, faults: [slow, ...newer.map(one => ({ ...slow, id: 4, ...one }))] })
  expect(isHeld()).toBe(true)
  expect(isHeld({ match: { outcome: 'success' }, effect: { drop: true } })).toBe(false)
  expect(isHeld({ effect: { status: 503 }, probability: 0.1 })).toBe(false)
  expect(isHeld({ times: 1, fired: 1 })).toBe(true)
  expect(isHeld({ effect: { delay: 'PT1S' } })).toBe(true)
  expect(isHeldBy({ ...slow, probability: 0.5 }, told(allowed), { at: 0, faults: [slow] })).toBe(false)
})
