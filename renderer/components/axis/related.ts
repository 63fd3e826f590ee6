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
    case 'call':
      return ofCalls([target.mark.value.call_id])
    case 'attempt': {
      const { event_id } = target.mark.value
      const call = callOfEvent.get(event_id)
      return call === undefined ? { ...empty, events: new Set([event_id]) } : ofCalls([call])
    }
    case 'dropped': {
      const { call_id } = target.mark.value
      return call_id === null ? empty : ofCalls([call_id])
    }
    default:
      return empty
  }
}

/** Keys of the marks that a mark is the cause or the effect of: the request, the call that it placed, the attempts to tell of it. */
export function relatedTo(target: Target | undefined, marks: Marks): ReadonlySet<string> {
  const keys = new Set<string>()
  if (target === undefined) return keys
  const { calls, events, requests } = threadOf(target, marks)
  if (requests.size > 0) for (const { key, value } of marks.requests) if (requests.has(value.request_id)) keys.add(key)
  for (const { key, value } of marks.calls) if (calls.has(value.call_id)) keys.add(key)
  for (const { attempts } of marks.chains)
    for (const { key, value } of attempts) if (events.has(value.event_id)) keys.add(key)
  return keys
}
