import { gzipSync } from 'node:zlib'
import type { Json } from '../../contract/assumption-entry.ts'
import type { Known } from '../known.ts'
import type { Step } from '../step.ts'

/** A number of no country: no code begins with 0. */
const NOBODYS_NUMBER = '+000000000000'
const NATIONAL_NUMBER = '0312345678'
const JSON_HEADERS = { 'Content-Type': 'application/json' }
const OWN = '/customers/{id:create_full}'
/** Names are as long as this and no longer in services that their authors know. */
export const TEXT_LENGTHS = [
  5, 10, 20, 30, 32, 40, 50, 60, 64, 80, 100, 120, 127, 128, 150, 160, 180, 190, 191, 200, 250, 254, 255, 256, 300, 500,
  512, 1_000, 1_024, 2_048, 4_096,
] as const

/** What every creation needs; `undefined` while no project is known. */
function customer(known: Known, step: string): { [field: string]: Json } | undefined {
  const project = known.number('project')
  if (project === undefined) return undefined
  const tag = known.tag(step)
  return {
    project_id: project,
    external_id: tag,
    name: tag,
    tel1: NOBODYS_NUMBER,
    [known.phoneticKey()]: 'テスト',
  }
}

const USES = ['customers', 'customer_detail']

const create = (name: string, change: (fields: { [field: string]: Json }, known: Known) => Json): Step => ({
  name,
  class: '2',
  method: 'POST',
  path: '/customers',
  uses: USES,
  body: known => {
    const fields = customer(known, name)
    return fields && change(fields, known)
  },
})

const without = (field: string): Step =>
  create(`without_${field}`, (fields, known) => {
    const left = field === 'phonetic' ? known.phoneticKey() : field
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== left))
  })

const put = (name: string, body: (known: Known) => Json | undefined, more: Partial<Step> = {}): Step => ({
  name,
  class: '2',
  method: 'PUT',
  path: OWN,
  body,
  ...more,
})

const putBytes = (name: string, make: (text: string) => Buffer, headers: Record<string, string> = {}): Step => ({
  name,
  class: '2',
  method: 'PUT',
  path: OWN,
  bytes: known => make(JSON.stringify({ name: known.tag(name) })),
  headers: { ...JSON_HEADERS, ...headers },
})

/** Fields that a creation may require, with the step that leaves each out. */
export const LEFT_OUT = ['project_id', 'external_id', 'name', 'tel1', 'phonetic'] as const

/** Customers of class 2. There is no way to delete a customer, so each of them stays. */
export const CUSTOMER_WRITES: readonly Step[] = [
  create('create_full', fields => fields),
  ...LEFT_OUT.map(without),
  create('same_external_id', (fields, known) => ({ ...fields, external_id: known.tag('create_full') })),
  create('national_number', fields => ({ ...fields, tel1: NATIONAL_NUMBER })),
  put('put_unknown_field', known => ({ name: known.tag('put_unknown_field'), zzz: 1 })),
  put('put_project', known => {
    const project = known.number('project')
    return project === undefined ? undefined : { project_id: project }
  }),
  put('put_empty_text', () => ({ name: '' })),
  put('put_blank_text', () => ({ name: ' ' })),
  putBytes('put_with_mark', text => Buffer.from(`\ufeff${text}`)),
  putBytes('put_compressed', text => gzipSync(text), { 'Content-Encoding': 'gzip' }),
  put('name_length', () => undefined, {
    times: 8,
    longest: { lengths: TEXT_LENGTHS, body: (_known, length) => ({ name: 'x'.repeat(length) }) },
  }),
  put('put_name', known => ({ name: known.tag('put_name') })),
  put('put_nothing', () => ({}), { after: 2_000, uses: ['put_name'] }),
  put('put_null', () => ({ external_id: null })),
  {
    name: 'bulk_of_one',
    class: '2',
    method: 'POST',
    path: '/customers/bulk',
    uses: USES,
    body: known => {
      const fields = customer(known, 'bulk_of_one')
      return fields && { customers: [fields] }
    },
  },
  {
    name: 'bulk_with_bad',
    class: '2',
    method: 'POST',
    path: '/customers/bulk',
    uses: USES,
    body: known => {
      const fields = customer(known, 'bulk_with_bad')
      return fields && { customers: [fields, {}] }
    },
  },
]
