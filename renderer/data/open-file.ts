import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SQLITE_MARK } from '../../server/contract/sqlite-mark.ts'
import type { OpenedCapsule, OpenSnapshotBody } from '../../server/control/protocol/snapshots.ts'
import type { WorldView } from '../../server/control/protocol/worlds.ts'
import { control, upload, withQuery, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { useWorldId } from './world.tsx'

/** A world that was made of a file. */
export interface OpenedWorld {
  readonly world_id: string
  /** The request for which a capsule was taken. */
  readonly request_id: string | null
  /** Its clock stands still, and its deliveries reach inboxes only. */
  readonly isHeld: boolean
}

interface Given {
  readonly file: File
  /** What the world is to be called; one is made up when it is empty. */
  readonly world_id?: string
}

/** Whether it is a capsule or a snapshot: by what is in it, whatever it is called. */
async function isPacked(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, SQLITE_MARK.length).arrayBuffer())
  return String.fromCharCode(...head) === SQLITE_MARK
}

/** A world that is made here can be taken back to each of its requests. */
async function recorded({ world_id, request_id }: OpenedCapsule): Promise<OpenedWorld> {
  await control('PUT', worldPath(world_id, 'recording'), { body: { recording: true } })
  return { world_id, request_id, isHeld: true }
}

async function open({ file, world_id = '' }: Given): Promise<OpenedWorld> {
  if (await isPacked(file))
    return recorded(await upload<OpenedCapsule>(withQuery('/control/capsules', { world_id }), file))
  const made = await upload<WorldView>(withQuery('/control/world-files', { name: file.name, world_id }), file)
  return { world_id: made.world_id, request_id: null, isHeld: false }
}

/** Makes a world of a world file, a capsule or a snapshot. */
export function useOpenFile() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: open,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.worlds }),
  })
}

/** Makes a world of a snapshot of the present one, beside it. */
export function useOpenSnapshot() {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => {
      const body: OpenSnapshotBody = {}
      return recorded(await control<OpenedCapsule>('POST', worldPath(world, 'snapshots', name, 'open'), { body }))
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.worlds }),
  })
}
