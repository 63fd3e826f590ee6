import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  CreateTenantBody,
  IssueKeyBody,
  KeyView,
  Page,
  ProjectView,
  StaffView,
  TenantView,
  UpdateTenantBody,
} from '../../server/control/protocol.ts'
import { control, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { useWorldQuery } from './queries.ts'
import { useWorldId } from './world.tsx'

export const useStaff = (tenant: string) => useWorldQuery<Page<StaffView>>('tenants', ['tenants', tenant, 'staff'])
export const useProjects = (tenant: string) =>
  useWorldQuery<Page<ProjectView>>('tenants', ['tenants', tenant, 'projects'])

/** A change of tenants or keys; the world's object, which has them all, is read again before it counts as done. */
function useTenantMutation<Variables, Answer>(
  send: (world: string, variables: Variables) => Promise<Answer>,
  meta: { showsErrors?: true } = {},
) {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return useMutation({
    meta,
    mutationFn: (variables: Variables) => send(world, variables),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.area(world, 'object') }),
  })
}

export const useCreateTenant = () =>
  useTenantMutation(
    (world, body: CreateTenantBody) => control<TenantView>('POST', worldPath(world, 'tenants'), { body }),
    { showsErrors: true },
  )

export const useUpdateTenant = (tenant: string) =>
  useTenantMutation((world, body: UpdateTenantBody) =>
    control<TenantView>('PATCH', worldPath(world, 'tenants', tenant), { body }),
  )

export const useIssueKey = (tenant: string) =>
  useTenantMutation(
    (world, body: IssueKeyBody) => control<KeyView>('POST', worldPath(world, 'tenants', tenant, 'keys'), { body }),
    { showsErrors: true },
  )

export const useRevokeKey = (tenant: string) =>
  useTenantMutation((world, key_id: string) =>
    control<void>('DELETE', worldPath(world, 'tenants', tenant, 'keys', key_id)),
  )
