import { DELIVERY_HEADERS } from '../contract/events.ts'
import { diagnoseSignature } from '../workshop/signature-doctor.ts'
import { isObject } from './exchange.ts'
import { parsedBody, reduced, reducedHeaders } from './reduce.ts'
import type { ReceiverAnswer } from './step.ts'
import { STEPS } from './steps/all.ts'

/** A delivery as it is kept: how its body is spelled and which fields it has, and not one value of it. */
export interface Received {
  readonly at: number
  readonly headers: Readonly<Record<string, string>>
  readonly event: string
  /** Fields of the payload, in their order. */
  readonly fields: readonly string[]
  readonly spelling: 'wide' | 'compact' | 'other'
  /** The step that registered the webhook to which it came; empty when it was none of this run. */
  readonly step: string
  /** It came to the address that the run gave to the webhook later. */
  readonly moved: boolean
  /** It is about the call that this run has placed. */
  readonly own: boolean
  /** The UUID of the delivery; empty for anything else. */
  readonly delivery: string
  readonly event_id: string
  /** Of the call; `null` when the event names none. */
  readonly status: string | null
  /** How long the service waited for an answer that did not come, in milliseconds; `null` when it had one. */
  readonly given_up_after: number | null
  /** Whether the signature is that of the body under the secret of the webhook; `undefined` when the secret is not known. */
  readonly signed: boolean | undefined
}

/** What a run wants of its receiver. */
export interface Host {
  /** Of the webhook that a step has registered. */
  secretOf(step: string): string | undefined
  isOwn(external_id: string): boolean
  /** Asked only about tests, and about events of the call of this run. */
  answerTo(received: Received): ReceiverAnswer
  took(received: Received): void
}

/** A receiver that the service can reach. */
export interface MeasureReceiver {
  readonly url: string
  attach(host: Host): void
  /** Resolves when no delivery is held back any more. */
  idle(): Promise<void>
}

/** At the end of the path: the tag of the step, whose number is its place in the table, and whether it is the later address. */
const PLACE = /\/rbk-[0-9a-f]+-(\d+)(\/moved)?$/
const SIGNATURE = DELIVERY_HEADERS.signature.toLowerCase()
const EVENT = /^[a-z][a-z._]{0,63}$/
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** What is kept of a delivery. */
export function receivedOf(
  { path, headers, body, at }: { path: string; headers: NodeJS.Dict<string[]>; body: Buffer; at: number },
  { secretOf, isOwn }: Pick<Host, 'secretOf' | 'isOwn'>,
): Received {
  const [, number, moved] = PLACE.exec(path) ?? []
  const step = STEPS[Number(number) - 1]?.name ?? ''
  const secret = secretOf(step)
  const parsed = parsedBody(body)
  const payload = isObject(parsed) ? parsed : {}
  const event = typeof payload.event === 'string' && EVENT.test(payload.event) ? payload.event : 'text'
  const text = body.toString('utf8')
  const first = (name: string) => headers[name]?.[0] ?? ''
  const data = isObject(payload.data) ? payload.data : {}
  const uuid = (value: unknown) => (typeof value === 'string' && UUID.test(value) ? value : '')
  return {
    at,
    headers: {
      ...reducedHeaders({ 'content-type': first('content-type') }),
      'user-agent': /^[\w./ -]{0,64}$/.test(first('user-agent')) ? first('user-agent') : 'text',
      'x-service-event': EVENT.test(first('x-service-event')) ? first('x-service-event') : 'text',
      'x-service-delivery': UUID.test(first('x-service-delivery')) ? 'uuid' : 'text',
      'x-service-signature': /^sha256=[0-9a-f]{64}$/.test(first('x-service-signature')) ? 'sha256=hex' : 'text',
    },
    event,
    fields: Object.keys(payload).map(name => (EVENT.test(name) ? name : 'text')),
    spelling: text === JSON.stringify(parsed) ? 'compact' : isWide(text, parsed) ? 'wide' : 'other',
    step,
    moved: moved !== undefined,
    own: typeof payload.external_id === 'string' && isOwn(payload.external_id),
    delivery: uuid(first('x-service-delivery')),
    event_id: String(reduced(payload.event_id ?? null, 'event_id') ?? ''),
    status: typeof data.status === 'string' && EVENT.test(data.status) ? data.status : null,
    given_up_after: null,
    signed: secret === undefined ? undefined : diagnoseSignature({ secret, header: first(SIGNATURE), body }).valid,
  }
}

/** Blanks on both sides of colons and commas, and before what closes: as no library writes (assumption `webhooks.payload_bytes`). */
function isWide(text: string, parsed: unknown): boolean {
  const strings: string[] = []
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, found => `"${strings.push(found) - 1}"`)
  const wide = /^(?:[^:,\]}]| : | , | \]| \})*$/
  return wide.test(bare) && / : /.test(bare) && JSON.stringify(JSON.parse(text)) === JSON.stringify(parsed)
}
