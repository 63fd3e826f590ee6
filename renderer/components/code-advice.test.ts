import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { ExchangeDetailView, TraceStep } from '../../server/control/protocol/journal.ts'
import { codeAdvice, lostAdvice } from './code-advice.ts'

const t = ((key: string, values: object = {}) =>
  `${key.replace(/^.*[.]/, '')} ${Object.values(values).join(' ')}`.trim()) as unknown as TFunction

const advised = (status: number, trace: TraceStep[], retryAfter?: string, path = '/customers') =>
  // Figures and units stand at each other with a space that does not break.
  codeAdvice(t, {
    status,
    path,
    trace,
    response: { headers: retryAfter === undefined ? [] : [['Retry-After', retryAfter]] },
  } as unknown as ExchangeDetailView)?.replaceAll('\u00a0', ' ')

const rate: TraceStep = { gate: 'rate', outcome: 'rejected', figures: { retry_after: 19 } }
const day: TraceStep = { gate: 'quota', outcome: 'would_reject', figures: { retry_after: 7_200 } }
const scope: TraceStep = { gate: 'scope', outcome: 'rejected', figures: { required: 'webhooks:manage' } }
const license = (figures: object): TraceStep => ({ gate: 'license', outcome: 'rejected', figures: { ...figures } })

test('Where several limits refuse, code is told the longest wait, and never that of one alone', () => {
  expect(advised(429, [rate], '19')).toBe('code_waits 19 s')
  expect(advised(429, [rate, day], '19')).toBe('code_waits_longer 2 h 19 s')
  expect(
    advised(429, [
      { ...rate, outcome: 'would_reject' },
      { ...day, outcome: 'rejected' },
    ]),
  ).toBe('code_waits_untold 2 h')
})

test('Where another check refuses than a limit, code is not told to wait alone', () => {
  const also: TraceStep = { ...scope, outcome: 'would_reject' }
  expect(advised(429, [rate, also], '19')).toContain('code_waits_and_needs 19 s scope webhooks:manage')
  expect(advised(403, [scope, day])).toContain('code_waits_and_needs 2 h scope webhooks:manage')
  const fault: TraceStep = { gate: 'fault', outcome: 'rejected' }
  expect(advised(503, [fault, also])).toMatch(/^code_pause_and_needs .*scope webhooks:manage/)
})

test('Of a refusal that no wait gets past, code is told to stop, what it takes, and to report what only people can change', () => {
  expect(advised(403, [scope])).toMatch(/^code_stops .*scope webhooks:manage.*code_reports$/)
  expect(advised(401, [{ gate: 'authenticate', outcome: 'rejected' }])).toMatch(/^code_stops .*key.*code_reports$/)
  expect(advised(422, [{ gate: 'validation', outcome: 'rejected' }])).toMatch(/^code_stops .*correction$/)
  expect(advised(404, [{ gate: 'handler', code: 'not_found', outcome: 'rejected' }])).toMatch(/^code_stops .*id$/)
  expect(advised(403, [{ gate: 'fault', outcome: 'rejected' }])).toMatch(/^code_stops_alone.*code_reports$/)
  expect(advised(200, [])).toBeUndefined()
})

test('A licence takes the switch, the plan, or both, as the request found the tenant', () => {
  const needs = { needs_open_api_advanced: true }
  expect(advised(403, [license({ ...needs, open_api_enabled: true, plan: 'free' })])).toMatch(/^code_stops .* plan/)
  expect(advised(403, [license({ ...needs, open_api_enabled: false, plan: 'pro' })])).toMatch(/^code_stops .* switch/)
  expect(advised(403, [license({ ...needs, open_api_enabled: false, plan: 'free' })])).toContain('switchandplan')
})

test('What failed is sent again after a growing pause, a call with the same external_id', () => {
  const fault: TraceStep = { gate: 'fault', outcome: 'rejected' }
  expect(advised(503, [fault])).toBe('code_backs_off')
  expect(advised(503, [fault], undefined, '/calls/initiate')).toBe('code_backs_off_call')
  expect(advised(500, [{ gate: 'handler', outcome: 'rejected', status: 500 }])).toBe('code_backs_off')
})

test('An external_id that is in use leads code to what has it, and not to another id', () => {
  const taken: TraceStep = { gate: 'handler', code: 'duplicate_external_id', outcome: 'rejected', status: 409 }
  expect(advised(409, [taken], undefined, '/calls/initiate')).toBe('code_goes_on_call')
  expect(advised(409, [taken])).toBe('code_goes_on_customer')
})

test('Of an answer that did not arrive, code is told how to find out what became of the request before it does it twice', () => {
  const lost = (method: string, path: string, body = '') =>
    lostAdvice(t, { method, path, request: { body: { text: body } } } as unknown as ExchangeDetailView)
  expect(lost('GET', '/calls')).toBe('code_backs_off')
  expect(lost('POST', '/calls/initiate', '{"external_id":"crm-1"}')).toBe('code_repeats_call')
  expect(lost('POST', '/calls/initiate', '{}')).toBe('code_looks_for_call')
  expect(lost('POST', '/customers', '{"external_id":"crm-1"}')).toBe('code_looks')
})
