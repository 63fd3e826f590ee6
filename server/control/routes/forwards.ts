import { START_OPTIONS } from '../../contract/start-options.ts'
import { findForwardProblem } from '../../domain/webhooks/forward.ts'
import type { World } from '../../world/world.ts'
import { change } from '../change.ts'
import { invalid } from '../control-error.ts'
import { wholeList } from '../lists.ts'
import type { Page } from '../protocol/common.ts'
import type { ForwardView } from '../protocol/webhooks.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

const RULES = START_OPTIONS.forwards.schema

export const forwardRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/forwards',
    summary: 'List forwards: rules that redirect an https origin to a local address',
    answers: 'Page<ForwardView>',
    handle: ({ world }) => viewForwards(world),
  },
  {
    method: 'PUT',
    path: '/forwards',
    summary: 'Replace all forwards; takes a list, or what GET answers',
    answers: 'Page<ForwardView>',
    body: {
      anyOf: [RULES, { type: 'object', required: ['data'], properties: { data: RULES } }],
    },
    handle: ({ world, body }: WorldCall<ForwardView[] | { data: ForwardView[] }>): Page<ForwardView> => {
      const rules = Array.isArray(body) ? body : body.data
      const found = findForwardProblem(rules)
      if (found !== undefined) throw invalid(found.problem, { rule: found.index, field: found.field })
      change(world, ({ forwards, services }) => {
        forwards.replace(rules)
        services.facts.emit('world', 'forwards')
      })
      return viewForwards(world)
    },
  },
]

function viewForwards(world: World): Page<ForwardView> {
  return wholeList(world.runtime.forwards.all().map(({ from, to }) => ({ from, to })))
}
