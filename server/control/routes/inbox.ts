import { INBOX_FIELDS, objectOf } from '../../contract/control-bodies.ts'
import { shown } from '../../contract/shown.ts'
import { isInboxName } from '../../domain/webhooks/inbox-url.ts'
import { parseDuration } from '../../kernel/instant.ts'
import type { World } from '../../world/world.ts'
import { change } from '../change.ts'
import { invalid, notFound } from '../control-error.ts'
import { viewInbox, viewInboxes, viewInboxMessage } from '../inbox-views.ts'
import { cursorOf, limitOf, listWhenThere, PAGE_QUERY, pageFrom, wholeList } from '../lists.ts'
import type { Page } from '../protocol/common.ts'
import type { InboxBehaviour, InboxMessage, InboxSummary, InboxView } from '../protocol/inboxes.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

export const inboxRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/inbox',
    summary: 'List inboxes that received something or have a behaviour set',
    answers: 'Page<InboxSummary>',
    handle: ({ world }): Page<InboxSummary> => wholeList(viewInboxes(world)),
  },
  {
    method: 'GET',
    path: '/inbox/{name}',
    summary: 'List what an inbox received, oldest first unless asked otherwise, with signature verdicts',
    answers: 'InboxView',
    query: {
      ...PAGE_QUERY,
      cursor: 'Only messages after this id: next_cursor, or the id of the last message seen',
      q: 'Text in the event, tenant, external id, call id, event id, delivery id or body',
      order: 'newest lists the newest first; pages then go back from next_cursor',
    },
    handle: (call: WorldCall<undefined>): Promise<InboxView> => {
      const { world, query, params } = call
      const name = nameOf(params.name)
      const limit = limitOf(query)
      return listWhenThere(call, ['delivery'], () => viewInbox(world, name, messages(world, name, query, limit)))
    },
  },
  {
    method: 'PUT',
    path: '/inbox/{name}',
    summary: 'Set how an inbox answers; omitted fields go back to the default: 200, at once, no body',
    answers: 'InboxView',
    body: objectOf(INBOX_FIELDS),
    handle: ({ world, params, body }: WorldCall<InboxBehaviour>): InboxView => {
      const name = nameOf(params.name)
      const delay = body.delay === undefined ? 0 : parseDuration(body.delay)
      if (delay === undefined || delay < 0)
        throw invalid(`delay must be an ISO 8601 duration of real time such as PT2S (got ${shown(body.delay)}).`)
      const { body: _, ...answers } = body
      change(world, ({ actions, services }, now) => {
        services.inbox.setBehaviour(name, body)
        actions.note('inbox', now, { name, answers })
        services.facts.emit('world', 'inbox')
      })
      return viewInbox(world, name, messages(world, name, new URLSearchParams(), limitOf(new URLSearchParams())))
    },
  },
  {
    method: 'DELETE',
    path: '/inbox/{name}',
    summary: 'Clear an inbox: its messages and its behaviour',
    status: 204,
    handle: ({ world, params }) => {
      const name = nameOf(params.name)
      change(world, ({ actions, services }, now) => {
        services.inbox.clear(name)
        actions.note('inbox', now, { name, answers: null })
        services.facts.emit('world', 'inbox')
      })
    },
  },
]

function nameOf(name: string | undefined): string {
  if (name === undefined || !isInboxName(name)) throw notFound('inbox that could be called', name ?? '')
  return name
}

function messages(world: World, name: string, query: URLSearchParams, limit: number): Page<InboxMessage> {
  const { inbox } = world.runtime.services
  const [cursor, order] = [cursorOf(query), query.get('order')]
  const q = query.get('q') || undefined
  if (order !== null && order !== 'newest')
    throw invalid(`order must be newest (got ${shown(order)}). Leave it out for the oldest first.`)
  const rows = order
    ? inbox.newestMessages(name, { before: cursor, limit: limit + 1 }, q)
    : inbox.messages(name, cursor ?? 0, limit + 1, q)
  return pageFrom(rows, { limit, cursor: row => row.id, views: page => page.map(row => viewInboxMessage(world, row)) })
}
