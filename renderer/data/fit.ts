import { useMutation, useQuery } from '@tanstack/react-query'
import type { FitReport } from '../../server/control/protocol/fit.ts'
import { control, upload, withQuery } from './client.ts'
import { keys } from './keys.ts'
import { saveFile } from './save-file.ts'
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

export interface FitFile {
  readonly file: File
  readonly form: string
  /** The tenant or the key that is judged, of a recording with several. */
  readonly tenant?: string | undefined
}

/** The same for a file, of which the emulator keeps nothing. */
export const useFitOfFile = () =>
  useMutation({
    meta: { showsErrors: true },
    mutationFn: ({ file, form, tenant }: FitFile) =>
      upload<FitReport>(withQuery('/control/fit/recordings', { form, name: file.name, tenant }), file),
  })

/** Hands the report to the browser to keep, as the page that `ringback fit --html` writes: of a file, or else of a tenant of this world. */
export function useFitPage() {
  const world = useWorldId()
  return useMutation({
    mutationFn: async (of: FitFile | { readonly tenant: string }) => {
      const { tenant } = of
      const text =
        'file' in of
          ? await upload<string>(
              withQuery('/control/fit/recordings', { form: of.form, name: of.file.name, tenant, page: 'yes' }),
              of.file,
            )
          : await control<string>('POST', '/control/fit', { body: { world, tenant, page: true } })
      const about = 'file' in of ? of.file.name : `${world}-${tenant}`
      const name = `fit-${about.replace(/[^A-Za-z0-9_.-]+/g, '-')}.html`
      saveFile({ name, type: 'text/html', text })
      return name
    },
  })
}
