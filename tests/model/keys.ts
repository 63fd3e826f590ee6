import type { Key } from './commands.ts'
import type { Subject } from './subject.ts'
import type { Tenant } from './vocabulary.ts'

const SCOPES = ['calls:initiate', 'calls:read', 'customers:read', 'customers:write', 'reports:read', 'webhooks:manage']
const READER = ['calls:read', 'customers:read', 'reports:read']

export interface HeldKey {
  readonly key: string | undefined
  readonly scopes: readonly string[]
  readonly key_id: string
  revoked: boolean
}

/** The keys of the tenants: those that they begin with, and those that were issued since. */
export class Keys {
  readonly #subject: Subject
  readonly #issued = new Map<Tenant, HeldKey[]>()

  constructor(subject: Subject) {
    this.#subject = subject
  }

  of(tenant: Tenant, key: Key): HeldKey {
    if (key === 'none' || key === 'unknown')
      return { key: key === 'none' ? undefined : 'svc_live_unknown', scopes: [], key_id: '', revoked: true }
    const issued = this.#issued.get(tenant)?.at(-1)
    if (key === 'issued' && issued !== undefined) return issued
    const label = key === 'issued' ? 'live' : key
    const found = this.#subject.viewOf(tenant.slug).keys.find(candidate => candidate.label === label)
    return { key: found?.key, scopes: label === 'reader' ? READER : SCOPES, key_id: label, revoked: false }
  }

  async issue(tenant: Tenant, mask: number): Promise<undefined> {
    const scopes = SCOPES.filter((_, bit) => mask & (1 << bit))
    const { json } = await this.#subject.control('POST', `/tenants/${tenant.slug}/keys`, { mode: 'live', scopes })
    this.#issued.set(tenant, [
      ...(this.#issued.get(tenant) ?? []),
      { key: json.key, key_id: json.key_id, scopes, revoked: false },
    ])
  }

  async revoke(tenant: Tenant): Promise<undefined> {
    const last = this.#issued.get(tenant)?.at(-1)
    if (last === undefined) return
    await this.#subject.control('DELETE', `/tenants/${tenant.slug}/keys/${last.key_id}`)
    last.revoked = true
  }
}
