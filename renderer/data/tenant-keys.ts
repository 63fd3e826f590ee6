import type { Scope } from '../../server/contract/scopes.ts'
import type { KeyView, TenantView } from '../../server/control/protocol/worlds.ts'

/** A key that can be used: known in plain text and not revoked. */
type UsableKey = KeyView & { key: string }
export const usableKeys = ({ keys }: TenantView): UsableKey[] =>
  keys.flatMap(view => {
    const key = view.key ?? issuedHere.get(nameOf(view))
    return key === undefined || view.revoked_at !== null ? [] : [{ ...view, key }]
  })

/** Keys that this page has issued. Nothing else keeps them: the next page that is loaded does not know them. */
const issuedHere = new Map<string, string>()
/** Another world may have a key with the same id. */
const nameOf = ({ key_id, masked }: KeyView) => `${key_id} ${masked}`

/** Keeps the plain text of a key that was just issued for as long as the page is there. */
export function rememberKey(view: KeyView): KeyView {
  if (view.key !== undefined) issuedHere.set(nameOf(view), view.key)
  return view
}

/** A key of the tenant that can be used and has the scope; live ones first. */
export function keyFor(tenant: TenantView | undefined, scope: Scope): string | undefined {
  const fitting = tenant === undefined ? [] : usableKeys(tenant).filter(({ scopes }) => scopes.includes(scope))
  return (fitting.find(({ mode }) => mode === 'live') ?? fitting[0])?.key
}

/** A key that may do all that the first steps need: webhooks take a plan that has them. */
export function firstKey(tenants: readonly TenantView[]): { tenant: TenantView; key: string } | undefined {
  const all = tenants
    .filter(({ plan, open_api_enabled }) => open_api_enabled && plan !== 'free')
    .flatMap(tenant => usableKeys(tenant).map(key => ({ tenant, key })))
  const needs = ['customers:read', 'calls:initiate', 'webhooks:manage'] as const
  const fits = ({ scopes, mode }: KeyView) => mode === 'live' && needs.every(scope => scopes.includes(scope))
  const found = all.find(({ key }) => fits(key))
  return found && { tenant: found.tenant, key: found.key.key }
}

/** The tenant that most tests use: live calls, webhooks and the highest limits. */
export const usualTenant = (tenants: readonly TenantView[]): TenantView | undefined =>
  tenants.find(({ plan }) => plan === 'max') ?? tenants[0]
