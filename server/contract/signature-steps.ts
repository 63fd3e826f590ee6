import { WEBHOOK_SECRET_PREFIX } from './constants.ts'
import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from './events.ts'

/** How a signature is made, in order. The dashboard has the same texts in its other languages. */
export const SIGNATURE_STEPS = {
  key: `Key: the whole secret, ${WEBHOOK_SECRET_PREFIX} included, as UTF-8 bytes`,
  message: 'Message: the {{bytes}} raw bytes of the body, nothing added or removed',
  digest: 'HMAC-SHA256 of the message under the key, in lower-case hex',
  header: `${DELIVERY_HEADERS.signature}: ${SIGNATURE_PREFIX} and the digest`,
  command: 'The same digest from the command line, with the body in body.bin',
} as const satisfies Record<string, string>

export type SignatureStepId = keyof typeof SIGNATURE_STEPS

export interface SignatureStep {
  id: SignatureStepId
  title: string
  figures: Readonly<Record<string, string | number>>
  value: string
}

/** The signature of a delivery, step by step. */
export interface SignatureExplanation {
  delivery_id: string
  secret: string
  signed_bytes: { length: number; text: string; hex: string }
  digest_hex: string
  header: string
  steps: SignatureStep[]
}
