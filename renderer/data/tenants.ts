import type { Page } from '../../server/control/protocol/common.ts'
import type {
  CreateTenantBody,
  IssueKeyBody,
  KeyView,
  ProjectView,
  StaffView,
  TenantView,
  UpdateTenantBody,
} from '../../server/control/protocol/worlds.ts'
import { control, worldPath } from './client.ts'
import { useAreaMutation, useWorldQuery } from './queries.ts'
import { rememberKey } from './tenant-keys.ts'

export const useStaff = (tenant: string) => useWorldQuery<Page<StaffView>>('tenants', ['tenants', tenant, 'staff'])
export const useProjects = (tenant: string) =>
  useWorldQuery<Page<ProjectView>>('tenants', ['tenants', tenant, 'projects'])

export const useCreateTenant = () =>
  useAreaMutation(
    'object',
    (world, body: CreateTenantBody) => control<TenantView>('POST', worldPath(world, 'tenants'), { body }),
    { showsErrors: true },
  )

export const useUpdateTenant = (tenant: string) =>
  useAreaMutation('object', (world, body: UpdateTenantBody) =>
    control<TenantView>('PATCH', worldPath(world, 'tenants', tenant), { body }),
  )

export const useIssueKey = (tenant: string) =>
  useAreaMutation(
    'object',
    async (world, body: IssueKeyBody) =>
      rememberKey(await control<KeyView>('POST', worldPath(world, 'tenants', tenant, 'keys'), { body })),
    { showsErrors: true },
  )

export const useRevokeKey = (tenant: string) =>
  useAreaMutation('object', (world, key_id: string) =>
    control<void>('DELETE', worldPath(world, 'tenants', tenant, 'keys', key_id)),
  )
