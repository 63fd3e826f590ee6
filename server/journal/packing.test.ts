import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerHeaders, packHeaders, packTrace, type TraceRow, toldBy, unpackHeaders, unpackTrace } from './packing.ts'

const figures = fc.dictionary(
  fc.constantFrom('used', 'quota', 'required', 'endpoint', '0', 'x'),
  fc.jsonValue() as never,
)
const row: fc.Arbitrary<TraceRow> = fc.record(
  {
    gate: fc.constantFrom('authenticate', 'rate', 'quota', 'scope', 'validation', 'handler', 'of another time'),
    outcome: fc.constantFrom('passed', 'rejected', 'would_reject', 'not_reached'),
    status: fc.integer({ min: 100, max: 599 }),
    code: fc.string(),
    figures,
  },
  { requiredKeys: ['gate', 'outcome'] },
) as never

test('a trace comes out of the store as it went in', () => {
  fc.assert(
    fc.property(fc.array(row), trace => {
      // A code comes only with a status.
      const sensible = trace.map(({ code, ...rest }) =>
        rest.status === undefined || code === undefined ? rest : { ...rest, code },
      )
      expect(unpackTrace(packTrace(sensible))).toEqual(JSON.parse(JSON.stringify(sensible)))
    }),
  )
})

test('the usual trace takes less than half of its JSON', () => {
  const trace: TraceRow[] = [
    { gate: 'authenticate', outcome: 'passed', figures: { key_id: 'key_1', tenant: 'pro', mode: 'live', plan: 'pro' } },
    {
      gate: 'rate',
      outcome: 'passed',
      figures: { minute_used: 1, minute_limit: 300, burst_used: 1, burst_limit: 100 },
    },
    { gate: 'quota', outcome: 'passed', figures: { used: 1, quota: 10_000 } },
  ]
  expect(packTrace(trace).length * 2).toBeLessThan(JSON.stringify(trace).length)
  expect(unpackTrace(packTrace(trace))).toEqual(trace)
})

test('headers come out of the store as they went in, whatever their names', () => {
  const name = fc.oneof(fc.constantFrom('Host', 'host', 'X-Request-ID', '0', '__proto__'), fc.string())
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string())), headers => {
      expect(unpackHeaders(packHeaders(headers))).toEqual(headers)
    }),
  )
})

test('what the exchange tells about its answer is left out of the headers, and comes back', () => {
  const request_id = '9a00f144-13a2-4135-ac3d-000000000040'
  const at = Date.UTC(2026, 2, 10, 14, 59, 50)
  const told = toldBy({ request_id, date: 'Tue, 10 Mar 2026 14:59:50 GMT' })
  const headers = [
    ['X-Request-ID', request_id],
    ['Date', 'Tue, 10 Mar 2026 14:59:50 GMT'],
    ['Content-Type', 'application/problem+json'],
    ['X-RateLimit-Remaining', '0'],
    ['X-RateLimit-Reset', '007'],
    ['Content-Length', '1e3'],
  ] as const
  const packed = packHeaders(headers, told)
  expect(packed).toBe('[0,null,2,null,1,"application/problem+json",4,0,5,"007",11,"1e3"]')
  expect(answerHeaders({ response_headers: packed, request_id, at })).toEqual(headers)
})
