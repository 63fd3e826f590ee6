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
import { loadTenants } from './load-tenants.ts'
import { Loading, type LoadOptions, type Patterns } from './loading.ts'
import { throwAny } from './problems.ts'

/**
 * Writes what a world file holds into a database that nobody uses yet, with the keys of all its tenants, and pauses now and then. What the
 * emulated API would refuse is refused, and then nothing of the database may be used. Throws `WorldFileError`.
 */
export function* loadWorldFile(options: LoadOptions): Generator<void> {
  loadAssumptions(options.store, options)
  const loading = new Loading(options)
  try {
    yield* loadParts(loading)
  } catch (error) {
    // A row of which something is wrong may break a rule of the database, too, and its own message says more.
    throwAny(loading.problems)
    throw error
  }
  throwAny(loading.problems)
}

function* loadParts(loading: Loading): Generator<void> {
  const tenants = loadTenants(loading)
  yield
  yield* loadCustomers(loading, tenants)
  yield* loadCalls(loading, tenants)
  loadWebhooks(loading, tenants)
  loadLimits(loading, tenants)
  loadScripts(loading)
  const webhooks = new Set(tenants.flatMap(({ tenant }) => tenant.webhooks?.map(({ webhook_id }) => webhook_id) ?? []))
  loadFaults(loading, id => webhooks.has(id))
  loadInboxes(loading)
  checkRest(loading)
}

/** What makes the rows that a file only counts. It loads faker, so only files that count rows do. */
export async function patternsFor({ tenants = [] }: WorldFile): Promise<Patterns | undefined> {
  const counts = tenants.some(({ customers = [], calls = [] }) => [...customers, ...calls].some(isPattern))
  return counts ? await import('../../../fixtures/patterns.ts') : undefined
}
