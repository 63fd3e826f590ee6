import type { Target } from './layout.ts'
import type { Marks } from './marks.ts'

interface Thread {
  readonly calls: ReadonlySet<string>
  readonly events: ReadonlySet<string>
  readonly requests: ReadonlySet<string>
}

/** The calls, events and requests that a mark is about. */
function threadOf(target: Target, { calls, callOfEvent }: Marks): Thread {
  const empty: Thread = { calls: new Set(), events: new Set(), requests: new Set() }
  const ofCalls = (ids: readonly string[]): Thread => ({
    calls: new Set(ids),
    events: new Set([...callOfEvent].flatMap(([event, call]) => (ids.includes(call) ? [event] : []))),
    requests: new Set(calls.flatMap(({ value }) => (ids.includes(value.call_id) ? (value.request_id ?? []) : []))),
  })
  switch (target.kind) {
    case 'requests': {
      const requests = new Set(target.marks.map(({ value }) => value.request_id as string))
      const made = calls.flatMap(({ value }) =>
        value.request_id !== null && requests.has(value.request_id) ? [value.call_id] : [],
      )
      return { ...ofCalls(made), requests }
    }
    case 'calls':
      return ofCalls(target.marks.map(({ value }) => value.call_id))
    case 'call':
    case 'ready':
      return ofCalls([target.mark.value.call_id])
    case 'attempt': {
      const { event_id } = target.mark.value
      const call = callOfEvent.get(event_id)
      return call === undefined ? { ...empty, events: new Set([event_id]) } : ofCalls([call])
    }
    case 'dropped': {
      const { call_id, event_id } = target.mark.value
      if (call_id !== null) return ofCalls([call_id])
      return event_id === null ? empty : { ...empty, events: new Set([event_id]) }
    }
    default:
      return empty
  }
}

/** One mark of a story, and what brought it about. */
export interface Link {
  readonly key: string
  readonly at: number
  /** The key of its cause; attempts after the first are joined by the wait between them. */
  readonly cause: string | undefined
}

const NOTHING: readonly Link[] = []

/**
 * The marks that a mark is the cause or the effect of, in the order of time: the request, the call that it placed, the attempts to tell of
 * it, what was not delivered.
 */
export function relatedTo(target: Target | undefined, marks: Marks): readonly Link[] {
  if (target === undefined) return NOTHING
  const { calls, events, requests } = threadOf(target, marks)
  const links: Link[] = []
  const keyOfRequest = new Map<string, string>()
  // Of thousands, those of a column are at hand.
  const among = target.kind === 'requests' ? target.marks : marks.requests
  if (requests.size > 0)
    for (const { key, at, value } of among) {
      if (!requests.has(value.request_id)) continue
      keyOfRequest.set(value.request_id, key)
      links.push({ key, at, cause: undefined })
    }
  for (const { key, from, value } of marks.calls)
    if (calls.has(value.call_id)) links.push({ key, at: from, cause: keyOfRequest.get(value.request_id ?? '') })
  const callKey = (event: string | null) => {
    const call = marks.callOfEvent.get(event ?? '')
    return call === undefined ? undefined : `call ${call}`
  }
  for (const { attempts } of marks.chains)
    for (const [index, { key, at, value }] of attempts.entries())
      if (events.has(value.event_id)) links.push({ key, at, cause: index === 0 ? callKey(value.event_id) : undefined })
  for (const { key, at, value } of marks.dropped)
    if (events.has(value.event_id ?? '') || calls.has(value.call_id ?? ''))
      links.push({ key, at, cause: value.call_id === null ? callKey(value.event_id) : `call ${value.call_id}` })
  return links.sort((a, b) => a.at - b.at)
}
