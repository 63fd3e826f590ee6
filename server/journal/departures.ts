import { ANSWERED, type Answered } from '../contract/answered.ts'

/** What is known of an exchange once its answer has left. */
export interface Departure {
  /** Real time since the world began, in microseconds: when the request began, and when its answer had left. No setting of a clock moves them. */
  readonly began_us: number
  readonly ended_us: number
  /** Ordinal of the connection in its process; `NO_CONNECTION` for an answer that left without one. */
  readonly connection: number
  readonly answered: Answered
}

/** A replay is answered within the process. */
export const NO_CONNECTION = 0

const FIRST_CAPACITY = 64

/**
 * How the newest exchanges of a world left, in memory: it is known only after the row of an exchange is written, it is of this process alone,
 * and it must not make two worlds differ that did the same. It takes 25 bytes of each.
 */
export class Departures {
  readonly #most: number
  #capacity = 0
  #seqs = new Uint32Array()
  #began = new Float64Array()
  #ended = new Float64Array()
  #connections = new Uint32Array()
  #answered = new Uint8Array()
  #newest_us: number | undefined
  /** Of those that came with the store. */
  readonly #brought: ReadonlyMap<number, Answered>

  /** `most` is how many it keeps. `brought` are exchanges of earlier processes, of which nothing else is known. */
  constructor(most: number, brought: ReadonlyMap<number, Answered> = new Map()) {
    this.#most = most
    this.#brought = brought
  }

  /** When an answer left last, whichever it was. */
  get newest_us(): number | undefined {
    return this.#newest_us
  }

  note(seq: number, { began_us, ended_us, connection, answered }: Departure): void {
    this.#newest_us = Math.max(ended_us, this.#newest_us ?? ended_us)
    if (this.#capacity < this.#most && this.#isFull(seq)) this.#grow()
    const at = seq % this.#capacity
    // An older one whose answer took long must not take the place of a newer one.
    if ((this.#seqs[at] as number) > seq) return
    this.#seqs[at] = seq
    this.#began[at] = began_us
    this.#ended[at] = ended_us
    this.#connections[at] = connection
    this.#answered[at] = ANSWERED.indexOf(answered)
  }

  of(seq: number): Departure | undefined {
    const at = seq % this.#capacity
    if (this.#capacity === 0 || this.#seqs[at] !== seq) return undefined
    return {
      began_us: this.#began[at] as number,
      ended_us: this.#ended[at] as number,
      connection: this.#connections[at] as number,
      answered: ANSWERED[this.#answered[at] as number] as Answered,
    }
  }

  /** Sequence numbers of those that left in one of these ways. */
  seqsOf(ways: readonly Answered[]): number[] {
    const wanted = ways.map(way => ANSWERED.indexOf(way))
    const seqs = [...this.#brought].flatMap(([seq, way]) => (ways.includes(way) ? [seq] : []))
    for (let at = 0; at < this.#capacity; at++)
      if (this.#seqs[at] !== 0 && wanted.includes(this.#answered[at] as number)) seqs.push(this.#seqs[at] as number)
    return seqs
  }

  #isFull(seq: number): boolean {
    if (this.#capacity === 0) return true
    const there = this.#seqs[seq % this.#capacity] as number
    return there !== 0 && there !== seq
  }

  #grow(): void {
    const before = {
      seqs: this.#seqs,
      began: this.#began,
      ended: this.#ended,
      connections: this.#connections,
      answered: this.#answered,
    }
    this.#capacity = Math.min(this.#most, Math.max(FIRST_CAPACITY, this.#capacity * 2))
    this.#seqs = new Uint32Array(this.#capacity)
    this.#began = new Float64Array(this.#capacity)
    this.#ended = new Float64Array(this.#capacity)
    this.#connections = new Uint32Array(this.#capacity)
    this.#answered = new Uint8Array(this.#capacity)
    for (const [from, seq] of before.seqs.entries()) {
      const to = seq % this.#capacity
      if (seq === 0 || (this.#seqs[to] as number) > seq) continue
      this.#seqs[to] = seq
      this.#began[to] = before.began[from] as number
      this.#ended[to] = before.ended[from] as number
      this.#connections[to] = before.connections[from] as number
      this.#answered[to] = before.answered[from] as number
    }
  }
}
