import { ACTION_KINDS } from './action-kinds.ts'
import { ANSWERED_FILTER } from './answered.ts'
import { CALL_STATUSES, CALL_TYPES } from './calls.ts'
import { DELIVERY_STATUSES, EVENT_KINDS, EVENT_ORIGINS, LEDGER_REASONS } from './events.ts'
import { ORIGINS } from './origins.ts'

/**
 * How a filter is read: as an exact text, as a text to search for, as a number, as the slug of a tenant, as statuses such as `404,5xx,dropped`, as
 * a part of a path below `/api/v1`, as an interval of emulated time, or as one or more of some values.
 */
export type Takes = 'text' | 'search' | 'number' | 'tenant' | 'status' | 'path' | 'interval' | readonly string[]

/** Emulated time in milliseconds; without its end, which may be infinite. */
export interface Interval {
  readonly from: number
  readonly until: number
}

/** In the place of the end of an interval that has none, as in ISO 8601-2. */
export const NO_END = '..'

/** The windows whose limit refuses requests. */
export const REFUSING_LIMITS = ['minute', 'burst', 'day'] as const
export type RefusingLimit = (typeof REFUSING_LIMITS)[number]

interface Filter {
  readonly takes: Takes
  readonly about: string
  /** The value as the help of the command shows it. Without this, the command has no such flag. */
  readonly flag?: string
  /** What the help of the command says of it, where that is not `about`. */
  readonly flag_about?: string
}

const tenant = { takes: 'tenant', about: 'Only of this tenant (slug)', flag: '<slug>' } as const
const event = { takes: EVENT_KINDS, about: 'Only of this event kind', flag: '<kind>' } as const
const call_id = { takes: 'text', about: 'Only about this call' } as const
const external_id = { takes: 'text', about: 'Exact external_id of the call', flag: '<id>' } as const
const webhook_id = { takes: 'number', about: 'Only about this webhook' } as const
const assumption = { takes: 'text', about: 'Only what relies on the assumption with this id' } as const
const within = {
  takes: 'interval',
  about:
    'Only of this emulated time, without its end: two instants, such as 2026-03-10T03:00:00Z/2026-03-10T03:01:00Z, or one and no end, such as 2026-03-10T03:00:00Z/..',
  flag: '<from/until>',
} as const
/** In the place of an endpoint: what was asked for is none. */
export const NO_ENDPOINT = 'none'
const fault = { takes: 'number', about: 'Only what the fault with this id hit' } as const

const used = {
  takes: ['webhook_sends'],
  about: 'Only what has used a webhook send of the day: no test, and nothing that a fault has forged',
} as const

/** In the place of a status of the deliveries of an event: it has none. */
export const NO_DELIVERY = 'none'

/** The lists of the control API, with the filters of each. Queries, the OpenAPI file, the harness and the command line derive from them. */
export const LISTS = {
  requests: {
    q: {
      takes: 'search',
      about:
        'Text in the path, query, code, request id, a body or what names the caller (User-Agent, X-Client-Instance, id of the key), or a number such as #38',
      flag: '<text>',
    },
    status: {
      takes: 'status',
      about: '404, 4xx, dropped, truncated, gone, unanswered, or several separated by commas',
      flag: '<status>',
      flag_about: '404, 4xx, lost, cut, left, or several separated by commas',
    },
    tenant,
    path: { takes: 'path', about: 'Text in the path, with or without /api/v1', flag: '<text>' },
    method: { takes: 'text', about: 'GET, POST, …', flag: '<method>' },
    endpoint: {
      takes: 'text',
      about: 'Operation id of an endpoint, such as listCalls, or none for what is no endpoint of the API',
      flag: '<operation>',
    },
    code: { takes: 'text', about: 'Only with this error code, or one of several separated by commas', flag: '<code>' },
    caller: {
      takes: 'search',
      about: 'Only of callers with this text in User-Agent, X-Client-Instance or the id of the key',
      flag: '<text>',
    },
    key: { takes: 'text', about: 'Only with the key that has this id' },
    assumption,
    fault,
    origin: { takes: ORIGINS, about: 'Who sent it' },
    refused_by: {
      takes: REFUSING_LIMITS,
      about: 'Only what this limit refused, which may be minute and burst at once',
      flag: '<limit>',
    },
    within,
    used: {
      takes: REFUSING_LIMITS,
      about: 'Only what has used this limit: of the day, what succeeded; of minute and burst, what the register counts',
    },
    of_limit: { takes: REFUSING_LIMITS, about: 'Only what has used this limit or was refused by it' },
    answered: {
      takes: ANSWERED_FILTER,
      about:
        'How the answer left: whole, cut by a fault or an error (lost, or truncated where a part of it came), or gone with its client',
    },
  },
  deliveries: {
    q: {
      takes: 'search',
      about:
        'Text in the name of the event, a URL that it was sent to or goes to, external_id or phone number of the call, the beginning of the delivery id, event id or call id, or a webhook such as "webhook 1" or its label',
    },
    event_id: { takes: 'text', about: 'Only deliveries of this event' },
    delivery_id: { takes: 'text', about: 'Only this delivery, or one of several separated by commas' },
    webhook_id,
    status: { takes: DELIVERY_STATUSES, about: 'Only in this status', flag: '<status>' },
    tenant,
    call_id,
    external_id,
    event,
    assumption,
    fault,
    forged: { takes: ['true', 'false'], about: 'Whether a fault has forged it' },
    attempted: { takes: ['true', 'false'], about: 'Whether at least one attempt has been made' },
    response: {
      takes: 'text',
      about:
        'Only where the last attempt was answered so: 404, 4xx, none for no answer, or several separated by commas',
      flag: '<status>',
    },
    any_response: {
      takes: 'text',
      about: 'Only where at least one attempt was answered so, which need not be the last: as response',
      flag: '<status>',
    },
    within,
    used,
  },
  events: {
    q: {
      takes: 'search',
      about:
        'Text in the name of the event, external_id or phone number of the call, the beginning of the event id or call id, or a webhook that it went to, such as "webhook 1" or its label',
    },
    tenant,
    event,
    call_id,
    external_id,
    origin: { takes: EVENT_ORIGINS, about: 'How it came about; what a fault has forged never was an event' },
    delivery_status: {
      takes: [...DELIVERY_STATUSES, NO_DELIVERY],
      about: 'Only with a genuine delivery in this status, or without any delivery',
    },
    assumption,
    within,
    used,
  },
  ledger: {
    q: {
      takes: 'search',
      about:
        'Text in the event id, name of the event, delivery id, URL of the webhook, external_id, call id or phone number of the call, a webhook such as "webhook 1" or its label, or why it was not delivered, such as "disabled"',
    },
    reason: { takes: LEDGER_REASONS, about: 'Only for this reason' },
    delivered: { takes: ['true', 'false'], about: 'Whether the delivery that was cancelled was delivered since' },
    tenant,
    event,
    webhook_id,
    call_id,
    external_id,
    assumption,
    within,
  },
  calls: {
    tenant,
    status: { takes: CALL_STATUSES, about: 'Only in this status', flag: '<status>' },
    call_type: { takes: CALL_TYPES, about: 'Only of this direction' },
    staff_id: { takes: 'number', about: 'Only calls of this staff member' },
    project_id: { takes: 'number', about: 'Only calls of this project' },
    phone_number: {
      takes: 'text',
      about:
        'Only calls to or from this number, written as in Japan or as from abroad, or from those that lists show so: 813****0001',
    },
    external_id,
    assumption,
    q: {
      takes: 'search',
      about:
        'Text in the external id, phone number (with or without signs, +81 or 0), name of the staff member or of a customer with that number, or the beginning of the call id, with or without call_, or of the request id',
    },
    within,
  },
  customers: {
    tenant,
    customer_id: { takes: 'number', about: 'Only the customer with this id' },
    phone_number: {
      takes: 'text',
      about: 'Only customers with this number, written as in Japan or as from abroad',
    },
    q: { takes: 'search', about: 'Text in the name, its reading or the external id' },
  },
  webhooks: { tenant, q: { takes: 'search', about: 'Text in the URL or the label' } },
  actions: { kind: { takes: ACTION_KINDS, about: 'Only of this kind' } },
} as const satisfies { readonly [list: string]: { readonly [name: string]: Filter } }

export type ListName = keyof typeof LISTS
type Filters<List extends ListName> = (typeof LISTS)[List]
type TakenBy<Row> = Row extends { readonly takes: infer Taken } ? Taken : never

type ReadAs<Taken> = Taken extends readonly (infer Choice)[]
  ? readonly Choice[]
  : Taken extends 'number' | 'tenant'
    ? number
    : Taken extends 'interval'
      ? Interval
      : string
/** The filters that narrow a query; in these, a tenant is its id. */
export type FilterValues<List extends ListName> = {
  readonly [Name in keyof Filters<List>]?: ReadAs<TakenBy<Filters<List>[Name]>> | undefined
}

type GivenAs<Taken> = Taken extends 'number'
  ? number
  : Taken extends 'status'
    ? string | number
    : Taken extends readonly (infer Choice)[]
      ? Choice | (string & {})
      : string
/** The filters as somebody gives them: several values are one text, separated by commas. `limit` means only the newest rows. */
export type ListFilter<List extends ListName> = {
  readonly [Name in keyof Filters<List>]?: GivenAs<TakenBy<Filters<List>[Name]>> | undefined
} & { readonly limit?: number | undefined }

interface ListedFilter extends Filter {
  readonly name: string
}

/** The filters of a list, in order. The description of each names the values that it takes. */
export function filtersOf(list: ListName): ListedFilter[] {
  return Object.entries<Filter>(LISTS[list]).map(([name, { about, ...filter }]) => {
    const { takes } = filter
    const choices = typeof takes === 'string' ? '' : `: one or more of ${takes.join(', ')}, separated by commas`
    return { name, ...filter, about: about + choices }
  })
}
