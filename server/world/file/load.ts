import { isPattern, type WorldFile } from '../../contract/world-file/world-file.ts'
import { loadCalls } from './load-calls.ts'
import { loadCustomers } from './load-customers.ts'
import {
  checkRest,
  loadAssumptions,
  loadFaults,
  loadInboxes,
  loadLimits,
  loadScripts,
  loadWebhooks,
} from './load-settings.ts'
import { loadKeys, loadTenants } from './load-tenants.ts'
import { loadTogether } from './load-together.ts'
import { type LoadedTenant, Loading, type LoadOptions, type RowMakers } from './loading.ts'
import { throwAny } from './problems.ts'

/**
 * Writes what a world file holds into a database that nobody uses yet, with the keys of all its tenants, and pauses now and then. What the
 * emulated API would refuse is refused, and then nothing of the database may be used. Throws `WorldFileError`.
 */
export function* loadWorldFile(options: LoadOptions): Generator<void> {
  loadAssumptions(options.store, options)
  const loading = new Loading(options)
  const tenants = yield* loaded(loading)
  loadKeys(loading, tenants)
  throwAny(loading.problems)
}

/** The same without keys, which differ from world to world: for a template of many worlds. */
export function* loadTemplate(options: LoadOptions): Generator<void> {
  const loading = new Loading(options)
  yield* loaded(loading)
  throwAny(loading.problems)
}

function* loaded(loading: Loading): Generator<void, LoadedTenant[]> {
  try {
    return yield* loadParts(loading)
  } catch (error) {
    // A row of which something is wrong may break a rule of the database, too, and its own message says more.
    throwAny(loading.problems)
    throw error
  }
}

function* loadParts(loading: Loading): Generator<void, LoadedTenant[]> {
  const tenants = loadTenants(loading)
  yield
  yield* loadTogether(loading, tenants)
  yield* loadCustomers(loading, tenants)
  yield* loadCalls(loading, tenants)
  loadWebhooks(loading, tenants)
  loadLimits(loading, tenants)
  loadScripts(loading)
  const webhooks = new Set(tenants.flatMap(({ tenant }) => tenant.webhooks?.map(({ webhook_id }) => webhook_id) ?? []))
  loadFaults(loading, id => webhooks.has(id))
  loadInboxes(loading)
  checkRest(loading)
  return tenants
}

/** What makes the rows that a file only counts. */
export async function makersFor({ patterns, tenants = [] }: WorldFile, seed: number): Promise<RowMakers> {
  if (patterns === 'together') return { teams: new (await import('../../../fixtures/teams.ts')).Teams(seed) }
  const counts = tenants.some(({ customers = [], calls = [] }) => [...customers, ...calls].some(isPattern))
  return counts ? { patterns: await import('../../../fixtures/patterns.ts') } : {}
}
