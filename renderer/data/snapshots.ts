import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page, ResetBody, SnapshotView, WorldView } from '../../server/control/protocol.ts'
import { control, upload, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { useWorldQuery } from './queries.ts'
import { useWorldId } from './world.tsx'

export const useSnapshots = () => useWorldQuery<Page<SnapshotView>>('snapshots', ['snapshots'])

export const snapshotFile = (world: string, name: string) => worldPath(world, 'snapshots', name, 'file')

function useSnapshotMutation<Variables, Answer>(
  send: (world: string, variables: Variables) => Promise<Answer>,
  meta: { showsErrors?: true } = {},
) {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return useMutation({
    meta,
    mutationFn: (variables: Variables) => send(world, variables),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.area(world, 'snapshots') }),
  })
}

export const useSaveSnapshot = () =>
  useSnapshotMutation(
    (world, name: string) => control<SnapshotView>('PUT', worldPath(world, 'snapshots', name), { body: {} }),
    { showsErrors: true },
  )

export const useUploadSnapshot = () =>
  useSnapshotMutation(
    (world, { name, file }: { name: string; file: Blob }) => upload<SnapshotView>(snapshotFile(world, name), file),
    { showsErrors: true },
  )

export const useDeleteSnapshot = () =>
  useSnapshotMutation((world, name: string) => control<void>('DELETE', worldPath(world, 'snapshots', name)))

/** Puts a snapshot in the place of everything. The stream tells the page that nothing is as it was. */
export const useRestoreSnapshot = () =>
  useSnapshotMutation((world, name: string) =>
    control<WorldView>('POST', worldPath(world, 'snapshots', name, 'restore'), { body: {} }),
  )

export const useResetWorld = () =>
  useSnapshotMutation((world, body: ResetBody) => control<WorldView>('POST', worldPath(world, 'reset'), { body }), {
    showsErrors: true,
  })
