import { useMutation, useQuery } from '@tanstack/react-query'
import type { FitReport } from '../../server/control/protocol/fit.ts'
import { control, upload, withQuery } from './client.ts'
import { keys } from './keys.ts'
import { useWorldId } from './world.tsx'

/** How what a tenant's clients asked would fit the plans. It is read when somebody looks: a replay is too much for each request. */
export function useFitOfTenant(tenant: string | undefined) {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.fit(world, tenant ?? ''),
    queryFn: ({ signal }) => control<FitReport>('POST', '/control/fit', { body: { world, tenant }, signal }),
    enabled: tenant !== undefined,
    refetchOnMount: 'always',
  })
}

/** The same for a file, of which the emulator keeps nothing. */
export const useFitOfFile = () =>
  useMutation({
    meta: { showsErrors: true },
    mutationFn: ({ file, form, tenant }: { file: File; form: string; tenant?: string | undefined }) =>
      upload<FitReport>(withQuery('/control/fit/recordings', { form, name: file.name, tenant }), file),
  })
