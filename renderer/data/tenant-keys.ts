import type { Scope } from '../../server/contract/scopes.ts'
import type { KeyView, TenantView } from '../../server/control/protocol/worlds.ts'

/** A key that can be used: known in plain text and not revoked. */
type UsableKey = KeyView & { key: string }
export const usableKeys = ({ keys }: TenantView): UsableKey[] =>
  keys.filter((key): key is UsableKey => key.key !== undefined && key.revoked_at === null)

/** A key of the tenant that can be used and has the scope; live ones first. */
export function keyFor(tenant: TenantView | undefined, scope: Scope): string | undefined {
  const fitting = tenant === undefined ? [] : usableKeys(tenant).filter(({ scopes }) => scopes.includes(scope))
  return (fitting.find(({ mode }) => mode === 'live') ?? fitting[0])?.key
}

/** The tenant that most tests use: live calls, webhooks and the highest limits. */
export const usualTenant = (tenants: readonly TenantView[]): TenantView | undefined =>
  tenants.find(({ plan }) => plan === 'max') ?? tenants[0]
