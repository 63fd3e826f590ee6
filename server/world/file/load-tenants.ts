import { hash } from 'node:crypto'
import { FIRST_ID } from '../../../fixtures/first-ids.ts'
import { fixtureKeys, mintedKey } from '../../../fixtures/keys.ts'
import { SCOPES } from '../../contract/scopes.ts'
import { DERIVED, type KeyInFile, type TenantInFile } from '../../contract/world-file/world-file.ts'
import { keyProblem } from '../../domain/real-keys.ts'
import { companyName, projectNames, staffName } from '../../domain/tenants/names.ts'
import { maskKey } from '../../domain/tenants/tenants.ts'
import { Randomness } from '../../kernel/random.ts'
import type { KeyRow } from '../../store/schema.ts'
import type { LoadedTenant, Loading } from './loading.ts'

/** As many as a tenant gets from the control API: enough to place a call. */
const DEFAULT_PARTS = { staff: 3, projects: 2 } as const

/** Loads the tenants with their staff and projects. */
export function loadTenants(loading: Loading): LoadedTenant[] {
  const { file, seed } = loading.options
  const names = new Randomness(String(seed)).below('outcomes')
  const given = file.tenants ?? []
  const loaded = given.flatMap((tenant, index) => {
    const path = `tenants.${index}`
    if (given.findIndex(other => other.tenant === tenant.tenant) !== index) {
      loading.wrong(`${path}.tenant`, `There are two tenants ${tenant.tenant}. Put them together.`)
      return []
    }
    const row = loadTenant(loading, tenant, { path, names })
    return row === undefined ? [] : { path, tenant, ...row }
  })
  const parts = new Parts(loading, given)
  for (const one of loaded) {
    const { path, tenant, row, isNew } = one
    const { tenant_id } = row
    const team = teamNames(loading, one)
    const projects = team?.projects ?? projectNames(countOf(tenant.projects, DEFAULT_PARTS.projects))
    parts.load('staff', {
      ...{ path, tenant_id, isNew, given: tenant.staff },
      nameOf: (id, place) => team?.staff[place] ?? staffName(names, id),
    })
    let made = 0
    parts.load('projects', {
      ...{ path, tenant_id, isNew, given: tenant.projects },
      nameOf: (_, place) =>
        projects[team === undefined ? made++ : place] ?? `${projects.at(-1) ?? 'Project'} ${place + 1}`,
    })
  }
  return loaded
}

/** The names of a tenant's people and projects where those are made together with what they do. */
function teamNames({ options, tenants }: Loading, { tenant, row, isNew }: LoadedTenant) {
  const total = (kind: Kind, there: number) => {
    const given = tenant[kind]
    if (given === undefined && !isNew) return there
    const wanted = countOf(given, DEFAULT_PARTS[kind])
    return typeof given === 'object' ? there + wanted : Math.max(there, wanted)
  }
  return options.makers.teams?.names(row.tenant_id, {
    index: row.tenant_id - FIRST_ID.tenant,
    staff: total('staff', tenants.staffOf(row.tenant_id).length),
    projects: total('projects', tenants.projectsOf(row.tenant_id).length),
  })
}

const countOf = (given: number | readonly unknown[] | undefined, otherwise: number): number =>
  given === undefined ? otherwise : typeof given === 'number' ? given : given.length

function loadTenant(
  loading: Loading,
  tenant: TenantInFile,
  { path, names }: { path: string; names: Randomness },
): Pick<LoadedTenant, 'row' | 'isNew'> | undefined {
  const { tenants, rows } = loading
  const before = tenants.bySlug(tenant.tenant)
  const { tenant: slug, name, plan, open_api_enabled: enabled } = tenant
  if (before !== undefined) {
    const change = { name, plan, open_api_enabled: enabled === undefined ? undefined : Number(enabled) }
    const row = { ...before, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) }
    const { tenant_id, ...columns } = row
    rows.renameTenant(tenant_id, columns)
    return { row, isNew: false }
  }
  if (plan === undefined) {
    loading.wrong(`${path}.plan`, 'Is required for a tenant that no fixture brings: free, pro, max, or null for none.')
    return undefined
  }
  const row = {
    tenant_id: Math.max(FIRST_ID.tenant - 1, rows.highest('tenants')) + 1,
    slug,
    name: name ?? companyName(names, slug),
    plan,
    open_api_enabled: enabled === false ? 0 : 1,
  }
  rows.tenant.run(row)
  return { row, isNew: true }
}

interface PartsOf {
  readonly path: string
  readonly tenant_id: number
  readonly isNew: boolean
  readonly given: TenantInFile['staff'] | TenantInFile['projects']
  /** By the id, and by the place among those of the tenant. */
  readonly nameOf: (id: number, place: number) => string
}

const KINDS = {
  staff: { id: 'staff_id', first: FIRST_ID.staff, what: 'staff member' },
  projects: { id: 'project_id', first: FIRST_ID.project, what: 'project' },
} as const
type Kind = keyof typeof KINDS

/** Staff and projects. Ids that nobody gives follow the highest, wherever in the file that is. */
class Parts {
  readonly #loading: Loading
  readonly #next: Record<Kind, number>
  readonly #taken: Record<Kind, Map<number, number>> = { staff: new Map(), projects: new Map() }

  constructor(loading: Loading, tenants: readonly TenantInFile[]) {
    this.#loading = loading
    const next = (kind: Kind) => {
      const given = tenants.flatMap(tenant => {
        const list = tenant[kind]
        return Array.isArray(list) ? list.map(part => Number(part[KINDS[kind].id] ?? 0)) : []
      })
      return (
        given.reduce((most, id) => Math.max(most, id), Math.max(KINDS[kind].first - 1, loading.rows.highest(kind))) + 1
      )
    }
    this.#next = { staff: next('staff'), projects: next('projects') }
    for (const { tenant_id } of loading.tenants.all()) {
      for (const { staff_id } of loading.tenants.staffOf(tenant_id)) this.#taken.staff.set(staff_id, tenant_id)
      for (const { project_id } of loading.tenants.projectsOf(tenant_id))
        this.#taken.projects.set(project_id, tenant_id)
    }
  }

  load(kind: Kind, { path, tenant_id, isNew, given, nameOf }: PartsOf): void {
    const { id: column, what } = KINDS[kind]
    const there = [...this.#taken[kind].values()].filter(owner => owner === tenant_id).length
    let place = there
    if (typeof given !== 'object') {
      const wanted = given ?? (isNew ? DEFAULT_PARTS[kind] : there)
      if (wanted < there)
        this.#loading.wrong(`${path}.${kind}`, `Must be at least ${there}, as many as the fixture has; got ${wanted}.`)
      while (place < wanted) this.#add(kind, { tenant_id, place: place++, nameOf })
      return
    }
    for (const [index, part] of given.entries()) {
      const id = (part as { readonly [name: string]: unknown })[column] as number | undefined
      const owner = id === undefined ? undefined : this.#taken[kind].get(id)
      if (owner === undefined) this.#add(kind, { tenant_id, id, name: part.name, place: place++, nameOf })
      else if (owner !== tenant_id || isNew)
        this.#loading.wrong(`${path}.${kind}.${index}.${column}`, `There is another ${what} ${id}. Choose another id.`)
      else if (part.name !== undefined) this.#rename(kind, { id: id as number, tenant_id, name: part.name })
    }
  }

  #add(
    kind: Kind,
    part: {
      tenant_id: number
      place: number
      id?: number | undefined
      name?: string | undefined
      nameOf: PartsOf['nameOf']
    },
  ): void {
    const { tenant_id, id = this.#next[kind]++ } = part
    const { name = part.nameOf(id, part.place) } = part
    this.#taken[kind].set(id, tenant_id)
    const { rows } = this.#loading
    if (kind === 'staff') rows.staff.run({ staff_id: id, tenant_id, name })
    else rows.project.run({ project_id: id, tenant_id, name })
  }

  #rename(kind: Kind, { id, tenant_id, name }: { id: number; tenant_id: number; name: string }): void {
    const { rows } = this.#loading
    if (kind === 'staff') rows.renameStaff({ staff_id: id, tenant_id, name })
    else rows.renameProject({ project_id: id, tenant_id, name })
  }
}

/** The keys of all tenants: those of the fixtures, unless the file has another with the same label, and those of the file. */
export function loadKeys(loading: Loading, loaded: readonly LoadedTenant[]): void {
  const { seed, world_id, began } = loading.options
  const seen = new Set<string>()
  for (const row of loading.tenants.all()) {
    const own = loaded.find(one => one.row.tenant_id === row.tenant_id)
    const given = own?.tenant.keys
    const byHabit = own?.isNew && given !== undefined ? [] : fixtureKeys({ seed, world_id, now: began, tenants: [row] })
    const labels = new Set(given?.map(key => key.label))
    for (const key of byHabit) if (!labels.has(key.label)) loading.rows.key.run(key)
    for (const [index, key] of (given ?? []).entries()) {
      const made = loadKey(loading, key, {
        path: `${own?.path}.keys.${index}`,
        slug: row.slug,
        tenant_id: row.tenant_id,
      })
      if (made === undefined) continue
      if (seen.has(made.hash) || seen.has(`${row.slug}:${key.label}`)) {
        loading.wrong(`${own?.path}.keys.${index}`, 'Is there twice, by its label or by its value. Keep one.')
        continue
      }
      seen.add(made.hash).add(`${row.slug}:${key.label}`)
      loading.rows.key.run(made)
    }
  }
}

function loadKey(
  loading: Loading,
  { label, mode, scopes, key = DERIVED, ...times }: KeyInFile,
  { path, slug, tenant_id }: { path: string; slug: string; tenant_id: number },
): KeyRow | undefined {
  const { seed, world_id, began, pin } = loading.options
  const problem = key === DERIVED ? undefined : keyProblem(key, mode)
  const created_at = loading.past(`${path}.created_at`, times.created_at) ?? began
  const revoked_at = loading.past(`${path}.revoked_at`, times.revoked_at) ?? null
  if (problem !== undefined) {
    loading.wrong(`${path}.key`, problem)
    return undefined
  }
  const { key_id, plaintext: minted } = mintedKey({ seed, world_id, slug, label, mode })
  const plaintext = key === DERIVED || !pin ? minted : key
  return {
    key_id,
    tenant_id,
    label,
    mode,
    scopes: JSON.stringify(scopes.includes('*') ? SCOPES : scopes),
    hash: hash('sha256', plaintext),
    masked: maskKey(plaintext),
    plaintext,
    created_at,
    revoked_at,
  }
}
