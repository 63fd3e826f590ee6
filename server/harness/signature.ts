import type { SignatureDiagnosis } from '../workshop/signature-doctor.ts'

/**
 * Whether a signature header belongs to a body and, if not, which mistake explains it. Needs no emulator. The doctor's many guesses are
 * loaded only when they are needed.
 */
export async function diagnoseSignature(delivery: {
  /** The whole secret of the webhook, including `whsec_`. */
  readonly secret: string
  /** The value of `X-Service-Signature`. */
  readonly header: string
  /** The raw bytes of the body as they were received. */
  readonly body: Buffer
}): Promise<SignatureDiagnosis> {
  const doctor = await import('../workshop/signature-doctor.ts')
  return doctor.diagnoseSignature(delivery)
}
