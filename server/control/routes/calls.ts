import { CALL_STEPS, CALL_TYPES, type CallStep } from '../../contract/calls.ts'
import { EXTERNAL_ID_MAX_LENGTH, PHONE_NUMBER_PATTERN } from '../../contract/constants.ts'
import { objectOf, SCRIPT_STEPS } from '../../contract/control-bodies.ts'
import { shown } from '../../contract/shown.ts'
import { scriptProblem, timedSteps } from '../../domain/calls/scripts.ts'
import type { CallRow, TenantRow } from '../../store/schema.ts'
import { newestCalls } from '../../store/tables/calls.ts'
import type { World } from '../../world/world.ts'
import { callFileRoutes } from '../call-files.ts'
import { viewCall, viewCallDetail } from '../call-views.ts'
import { change } from '../change.ts'
import { invalid, invalidField, notFound } from '../control-error.ts'
import { listRoute } from '../lists.ts'
import type { CallDetailView, PlaceCallBody } from '../protocol/calls.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'

export const callRoutes: readonly WorldRoute[] = [
  ...callFileRoutes,
  listRoute({
    list: 'calls',
    summary: 'List the calls of all tenants, newest first',
    answers: 'CallView',
    topic: 'call',
    rows: (world, filters, page) => newestCalls(world.runtime.store, filters, page),
    seq: row => row.call_seq,
    views: (world, rows) => rows.map(row => viewCall(world, row)),
  }),
  {
    method: 'POST',
    path: '/calls',
    summary: 'Place a simulated call, outbound or inbound',
    status: 201,
    answers: 'CallDetailView',
    body: objectOf(
      {
        tenant: { type: 'string' },
        call_type: { enum: CALL_TYPES },
        phone_number: { type: 'string', pattern: PHONE_NUMBER_PATTERN },
        staff_id: { type: 'integer' },
        project_id: { type: 'integer' },
        external_id: { type: 'string', minLength: 1, maxLength: EXTERNAL_ID_MAX_LENGTH },
        script: SCRIPT_STEPS,
      },
      ['tenant', 'phone_number'],
    ),
    handle: ({ world, body }: WorldCall<PlaceCallBody>): CallDetailView => viewCallDetail(world, place(world, body)),
  },
  {
    method: 'GET',
    path: '/calls/{call_id}',
    summary: 'Get a call: past and planned steps, AI-derived data and events',
    answers: 'CallDetailView',
    handle: ({ world, params }): CallDetailView => viewCallDetail(world, callOf(world, params.call_id)),
  },
  {
    method: 'POST',
    path: '/calls/{call_id}/steps',
    summary: 'Drive a call by hand; it leaves its script',
    answers: 'CallDetailView',
    body: objectOf({ to: { enum: CALL_STEPS } }, ['to']),
    handle: ({ world, params, body }: WorldCall<{ to: CallStep }>): CallDetailView => {
      const { call_id } = callOf(world, params.call_id)
      // Reading the clock may itself move the call, so the call is looked up again inside.
      change(world, ({ actions, services }, now) => {
        const nth = actions.place()
        const { tenant_id, external_id } = services.calls.step(callOf(world, call_id), body.to, now)
        const tenant = services.tenants.byId(tenant_id).slug
        actions.note('call', now, { call_id, tenant, external_id, to: body.to }, nth)
      })
      return viewCallDetail(world, callOf(world, call_id))
    },
  },
]

function callOf(world: World, call_id: string | undefined): CallRow {
  const row = world.runtime.services.calls.find(call_id ?? '')
  if (row === undefined) throw notFound('call', call_id ?? '')
  return row
}

function place(world: World, body: PlaceCallBody): CallRow {
  const tenant = tenantOf(world, body.tenant)
  const { staff_id, project_id } = partiesOf(world, tenant, body)
  const problem = scriptProblem(body.script ?? [], 'script')
  if (problem !== undefined) throw invalid(problem)
  const placed = change(world, ({ actions, services }, now) => {
    const nth = actions.place()
    const call = services.calls.place(
      {
        tenant_id: tenant.tenant_id,
        tenant: tenant.slug,
        call_type: body.call_type ?? 'outbound',
        phone_number: body.phone_number,
        staff_id,
        project_id,
        external_id: body.external_id ?? null,
        metadata: undefined,
        mode: 'live',
        origin: 'control',
        request_id: null,
        script: body.script && timedSteps(body.script),
      },
      now,
    )
    const { call_id, external_id } = call
    actions.note('call', now, { call_id, tenant: tenant.slug, external_id, to: null }, nth)
    return call
  })
  return callOf(world, placed.call_id)
}

/** The parties of the call: the tenant's first staff member and project, unless others are named. */
function partiesOf(world: World, tenant: TenantRow, body: PlaceCallBody): { staff_id: number; project_id: number } {
  const { tenants } = world.runtime.services
  const staff = tenants.staffOf(tenant.tenant_id).map(row => row.staff_id)
  const projects = tenants.projectsOf(tenant.tenant_id).map(row => row.project_id)
  const problems: Record<string, string[]> = {}
  const choose = (field: 'staff_id' | 'project_id', own: readonly number[], what: string): number => {
    const chosen = body[field] ?? own[0]
    if (chosen === undefined)
      problems[field] = [`The tenant ${shown(tenant.slug)} has no ${what}. Create the tenant with at least one.`]
    else if (!own.includes(chosen))
      problems[field] = [
        `The tenant ${shown(tenant.slug)} has no ${what} ${chosen}. It has ${own.slice(0, 20).join(', ')}.`,
      ]
    return chosen ?? 0
  }
  const staff_id = choose('staff_id', staff, 'staff member')
  const project_id = choose('project_id', projects, 'project')
  const [first] = Object.entries(problems)
  if (first !== undefined) throw invalidField(first[0], first[1][0] ?? '', problems)
  return { staff_id, project_id }
}
