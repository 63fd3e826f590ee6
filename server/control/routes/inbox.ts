import { INBOX_FIELDS, objectOf } from '../../contract/control-bodies.ts'
import { EVENT_KINDS } from '../../contract/events.ts'
import { shown } from '../../contract/shown.ts'
import { isInboxName } from '../../domain/webhooks/inbox-url.ts'
import { parseDuration } from '../../kernel/instant.ts'
import type { InboxMessageRow } from '../../store/schema.ts'
import type { MessageFilters } from '../../store/tables/inboxes.ts'
import type { World } from '../../world/world.ts'
import { change } from '../change.ts'
import { invalid, notFound } from '../control-error.ts'
import { viewInbox, viewInboxes, viewInboxMessage } from '../inbox-views.ts'
import { choicesOf, cursorOf, limitOf, listWhenThere, PAGE_QUERY, pageFrom, wholeList } from '../lists.ts'
import type { Page } from '../protocol/common.ts'
import {
  INBOX_SIGNATURES,
  type InboxBehaviour,
  type InboxMessage,
  type InboxSummary,
  type InboxView,
} from '../protocol/inboxes.ts'
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
      q: 'Text in the path, event, tenant, external id, call id, event id, delivery id or body, or the phone number of the call (with or without signs, +81 or 0)',
      event: `Only of this event kind: one or more of ${EVENT_KINDS.join(', ')}, separated by commas`,
      answered: 'Only those that were answered so: 200, 5xx, none for no answer, or several separated by commas',
      signature: 'valid, valid_delivery_unknown (no such delivery in this world) or invalid',
      forged: 'true for those that a fault has forged, false for the others',
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
  if (order !== null && order !== 'newest')
    throw invalid(`order must be newest (got ${shown(order)}). Leave it out for the oldest first.`)
  const filters = filtersOf(query)
  const rows = order
    ? inbox.newestMessages(name, { before: cursor, limit: limit + 1 }, filters)
    : inbox.messages(name, cursor ?? 0, limit + 1, filters)
  const nths = inbox.nths(name, rows)
  const views = (page: readonly InboxMessageRow[]) =>
    page.map(row => viewInboxMessage(world, row, nths.get(row.id) ?? 1))
  return pageFrom(rows, { limit, cursor: row => row.id, views })
}

/** What a query narrows the messages down to. */
function filtersOf(query: URLSearchParams): MessageFilters {
  const choices = (name: string, allowed: readonly string[]) => {
    const text = query.get(name)
    return text === null || text === '' ? undefined : choicesOf(name, text, allowed)
  }
  const [signature] = choices('signature', INBOX_SIGNATURES) ?? []
  const [forged] = choices('forged', ['true', 'false']) ?? []
  return {
    q: query.get('q') || undefined,
    events: choices('event', EVENT_KINDS),
    answered: answersIn(query.get('answered') ?? ''),
    ...(signature === undefined ? {} : { verified: signature !== 'invalid' }),
    ...(signature === undefined || signature === 'invalid' ? {} : { delivery_known: signature === 'valid' }),
    ...(forged === undefined ? {} : { forged: forged === 'true' }),
  }
}

/** `200`, `5xx` or `none`, or several of them. */
function answersIn(text: string): string[] | undefined {
  const parts = text.split(',').flatMap(part => part.trim().toLowerCase() || [])
  const unknown = parts.find(part => !/^([1-5]\d\d|[1-5]xx|none)$/.test(part))
  if (unknown !== undefined)
    throw invalid(
      `answered must be a status such as 500, a class such as 5xx, none, or several separated by commas (got ${shown(unknown)}).`,
    )
  return parts.length === 0 ? undefined : parts
}
