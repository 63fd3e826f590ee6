import { SIGNATURE_PREFIX } from '../contract/events.ts'
import { filled } from '../contract/sentences.ts'
import {
  SIGNATURE_STEPS,
  type SignatureExplanation,
  type SignatureStep,
  type SignatureStepId,
} from '../contract/signature-steps.ts'
import { signBody } from '../domain/webhooks/signature.ts'

/**
 * The signature of a delivery step by step, with the exact bytes (contract/README.md#signature). It contains the secret, so it is only for
 * explicit requests.
 */
export function explainSignature({
  delivery_id,
  secret,
  body,
}: {
  delivery_id: string
  secret: string
  body: Buffer
}): SignatureExplanation {
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
      step('key', secret),
      step('message', text, { bytes: body.length }),
      step('digest', digest),
      step('header', header),
      step('command', `openssl dgst -sha256 -hmac ${shellQuoted(secret)} body.bin`),
    ],
  }
}

function step(id: SignatureStepId, value: string, figures: SignatureStep['figures'] = {}): SignatureStep {
  return { id, title: filled(SIGNATURE_STEPS[id], figures), figures, value }
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
