import { ASSUMPTION_DEFAULTS } from '../contract/assumptions.ts'
import { SIGNATURE_PREFIX } from '../contract/events.ts'
import type { PayloadSpelling } from '../domain/webhooks/payload-bytes.ts'
import { signBody, verifySignature } from '../domain/webhooks/signature.ts'
import { type HeaderReading, readHeader } from './doctor/header-readings.ts'
import { isApiKey, type OtherSecret } from './doctor/key-guesses.ts'
import { mistake, type SignatureMistake } from './doctor/mistakes.ts'
import { searchMistakes } from './doctor/search.ts'

export interface SignatureDiagnosis {
  readonly valid: boolean
  /** The right value of the header for this secret and body. */
  readonly expected: string
  /** Empty when the signature is valid; otherwise at least one, `unknown` when nothing explains the header. Each id at most once. */
  readonly mistakes: SignatureMistake[]
}

/**
 * Why a signature header does not match a body: digests are computed in the ways in which receivers get them wrong, until one matches. It
 * works in both directions: for a header made by wrong code, and for a genuine header with a wrong secret or an altered body. It is pure
 * and deterministic, and the simplest explanation wins. `otherSecrets` are the secrets of the world's other webhooks; `spelling` is how the
 * world spells payloads (assumption `webhooks.payload_bytes`).
 */
export function diagnoseSignature({
  secret,
  header,
  body,
  otherSecrets = [],
  spelling = ASSUMPTION_DEFAULTS['webhooks.payload_bytes'],
}: {
  secret: string
  header: string
  body: Buffer
  otherSecrets?: readonly OtherSecret[]
  spelling?: PayloadSpelling
}): SignatureDiagnosis {
  const expected = signBody({ secret, body })
  if (verifySignature({ secret, header, body })) return { valid: true, expected, mistakes: [] }
  const readings = readHeader(header)
  const obvious = unreadable(header, readings)
  if (obvious) return { valid: false, expected, mistakes: [obvious] }
  const found = searchMistakes({ secret, body, otherSecrets, spelling, readings })
  const foreign = isApiKey(secret)
  if (typeof found !== 'string') {
    // It is no secret of another webhook that was taken, and which one would have been right is seen from that.
    const mistakes = found.map(one => (foreign && one.id === 'other_secret' ? mistake('api_key') : one))
    return { valid: false, expected, mistakes }
  }
  const named = foreign ? mistake('api_key') : altered(readings, expected)
  const otherwise = found === 'gave_up' ? mistake('too_much_to_try') : unexplained(readings)
  return { valid: false, expected, mistakes: [named ?? otherwise] }
}

/** Of 64 digits, a digest of anything else has about four in common with the right one. */
const FEWEST_RIGHT_DIGITS = 48

/** A header that was right but for a few digits. */
function altered(readings: readonly HeaderReading[], expected: string): SignatureMistake | undefined {
  const right = expected.slice(SIGNATURE_PREFIX.length)
  const same = Math.max(
    ...readings
      .map(({ digest }) => digest.toString('hex'))
      .filter(digits => digits.length === right.length)
      .map(digits => [...digits].filter((digit, index) => digit === right[index]).length),
  )
  return same >= FEWEST_RIGHT_DIGITS ? mistake('altered_header', { figures: { same } }) : undefined
}

const SHA256_BYTES = 32

function unreadable(header: string, readings: readonly HeaderReading[]): SignatureMistake | undefined {
  if (header.trim() === '') return mistake('no_signature')
  return readings.length > 0 ? undefined : mistake('no_digest')
}

function unexplained(readings: readonly HeaderReading[]): SignatureMistake {
  return mistake(readings.some(({ digest }) => digest.length === SHA256_BYTES) ? 'unknown' : 'wrong_length')
}
