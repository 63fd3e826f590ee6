import { ACTIONS_KEPT, type ClockMove } from '../../journal/control-actions.ts'
import { toIso } from '../../kernel/instant.ts'
import type { ControlActionRow } from '../../store/schema.ts'
import { listRoute } from '../lists.ts'
import type { ActionView } from '../protocol.ts'
import type { WorldRoute } from '../route.ts'

export const actionRoutes: readonly WorldRoute[] = [
  listRoute({
    list: 'actions',
    summary: `List moves of the clock, newest first; the last ${ACTIONS_KEPT} are kept`,
    answers: 'ActionView',
    topic: 'action',
    rows: (world, _, page) => world.runtime.actions.list(page),
    seq: row => row.id,
    views: (_, rows) => rows.map(viewAction),
  }),
]

export function viewAction({ id, at, facts }: ControlActionRow): ActionView {
  const { from, to, pace, pace_before } = JSON.parse(facts) as ClockMove
  return { id, at: toIso(at), kind: 'clock', from: toIso(from), to: toIso(to), pace, pace_before }
}
