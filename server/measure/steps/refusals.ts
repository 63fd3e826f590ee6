import { BODY_MAX_BYTES } from '../../contract/errors.ts'
import type { Known } from '../known.ts'
import type { Step } from '../step.ts'

const NO_ID = 2_147_483_647
const JSON_HEADERS = { 'Content-Type': 'application/json' }
const spaces = Buffer.concat([Buffer.alloc(BODY_MAX_BYTES + BODY_MAX_BYTES / 10, ' '), Buffer.from('{}')])

/** An initiation that is documented to be refused, because the tenant has no such staff member or project. */
const stranger = (known: Known, field: 'staff_id' | 'project_id') => ({
  phone_number: '000-0000-0000',
  staff_id: known.number('staff') ?? NO_ID,
  project_id: known.number('project') ?? NO_ID,
  [field]: NO_ID,
})

/** Requests of class 1: each is refused by a documented sentence, or holds nothing that could be stored. */
export const REFUSALS: readonly Step[] = [
  {
    name: 'licence_or_scope',
    class: '1',
    method: 'GET',
    path: '/webhooks',
    key: 'second',
    times: 2,
    needs: ['second_key', 'free'],
  },
  {
    name: 'scope_or_body',
    class: '1',
    method: 'POST',
    path: '/customers/bulk',
    key: 'second',
    body: () => ({}),
    needs: ['second_key'],
  },
  {
    name: 'broken_json',
    class: '1',
    method: 'POST',
    path: '/customers',
    bytes: () => Buffer.from('{'),
    headers: JSON_HEADERS,
  },
  {
    name: 'broken_json_in_bulk',
    class: '1',
    method: 'POST',
    path: '/customers/bulk',
    bytes: () => Buffer.from('{'),
    headers: JSON_HEADERS,
  },
  {
    name: 'other_media_type',
    class: '1',
    method: 'POST',
    path: '/customers',
    bytes: () => Buffer.from('{}'),
    headers: { 'Content-Type': 'text/plain' },
  },
  {
    name: 'other_media_type_in_bulk',
    class: '1',
    method: 'POST',
    path: '/customers/bulk',
    bytes: () => Buffer.from('{}'),
    headers: { 'Content-Type': 'text/plain' },
  },
  {
    name: 'too_large',
    class: '1',
    method: 'POST',
    path: '/customers',
    bytes: () => spaces,
    headers: JSON_HEADERS,
    times: 2,
  },
  {
    name: 'bad_phone_number',
    class: '1',
    method: 'POST',
    path: '/calls/initiate',
    body: known => ({ ...stranger(known, 'staff_id'), phone_number: 'rbk' }),
    needs: ['test_key'],
  },
  {
    name: 'unknown_staff',
    class: '1',
    method: 'POST',
    path: '/calls/initiate',
    body: known => stranger(known, 'staff_id'),
    needs: ['test_key'],
    uses: ['customers', 'calls_month', 'count_1_invalid', 'count_1_missing'],
  },
  {
    name: 'unknown_project',
    class: '1',
    method: 'POST',
    path: '/calls/initiate',
    body: known => stranger(known, 'project_id'),
    needs: ['test_key'],
    uses: ['customers', 'calls_month', 'count_1_invalid', 'count_1_missing'],
  },
]
