import type { CreateCustomer } from '../../contract/requests.ts'
import { contractError } from '../../domain/contract-error.ts'
import { TAKEN_EXTERNAL_ID } from '../../domain/customers/customers.ts'
import { pagination } from '../../domain/page.ts'
import type { Services } from '../../domain/services.ts'
import type { Caller } from '../../domain/tenants/tenants.ts'
import type { FieldProblems } from '../../domain/unknown-references.ts'
import { readCustomer } from '../../domain/validation/read-body.ts'
import { bulkProblems } from '../../domain/validation/validate-body.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { CustomerRow } from '../../store/schema.ts'
import type { CustomerLooking } from '../../store/tables/customers.ts'
import { pathId } from '../routes.ts'
import type { Answer, Handlers, Handling } from './handler.ts'
import { presentCustomer } from './present.ts'

type CustomerHandlers = Pick<
  Handlers,
  'createCustomer' | 'createCustomersInBulk' | 'listCustomers' | 'getCustomer' | 'updateCustomer'
>

export const customerHandlers: CustomerHandlers = {
  createCustomer: ({ services, caller, body, now }) => {
    const customer = services.customers.create(caller.tenant_id, body.read, now)
    return { status: 201, body: { data: presentCustomer(customer, services) } }
  },

  createCustomersInBulk: handling =>
    handling.services.register.get('customers.bulk_atomic') === 'partial' ? createSome(handling) : createAll(handling),

  listCustomers: handling => listCustomers(handling),

  getCustomer: ({ services, caller, params }) => {
    const customer = existing(services, caller, params.customerId)
    return { status: 200, body: { data: presentCustomer(customer, services) } }
  },

  updateCustomer: ({ services, caller, params, body, now }) => {
    const before = existing(services, caller, params.customerId)
    const customer = services.customers.update(before, body.read, now)
    services.register.note('customers.update_response')
    return { status: 200, body: { data: presentCustomer(customer, services) }, changed: differ(before, customer) }
  },
}

/** The list of an endpoint; for who looks at the store, with a search and an order that the endpoint lacks. */
export function listCustomers(
  { services, caller, query }: Handling<'listCustomers'>,
  looking?: CustomerLooking,
): Answer {
  const { page, ...filters } = query
  const found = services.customers.list(caller.tenant_id, filters, page, looking)
  return {
    status: 200,
    body: {
      data: found.rows.map(row => presentCustomer(row, services)),
      pagination: pagination(found, services.register),
    },
  }
}

const differ = (one: CustomerRow, other: CustomerRow): boolean =>
  one.name !== other.name ||
  one.tel1 !== other.tel1 ||
  one.phonetic !== other.phonetic ||
  one.external_id !== other.external_id

function existing(services: Services, caller: Caller, text: string | undefined): CustomerRow {
  const id = pathId(text)
  const customer = id === undefined ? undefined : services.customers.find(caller.tenant_id, id)
  if (customer === undefined) throw contractError('not_found')
  return customer
}

/** All or nothing: with one bad element, nothing is stored (assumption `customers.bulk_atomic`). */
function createAll({ services, caller, body, now }: Handling<'createCustomersInBulk'>): Answer {
  const { customers, register } = services
  const problems: FieldProblems = {}
  for (const [index, fields] of body.read.customers.entries())
    Object.assign(problems, customers.problems(caller.tenant_id, fields, `customers.${index}.`))
  customers.refuse(problems)
  const rows = body.read.customers.map(fields => customers.create(caller.tenant_id, fields, now))
  const data =
    register.get('customers.bulk_response') === 'customers'
      ? rows.map(row => presentCustomer(row, services))
      : { created_count: rows.length }
  return { status: 201, body: { data } }
}

/** Each element by itself: good ones are stored, the others are answered with their errors. */
function createSome({ services, caller, body, now }: Handling<'createCustomersInBulk'>): Answer {
  const { register } = services
  const { customers: elements } = body.raw as { customers: unknown[] }
  const found = bulkProblems({ customers: elements, values: register.values, note: register.note })
  const results = elements.map((element, index): BulkResult => {
    const errors = found[index]?.details ?? {}
    if (Object.keys(errors).length > 0) return { index, errors }
    return createOne({ services, caller, now, index, fields: readCustomer(element, register.values) })
  })
  if (register.get('customers.bulk_response') === 'customers') return { status: 200, body: { data: { results } } }
  const refused = results.filter(result => 'errors' in result)
  return { status: 200, body: { data: { created_count: results.length - refused.length, results: refused } } }
}

type BulkResult = { index: number } & ({ customer: ReturnType<typeof presentCustomer> } | { errors: FieldProblems })

function createOne(one: {
  services: Services
  caller: Caller
  now: Instant
  index: number
  fields: CreateCustomer
}): BulkResult {
  const { services, caller, index, fields, now } = one
  const problems = services.customers.problems(caller.tenant_id, fields, '')
  if (!services.customers.isUnique(caller.tenant_id, fields.external_id)) problems.external_id = [TAKEN_EXTERNAL_ID]
  if (Object.keys(problems).length > 0) return { index, errors: problems }
  return { index, customer: presentCustomer(services.customers.create(caller.tenant_id, fields, now), services) }
}
