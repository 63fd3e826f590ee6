import { MOST_CASES } from './bounds.ts'
import type { AttemptSeen } from './observations.ts'
import type { Evidence, Exhibit } from './rule.ts'

/** One time that a situation was handled well, and what shows it. */
export interface Case {
  /** When it was decided, in real time. */
  readonly decided_us: number
  readonly evidence: readonly Evidence[]
  readonly deliveries: readonly string[]
  /** How long the first exchange asked to be waited for. */
  readonly wait_seconds?: number | undefined
  /** How many there were, where it stands for several. */
  readonly times?: number | undefined
  /** By which it may be taken back. */
  readonly name?: string | undefined
}

interface Shown extends Pick<Case, 'wait_seconds' | 'name'> {
  /** What came after the first exchange, and showed that all was well. */
  readonly second?: Exhibit | undefined
  readonly role?: Evidence['role'] | undefined
}

/** A case of one exchange, or of two. */
export function caseOf(first: Exhibit, { second, role = 'repeat', ...more }: Shown = {}): Case {
  const evidence: Evidence[] = [{ request: exhibit(first), role: 'first' }]
  if (second !== undefined) evidence.push({ request: exhibit(second), role })
  return { decided_us: (second ?? first).ended.real_us, evidence, deliveries: [], ...more }
}

/** A case of a receiver. A certification is of no delivery. */
export const caseOn = ({
  delivery_id,
  webhook_id,
  ended,
}: Pick<AttemptSeen, 'delivery_id' | 'webhook_id' | 'ended'>): Case => ({
  decided_us: ended.real_us,
  evidence: [],
  deliveries: webhook_id === 0 ? [] : [delivery_id],
})

/** What is kept of an exchange. */
export const exhibit = ({ seq, request_id, began, ended, answered, broken_off }: Exhibit): Exhibit => ({
  seq,
  request_id,
  began,
  ended,
  answered,
  broken_off,
})

/** Puts a case among others, of which the first one and the newest stay, in whatever order they come. */
export function keep(cases: Case[], one: Case): void {
  // From the end, where it belongs as a rule.
  let at = cases.length
  while (at > 0 && (cases[at - 1] as Case).decided_us > one.decided_us) at -= 1
  if (cases.length < MOST_CASES) cases.splice(at, 0, one)
  else if (at > 1) {
    cases.copyWithin(1, 2, at)
    cases[at - 1] = one
  } else if (at === 0) cases[0] = one
}
