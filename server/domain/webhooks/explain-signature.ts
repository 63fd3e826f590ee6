import { WEBHOOK_SECRET_PREFIX } from '../../contract/constants.ts'
import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from '../../contract/events.ts'
import { signBody } from './signature.ts'

/** What the control API shows at `/deliveries/{delivery_id}/signature`; the same fields as `SignatureExplanation` there. */
export interface ExplainedSignature {
  delivery_id: string
  secret: string
  signed_bytes: { length: number; text: string; hex: string }
  digest_hex: string
  header: string
  steps: { title: string; value: string }[]
}

/** The signature of a delivery step by step, with the very bytes (spec: Signature). It shows the secret: only for an explicit request. */
export function explainSignature({
  delivery_id,
  secret,
  body,
}: {
  delivery_id: string
  secret: string
  body: Buffer
}): ExplainedSignature {
  const header = signBody({ secret, body })
  const digest = header.slice(SIGNATURE_PREFIX.length)
  const text = body.toString('utf8')
  return {
    delivery_id,
    secret,
    signed_bytes: { length: body.length, text, hex: body.toString('hex') },
    digest_hex: digest,
    header,
    steps: [
      { title: `Key: the whole secret, ${WEBHOOK_SECRET_PREFIX} included, as UTF-8 bytes`, value: secret },
      { title: `Message: the ${body.length} raw bytes of the body, nothing added or removed`, value: text },
      { title: 'HMAC-SHA256 of the message under the key, in lower-case hex', value: digest },
      { title: `${DELIVERY_HEADERS.signature}: ${SIGNATURE_PREFIX} and the digest`, value: header },
      {
        title: 'The same digest from the command line, with the body in body.bin',
        value: `openssl dgst -sha256 -hmac ${shellQuoted(secret)} body.bin`,
      },
    ],
  }
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
