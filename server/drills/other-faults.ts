import { isForDeliveries } from '../domain/faults/faults.ts'
import { isLive } from '../domain/faults/match.ts'
import type { WorldRuntime } from '../world/runtime.ts'
import type { Heard, Observed } from './evidence.ts'

/** A fault that the drill has not staged. */
export interface OtherFault {
  readonly fault_id: number
  readonly of: 'requests' | 'deliveries'
  /** Whether it may still hit. */
  readonly is_live: boolean
  /** How many requests it has hit since. */
  readonly hits: number
}

/** A request that a fault hit which the drill has not staged. */
export interface HitByOther {
  readonly request_id: string
  readonly seq: number
  readonly fault_id: number
}

/** Whether a fault hit a request that was in the world beside the drill: what it does says nothing of the client. */
export const isHitByOther = ({ fault_id }: Heard, { own_faults }: Observed): boolean =>
  fault_id !== null && !own_faults.has(fault_id)

/** Faults of the world that are not of the drill: those that are live while it is on, and those that have hit somebody. */
export function otherFaults(
  { services, kernel }: WorldRuntime,
  evidence: Observed,
  { is_over, has_receiver }: { is_over: boolean; has_receiver: boolean },
): readonly OtherFault[] {
  const hits = new Map<number, number>()
  for (const one of evidence.requests)
    if (one.fault_id !== null && isHitByOther(one, evidence)) hits.set(one.fault_id, (hits.get(one.fault_id) ?? 0) + 1)
  const found = new Map<number, OtherFault>()
  for (const [fault_id, count] of hits) found.set(fault_id, { fault_id, of: 'requests', is_live: false, hits: count })
  if (!is_over) {
    for (const fault of services.faults.all()) {
      const { id, effect } = fault
      if (evidence.own_faults.has(id) || !isLive(fault, kernel.now)) continue
      const of = isForDeliveries(effect) ? 'deliveries' : 'requests'
      if (of === 'deliveries' && !has_receiver) continue
      found.set(id, { fault_id: id, of, is_live: true, hits: hits.get(id) ?? 0 })
    }
  }
  return [...found.values()].toSorted((one, other) => one.fault_id - other.fault_id)
}

/** Those of some requests that a fault hit which is not of the drill. */
export function hitByOthers(seqs: readonly number[], evidence: Observed): readonly HitByOther[] {
  const wanted = new Set(seqs)
  return evidence.requests.flatMap(one => {
    const { request_id, seq, fault_id } = one
    return wanted.has(seq) && fault_id !== null && isHitByOther(one, evidence) ? [{ request_id, seq, fault_id }] : []
  })
}

const keyOf = ({ tenant, fingerprint }: Heard): string => `${tenant} ${fingerprint}`

/** A request of which a fault decided that is not of the drill, by what was its last attempt. */
export interface DecidedByOther {
  readonly last: Heard
  /** Its attempts before, those of the same fault at its end left out. */
  readonly before: readonly Heard[]
}

/** Of requests that did not end well, those of which a fault spoiled the last attempt that is not of the drill, and the others. */
export function decidedByOthers(
  unanswered: readonly Heard[],
  evidence: Observed,
): { decided: readonly DecidedByOther[]; others: readonly Heard[] } {
  const attempts = Map.groupBy(evidence.requests, keyOf)
  const isOthers = (one: Heard) => {
    const last = attempts.get(keyOf(one))?.at(-1)
    // The service itself answers no 5xx; a refusal of a limit may have come late by a fault, and is the service's all the same.
    return last !== undefined && isHitByOther(last, evidence) && (last.answered !== 'whole' || last.status >= 500)
  }
  const spoiled = new Set(unanswered.filter(isOthers).map(keyOf))
  const decided = [...spoiled].flatMap((key): DecidedByOther[] => {
    const all = attempts.get(key) ?? []
    const last = all.at(-1)
    if (last === undefined) return []
    const before = all.slice(0, all.findLastIndex(({ fault_id }) => fault_id !== last.fault_id) + 1)
    return [{ last, before }]
  })
  return { decided, others: unanswered.filter(one => !spoiled.has(keyOf(one))) }
}
