import type { Answered } from '../contract/answered.ts'
import { ENDPOINTS, type EndpointId } from '../contract/endpoints.ts'
import type { RequestSeen } from './observations.ts'

/** What is remembered of an exchange when the journal has forgotten it. */
export interface Remembered {
  readonly seq: number
  readonly actor: number
  readonly connection: number
  readonly began: { readonly at: number; readonly real_us: number; readonly leapt: number }
  /** Real time, in microseconds. */
  readonly took_us: number
  readonly endpoint: EndpointId | null
  readonly status: number
  readonly answered: Answered
  readonly retry_after: number | null
  readonly fingerprint: number
  readonly sweep: number
  readonly answer: number
  readonly fault_id: number | null
}

const BYTES = 80
const FIRST_CAPACITY = 256
const MOST = 100_000
const NOTHING = 0xffff_ffff
const ANSWERED: readonly Answered[] = ['whole', 'cut', 'gone']
const ENDPOINT_IDS = ENDPOINTS.map(({ id }) => id)
const NO_ENDPOINT = 0xff

/** Where each field begins within its record. */
const AT = {
  real_us: 0,
  at: 8,
  leapt: 16,
  fingerprint: 24,
  sweep: 32,
  answer: 40,
  seq: 48,
  actor: 52,
  connection: 56,
  took_us: 60,
  retry_after: 64,
  fault_id: 68,
  status: 72,
  endpoint: 74,
  answered: 75,
} as const

/** The newest exchanges of a world in few bytes. It begins small and grows to its limit; from then on the oldest goes. */
export class Ring {
  #view = new DataView(new ArrayBuffer(FIRST_CAPACITY * BYTES))
  #noted = 0

  get bytes(): number {
    return this.#view.byteLength
  }

  get size(): number {
    return Math.min(this.#noted, MOST)
  }

  note(request: RequestSeen): void {
    if (this.#noted * BYTES === this.#view.byteLength && this.#noted < MOST) this.#grow()
    const offset = (this.#noted % MOST) * BYTES
    const { began, ended } = request
    const view = this.#view
    view.setFloat64(offset + AT.real_us, began.real_us)
    view.setFloat64(offset + AT.at, began.at)
    view.setFloat64(offset + AT.leapt, began.leapt)
    view.setFloat64(offset + AT.fingerprint, request.fingerprint)
    view.setFloat64(offset + AT.sweep, request.sweep)
    view.setFloat64(offset + AT.answer, request.answer)
    view.setUint32(offset + AT.seq, request.seq)
    view.setUint32(offset + AT.actor, request.actor.id)
    view.setUint32(offset + AT.connection, request.connection)
    view.setUint32(offset + AT.took_us, Math.min(ended.real_us - began.real_us, NOTHING))
    view.setUint32(offset + AT.retry_after, request.retry_after ?? NOTHING)
    view.setUint32(offset + AT.fault_id, request.fault_id ?? NOTHING)
    view.setUint16(offset + AT.status, request.status)
    view.setUint8(
      offset + AT.endpoint,
      request.endpoint === null ? NO_ENDPOINT : ENDPOINT_IDS.indexOf(request.endpoint),
    )
    view.setUint8(offset + AT.answered, ANSWERED.indexOf(request.answered))
    this.#noted += 1
  }

  /** The oldest first. */
  *exchanges(): Generator<Remembered> {
    for (let index = Math.max(0, this.#noted - MOST); index < this.#noted; index += 1) yield this.#read(index % MOST)
  }

  #grow(): void {
    const grown = new ArrayBuffer(Math.min(this.#view.byteLength * 2, MOST * BYTES))
    new Uint8Array(grown).set(new Uint8Array(this.#view.buffer))
    this.#view = new DataView(grown)
  }

  #read(place: number): Remembered {
    const offset = place * BYTES
    const view = this.#view
    const orNull = (value: number) => (value === NOTHING ? null : value)
    return {
      seq: view.getUint32(offset + AT.seq),
      actor: view.getUint32(offset + AT.actor),
      connection: view.getUint32(offset + AT.connection),
      began: {
        at: view.getFloat64(offset + AT.at),
        real_us: view.getFloat64(offset + AT.real_us),
        leapt: view.getFloat64(offset + AT.leapt),
      },
      took_us: view.getUint32(offset + AT.took_us),
      endpoint: ENDPOINT_IDS[view.getUint8(offset + AT.endpoint)] ?? null,
      status: view.getUint16(offset + AT.status),
      answered: ANSWERED[view.getUint8(offset + AT.answered)] ?? 'whole',
      retry_after: orNull(view.getUint32(offset + AT.retry_after)),
      fingerprint: view.getFloat64(offset + AT.fingerprint),
      sweep: view.getFloat64(offset + AT.sweep),
      answer: view.getFloat64(offset + AT.answer),
      fault_id: orNull(view.getUint32(offset + AT.fault_id)),
    }
  }
}
