import { scriptProblem } from '../../domain/calls/scripts.ts'
import type { World } from '../../world/world.ts'
import { viewCallScript } from '../call-views.ts'
import { change } from '../change.ts'
import { invalid, notFound } from '../control-error.ts'
import { wholeList } from '../lists.ts'
import type { CallScriptBody, CallScriptView } from '../protocol.ts'
import { objectOf, type WorldCall, type WorldRoute } from '../route.ts'
import { SCRIPT_STEPS } from './calls.ts'

/** At least one digit: signs are ignored when numbers are compared, so signs alone would match every call. */
const DIALLED = { type: 'string', maxLength: 20, pattern: '^[0-9+-]*[0-9][0-9+-]*$' }

export const callScriptRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/call-scripts',
    summary: 'List call scripts, newest first, which is the order in which they are tried',
    answers: 'Page<CallScriptView>',
    handle: ({ world }) => wholeList(world.runtime.services.scripts.all().map(viewCallScript)),
  },
  {
    method: 'POST',
    path: '/call-scripts',
    summary: 'Create a script for matching calls; without times it applies to all of them',
    status: 201,
    answers: 'CallScriptView',
    body: objectOf(
      {
        match: objectOf({
          phone_number: DIALLED,
          phone_suffix: DIALLED,
          staff_id: { type: 'integer' },
          tenant: { type: 'string' },
        }),
        steps: SCRIPT_STEPS,
        times: { type: 'integer', minimum: 1, maximum: 1e9 },
      },
      ['match', 'steps'],
    ),
    handle: ({ world, body }: WorldCall<CallScriptBody>): CallScriptView => {
      const problem = scriptProblem(body.steps) ?? matchProblem(world, body.match)
      if (problem !== undefined) throw invalid(problem)
      return change(world, ({ services }) => {
        services.facts.emit('world', 'call-scripts')
        return viewCallScript(services.scripts.add(body))
      })
    },
  },
  {
    method: 'DELETE',
    path: '/call-scripts/{id}',
    summary: 'Delete a call script; calls in progress keep theirs',
    status: 204,
    handle: ({ world, params }) => {
      change(world, ({ services }) => {
        if (!services.scripts.remove(Number(params.id))) throw notFound('call script', params.id ?? '')
        services.facts.emit('world', 'call-scripts')
      })
    },
  },
]

/** A script for somebody who does not exist would never be used, and nobody would notice. */
function matchProblem(world: World, { tenant, staff_id }: CallScriptBody['match']): string | undefined {
  const { tenants } = world.runtime.services
  const all = tenants.all()
  if (tenant !== undefined && !all.some(row => row.slug === tenant))
    return `match.tenant: There is no tenant ${tenant}. There are ${all.map(row => row.slug).join(', ')}.`
  const own = all.filter(row => tenant === undefined || row.slug === tenant)
  if (staff_id !== undefined && !own.some(row => tenants.staff(row.tenant_id, staff_id)))
    return `match.staff_id: There is no staff member ${staff_id}${tenant === undefined ? '' : ` in ${tenant}`}. GET /tenants/{tenant}/staff lists them.`
  return undefined
}
