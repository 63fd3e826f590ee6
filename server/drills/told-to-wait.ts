import type { Heard, Observed } from './evidence.ts'
import type { Reason } from './reasons.ts'
import { type Early, toldToWait } from './too-early.ts'

/** The requests whose answers asked for a wait that a drill is about, by whether they had come before another wait was over; each is in one part. */
export interface ToldToWait {
  readonly all: number
  /** Came too early, and fail the drill. */
  readonly counted: number
  readonly in_doubt: number
  /** Came early, but need not have known of it. */
  readonly not_counted: number
  /** Broke no wait. */
  readonly in_time: number
  /** How many of those that are not counted fail the drill by something else than a wait. */
  readonly failed_otherwise: number
  /** How long they were told to wait, in seconds: the shortest of these waits, and the longest; `null` where there is none. */
  readonly shortest_seconds: number | null
  readonly longest_seconds: number | null
}

const least = (all: readonly number[]): number => all.reduce((one, other) => Math.min(one, other))
const most = (all: readonly number[]): number => all.reduce((one, other) => Math.max(one, other))

/** The parts of all that were told to wait, which add up to all of them. */
export function toldIn(
  rules: readonly string[],
  evidence: Observed,
  { early, reasons }: { readonly early: ReadonlyMap<number, Early>; readonly reasons: readonly Reason[] },
): ToldToWait {
  const parts = { counted: 0, in_doubt: 0, not_counted: 0, in_time: 0 }
  const ofWaits = reasons.filter(({ asked }) => asked.length > 0)
  const seqsOf = (isDecided: boolean) =>
    new Set(ofWaits.flatMap(({ decided, at_fault }) => (decided === isDecided ? at_fault.map(({ seq }) => seq) : [])))
  const [counted, doubted] = [seqsOf(true), seqsOf(false)]
  const partOf = ({ seq }: Heard): keyof typeof parts => {
    if (counted.has(seq)) return 'counted'
    if (doubted.has(seq)) return 'in_doubt'
    return early.has(seq) && !early.get(seq)?.keptOwn ? 'not_counted' : 'in_time'
  }
  const told = toldToWait(rules, evidence)
  for (const one of told) parts[partOf(one)] += 1
  const failed = new Set(reasons.flatMap(({ decided, at_fault }) => (decided ? at_fault.map(({ seq }) => seq) : [])))
  const failed_otherwise = told.filter(({ seq }) => failed.has(seq) && !counted.has(seq)).length
  const waits = told.map(({ retry_after }) => retry_after ?? 0)
  const [shortest_seconds, longest_seconds] = told.length === 0 ? [null, null] : [least(waits), most(waits)]
  return { all: told.length, ...parts, failed_otherwise, shortest_seconds, longest_seconds }
}
