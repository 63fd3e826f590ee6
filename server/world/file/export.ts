import { mintedKey } from '../../../fixtures/keys.ts'
import type { Json } from '../../contract/assumption-entry.ts'
import { SCOPES } from '../../contract/scopes.ts'
import {
  DERIVED,
  type KeyInFile,
  type TenantInFile,
  WORLD_FILE_VERSION,
  type WorldFile,
} from '../../contract/world-file/world-file.ts'
import { LimitHistory, Limits } from '../../domain/limits/limits.ts'
import { COUNTER_KINDS } from '../../domain/limits/windows.ts'
import { keyProblem } from '../../domain/real-keys.ts'
import { Register } from '../../domain/register.ts'
import { type Instant, toIso } from '../../kernel/instant.ts'
import { META, readMeta } from '../../store/meta.ts'
import type { KeyRow, TenantRow } from '../../store/schema.ts'
import { Store } from '../../store/store.ts'
import { Counters } from '../../store/tables/counters.ts'
import { allCalls, allCustomers, allProjects, allStaff, keysInOrder } from '../../store/tables/file-rows.ts'
import { allTenants } from '../../store/tables/tenants.ts'
import { RULES } from '../../verdicts/rules.ts'
import type { WorldRuntime } from '../runtime.ts'
import type { Templates } from '../templates.ts'
import type { WorldSettings } from '../world-database.ts'
import {
  callsFrom,
  customerFrom,
  faultFrom,
  scriptFrom,
  webhookFrom,
  withoutNothing,
  withoutUndefined,
} from './export-rows.ts'

interface Exported {
  readonly runtime: WorldRuntime
  readonly settings: WorldSettings
  readonly templates: Templates
  /** Whether keys and secrets stand in the file by value. */
  readonly reveal: boolean
}

/**
 * A live world as a world file: what differs from its fixture. A world of that file has the same rows, and its export is the same file.
 * What has happened is not in it: requests, events, deliveries, what inboxes received, and webhooks that were deleted.
 */
export async function exportWorld({ runtime, settings, templates, reveal }: Exported): Promise<WorldFile> {
  const now = runtime.kernel.catchUp()
  const began = beganIn(runtime.store) ?? now
  const fixture = settings.from === undefined ? settings.fixture : settings.from.file.extends
  const template = fixture && (await templates.get({ fixture, seed: settings.seed, now: began }))
  const base = Store.open(template ?? ':memory:')
  try {
    const rests = fixture !== undefined && isBelow(base, runtime.store)
    const own = rests || fixture === undefined ? base : undefined
    const empty = own === undefined ? Store.open(':memory:') : undefined
    try {
      const parts = { runtime, settings, reveal, now, began, base: own ?? (empty as Store) }
      return withoutUndefined<WorldFile>({
        $schema: './node_modules/ringback/world.schema.json',
        version: WORLD_FILE_VERSION,
        extends: rests ? fixture : undefined,
        extends_at: began === now ? undefined : toIso(began),
        seed: settings.seed,
        clock: toIso(now),
        pace: runtime.kernel.pace,
        tenants: listed(tenantsFrom(parts)),
        ...settingsFrom(parts),
      })
    } finally {
      empty?.close()
    }
  } finally {
    base.close()
  }
}

/** When the world began. An older world does not say so, but its keys were made then. */
function beganIn(store: Store): Instant | undefined {
  const kept = readMeta(store, META.began)
  return kept === undefined ? keysInOrder(store)[0]?.created_at : Number(kept)
}

/** Whether the rows of a fixture are in a world, as this Ringback would make them. An older one may have made others. */
function isBelow(base: Store, store: Store): boolean {
  const [below, calls] = [allCalls(base), allCalls(store)]
  const there = new Set(allCustomers(store).map(row => row.customer_id))
  const tenants = allTenants(store)
  return (
    allTenants(base).every(({ slug }, index) => tenants[index]?.slug === slug) &&
    allCustomers(base).every(({ customer_id }) => there.has(customer_id)) &&
    below.every((call, index) => same(call, calls[index]))
  )
}

/** Whether two rows of a table have the same in each column. */
function same<Row extends { readonly [column in keyof Row]: string | number | null }>(
  one: Row,
  other: Row | undefined,
): boolean {
  if (other === undefined) return false
  for (const column in one) if (one[column] !== other[column]) return false
  return true
}

interface Parts extends Omit<Exported, 'templates'> {
  readonly now: Instant
  readonly began: Instant
  readonly base: Store
}

function tenantsFrom(parts: Parts): TenantInFile[] {
  const { runtime, base } = parts
  const { store } = runtime
  const before = new Map(allTenants(base).map(row => [row.tenant_id, row]))
  const known = {
    staff: new Map(allStaff(base).map(row => [row.staff_id, row])),
    projects: new Map(allProjects(base).map(row => [row.project_id, row])),
    customers: new Map(allCustomers(base).map(row => [row.customer_id, row])),
  }
  const values = runtime.services.register.values
  const firstCall = allCalls(base).length
  const calls = callsFrom(allCalls(store).slice(firstCall), runtime, parts.now)
  const customers = Map.groupBy(allCustomers(store), row => row.tenant_id)
  const webhooks = runtime.services.webhooks.everyone().filter(({ deleted_at }) => deleted_at === null)
  return allTenants(store).flatMap(row => {
    const { tenant_id, slug } = row
    const old = before.get(tenant_id)
    const staff = allStaff(store).filter(
      one => one.tenant_id === tenant_id && !same(one, known.staff.get(one.staff_id)),
    )
    const projects = allProjects(store).filter(
      one => one.tenant_id === tenant_id && !same(one, known.projects.get(one.project_id)),
    )
    const changed = (customers.get(tenant_id) ?? []).filter(one => !same(one, known.customers.get(one.customer_id)))
    const own = webhooks.filter(webhook => webhook.tenant_id === tenant_id)
    const tenant = withoutUndefined<TenantInFile>({
      tenant: slug,
      name: row.name === old?.name ? undefined : row.name,
      plan: old !== undefined && row.plan === old.plan ? undefined : row.plan,
      open_api_enabled: row.open_api_enabled === (old?.open_api_enabled ?? 1) ? undefined : row.open_api_enabled === 1,
      staff:
        old !== undefined && staff.length === 0 ? undefined : staff.map(({ staff_id, name }) => ({ staff_id, name })),
      projects:
        old !== undefined && projects.length === 0
          ? undefined
          : projects.map(({ project_id, name }) => ({ project_id, name })),
      keys: keysFrom(parts, row, old === undefined),
      customers: listed(changed.map(one => customerFrom(one, values['customers.phonetic_key']))),
      calls: listed(calls.get(tenant_id) ?? []),
      webhooks: listed(own.map(webhook => webhookFrom(webhook, values, parts.reveal))),
      limits: limitsFrom(parts, row),
    })
    return old !== undefined && Object.keys(tenant).length === 1 ? [] : tenant
  })
}

const listed = <Row>(rows: readonly Row[]): readonly Row[] | undefined => (rows.length === 0 ? undefined : rows)

/** The keys that a tenant would not have anyway. Of keys that somebody issued, only hashes are known. */
function keysFrom({ runtime, settings, reveal, began }: Parts, { tenant_id, slug }: TenantRow, isNew: boolean) {
  const { seed, world_id } = settings
  const rows = keysInOrder(runtime.store).filter(key => key.tenant_id === tenant_id)
  const taken = new Set<string>()
  const keys = rows.map(row => {
    const { label, mode } = row
    const name = unusedLabel(label, taken)
    const { plaintext } = mintedKey({ seed, world_id, slug, label: name, mode })
    const isShown = reveal && row.plaintext !== null && keyProblem(row.plaintext, mode) === undefined
    const scopes = JSON.parse(row.scopes) as KeyInFile['scopes']
    const key: KeyInFile = withoutNothing({
      label: name,
      mode,
      scopes: scopes.length === SCOPES.length ? (['*'] as const) : scopes,
      key: isShown ? (row.plaintext ?? DERIVED) : DERIVED,
      created_at: row.created_at === began ? undefined : toIso(row.created_at),
      revoked_at: row.revoked_at === null ? undefined : toIso(row.revoked_at),
    })
    return { key, isUsual: isUsual(row, key) && row.plaintext === plaintext }
  })
  const usual = keys.filter(({ isUsual: usualOne }) => usualOne).length
  if (!reveal && usual === USUAL.length && (keys.length === usual || !isNew))
    return listed(keys.filter(one => !one.isUsual).map(({ key }) => key))
  return keys.map(({ key }) => key)
}

const USUAL = ['live', 'test', 'reader'] as const

const isUsual = ({ revoked_at }: KeyRow, { label, created_at }: KeyInFile): boolean =>
  (USUAL as readonly string[]).includes(label) && created_at === undefined && revoked_at === null

/** A file has each label of a tenant once. */
function unusedLabel(label: string, taken: Set<string>): string {
  let [name, number] = [label, 1]
  while (taken.has(name)) name = `${label} (${++number})`
  taken.add(name)
  return name
}

function limitsFrom({ runtime, base, now }: Parts, row: TenantRow): TenantInFile['limits'] {
  const before = new Limits({
    counters: new Counters(base),
    history: new LimitHistory(base),
    register: new Register(base),
  })
  const changed = COUNTER_KINDS.flatMap(kind => {
    const { used } = runtime.services.limits.counter(row, kind, now)
    return used === before.counter(row, kind, now).used ? [] : [[kind, { used }] as const]
  })
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}

function settingsFrom({ runtime, settings }: Parts): Partial<WorldFile> {
  const { services, forwards, verdicts } = runtime
  const inboxes = services.inbox.names().flatMap(name => {
    const behaviour = services.inbox.behaviour(name)
    return Object.keys(behaviour).length === 0 ? [] : [[name, behaviour] as const]
  })
  const register = services.register.changed()
  const rules = verdicts.ruleViews().flatMap(({ rule, severity, default_severity, options }) => {
    const usual = JSON.stringify(RULES.find(({ id }) => id === rule)?.options ?? {})
    return severity === default_severity && JSON.stringify(options) === usual
      ? []
      : [[rule, { severity, ...options }] as const]
  })
  const { expect } = settings.from?.file.verdicts ?? {}
  return {
    call_scripts: listed([...services.scripts.all()].reverse().map(scriptFrom)),
    faults: listed([...services.faults.all()].reverse().map(faultFrom)),
    forwards: listed(forwards.all().map(({ from, to }) => ({ from, to }))),
    inbox: inboxes.length === 0 ? undefined : (Object.fromEntries(inboxes) as WorldFile['inbox']),
    assumptions: Object.keys(register).length === 0 ? undefined : register,
    verdicts:
      rules.length === 0 && expect === undefined
        ? undefined
        : withoutNothing({
            rules: rules.length === 0 ? undefined : (Object.fromEntries(rules) as { [rule: string]: Json }),
            expect,
          }),
  }
}
