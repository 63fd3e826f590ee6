import type { SignatureDiagnosis } from '../workshop/signature-doctor.ts'

/**
 * Whether a signature header belongs to a body, and if not, the mistake behind it. Needs no emulator. The doctor's many guesses are loaded only
 * when it is asked.
 */
export async function diagnoseSignature(delivery: {
  /** The whole secret of the webhook, `whsec_` included. */
  readonly secret: string
  /** Value of `X-Service-Signature`. */
  readonly header: string
  /** The raw bytes as they were received. */
  readonly body: Buffer
}): Promise<SignatureDiagnosis> {
  const doctor = await import('../workshop/signature-doctor.ts')
  return doctor.diagnoseSignature(delivery)
}
