import { ANSWERED_WORDS, DROPPED, type lossOf, NOT_ANSWERED_WHOLE } from '../../../server/contract/answered.ts'
import { ORIGINS, type Origin } from '../../../server/contract/origins.ts'
import type { Query } from '../../data/client.ts'
import type { FilterWords } from '../../data/filter-offers.ts'
import { choiceField, flagField, textField, type UrlValues } from '../../routing/url-state.ts'

/** What the list shows and how, in the address. */
export const REQUEST_FIELDS = {
  q: textField(),
  method: textField(),
  status: textField(),
  tenant: textField(),
  path: textField(),
  endpoint: textField(),
  caller: textField(),
  assumption: textField(),
  fault: textField(),
  refused_by: textField(),
  within: textField(),
  key: textField(),
  used: textField(),
  of_limit: textField(),
  /** Shows also what Ringback itself has sent. */
  own: flagField(),
  /** Shown to others, these are there, as they were sent before their eyes: until somebody leaves them out. */
  own_out: flagField(),
  paused: flagField(),
  body: choiceField(['pretty', 'raw', 'bytes']),
  /** The open request is being edited, to be sent again. */
  /** Whether the request is open to be changed, and which button has opened it. */
  edit: choiceField(['', '1', 'correct', 'choose_key']),
  /** The query of Live, with its question mark, where it was there that somebody asked to change it: that is where it ends. */
  from_live: textField(),
}
export type RequestState = UrlValues<typeof REQUEST_FIELDS>

/** Filters that links of other screens set; the list shows each as a mark that can be taken off. */
export const LINKED_FILTERS = [
  'caller',
  'key',
  'assumption',
  'fault',
  'refused_by',
  'used',
  'of_limit',
  'within',
] as const
/** Each is a filter of the server, under the same name. */
export const REQUEST_FILTERS = ['q', 'method', 'endpoint', 'status', 'tenant', 'path', ...LINKED_FILTERS] as const

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** Offered in the status filter; any other status, class or list with commas can be typed. */
export const STATUSES = ['2xx', '4xx', '5xx', '401', '403', '404', '409', '422', '429', ...NOT_ANSWERED_WHOLE] as const

export const CLIENT: Origin = 'client'

export function requestQuery(state: RequestState): Query {
  const { q, ...typed } = readSearch(state.q)
  const filters = Object.fromEntries(REQUEST_FILTERS.map(name => [name, state[name]]))
  const chosen = readStatus(state.status).asked
  // Of a class that was typed beside another status, nothing could be both.
  const status = chosen === '' ? (typed.status ?? '') : chosen
  return { ...filters, q, origin: state.own ? undefined : CLIENT, ...typed, status }
}

/** What a search may name, with its values: `answered:lost,cut`, `origin:dashboard,replay`. */
const TYPED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // As the chips say it, and `gone` as it was called before.
  answered: { ...ANSWERED_WORDS, gone: ANSWERED_WORDS.left },
  origin: Object.fromEntries(ORIGINS.map(origin => [origin, origin])),
}

/** `404`, `4xx`, the beginning of one, or what became of an answer in its place. */
const STATUS = /^(?=.{1,3}$)\d+x*$/i
const WAYS: ReadonlySet<string> = new Set(NOT_ANSWERED_WHOLE)
/** As the screen says it. */
const SAID: Readonly<Record<string, string>> = { lost: DROPPED, cut: ANSWERED_WORDS.cut, left: ANSWERED_WORDS.left }

/** What is asked of the server for a status that was typed, `404, lost` for one, and the parts that are none. */
export function readStatus(typed: string): { asked: string; unknown: readonly string[] } {
  const parts = typed.split(',').flatMap(part => part.trim().toLowerCase() || [])
  const meant = parts.map(part => (Object.hasOwn(SAID, part) ? (SAID[part] ?? part) : part))
  const isKnown = (part: string) => STATUS.test(part) || WAYS.has(part)
  return { asked: meant.filter(isKnown).join(','), unknown: meant.filter(part => !isKnown(part)) }
}

/** `POST /customers`, as the rows and the reference have it, and `POST`. */
const METHOD_AND_PATH = /^(get|post|put|delete)(?:\s+(\/\S*))?$/i

/** What became of an answer in the words of the terminal, in which it may be searched for in every language. */
export const LOSSES = {
  dropped: 'answer lost',
  truncated: 'answer cut',
  gone: 'client left',
  unanswered: 'unanswered',
} as const satisfies Record<(typeof NOT_ANSWERED_WHOLE)[number], NonNullable<ReturnType<typeof lossOf>>>

/** `4xx`, as the choice of statuses has it. */
const STATUS_CLASS = /^[1-5]xx$/i

/** The status that a search names, whatever stands around it: `status:429`. Pure. */
export const statusIn = (q: string): string | undefined => /(?<![\w.-])[1-5]\d\d(?![\w.-])/.exec(q)?.[0]

/** What a search may have meant: a tenant, or what became of an answer, of which `ways` are the words in the language of the page. Pure. */
export function filterWords({
  tenants,
  ways,
}: {
  tenants: readonly string[]
  ways: readonly { way: string; words: readonly string[] }[]
}): FilterWords[] {
  return [
    ...ways.map(({ way, words }) => ({ field: 'status', value: way, words })),
    ...tenants.map(slug => ({ field: 'tenant', value: slug, words: [slug] })),
  ]
}

/** A search, and the filters in it. What is no filter, or has no such value, is searched for as it stands. */
export function readSearch(text: string): {
  q: string
  answered?: string
  origin?: string
  method?: string
  status?: string
} {
  if (STATUS_CLASS.test(text.trim())) return { q: '', status: text.trim().toLowerCase() }
  const [, method, path] = METHOD_AND_PATH.exec(text.trim()) ?? []
  if (method !== undefined) return { q: path ?? '', method: method.toUpperCase() }
  const filters: Record<string, string> = {}
  const words = text.split(/\s+/).filter(word => {
    const [, name = '', value = ''] = /^(\w+):([\w,]+)$/.exec(word) ?? []
    const known = Object.hasOwn(TYPED, name) ? TYPED[name] : undefined
    if (known === undefined || !value.split(',').every(one => Object.hasOwn(known, one))) return true
    filters[name] = value
      .split(',')
      .map(one => known[one])
      .join(',')
    return false
  })
  // Spaces count in what is searched for.
  return Object.keys(filters).length === 0 ? { q: text } : { q: words.join(' '), ...filters }
}
