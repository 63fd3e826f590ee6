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
}

/** The parts of all that were told to wait, which add up to all of them. */
export function toldIn(
  rules: readonly string[],
  evidence: Observed,
  { early, reasons }: { readonly early: ReadonlyMap<number, Early>; readonly reasons: readonly Reason[] },
): ToldToWait {
  const ofWaits = reasons.filter(({ asked }) => asked.length > 0)
  const seqsOf = (isDecided: boolean) =>
    new Set(ofWaits.flatMap(({ decided, at_fault }) => (decided === isDecided ? at_fault.map(({ seq }) => seq) : [])))
  const [counted, doubted] = [seqsOf(true), seqsOf(false)]
  const partOf = ({ seq }: Heard): Exclude<keyof ToldToWait, 'all'> => {
    if (counted.has(seq)) return 'counted'
    if (doubted.has(seq)) return 'in_doubt'
    return early.has(seq) && !early.get(seq)?.keptOwn ? 'not_counted' : 'in_time'
  }
  const told = toldToWait(rules, evidence)
  const parts = { counted: 0, in_doubt: 0, not_counted: 0, in_time: 0 }
  for (const one of told) parts[partOf(one)] += 1
  return { all: told.length, ...parts }
}
