import { CALL_SCRIPT_FIELDS, objectOf } from '../../contract/control-bodies.ts'
import { scriptMatchProblem } from '../../domain/calls/script-match.ts'
import { scriptProblem } from '../../domain/calls/scripts.ts'
import { viewCallScript } from '../call-views.ts'
import { change } from '../change.ts'
import { invalid, notFound } from '../control-error.ts'
import { wholeList } from '../lists.ts'
import type { CallScriptBody, CallScriptView } from '../protocol/calls.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

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
    body: objectOf(CALL_SCRIPT_FIELDS, ['match', 'steps']),
    handle: ({ world, body }: WorldCall<CallScriptBody>): CallScriptView => {
      const problem = scriptProblem(body.steps) ?? scriptMatchProblem(body.match, world.runtime.services.tenants)
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
