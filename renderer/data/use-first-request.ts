import { useWorldObject } from './queries.ts'

/** A request that would fill an empty journal, with a key of this world; `undefined` when no key is known in plain text. */
export function useFirstRequest(): string | undefined {
  const world = useWorldObject().data
  const key = world?.tenants.flatMap(({ keys }) => keys).find(({ key }) => key !== undefined)?.key
  return key === undefined ? undefined : `curl -H 'Authorization: Bearer ${key}' ${world?.base_url}/customers`
}
