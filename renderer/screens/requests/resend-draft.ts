import type { ExchangeDetailView, ReplayBody } from '../../../server/control/protocol/journal.ts'
import { laidOutJson } from '../../components/json-text.ts'
import { type Veiled, veiledBody, veiledTarget } from '../../components/veiled-text.ts'
import { headerChanges, headerText } from './header-text.ts'

/** In the choice of keys: the one that the request had. */
export const SAME = ''

type ForOthers = (text: string) => string

export interface Draft {
  method: string
  /** With the query behind a question mark. */
  target: string
  key: string
  headers: string
  body: string
}

export const bodyOf = ({ request }: ExchangeDetailView): string => request.body.text ?? ''

/** A body of one line is laid out on lines: it is sent as it was unless it is changed. */
const draftOf = (exchange: ExchangeDetailView): Draft => ({
  method: exchange.method,
  target: exchange.query === '' ? exchange.path : `${exchange.path}?${exchange.query}`,
  key: SAME,
  headers: headerText(exchange.request.headers),
  body: laidOutJson(bodyOf(exchange)) ?? bodyOf(exchange),
})

const hasType = (headers: string) => /^content-type:/im.test(headers)

/** What may have something hidden in it that is told apart from the rest. */
export type VeiledPart = 'body' | 'target'

/** A request as it is opened before those who look on, or before nobody else. */
export interface Start {
  /** As it would be sent again unchanged. */
  whole: Draft
  /** As it is shown. */
  draft: Draft
  /** `undefined` is what cannot be edited before them. */
  body: Veiled | undefined
  target: Veiled | undefined
  /** How often something that was written has been hidden as well. */
  hiddenAnew: Readonly<Record<VeiledPart, number>>
}

const VEILS = { body: veiledBody, target: veiledTarget } as const

export function startOf(exchange: ExchangeDetailView, forOthers: ForOthers): Start {
  const whole = draftOf(exchange)
  const [body, target] = [veiledBody(whole.body, forOthers), veiledTarget(whole.target, forOthers)]
  const draft = { ...whole, body: body?.shown ?? whole.body, target: target?.shown ?? whole.target }
  return { whole, draft, body, target, hiddenAnew: { body: 0, target: 0 } }
}

/** What is sent for a part as it stands in the draft; `undefined` when something hidden was written over in part. */
export function sentOf(start: Start, draft: Draft, part: VeiledPart): string | undefined {
  const veil = start[part]
  return veil === undefined ? draft[part] : veil.sentFor(draft[part])
}

/** A part in which something was written that is hidden as well, with dots for all of that; `undefined` where there is nothing of the kind, or it cannot be told apart from the rest. Pure. */
export function veiledAnew(start: Start, draft: Draft, part: VeiledPart, forOthers: ForOthers): Veiled | undefined {
  const whole = sentOf(start, draft, part)
  if (start[part] === undefined || whole === undefined || forOthers(draft[part]) === draft[part]) return undefined
  return VEILS[part](whole, forOthers)
}

/** What a draft changes of the request that it began as; `undefined` when a line of the headers is none, or something hidden was written over in part. */
export function changesOf(exchange: ExchangeDetailView, draft: Draft, start: Start): ReplayBody | undefined {
  const before = start.whole
  const headers = headerChanges(exchange.request.headers, draft.headers)
  const [body, target] = [sentOf(start, draft, 'body'), sentOf(start, draft, 'target')]
  if (headers === undefined || body === undefined || target === undefined) return undefined
  if (draft.key !== SAME) headers.Authorization = `Bearer ${draft.key}`
  // A body that a request did not have before needs to say what it is.
  if (body !== before.body && body !== '' && !hasType(draft.headers)) headers['Content-Type'] = 'application/json'
  const [path = '/', ...query] = target.split('?')
  const isElsewhere = target !== before.target
  return {
    method: draft.method === before.method ? undefined : draft.method,
    path: isElsewhere ? path : undefined,
    query: isElsewhere ? query.join('?') : undefined,
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    body: body === before.body ? undefined : body,
  }
}
