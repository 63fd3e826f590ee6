import { expect, test } from 'vitest'
import { ENDPOINTS } from './endpoints.ts'
import { missesContract, reachWarning } from './fault-reach.ts'

test.each([
  {},
  { path: '/customers' },
  { path: '/api/v1/customers' },
  { method: 'post', path: '/customers*' },
  { path: '*' },
  { path: '/calls/*' },
  { path: '/calls/123' },
  { path: '/calls/12*' },
  { path: '*123' },
  { path: '/{kind}/7' },
  { path: '/customers/{id}' },
  ...ENDPOINTS.map(({ method, path }) => ({ method, path })),
])('a fault for %j can hit an endpoint, and is not warned of', match => {
  expect([missesContract(match), reachWarning(match)]).toEqual([false, null])
})

test.each([
  [
    { path: '/custmers' },
    'The contract has no /custmers: only requests that it does not know are hit. Did you mean /customers?',
  ],
  [
    { method: 'patch', path: '/customers' },
    'The contract has no PATCH /customers: only requests that it does not know are hit. Check method and path.',
  ],
  [{ path: '/calls/1/2/3/4' }, expect.stringContaining('/calls/1/2/3/4: only requests')],
  [{ method: 'PATCH' }, expect.stringContaining('no PATCH: only requests')],
])('a fault for %j hits only what the contract does not have, and that is said', (match, text) => {
  expect(reachWarning(match)).toEqual(text)
})
