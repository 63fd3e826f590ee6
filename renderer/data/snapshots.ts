import { useMutation, useQuery } from '@tanstack/react-query'
import { CAPSULE_HEADERS } from '../../server/contract/capsule-headers.ts'
import type { SnapshotComparison } from '../../server/control/protocol/journal.ts'
import type {
  RestoreBody,
  RestoredWorld,
  SaveSnapshotBody,
  SnapshotsPage,
  SnapshotView,
} from '../../server/control/protocol/snapshots.ts'
import type { ResetBody, WorldView } from '../../server/control/protocol/worlds.ts'
import { control, upload, worldPath } from './client.ts'
import { download } from './download.ts'
import { keys } from './keys.ts'
import { useAreaMutation, useWorldQuery } from './queries.ts'
import { useWorldId } from './world.tsx'

export const useSnapshots = () => useWorldQuery<SnapshotsPage>('snapshots', ['snapshots'])

/** Read when somebody looks, and again on each look: to compare copies the world. */
export function useSnapshotComparison(name: string, other: string) {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, 'snapshots', 'compare', name, other),
    queryFn: ({ signal }) =>
      control<SnapshotComparison>('GET', worldPath(world, 'snapshots', name, 'compare'), {
        query: { with: other === '' ? undefined : other },
        signal,
      }),
    refetchOnMount: 'always',
  })
}

export interface TakenCapsule {
  name: string
  bytes: number
  /** At which request it opens, if there is any. */
  request_id: string | null
  /** Whether it holds the world as that request found it, and not as it was when the capsule was taken. */
  isRewound: boolean
}

/** Takes a capsule of the world and hands it to the browser to keep. */
export function useTakeCapsule() {
  const world = useWorldId()
  return useMutation({
    mutationFn: async (): Promise<TakenCapsule> => {
      const name = capsuleName(world)
      const { bytes, headers } = await download(worldPath(world, 'capsule'), name)
      return {
        name,
        bytes,
        request_id: headers.get(CAPSULE_HEADERS.request),
        isRewound: headers.get(CAPSULE_HEADERS.rewound) === 'yes',
      }
    },
  })
}

export const capsuleName = (world: string) => `${world}.ringback-capsule`

export const snapshotFile = (world: string, name: string) => worldPath(world, 'snapshots', name, 'file')

export const useSaveSnapshot = () =>
  useAreaMutation(
    'snapshots',
    (world, name: string) => control<SnapshotView>('PUT', worldPath(world, 'snapshots', name), { body: {} }),
    { showsErrors: true },
  )

export const useUploadSnapshot = () =>
  useAreaMutation(
    'snapshots',
    (world, { name, file }: { name: string; file: Blob }) => upload<SnapshotView>(snapshotFile(world, name), file),
    { showsErrors: true },
  )

export const useDeleteSnapshot = () =>
  useAreaMutation('snapshots', (world, name: string) => control<void>('DELETE', worldPath(world, 'snapshots', name)))

/**
 * Puts a snapshot in the place of everything, and keeps what was there as another one, which it names. To undo means to restore that one,
 * which goes then. The stream tells the page that nothing is as it was.
 */
export const useRestoreSnapshot = () =>
  useAreaMutation('snapshots', async (world, { name, undo = false }: { name: string; undo?: boolean }) => {
    const body: RestoreBody = { keep: true, undo }
    const path = worldPath(world, 'snapshots', name, 'restore')
    const { kept, dropped } = await control<RestoredWorld>('POST', path, { body })
    return { kept: kept as string, dropped }
  })

/**
 * Resets the world, and keeps what was there under a name that the caller has made sure of. What goes for it goes before the reset: its
 * journal begins with nothing, the same each time.
 */
export const useResetWorld = () =>
  useAreaMutation(
    'snapshots',
    async (world, { body, kept, leaving }: { body: ResetBody; kept: string; leaving: readonly string[] }) => {
      const path = (name: string) => worldPath(world, 'snapshots', name)
      const saving: SaveSnapshotBody = { automatic: true }
      await control<SnapshotView>('PUT', path(kept), { body: saving })
      try {
        for (const name of leaving) await control<void>('DELETE', path(name))
        return await control<WorldView>('POST', worldPath(world, 'reset'), { body })
      } catch (error) {
        // The world is as it was, and has nothing to keep.
        await control<void>('DELETE', path(kept)).catch(() => {})
        throw error
      }
    },
    { showsErrors: true },
  )
