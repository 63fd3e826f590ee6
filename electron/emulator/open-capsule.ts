import type { Control } from './control.ts'

/** What the emulator answers when it has opened a capsule: a world of its own, and the exchange that failed. */
export interface OpenedCapsule {
  world_id: string
  request_id: string | null
}

/**
 * Has the emulator open a capsule. Resolves to the dashboard's address of what the capsule was taken for.
 *
 * @throws Error when the emulator refuses it, or does not say which world it is in now
 */
export async function openCapsule({ control, bytes }: { control: Control; bytes: Buffer }): Promise<string> {
  const { world_id, request_id } = await control.upload<OpenedCapsule>('/control/capsules', bytes)
  if (typeof world_id !== 'string')
    throw new Error('The emulator does not say where it opened the capsule. Update Ringback.')
  const base = `/w/${encodeURIComponent(world_id)}/requests`
  return request_id === null ? base : `${base}/${encodeURIComponent(request_id)}`
}
