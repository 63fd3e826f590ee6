import { FIRST_ID } from '../../../fixtures/first-ids.ts'
import { type CustomerInFile, type CustomerPattern, isPattern } from '../../contract/world-file/world-file.ts'
import { TAKEN_EXTERNAL_ID } from '../../domain/customers/customers.ts'
import { NO_SUCH_PROJECT } from '../../domain/unknown-references.ts'
import { readCustomer } from '../../domain/validation/read-body.ts'
import { validateBody } from '../../domain/validation/validate-body.ts'
import type { CustomerRow } from '../../store/schema.ts'
import { allCustomers, customersOf } from '../../store/tables/file-rows.ts'
import { type LoadedTenant, type Loading, seedsOf } from './loading.ts'

/** How many rows are checked or stored between two pauses. */
const CHUNK = 500
/** When customers that a file only counts were entered, if it does not say. */
const USUAL = ['-P730D', '-P1D'] as const

/** Loads the customers of the file. It pauses now and then. */
export function* loadCustomers(loading: Loading, tenants: readonly LoadedTenant[]): Generator<void> {
  const given = tenants.flatMap(({ tenant }) => tenant.customers ?? [])
  if (given.length === 0) return
  const { store } = loading.options
  const owners = new Map(allCustomers(store).map(row => [row.customer_id, row.tenant_id]))
  const highest = given.reduce((most, row) => Math.max(most, ('customer_id' in row ? row.customer_id : 0) ?? 0), 0)
  let nextId = Math.max(FIRST_ID.customer - 1, loading.rows.highest('customers'), highest) + 1
  let made = 0
  for (const { path, row: tenant, tenant: source } of tenants) {
    const there = customersOf(store, tenant.tenant_id)
    const taken = new Set(there.flatMap(({ tel1, external_id }) => [tel1 ?? [], external_id ?? []].flat()))
    const own = new Map(there.map(row => [row.customer_id, row]))
    for (const [index, given] of (source.customers ?? []).entries()) {
      const at = { path: `${path}.customers.${index}`, tenant_id: tenant.tenant_id, taken }
      if (isPattern(given)) {
        if (loading.options.makers.teams !== undefined) continue
        const rows = yield* madeCustomers(loading, given, { ...at, slug: tenant.slug, index })
        for (const row of rows) {
          loading.rows.customer.run({ customer_id: nextId++, ...row })
          if (++made % CHUNK === 0) yield
        }
        continue
      }
      const { customer_id = nextId } = given as CustomerInFile
      const before = own.get(customer_id)
      if (before === undefined && owners.has(customer_id)) {
        loading.wrong(`${at.path}.customer_id`, `There is another customer ${customer_id}. Choose another id.`)
        continue
      }
      const row = loadCustomer(loading, given as CustomerInFile, { ...at, before })
      if (row === undefined) continue
      owners.set(customer_id, tenant.tenant_id)
      if (before === undefined) loading.rows.customer.run({ customer_id, ...row })
      else loading.rows.changedCustomer.run({ customer_id, ...row })
      if (customer_id === nextId) nextId++
      if (++made % CHUNK === 0) yield
    }
  }
}

interface Place {
  readonly path: string
  readonly tenant_id: number
  /** Phone numbers and external ids of the tenant. */
  readonly taken: Set<string>
}

/** One customer, by the rules for `POST /customers`; a customer of the fixture keeps what the file does not say. */
function loadCustomer(
  loading: Loading,
  customer: CustomerInFile,
  { path, tenant_id, taken, before }: Place & { before: CustomerRow | undefined },
): Omit<CustomerRow, 'customer_id'> | undefined {
  const { customer_id: _, created_at, updated_at, ...fields } = customer
  const { values } = loading.register
  const value = { ...(before && bodyOf(before, values['customers.phonetic_key'])), ...fields }
  const problem = validateBody({ endpoint: 'createCustomer', value, values, note: () => undefined })
  if (problem !== undefined) loading.wrongIn(path, problem)
  const created = loading.past(`${path}.created_at`, created_at) ?? before?.created_at ?? loading.options.now
  const updated = loading.past(`${path}.updated_at`, updated_at) ?? before?.updated_at ?? created
  if (updated < created) loading.wrong(`${path}.updated_at`, 'Must not be before created_at.')
  if (problem !== undefined) return undefined
  const read = readCustomer(value, values)
  const project_id = read.project_id ?? loading.tenants.projectsOf(tenant_id)[0]?.project_id
  if (project_id === undefined || loading.tenants.project(tenant_id, project_id) === undefined) {
    loading.wrong(`${path}.project_id`, NO_SUCH_PROJECT)
    return undefined
  }
  const { external_id } = read
  const isChanged = external_id !== null && external_id !== before?.external_id
  if (isChanged && values['customers.external_id_unique'] === 'yes' && taken.has(external_id))
    loading.wrong(`${path}.external_id`, TAKEN_EXTERNAL_ID)
  for (const name of [external_id, read.tel1]) if (name !== null) taken.add(name)
  return { ...read, tenant_id, project_id, created_at: created, updated_at: updated }
}

const bodyOf = (row: CustomerRow, phoneticKey: string): { [name: string]: unknown } => {
  const { project_id, external_id, name, tel1, phonetic } = row
  const fields = { project_id, external_id, name, tel1, [phoneticKey]: phonetic }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

function* madeCustomers(
  loading: Loading,
  pattern: CustomerPattern,
  { path, tenant_id, taken, slug, index }: Place & { slug: string; index: number },
): Generator<void, Omit<CustomerRow, 'customer_id'>[]> {
  const { seed, makers } = loading.options
  const bounds = loading.between(path, pattern.between, USUAL)
  const projects = loading.tenants.projectsOf(tenant_id).map(row => row.project_id)
  const project_ids = pattern.project_id === undefined ? projects : [pattern.project_id]
  if (project_ids.length === 0 || project_ids.some(id => !projects.includes(id)))
    loading.wrong(`${path}.project_id`, NO_SUCH_PROJECT)
  else if (bounds !== undefined && makers.patterns !== undefined) {
    const seeds = seedsOf(seed, `customers of ${slug}`, index)
    const rows = yield* makers.patterns.patternCustomers({ seeds, count: pattern.count, ...bounds, project_ids, taken })
    return rows.map(row => ({ tenant_id, ...row }))
  }
  return []
}
