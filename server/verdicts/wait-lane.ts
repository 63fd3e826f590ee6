import { MOST_FINGERPRINTS } from './bounds.ts'
import type { Asked, Held } from './held-wait.ts'
import { type InFlight, nothingInFlight } from './in-flight.ts'
import type { Actor, RequestSeen } from './observations.ts'
import { Recent } from './recent.ts'
import { Turns } from './turns.ts'
import type { WaitKind } from './waits.ts'

/** Connections of a client of which it is known what was refused there last. */
const MOST_CONNECTIONS = 256

/** What one actor was told to wait for. */
export interface Lane extends InFlight {
  readonly actor: Actor
  /** When each request began last that was answered, of an actor that has several in flight. */
  readonly asked: Recent<number, number>
  /** When the stretch of requests began in which one was sent again last that had been answered. */
  twiceSince_us: number
  /** By fingerprint. */
  readonly waits: Recent<number, Held>
  readonly turns: Turns
  /** The oldest that lasts: any request of an actor that sends one after the other may be early to it. */
  foremost: Held | undefined
  last: Held | undefined
  /** The last request that came early, and to which wait. */
  early: { readonly seq: number; readonly to: string } | undefined
  /** The last of each kind. */
  readonly newest: { [Kind in WaitKind]?: Held }
  /** By connection, the wait of the last refusal that was answered there. */
  readonly refused: Recent<number, Held>
  /** Whether the last request came in turn over another connection, and how many such in a row over one where a refusal was heard. */
  takesTurns: boolean
  returns: number
  /** Those of them that nobody is blamed for until it is known that one worker has sent them all. */
  inTurn: InTurn[]
  /** The last wait of a fingerprint, if something came early to it. */
  readonly broken: Recent<number, Held>
}

/** One of those that come in turn over several connections, and the wait of which it leaves a doubt. */
interface InTurn {
  readonly request: RequestSeen
  readonly asked: Asked | undefined
  readonly doubted: Held | undefined
}

/** Whether the same request was answered before in this stretch of requests. */
export function wasAnswered({ asked, flow }: Lane, { fingerprint }: RequestSeen): boolean {
  const before = asked.peek(fingerprint)
  return before !== undefined && before >= flow.burst_us
}

export function laneOf(actor: Actor): Lane {
  return {
    actor,
    ...nothingInFlight(),
    asked: new Recent(MOST_FINGERPRINTS),
    twiceSince_us: Number.NEGATIVE_INFINITY,
    waits: new Recent(MOST_FINGERPRINTS),
    turns: new Turns(),
    foremost: undefined,
    last: undefined,
    early: undefined,
    newest: {},
    refused: new Recent(MOST_CONNECTIONS),
    takesTurns: false,
    returns: 0,
    inTurn: [],
    broken: new Recent(MOST_FINGERPRINTS),
  }
}
