import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { codePoint } from '../../../tests/support/code-points.ts'
import { ASSUMPTION_DEFAULTS, type AssumptionId, type AssumptionValues } from '../../contract/assumptions.ts'
import { type BodyEndpoint, REQUEST_BODIES } from '../../contract/schemas/requests.ts'
import type { Schema } from '../../contract/schemas/schema.ts'
import { loadValidator } from './compile.ts'
import { WRITABLE_KEYWORDS } from './messages.ts'
import { readBody } from './read-body.ts'
import { bulkProblems, validateBody } from './validate-body.ts'
import { bodyValidator } from './validators.ts'

beforeAll(loadValidator)

type Changes = { readonly [Id in AssumptionId]?: AssumptionValues[Id] }
const valuesWith = (changes: Changes = {}): AssumptionValues => ({ ...ASSUMPTION_DEFAULTS, ...changes })

function check(endpoint: BodyEndpoint, value: unknown, changes: Changes = {}) {
  const noted = new Set<AssumptionId>()
  const problem = validateBody({ endpoint, value, values: valuesWith(changes), note: id => noted.add(id) })
  return { details: problem?.details, noted: [...noted].sort() }
}
const detailsOf = (endpoint: BodyEndpoint, value: unknown, changes?: Changes) => check(endpoint, value, changes).details
const notedBy = (endpoint: BodyEndpoint, value: unknown, changes?: Changes) => check(endpoint, value, changes).noted

const customer = { project_id: 1, name: '山田太郎', tel1: '+819012345678' }
const call = { phone_number: '090-1234-5678', staff_id: 1, project_id: 1 }
const webhook = { url: 'https://crm.example.com/hooks', events: ['call.missed'] }
const GOOD = {
  createCustomer: customer,
  createCustomersInBulk: { customers: [customer] },
  updateCustomer: { name: 'A' },
  initiateCall: call,
  createWebhook: webhook,
  updateWebhook: { is_enabled: false },
} satisfies Record<BodyEndpoint, object>
const ENDPOINTS = Object.keys(GOOD) as BodyEndpoint[]

describe('every body', () => {
  test.each(ENDPOINTS)('of %s passes with the fields that the contract asks for', endpoint => {
    expect(detailsOf(endpoint, GOOD[endpoint])).toBeUndefined()
  })

  test.each(ENDPOINTS)('of %s has to be a JSON object', endpoint => {
    expect(detailsOf(endpoint, undefined)).toEqual({ body: ['Is required: a JSON object.'] })
    for (const value of [null, [], 'text', 7, true])
      expect(detailsOf(endpoint, value)).toEqual({ body: ['Must be a JSON object.'] })
  })

  test.each(ENDPOINTS)(
    'of %s is refused with a field that the contract does not know, and the field is named',
    endpoint => {
      const details = detailsOf(endpoint, { ...GOOD[endpoint], nickname: 'x' })
      expect(details).toEqual({
        nickname: [expect.stringMatching(/^Is not a field of this request\. Leave it out, or set/)],
      })
    },
  )

  test('may have a field called __proto__, which is refused like any unknown one', () => {
    const value = JSON.parse('{"name":"A","__proto__":{"admin":true}}')
    const details = detailsOf('updateCustomer', value)
    expect(Object.keys(details ?? {})).toEqual(['__proto__'])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test('of anything at all is judged without an exception, and read without one when it passes', () => {
    const fields = [...Object.keys({ ...customer, ...call, ...webhook }), 'filters', 'customers', 'label', 'metadata']
    const value = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()),
      fc.record({ customers: fc.array(fc.jsonValue()) }),
      fc.record({ url: fc.oneof(fc.string({ unit: codePoint }), fc.webUrl()), events: fc.constant(['call.missed']) }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...ENDPOINTS), value, (endpoint, body) => {
        const { details } = check(endpoint, body)
        if (details)
          expect(
            Object.values(details)
              .flat()
              .every(message => /[.?]$/.test(message)),
          ).toBe(true)
        else readBody(endpoint, body, ASSUMPTION_DEFAULTS)
      }),
      { numRuns: 1_000 },
    )
  })
})

test('a body with thousands of unknown fields is refused without naming each', () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`field_${index}`, 1]))
  expect(detailsOf('initiateCall', { ...call, ...many })).toEqual({
    body: ['Has 101 fields that the contract does not know. Leave them out.'],
  })
  expect(detailsOf('createWebhook', { ...webhook, filters: many })).toEqual({
    filters: ['Has 101 fields that the contract does not know. Leave them out.'],
  })
  expect(detailsOf('initiateCall', { ...call, ...many }, { 'calls.unknown_fields': 'ignore' })).toBeUndefined()
})

describe('a customer', () => {
  test('whose project_id has a fraction is told so once', () => {
    expect(detailsOf('createCustomer', { ...customer, project_id: 1.5 })).toEqual({
      project_id: ['Must be an integer; got 1.5.'],
    })
  })

  test.each<[string, object, string, RegExp]>([
    ['needs a project', { name: 'A', tel1: '+8190123' }, 'project_id', /^Is required\.$/],
    ['needs a name', { project_id: 1, tel1: '+819012345' }, 'name', /^Is required\.$/],
    ['needs a phone number', { project_id: 1, name: 'A' }, 'tel1', /^Is required\.$/],
    ['has an integer as project_id', { ...customer, project_id: '1' }, 'project_id', /an integer; got "1"/],
    ['has no fraction in project_id', { ...customer, project_id: 1.5 }, 'project_id', /an integer; got 1\.5/],
    ['has a project_id that is exact', { ...customer, project_id: 2 ** 53 }, 'project_id', /at most 9007199254740991/],
    ['has a text as external_id', { ...customer, external_id: 7 }, 'external_id', /a string; got 7/],
    ['has no null in external_id', { ...customer, external_id: null }, 'external_id', /Leave the field out/],
    ['has an external_id that is not empty', { ...customer, external_id: '' }, 'external_id', /not be empty/],
    [
      'has at most 255 characters in external_id',
      { ...customer, external_id: 'x'.repeat(256) },
      'external_id',
      /at most 255 characters; it has 256/,
    ],
    ['has a plus before the digits of tel1', { ...customer, tel1: '819012345678' }, 'tel1', /international format/],
    ['has no hyphens in tel1', { ...customer, tel1: '+81-90-1234' }, 'tel1', /international format/],
    ['has no full-width digits in tel1', { ...customer, tel1: '+８１９０１２３４' }, 'tel1', /international format/],
    [
      'has nothing after tel1, not even a line break',
      { ...customer, tel1: '+819012345678\n' },
      'tel1',
      /international/,
    ],
    ['calls its reading by the live key', { ...customer, kana: 'ヤ' }, 'kana', /called name_kana here/],
  ])('%s', (_, body, field, message) => {
    const details = detailsOf('createCustomer', body)
    expect(Object.keys(details ?? {})).toEqual([field])
    expect(details?.[field]?.join(' ')).toMatch(message)
  })

  test('has lengths that count code points, not UTF-16 units or bytes', () => {
    expect(detailsOf('createCustomer', { ...customer, external_id: '😀'.repeat(255) })).toBeUndefined()
    expect(detailsOf('createCustomer', { ...customer, external_id: '😀'.repeat(256) })).toEqual({
      external_id: ['Must have at most 255 characters; it has 256.'],
    })
  })

  test('is refused with all its problems at once', () => {
    const details = detailsOf('createCustomer', { external_id: 1, tel1: 'x', extra: 1 })
    expect(Object.keys(details ?? {}).sort()).toEqual(['external_id', 'extra', 'name', 'project_id', 'tel1'])
  })

  test.each<[string, object, Changes]>([
    [
      'kana is the key with customers.phonetic_key=kana',
      { ...customer, kana: 'ヤ' },
      { 'customers.phonetic_key': 'kana' },
    ],
    [
      'tel1 may be left out when customers.required does not name it',
      { project_id: 1, name: 'A' },
      { 'customers.required': ['project_id', 'name'] },
    ],
    [
      'tel1 is any text with customers.tel1_format=free',
      { ...customer, tel1: 'ext. 12' },
      { 'customers.tel1_format': 'free' },
    ],
    [
      'an unknown field is dropped with customers.unknown_fields=ignore',
      { ...customer, extra: 1 },
      { 'customers.unknown_fields': 'ignore' },
    ],
    [
      'an empty name passes with requests.empty_text=accept',
      { ...customer, name: '' },
      { 'requests.empty_text': 'accept' },
    ],
    [
      'null passes with requests.null_values=accept',
      { ...customer, external_id: null },
      { 'requests.null_values': 'accept' },
    ],
    [
      'a long name passes with customers.text_max_length',
      { ...customer, name: 'x'.repeat(300) },
      { 'customers.text_max_length': 300 },
    ],
  ])('%s', (_, body, changes) => {
    expect(detailsOf('createCustomer', body)).toBeDefined()
    expect(detailsOf('createCustomer', body, changes)).toBeUndefined()
  })

  test('needs its reading under the live key when customers.required names it by either', () => {
    const changes: Changes = { 'customers.required': ['project_id', 'name_kana'], 'customers.phonetic_key': 'kana' }
    expect(detailsOf('createCustomer', { project_id: 1 }, changes)).toEqual({ kana: ['Is required.'] })
    expect(detailsOf('createCustomer', { project_id: 1, kana: 'ヤ' }, changes)).toBeUndefined()
  })

  test('cannot have null in a required field, whatever requests.null_values says', () => {
    expect(detailsOf('createCustomer', { ...customer, name: null }, { 'requests.null_values': 'accept' })).toBeDefined()
  })
})

describe('a bulk', () => {
  test.each<[string, unknown, string]>([
    ['needs its list', undefined, 'Is required.'],
    ['has a list', {}, 'Must be a list; got an object.'],
    ['has at least one element', [], 'Must have at least 1 element.'],
    ['has at most 500 elements', Array(501).fill(customer), 'Must have at most 500 elements; it has 501.'],
  ])('%s', (_, customers, message) => {
    expect(detailsOf('createCustomersInBulk', customers === undefined ? {} : { customers })).toEqual({
      customers: [message],
    })
  })

  test('takes 1 and 500 elements', () => {
    expect(detailsOf('createCustomersInBulk', { customers: [customer] })).toBeUndefined()
    expect(detailsOf('createCustomersInBulk', { customers: Array(500).fill(customer) })).toBeUndefined()
  })

  test('names a bad element by its index', () => {
    const customers = [customer, customer, 'no', { ...customer, tel1: 'x' }]
    const details = detailsOf('createCustomersInBulk', { customers })
    expect(Object.keys(details ?? {})).toEqual(['customers.2', 'customers.3.tel1'])
  })

  test('with partial leaves bad elements to their own results, and notes that the assumption decided', () => {
    const noted = new Set<AssumptionId>()
    const values = valuesWith({ 'customers.bulk_atomic': 'partial' })
    const customers = [customer, { ...customer, tel1: 'x' }]
    const note = (id: AssumptionId) => noted.add(id)
    expect(validateBody({ endpoint: 'createCustomersInBulk', value: { customers }, values, note })).toBeUndefined()
    const problems = bulkProblems({ customers, values, note })
    expect(problems.map(problem => Object.keys(problem?.details ?? {}))).toEqual([[], ['tel1']])
    expect(noted).toContain('customers.bulk_atomic')
    expect(notedBy('createCustomersInBulk', { customers: [customer] })).not.toContain('customers.bulk_atomic')
  })

  test('of 500 elements that are all wrong in many fields is refused with an answer of bounded length', () => {
    const wrong = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field_${index}`, index]))
    const details = detailsOf('createCustomersInBulk', { customers: Array(500).fill(wrong) })
    expect(Object.keys(details ?? {}).length).toBe(1_001)
    expect(details?.['…']).toEqual(['50500 more problems are not listed.'])
  })
})

describe('an update of a customer', () => {
  test('needs no field', () => {
    expect(detailsOf('updateCustomer', {})).toBeUndefined()
    expect(notedBy('updateCustomer', {})).toEqual([])
  })
  test('does not move the customer to another project', () => {
    expect(detailsOf('updateCustomer', { project_id: 2 })).toEqual({ project_id: ['Fixed at creation. Leave it out.'] })
    expect(notedBy('updateCustomer', { project_id: 2 })).toEqual(['customers.update_project_id'])
    const ignoring: Changes = { 'customers.update_project_id': 'ignore' }
    expect(detailsOf('updateCustomer', { project_id: 'x' }, ignoring)).toBeUndefined()
    expect(readBody('updateCustomer', { project_id: 2, name: 'B' }, valuesWith(ignoring))).toEqual({ name: 'B' })
  })
})

describe('an initiation', () => {
  test.each<[string, object, string, RegExp]>([
    ['needs a phone number', { staff_id: 1, project_id: 1 }, 'phone_number', /^Is required\.$/],
    ['needs a staff member', { phone_number: '0901234567', project_id: 1 }, 'staff_id', /^Is required\.$/],
    ['needs a project', { phone_number: '0901234567', staff_id: 1 }, 'project_id', /^Is required\.$/],
    ['refuses 6 characters', { ...call, phone_number: '123456' }, 'phone_number', /7 to 20 characters/],
    ['refuses 21 characters', { ...call, phone_number: '1'.repeat(21) }, 'phone_number', /7 to 20 characters/],
    ['refuses letters', { ...call, phone_number: '0901234abc' }, 'phone_number', /digits, hyphens and \+/],
    ['refuses full-width digits', { ...call, phone_number: '０９０１２３４５６７' }, 'phone_number', /digits/],
    ['refuses a line break at the end', { ...call, phone_number: '0901234567\n' }, 'phone_number', /digits/],
    ['refuses a number for a phone number', { ...call, phone_number: 901234567 }, 'phone_number', /a string; got/],
    ['refuses a list as metadata', { ...call, metadata: [1] }, 'metadata', /an object; got a list/],
    ['refuses 256 characters of external_id', { ...call, external_id: 'é'.repeat(256) }, 'external_id', /at most 255/],
  ])('%s', (_, body, field, message) => {
    const details = detailsOf('initiateCall', body)
    expect(Object.keys(details ?? {})).toEqual([field])
    expect(details?.[field]?.join(' ')).toMatch(message)
  })

  test.each(['1234567', '-------', '+81-90-1234-5678', '1'.repeat(20)])('accepts the phone number %s', phone_number => {
    expect(detailsOf('initiateCall', { ...call, phone_number })).toBeUndefined()
  })

  test('accepts exactly the texts of 7 to 20 digits, hyphens and plus signs', () => {
    const char = fc.constantFrom(...'0123456789+-', ' ', 'a', '٣', '\n')
    fc.assert(
      fc.property(fc.array(char, { maxLength: 24 }), chars => {
        const good = chars.length >= 7 && chars.length <= 20 && chars.every(one => '0123456789+-'.includes(one))
        expect(detailsOf('initiateCall', { ...call, phone_number: chars.join('') }) === undefined).toBe(good)
      }),
      { numRuns: 1_000 },
    )
  })

  test('keeps metadata as it came', () => {
    const metadata = { id: 9007199254740992 }
    const text = '{"id":9007199254740993}'
    expect(readBody('initiateCall', { ...call, metadata }, ASSUMPTION_DEFAULTS, text).metadata).toBe(text)
    expect(readBody('initiateCall', { ...call, metadata: null }, ASSUMPTION_DEFAULTS, 'null').metadata).toBeUndefined()
    expect(readBody('initiateCall', call, ASSUMPTION_DEFAULTS).metadata).toBeUndefined()
  })
})

describe('a webhook', () => {
  test.each<[string, object, string, RegExp]>([
    ['needs a URL', { events: ['call.missed'] }, 'url', /^Is required\.$/],
    ['needs events', { url: webhook.url }, 'events', /^Is required\.$/],
    ['needs at least one event', { ...webhook, events: [] }, 'events', /at least 1 element/],
    [
      'refuses webhook.test',
      { ...webhook, events: ['webhook.test'] },
      'events.0',
      /one of "call.completed", "call.missed"; got "webhook.test"/,
    ],
    [
      'refuses a kind twice',
      { ...webhook, events: ['call.missed', 'call.missed'] },
      'events',
      /"call.missed" more than once/,
    ],
    ['refuses a URL without https', { ...webhook, url: 'http://crm.example.com/' }, 'url', /must be https.*--forward/],
    [
      'names the switch for http on loopback',
      { ...webhook, url: 'http://localhost:9000' },
      'url',
      /switch on webhooks\.http_on_loopback\.$/,
    ],
    [
      'refuses an unknown key of filters',
      { ...webhook, filters: { staff_ids: [1] } },
      'filters.staff_ids',
      /Is not a field/,
    ],
    [
      'refuses a project id that is a text',
      { ...webhook, filters: { project_ids: ['1'] } },
      'filters.project_ids.0',
      /an integer/,
    ],
    [
      'refuses an unknown status',
      { ...webhook, filters: { call_status: ['lost'] } },
      'filters.call_status.0',
      /one of/,
    ],
    [
      'refuses a filter of over 1,000 ids at once',
      { ...webhook, filters: { project_ids: Array(1_001).fill('') } },
      'filters.project_ids',
      /at most 1000 elements; it has 1001/,
    ],
    ['refuses a text for is_enabled', { ...webhook, is_enabled: 'yes' }, 'is_enabled', /true or false; got "yes"/],
    ['refuses null as filters', { ...webhook, filters: null }, 'filters', /Leave the field out/],
  ])('%s', (_, body, field, message) => {
    const details = detailsOf('createWebhook', body)
    expect(Object.keys(details ?? {})).toEqual([field])
    expect(details?.[field]?.join(' ')).toMatch(message)
  })

  test('is enabled, without label and filters, unless its registration says otherwise', () => {
    expect(readBody('createWebhook', webhook, ASSUMPTION_DEFAULTS)).toEqual({
      ...webhook,
      label: null,
      filters: null,
      is_enabled: true,
    })
    expect(readBody('createWebhook', { ...webhook, is_enabled: false }, ASSUMPTION_DEFAULTS).is_enabled).toBe(false)
  })

  test('takes the same fields on update, none of them required', () => {
    const all = { ...webhook, label: 'A', filters: { project_ids: [1], call_status: ['busy'] }, is_enabled: true }
    expect(detailsOf('updateWebhook', all)).toBeUndefined()
    expect(readBody('updateWebhook', all, ASSUMPTION_DEFAULTS)).toEqual(all)
    expect(readBody('updateWebhook', {}, ASSUMPTION_DEFAULTS)).toEqual({})
  })
})

describe('the assumptions that a body relies on', () => {
  const everything = { ...customer, external_id: 'a', name_kana: 'ヤ' }
  test.each<[string, BodyEndpoint, unknown, AssumptionId[]]>([
    [
      'are those of its fields',
      'createCustomer',
      everything,
      ['customers.phonetic_key', 'customers.tel1_format', 'customers.text_max_length'],
    ],
    [
      'hold the required fields when one is left out',
      'createCustomer',
      customer,
      ['customers.required', 'customers.tel1_format', 'customers.text_max_length'],
    ],
    [
      'hold unknown fields when there is one',
      'createCustomer',
      { ...everything, x: 1 },
      ['customers.phonetic_key', 'customers.tel1_format', 'customers.text_max_length', 'customers.unknown_fields'],
    ],
    [
      'hold the phonetic key when the other one is used',
      'updateCustomer',
      { kana: 'x' },
      ['customers.phonetic_key', 'customers.unknown_fields'],
    ],
    ['hold empty texts when there is one', 'updateCustomer', { external_id: '' }, ['requests.empty_text']],
    ['hold nulls when there is one', 'updateCustomer', { external_id: null }, ['requests.null_values']],
    ['are none for an initiation with the documented fields', 'initiateCall', { ...call, external_id: 'a' }, []],
    [
      'hold the fate of metadata when it is sent',
      'initiateCall',
      { ...call, metadata: {} },
      ['calls.metadata', 'calls.metadata_max_bytes'],
    ],
    [
      'hold the default of is_enabled when it is left out',
      'createWebhook',
      webhook,
      ['webhooks.enabled_at_first', 'webhooks.event_kinds', 'webhooks.event_list', 'webhooks.url_rules'],
    ],
    [
      'hold the concession when it decides',
      'updateWebhook',
      { url: 'http://127.0.0.1:1/' },
      ['webhooks.http_on_loopback', 'webhooks.url_rules'],
    ],
    [
      'hold the statuses when filters name one',
      'updateWebhook',
      { filters: { call_status: ['busy'] } },
      ['calls.statuses', 'webhooks.filter_max_items'],
    ],
  ])('%s', (_, endpoint, body, ids) => {
    expect(notedBy(endpoint, body)).toEqual(ids)
  })
})

describe('validators', () => {
  test('are shared by worlds whose values agree where the schema looks', () => {
    const first = bodyValidator('initiateCall', ASSUMPTION_DEFAULTS)
    expect(bodyValidator('initiateCall', valuesWith({ 'customers.required': [] }))).toBe(first)
    expect(bodyValidator('initiateCall', valuesWith({ 'calls.unknown_fields': 'ignore' }))).not.toBe(first)
  })

  test('do not pile up when values vary without end', () => {
    const ofLength = (length: number) =>
      bodyValidator('updateCustomer', valuesWith({ 'customers.text_max_length': length }))
    const first = ofLength(300)
    for (let length = 301; length < 600; length += 1) ofLength(length)
    expect(ofLength(599)).toBe(ofLength(599))
    // The first was dropped to make room, and is compiled again.
    expect(ofLength(300)).not.toBe(first)
    expect(detailsOf('updateCustomer', { name: 'x'.repeat(300) }, { 'customers.text_max_length': 300 })).toBeUndefined()
  })

  test('use no keyword without a message of its own', () => {
    const annotations = [
      'title',
      'description',
      'default',
      'example',
      'x-ringback-assumption',
      'x-ringback-assumption-of',
      'items',
      'properties',
    ]
    const keywords = new Set<string>()
    const visit = (schema: Schema) => {
      for (const keyword of Object.keys(schema)) if (!annotations.includes(keyword)) keywords.add(keyword)
      for (const part of [schema.items, ...Object.values(schema.properties ?? {})]) if (part) visit(part)
    }
    for (const { schema } of Object.values(REQUEST_BODIES)) visit(schema(ASSUMPTION_DEFAULTS))
    expect([...keywords].filter(keyword => !WRITABLE_KEYWORDS.includes(keyword))).toEqual([])
  })
})
