import { WEBHOOK_SECRET_PREFIX } from '../../../contract/constants.ts'
import { SIGNATURE_PREFIX } from '../../../contract/events.ts'

/** Mistakes of a receiver that can be told from a secret, a header and a body. Listed in the order in which they are named. */
export const SIGNATURE_MISTAKES = {
  other_secret: {
    title: 'Signed with the secret of another webhook',
    fix: 'Verify with the secret that the registration of this very webhook returned; keep one secret per webhook.',
  },
  prefix_stripped: {
    title: `The key is not the whole secret: ${WEBHOOK_SECRET_PREFIX} is missing`,
    fix: `Use the secret as it was returned, ${WEBHOOK_SECRET_PREFIX} included, as UTF-8 text; do not cut or decode it.`,
  },
  reserialized: {
    title: 'The body was parsed and written again before it was signed',
    fix: 'Keep the bytes of the request as they arrive, verify those, and parse the JSON only afterwards.',
  },
  charset: {
    title: 'The body went through another character encoding',
    fix: 'Hash the raw bytes of the request. Where only text is at hand, encode it as UTF-8 without a byte order mark.',
  },
  trailing_newline: {
    title: 'White space was added or lost at an end',
    fix: 'Take the bytes exactly as they arrive: no trim, no echo (use printf %s), no change of line ends.',
  },
  wrong_algorithm: {
    title: 'Another algorithm than HMAC-SHA256 was used',
    fix: 'Compute HMAC-SHA256 with the secret as the key and the raw body as the message.',
  },
  base64_digest: {
    title: 'The digest is written in base64, not in hex',
    fix: 'Write the 32 bytes of the digest as 64 lower-case hex characters.',
  },
  uppercase_hex: {
    title: 'The hex digits are upper-case',
    fix: 'Write the digest in lower-case hex before you compare it.',
  },
  missing_sha256_prefix: {
    title: `The value does not begin with ${SIGNATURE_PREFIX}`,
    fix: `Put ${SIGNATURE_PREFIX} in front of the hex digest and compare the whole header value.`,
  },
  unknown: {
    title: 'No known mistake explains this signature',
    fix: 'Check that secret, header and body come from one delivery: same delivery id, same webhook, body unchanged.',
  },
} as const satisfies Record<string, { title: string; fix: string }>

export type SignatureMistakeId = keyof typeof SIGNATURE_MISTAKES
export const SIGNATURE_MISTAKE_IDS = Object.keys(SIGNATURE_MISTAKES) as SignatureMistakeId[]

export interface SignatureMistake {
  readonly id: SignatureMistakeId
  readonly title: string
  /** What to do; one or two sentences for the developer of the receiver. */
  readonly fix: string
}

/** The general text of a mistake, with a detail in brackets or with texts of its own. */
export function mistake(
  id: SignatureMistakeId,
  special: { detail?: string; title?: string; fix?: string } = {},
): SignatureMistake {
  const { title, fix } = SIGNATURE_MISTAKES[id]
  const named = special.title ?? title
  return { id, title: special.detail === undefined ? named : `${named} (${special.detail})`, fix: special.fix ?? fix }
}

/** Something that a receiver may have used in place of the right thing, and the mistakes that this would be. */
export interface Guess<Value> {
  readonly value: Value
  readonly mistakes: readonly SignatureMistake[]
}
