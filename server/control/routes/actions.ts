import { ACTIONS_KEPT } from '../../journal/control-actions.ts'
import { viewAction } from '../action-views.ts'
import { listRoute } from '../lists.ts'
import type { WorldRoute } from '../route.ts'

export const actionRoutes: readonly WorldRoute[] = [
  listRoute({
    list: 'actions',
    summary: `List what was done through this API, newest first; the last ${ACTIONS_KEPT} of each kind are kept`,
    answers: 'ActionView',
    topic: 'action',
    rows: (world, filters, page) => world.runtime.actions.list(filters, page),
    seq: row => row.id,
    views: (_, rows) => rows.map(viewAction),
  }),
]
