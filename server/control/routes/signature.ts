import { diagnoseSignature } from '../../domain/webhooks/signature-doctor.ts'
import { invalid } from '../control-error.ts'
import type { SignatureCheckBody, SignatureCheckResult } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

export const signatureRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'POST',
    path: '/signature/check',
    summary: 'Whether a signature holds, and the mistake behind one that does not',
    answers: 'SignatureCheckResult',
    body: {
      type: 'object',
      required: ['secret', 'header'],
      additionalProperties: false,
      properties: {
        secret: { type: 'string', maxLength: 1_000 },
        header: { type: 'string', maxLength: 4_000 },
        body: { type: 'string' },
        body_base64: { type: 'string' },
      },
    },
    handle: ({ world, body }: WorldCall<SignatureCheckBody>): SignatureCheckResult => {
      const { secret, header } = body
      const webhooks = world.life.services.webhooks.everyone()
      const otherSecrets = webhooks
        .filter(webhook => webhook.secret !== secret)
        .map(webhook => ({ webhook_id: webhook.webhook_id, secret: webhook.secret }))
      return diagnoseSignature({ secret, header, body: bytesOf(body), otherSecrets })
    },
  },
]

function bytesOf({ body, body_base64 }: SignatureCheckBody): Buffer {
  if ((body === undefined) === (body_base64 === undefined))
    throw invalid('Give the received body either as body (text) or as body_base64 (its very bytes).')
  if (body !== undefined) return Buffer.from(body)
  const text = (body_base64 as string).replace(/\s/g, '')
  if (!BASE64.test(text)) throw invalid('body_base64 is not base64. Encode the raw bytes of the received body.')
  return Buffer.from(text, 'base64')
}
