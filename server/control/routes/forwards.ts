import { validateForwards } from '../../domain/webhooks/forward.ts'
import type { World } from '../../world/world.ts'
import { change } from '../change.ts'
import { invalid } from '../control-error.ts'
import type { ForwardView, Page } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

/** Rules from an https origin of the code under test to a local address. */
export const FORWARDS = {
  type: 'array',
  maxItems: 1_000,
  items: {
    type: 'object',
    required: ['from', 'to'],
    additionalProperties: false,
    properties: { from: { type: 'string' }, to: { type: 'string' } },
  },
} as const

export const forwardRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/forwards',
    summary: 'List forwards: rules that redirect an https origin to a local address',
    answers: 'Page<ForwardView>',
    handle: ({ world }) => viewForwards(world),
  },
  {
    scope: 'world',
    method: 'PUT',
    path: '/forwards',
    summary: 'Replace all forwards; takes a list, or what GET answers',
    answers: 'Page<ForwardView>',
    body: {
      anyOf: [FORWARDS, { type: 'object', required: ['data'], properties: { data: FORWARDS } }],
    },
    handle: ({ world, body }: WorldCall<ForwardView[] | { data: ForwardView[] }>): Page<ForwardView> => {
      const rules = Array.isArray(body) ? body : body.data
      const problem = validateForwards(rules)
      if (problem !== undefined) throw invalid(problem)
      change(world, ({ forwards, services }) => {
        forwards.replace(rules)
        services.facts.emit('world', 'forwards')
      })
      return viewForwards(world)
    },
  },
]

function viewForwards(world: World): Page<ForwardView> {
  return { data: world.runtime.forwards.all().map(({ from, to }) => ({ from, to })), next_cursor: null }
}
