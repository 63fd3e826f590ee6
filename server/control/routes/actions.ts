import { ACTIONS_KEPT, type ClockMove } from '../../journal/control-actions.ts'
import { toIso } from '../../kernel/instant.ts'
import type { ControlActionRow } from '../../store/schema.ts'
import { cursorOf, limitOf, pageFrom } from '../lists.ts'
import type { ActionView, Page } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

export const actionRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/actions',
    summary: `List moves of the clock, newest first; the last ${ACTIONS_KEPT} are kept`,
    answers: 'Page<ActionView>',
    query: { cursor: 'Where the previous page ended', limit: 'Rows per page, at most 200' },
    handle: ({ world, query }: WorldCall<undefined>): Page<ActionView> => {
      const limit = limitOf(query)
      return pageFrom(world.runtime.actions.list({ before: cursorOf(query), limit: limit + 1 }), {
        limit,
        cursor: row => row.id,
        views: rows => rows.map(viewAction),
      })
    },
  },
]

export function viewAction({ id, at, facts }: ControlActionRow): ActionView {
  const { from, to, pace, pace_before } = JSON.parse(facts) as ClockMove
  return { id, at: toIso(at), kind: 'clock', from: toIso(from), to: toIso(to), pace, pace_before }
}
