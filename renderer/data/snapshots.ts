import type { Page, ResetBody, SnapshotView, WorldView } from '../../server/control/protocol.ts'
import { control, upload, worldPath } from './client.ts'
import { useAreaMutation, useWorldQuery } from './queries.ts'

export const useSnapshots = () => useWorldQuery<Page<SnapshotView>>('snapshots', ['snapshots'])

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

/** Puts a snapshot in the place of everything. The stream tells the page that nothing is as it was. */
export const useRestoreSnapshot = () =>
  useAreaMutation('snapshots', (world, name: string) =>
    control<WorldView>('POST', worldPath(world, 'snapshots', name, 'restore'), { body: {} }),
  )

export const useResetWorld = () =>
  useAreaMutation(
    'snapshots',
    (world, body: ResetBody) => control<WorldView>('POST', worldPath(world, 'reset'), { body }),
    {
      showsErrors: true,
    },
  )
