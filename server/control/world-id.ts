import { START_OPTIONS } from '../contract/start-options.ts'
import { invalidAs } from './control-error.ts'

const isWorldId = new RegExp(START_OPTIONS.world_id.schema.pattern)

/** `?world_id=` beside a file, whose body has no room for it; `undefined` when it is left out. */
export function worldIdIn(query: URLSearchParams): string | undefined {
  const world_id = query.get('world_id') ?? undefined
  if (world_id !== undefined && !isWorldId.test(world_id)) throw invalidAs('world_name', { given: world_id })
  return world_id
}
