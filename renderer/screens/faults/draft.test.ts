import { expect, test } from 'vitest'
import { stateOf } from '../../data/fault-state.ts'
import {
  bodyOf,
  draftOf,
  EMPTY_DRAFT,
  faultOf,
  isStatus,
  isUnknown,
  subjectOf,
  TEMPLATES,
  templatesOf,
} from './draft.ts'

test('A form with nothing but an effect matches every request, every time', () => {
  expect(faultOf({ ...EMPTY_DRAFT, ...TEMPLATES.slow })).toEqual({ effect: { latency: 'PT3S' } })
})

test('Every field of the form goes into the body', () => {
  const draft = {
    ...EMPTY_DRAFT,
    method: 'GET',
    path: '/calls/*',
    tenant: 'pro',
    outcome: 'success',
    latency: '0.5',
    status: '503',
    code: 'service_unavailable',
    retryAfter: '2',
    connection: 'truncate',
    bytes: '12',
    times: '2',
    probability: '30',
    minutes: '10',
  } as const
  expect(faultOf(draft)).toEqual({
    match: { method: 'GET', path: '/calls/*', tenant: 'pro', outcome: 'success' },
    effect: { latency: 'PT0.5S', status: 503, code: 'service_unavailable', retry_after: 2, truncate: 12 },
    times: 2,
    probability: 0.3,
    ttl: 'PT10M',
  })
})

test('A fault for deliveries takes the fields of deliveries alone, and is known by its effect', () => {
  const draft = {
    ...EMPTY_DRAFT,
    ...TEMPLATES.reordered,
    path: '/calls',
    status: '503',
    event: 'call.missed',
    webhook: '3',
    copies: '2',
  }
  const body = faultOf(draft)
  expect(body).toEqual({
    match: { event: 'call.missed', webhook_id: 3 },
    effect: { reorder: 'PT3600S', duplicate: 2 },
  })
  expect(faultOf({ ...EMPTY_DRAFT, ...TEMPLATES.late })).toEqual({ effect: { delay: 'PT60S' } })
  const forged = faultOf({ ...EMPTY_DRAFT, ...TEMPLATES.forged })
  expect([forged, subjectOf(forged.effect)]).toEqual([{ effect: { forge: 'wrong_secret' }, times: 1 }, 'deliveries'])
  expect([subjectOf(body.effect), subjectOf({ status: 503 })]).toEqual(['deliveries', 'requests'])
})

test('A fault is laid down again with what it was laid down with', () => {
  const view = {
    id: 4,
    created_at: '',
    expires_at: null,
    fired: 3,
    drill: null,
    tenant: null,
    warning: null,
    match: { tenant: 'pro' },
    effect: { drop: true },
  }
  expect(bodyOf(view)).toEqual({ match: { tenant: 'pro' }, effect: { drop: true } })
})

test('The form of a fault that is there stands for that fault', () => {
  const laid = { id: 4, created_at: '', expires_at: null, fired: 0, drill: null, tenant: null, warning: null }
  for (const fault of [
    { match: { method: 'GET', path: '/calls/*', tenant: 'pro', outcome: 'success' }, effect: { latency: 'PT0.5S' } },
    {
      effect: { status: 503, code: 'service_unavailable', retry_after: 2, truncate: 12 },
      times: 2,
      probability: 0.305,
    },
    { effect: { drop: true }, ttl: 'PT10M' },
    { match: { event: 'call.missed', webhook_id: 3 }, effect: { reorder: 'PT3600S', duplicate: 2 } },
    { effect: { delay: 'PT60S' } },
    { match: { tenant: 'max' }, effect: { forge: 'tampered' }, times: 1 },
  ] as const)
    expect(faultOf(draftOf({ ...laid, ...fault }))).toEqual(fault)
  // However a length of time is written.
  expect(draftOf({ ...laid, effect: { latency: 'PT1M2.5S' }, ttl: 'P1DT1H' })).toMatchObject({
    latency: '62.5',
    minutes: '1500',
  })
})

test('A connection that ends carries no status, and no status is beyond 599', () => {
  const draft = { ...EMPTY_DRAFT, connection: 'drop', status: '503', code: 'server_error', retryAfter: '2' } as const
  expect(faultOf(draft)).toEqual({ effect: { drop: true } })
  expect(['', '400', '599', '999', '399', '4.5', 'x'].map(isStatus)).toEqual([
    true,
    true,
    true,
    ...Array(4).fill(false),
  ])
})

test('A fault is spent after its count, and expired from its end on', () => {
  const end = Date.parse('2026-03-10T15:00:00Z')
  const view = {
    id: 1,
    created_at: '',
    expires_at: '2026-03-10T15:00:00Z',
    fired: 1,
    drill: null,
    tenant: null,
    warning: null,
    times: 2,
    effect: { drop: true },
  }
  expect(stateOf(view, end - 1)).toBe('live')
  expect(stateOf(view, end)).toBe('expired')
  expect(stateOf({ ...view, fired: 2 }, end - 1)).toBe('spent')
})

test('A fault is called as the button of the form that makes one like it', () => {
  for (const name of ['slow', 'dropped', 'cut', 'reordered', 'late', 'duplicated', 'forged'] as const)
    expect(templatesOf(faultOf({ ...EMPTY_DRAFT, ...TEMPLATES[name] }).effect)).toEqual([name])
  expect(templatesOf({ status: 503 })).toEqual([])
})

test('What the contract does not have is told once no endpoint can come of what was typed', () => {
  const unknown = (path: string, method = '') => isUnknown({ ...EMPTY_DRAFT, path, method })
  expect(['', '/cust', '/customers', '/calls/*', '/calls/7', 'customers'].filter(path => unknown(path))).toEqual([])
  expect(['/custm', '/custmers', '/customers/7/x'].filter(path => unknown(path))).toHaveLength(3)
  expect([unknown('/customers', 'POST'), unknown('/customers', 'PUT')]).toEqual([false, true])
})
