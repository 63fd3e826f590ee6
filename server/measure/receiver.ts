import { isObject } from './exchange.ts'
import { parsedBody, reducedHeaders } from './reduce.ts'

/** A delivery as it is kept: how its body is spelled and which fields it has, and not one value of it. */
export interface Received {
  readonly at: number
  readonly headers: Readonly<Record<string, string>>
  readonly event: string
  /** Fields of the payload, in their order. */
  readonly fields: readonly string[]
  readonly spelling: 'wide' | 'compact' | 'other'
  /** Whether the signature is that of the body under the secret of the webhook; `undefined` when the secret is not known. */
  readonly signed: boolean | undefined
}

const EVENT = /^[a-z][a-z._]{0,63}$/
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** What is kept of a delivery. */
export function receivedOf({
  headers,
  body,
  at,
  signed,
}: {
  headers: NodeJS.Dict<string[]>
  body: Buffer
  at: number
  signed: boolean | undefined
}): Received {
  const parsed = parsedBody(body)
  const payload = isObject(parsed) ? parsed : {}
  const event = typeof payload.event === 'string' && EVENT.test(payload.event) ? payload.event : 'text'
  const text = body.toString('utf8')
  const first = (name: string) => headers[name]?.[0] ?? ''
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
    signed,
  }
}

/** Blanks on both sides of colons and commas, and before what closes: as no library writes (assumption `webhooks.payload_bytes`). */
function isWide(text: string, parsed: unknown): boolean {
  const strings: string[] = []
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, found => `"${strings.push(found) - 1}"`)
  const wide = /^(?:[^:,\]}]| : | , | \]| \})*$/
  return wide.test(bare) && / : /.test(bare) && JSON.stringify(JSON.parse(text)) === JSON.stringify(parsed)
}
