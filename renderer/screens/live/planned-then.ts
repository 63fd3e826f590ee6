import type { Expected } from '../../components/axis/expected.ts'
import { tokyoMidnightBefore } from '../../components/axis/midnights.ts'
import type { Standing } from '../../components/axis/standing.ts'
import { wasBy } from '../../data/pause.ts'
import type { TimelineItem } from '../../data/timeline.ts'

type Row<Kind extends Expected['kind']> = Extract<Expected, { kind: Kind }>
type CallItem = Extract<TimelineItem, { lane: 'call' }>
type DeliveryItem = Extract<TimelineItem, { lane: 'delivery' }>

const DAY_MS = 86_400_000
const iso = (at: number) => new Date(at).toISOString()

/**
 * What is known by now to have been to come at a pause that somebody looks at only later: what has come since when it was due, and what is still to
 * come of what has not changed since. Whatever else was planned then is left out. Pure.
 *
 * @param rows what is to come by now
 */
export function plannedThen(rows: readonly Expected[], standing: Standing): Expected[] {
  const own = [...callsThen(rows, standing), ...attemptsThen(rows, standing)]
  const next = tokyoMidnightBefore(standing.at) + DAY_MS
  const last = Math.max(next, ...own.map(({ at }) => Date.parse(at)))
  const midnights: Expected[] = []
  for (let at = next; at <= last; at += DAY_MS)
    midnights.push({ kind: 'tokyo_day', at: iso(at), says: '', only_if: null, tokyo_day: null, resets: [] })
  return [...own, ...midnights].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Nothing but a step by hand takes a call off its script. */
function callsThen(rows: readonly Expected[], { now, ...pause }: Standing): Expected[] {
  const newest = new Map<string, CallItem['value']>()
  const driven = new Set<string>()
  for (const item of now)
    if (item.lane === 'call' && !newest.has(item.value.call_id)) newest.set(item.value.call_id, item.value)
    else if (item.lane === 'control' && item.value.kind === 'call' && !wasBy(pause, item))
      driven.add(item.value.call_id)
  const known = new Map<string, Expected>()
  const was = (at: string | null, nth: number | null) => at !== null && wasBy(pause, { at: Date.parse(at), nth })
  const isOf = (call: CallItem['value'] | undefined): call is CallItem['value'] =>
    call !== undefined && was(call.initiated_at, call.nths.initiated) && !driven.has(call.call_id)
  for (const row of rows) {
    if (row.kind !== 'call' && row.kind !== 'call_ai') continue
    const call = newest.get(row.call_id)
    // What a call leads to is planned once it has ended.
    if (isOf(call) && (row.kind === 'call' || was(call.ended_at, call.nths.ended)))
      known.set(row.kind === 'call' ? `${row.call_id} ${row.to}` : row.call_id, row)
  }
  for (const call of newest.values()) {
    if (!isOf(call)) continue
    const { call_id, tenant, phone_number, external_id, ringing_at, connected_at, ended_at, ai_ready_at, nths } = call
    const about = { call_id, tenant, phone_number, external_id, says: '', only_if: null } as const
    const step = (to: Row<'call'>['to'], at: string | null, nth: number | null) => {
      if (at !== null && !was(at, nth)) known.set(`${call_id} ${to}`, { kind: 'call', at, to, ...about })
    }
    step('ringing', ringing_at, nths.ringing)
    step('connected', connected_at, nths.connected)
    const { status } = call
    const isTalkOver = status === 'connected' || status === 'ringing' || status === 'initiating'
    step(isTalkOver ? 'ended' : status, ended_at, nths.ended)
    if (ai_ready_at !== null && was(ended_at, nths.ended) && !was(ai_ready_at, nths.ai_ready))
      known.set(call_id, { kind: 'call_ai', at: ai_ready_at, ...about })
  }
  return [...known.values()]
}

/** Each attempt says when the next was due. Where one came later than that, or took its time, all after it were due at other instants. */
function attemptsThen(rows: readonly Expected[], { now, ...pause }: Standing): Row<'attempt'>[] {
  const made = new Map<string, DeliveryItem[]>()
  for (const item of now)
    if (item.lane === 'delivery') made.set(item.value.delivery_id, [item, ...(made.get(item.value.delivery_id) ?? [])])
  const planned = new Map<string, Row<'attempt'>[]>()
  let of: number | undefined
  for (const row of rows) {
    if (row.kind !== 'attempt') continue
    of ??= row.scheduled?.of
    planned.set(row.delivery_id, [...(planned.get(row.delivery_id) ?? []), row])
  }
  const known: Row<'attempt'>[] = []
  for (const [delivery_id, items] of made) {
    let last = items.findLast(item => wasBy(pause, item))
    let isFirst = true
    while (last?.value.status === 'pending' && last.value.next_attempt_at !== null) {
      const { attempt_count, next_attempt_at: at } = last.value
      const attempt = attempt_count + 1
      const { event_id, event, phone_number, external_id, tenant, webhook_id, url, forged } = last.value
      const only_if = isFirst ? null : ('attempts_fail' as const)
      const came = items.find(({ value }) => value.attempt_count === attempt && value.status !== 'cancelled')
      if (came === undefined) {
        const rest: Row<'attempt'>[] = planned.get(delivery_id) ?? []
        if (rest[0]?.attempt !== attempt || Date.parse(rest[0].at) !== Date.parse(at)) break
        // How its receiver answers now says nothing of then.
        known.push(...rest.map(({ isTaken: _, ...row }, index) => (index === 0 ? { ...row, only_if } : row)))
        break
      }
      if (came.at < Date.parse(at)) break
      known.push({
        ...{ kind: 'attempt', at, says: '', only_if, delivery_id, event_id, event, phone_number, external_id },
        ...{ tenant, webhook_id, url, attempt, forged, trigger: 'scheduled' },
        scheduled: of === undefined || forged !== null ? null : { number: attempt, of },
      })
      if (came.at !== Date.parse(at)) break
      last = came
      isFirst = false
    }
  }
  return known
}
