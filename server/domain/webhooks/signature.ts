import { createHmac, timingSafeEqual } from 'node:crypto'
import { SIGNATURE_PREFIX } from '../../contract/events.ts'

interface SignedBytes {
  /** The whole secret as the registration returned it; the prefix is part of it (contract/README.md#signature-1). */
  readonly secret: string
  /** The exact bytes of the request body (contract/README.md#signature-2). */
  readonly body: Buffer
}

/** The value of the signature header for these bytes: `sha256=` and 64 lower-case hex characters (contract/README.md#signature-3). */
export function signBody({ secret, body }: SignedBytes): string {
  return `${SIGNATURE_PREFIX}${createHmac('sha256', secret).update(body).digest('hex')}`
}

/**
 * Whether a signature header belongs to these bytes. It has to equal the expected value character for character: upper-case hex, another
 * prefix or surrounding blanks are refused. The comparison takes constant time, except that the length of the header shows.
 */
export function verifySignature({
  secret,
  header,
  body,
}: SignedBytes & { readonly header: string | undefined }): boolean {
  const expected = Buffer.from(signBody({ secret, body }))
  const received = Buffer.from(header ?? '')
  return received.length === expected.length && timingSafeEqual(received, expected)
}
