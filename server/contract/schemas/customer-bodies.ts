import { BULK_CUSTOMERS_MAX, BULK_CUSTOMERS_MIN, EXTERNAL_ID_MAX_LENGTH } from '../constants.ts'
import { ID, mayBeNull, requestBody, type Schema, text, type Values } from './schema.ts'

/** Bodies of the customer endpoints (contract/README.md#endpoints-2, #endpoints-3, #endpoints-4). */
const SHARED = [
  'customers.phonetic_key',
  'customers.required',
  'customers.tel1_format',
  'customers.text_max_length',
  'customers.unknown_fields',
  'requests.blank_text',
  'requests.empty_text',
  'requests.null_values',
] as const
type CustomerValues = Values<(typeof SHARED)[number]>

export const PHONETIC_KEYS: readonly string[] = ['name_kana', 'kana']
/** Plus and digits, as many as E.164 allows. */
export const TEL1_PATTERN = '^\\+[0-9]{7,15}$'

/** The fields that creation requires, with the phonetic reading under the key in use. */
export function requiredFields(values: Values<'customers.required' | 'customers.phonetic_key'>): string[] {
  const names = values['customers.required'].map(name =>
    PHONETIC_KEYS.includes(name) ? values['customers.phonetic_key'] : name,
  )
  return [...new Set(names)]
}

function fields(values: CustomerValues): Record<string, Schema> {
  const maxLength = values['customers.text_max_length']
  const tel1: Schema =
    values['customers.tel1_format'] === 'e164' ? { type: 'string', pattern: TEL1_PATTERN } : text({ maxLength }, values)
  const all: Record<string, Schema> = {
    external_id: text(
      { maxLength: EXTERNAL_ID_MAX_LENGTH, description: "The caller's own record id.", example: 'crm-1024' },
      values,
    ),
    name: text(
      {
        maxLength,
        description: 'Name of the customer.',
        example: '山田太郎',
        'x-ringback-assumption': 'customers.text_max_length',
      },
      values,
    ),
    tel1: {
      ...tel1,
      description: 'Phone number in international format: plus and digits.',
      example: '+819012345678',
      'x-ringback-assumption': 'customers.tel1_format',
    },
    [values['customers.phonetic_key']]: text(
      {
        maxLength,
        description: 'Phonetic reading of the name.',
        example: 'ヤマダタロウ',
        'x-ringback-assumption': ['customers.phonetic_key', 'customers.text_max_length'],
      },
      values,
    ),
  }
  const required = requiredFields(values)
  return Object.fromEntries(
    Object.entries(all).map(([name, field]) => [name, required.includes(name) ? field : mayBeNull(field, values)]),
  )
}

function newCustomer(values: CustomerValues): Schema {
  return {
    title: 'NewCustomer',
    type: 'object',
    properties: {
      project_id: { ...ID, description: 'Project of the customer; fixed at creation.' },
      ...fields(values),
    },
    required: requiredFields(values),
    additionalProperties: values['customers.unknown_fields'] === 'ignore',
    'x-ringback-assumption-of': { required: 'customers.required', additionalProperties: 'customers.unknown_fields' },
  }
}

export const createCustomerBody = requestBody(SHARED, newCustomer)

export const createCustomersInBulkBody = requestBody(SHARED, values => ({
  title: 'NewCustomers',
  type: 'object',
  properties: {
    customers: {
      type: 'array',
      minItems: BULK_CUSTOMERS_MIN,
      maxItems: BULK_CUSTOMERS_MAX,
      items: newCustomer(values),
    },
  },
  required: ['customers'],
  additionalProperties: values['customers.unknown_fields'] === 'ignore',
  'x-ringback-assumption-of': { additionalProperties: 'customers.unknown_fields' },
}))

export const updateCustomerBody = requestBody([...SHARED, 'customers.update_project_id'], values => ({
  title: 'CustomerChange',
  type: 'object',
  properties: {
    ...fields(values),
    project_id: {
      description: 'Fixed at creation.',
      'x-ringback-assumption': 'customers.update_project_id',
      not: values['customers.update_project_id'] === 'reject' ? {} : undefined,
    },
  },
  additionalProperties: values['customers.unknown_fields'] === 'ignore',
  'x-ringback-assumption-of': { additionalProperties: 'customers.unknown_fields' },
}))
