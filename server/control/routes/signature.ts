import { objectOf } from '../../contract/control-bodies.ts'
import { diagnoseSignature } from '../../workshop/signature-doctor.ts'
import { invalid, refusal } from '../control-error.ts'
import type { SignatureCheckBody, SignatureCheckResult } from '../protocol/signatures.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

const BODY_MAX_BYTES = 1_000_000
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

export const signatureRoutes: readonly WorldRoute[] = [
  {
    method: 'POST',
    path: '/signature/check',
    summary: 'Check a signature, and name the mistake if it is invalid',
    answers: 'SignatureCheckResult',
    body: objectOf(
      {
        secret: { type: 'string', maxLength: 1_000 },
        header: { type: 'string', maxLength: 4_000 },
        body: { type: 'string', description: `The received body as text, at most ${BODY_MAX_BYTES} bytes` },
        body_base64: { type: 'string', description: 'The received body as base64, instead of body' },
      },
      ['secret', 'header'],
    ),
    handle: ({ world, body }: WorldCall<SignatureCheckBody>): SignatureCheckResult => {
      const { secret, header } = body
      const received = bytesOf(body)
      // The body is serialised again in dozens of styles, which takes about a second for this many bytes.
      if (received.length > BODY_MAX_BYTES)
        throw refusal(413, 'payload_too_large', 'received', { bytes: BODY_MAX_BYTES, got: received.length })
      const { webhooks, register } = world.runtime.services
      const otherSecrets = webhooks
        .everyone()
        .filter(webhook => webhook.secret !== secret)
        .map(webhook => ({ webhook_id: webhook.webhook_id, secret: webhook.secret }))
      const spelling = register.values['webhooks.payload_bytes']
      return diagnoseSignature({ secret, header, body: received, otherSecrets, spelling })
    },
  },
]

function bytesOf({ body, body_base64 }: SignatureCheckBody): Buffer {
  if ((body === undefined) === (body_base64 === undefined))
    throw invalid('Give the received body either as body (text) or as body_base64 (the exact bytes).')
  if (body !== undefined) return Buffer.from(body)
  const text = (body_base64 as string).replace(/\s/g, '')
  if (!BASE64.test(text)) throw invalid('body_base64 is not base64. Encode the raw bytes of the received body.')
  return Buffer.from(text, 'base64')
}
