import type { OpenedCapsule } from '../../server/control/protocol/snapshots.ts'
import type { Control } from './control.ts'

/**
 * Has the emulator open a capsule in a world of its own. Resolves to the dashboard's address of the exchange that it was taken for.
 *
 * @throws Error with the emulator's own words when it refuses the file
 */
export async function openCapsule({ control, bytes }: { control: Control; bytes: Buffer }): Promise<string> {
  const { world_id, request_id } = await control.call<OpenedCapsule>('POST', '/control/capsules', { bytes })
  const base = `/w/${encodeURIComponent(world_id)}/requests`
  return request_id === null ? base : `${base}/${encodeURIComponent(request_id)}`
}
