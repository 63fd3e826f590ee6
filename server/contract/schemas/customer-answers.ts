import type { AssumptionValues } from '../assumptions.ts'
import { BULK_CUSTOMERS_MAX, BULK_CUSTOMERS_MIN } from '../constants.ts'
import { count, data, id, page, timestamp, unsetIsNull } from './answer-parts.ts'
import { requiredFields } from './customer-bodies.ts'
import { fieldMessages } from './errors.ts'
import { closedObject, type Schema } from './schema.ts'

/** Answers of the customer endpoints (contract/README.md#customer). List items carry the whole object. */
export function customer(values: AssumptionValues): Schema {
  const required = requiredFields(values)
  const perhaps = (name: string, schema: Schema) => (required.includes(name) ? schema : unsetIsNull(schema))
  const phonetic = values['customers.phonetic_key']
  return closedObject(
    {
      customer_id: id('Assigned by the service.'),
      external_id: perhaps('external_id', {
        type: 'string',
        description: "The caller's own record id.",
        example: 'crm-1024',
      }),
      name: perhaps('name', { type: 'string', description: 'Name of the customer.', example: '山田太郎' }),
      tel1: perhaps('tel1', {
        type: 'string',
        description: 'Phone number in international format.',
        example: '+819012345678',
      }),
      [phonetic]: perhaps(phonetic, {
        type: 'string',
        description: 'Phonetic reading of the name.',
        example: 'ヤマダタロウ',
        'x-ringback-assumption': 'customers.phonetic_key',
      }),
      project_id: id('Project of the customer; fixed at creation.'),
      created_at: timestamp(values, 'When it was created.'),
      updated_at: timestamp(values, 'When it was created or last updated.'),
    },
    { title: 'Customer' },
  )
}

export const oneCustomer = (values: AssumptionValues) => data(customer(values))
export const customerPage = (values: AssumptionValues) => page(customer(values), values)

/** The answer to a bulk that was stored whole: the customers, or their count (assumption `customers.bulk_response`). */
export function storedBulk(values: AssumptionValues): Schema {
  const limits = { minimum: BULK_CUSTOMERS_MIN, maximum: BULK_CUSTOMERS_MAX }
  const body =
    values['customers.bulk_response'] === 'created_count'
      ? closedObject({ created_count: { ...count('How many customers were stored.'), ...limits } })
      : ({ type: 'array', items: customer(values), minItems: limits.minimum, maxItems: limits.maximum } as const)
  return data({ ...body, 'x-ringback-assumption': 'customers.bulk_response' })
}

/**
 * The answer to a bulk whose elements were stored or refused one by one: for each element, by its index, the customer or what is wrong with
 * it. Where customers are only counted, it lists only what is wrong.
 */
export function partialBulk(values: AssumptionValues): Schema {
  const index: Schema = { ...count('Position in the request.', 0), maximum: BULK_CUSTOMERS_MAX - 1 }
  const stored = closedObject({ index, customer: customer(values) }, { title: 'StoredElement' })
  const refused = closedObject({ index, errors: fieldMessages }, { title: 'RefusedElement' })
  const counted = values['customers.bulk_response'] === 'created_count'
  const results: Schema = {
    type: 'array',
    minItems: counted ? 0 : BULK_CUSTOMERS_MIN,
    maxItems: BULK_CUSTOMERS_MAX,
    items: counted ? refused : { anyOf: [stored, refused] },
  }
  const created_count = { ...count('How many customers were stored.'), maximum: BULK_CUSTOMERS_MAX }
  return data(
    closedObject(counted ? { created_count, results } : { results }, {
      'x-ringback-assumption': ['customers.bulk_atomic', 'customers.bulk_response'],
    }),
  )
}
