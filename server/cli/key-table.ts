import type { WorldView } from '../index.ts'
import { table } from './output.ts'

/** The keys of a world; those alone that are wanted, if not all are. */
export function keyTable({ tenants }: WorldView, isWanted: (key_id: string) => boolean = () => true): string {
  const rows = tenants.flatMap(({ tenant, plan, keys }) =>
    keys
      .filter(({ key_id }) => isWanted(key_id))
      .map(({ label, mode, key, masked, revoked_at }) => [
        tenant,
        plan ?? 'none',
        label,
        mode,
        revoked_at === null ? (key ?? masked) : 'revoked',
      ]),
  )
  return table(['TENANT', 'PLAN', 'KEY', 'MODE', 'VALUE'], rows)
}
