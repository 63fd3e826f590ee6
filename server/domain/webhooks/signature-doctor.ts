import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from '../../contract/events.ts'
import { type HeaderReading, readHeader } from './doctor/header-readings.ts'
import type { OtherSecret } from './doctor/key-guesses.ts'
import { mistake, type SignatureMistake } from './doctor/mistakes.ts'
import { searchMistakes } from './doctor/search.ts'
import { signBody, verifySignature } from './signature.ts'

export interface SignatureDiagnosis {
  readonly valid: boolean
  /** The header value that the secret and the body give. */
  readonly expected: string
  /** Empty when valid; else at least one, `unknown` when nothing explains the header. Each id at most once. */
  readonly mistakes: SignatureMistake[]
}

/**
 * Why a signature header does not belong to a body: digests are computed the way that receivers get them wrong, until one matches.
 * It works in both directions, for a header made by wrong code and for a genuine header held against a wrong secret or altered body.
 * Pure and deterministic; the simplest explanation wins. `otherSecrets` are the secrets of the other webhooks of the world.
 */
export function diagnoseSignature({
  secret,
  header,
  body,
  otherSecrets = [],
}: {
  secret: string
  header: string
  body: Buffer
  otherSecrets?: readonly OtherSecret[]
}): SignatureDiagnosis {
  const expected = signBody({ secret, body })
  if (verifySignature({ secret, header, body })) return { valid: true, expected, mistakes: [] }
  const readings = readHeader(header)
  const obvious = unreadable(header, readings)
  if (obvious) return { valid: false, expected, mistakes: [obvious] }
  const found = searchMistakes({ secret, body, otherSecrets, readings })
  if (typeof found !== 'string') return { valid: false, expected, mistakes: found }
  return { valid: false, expected, mistakes: [found === 'gave_up' ? TOO_MUCH_TO_TRY : unexplained(readings)] }
}

const FORM = `${SIGNATURE_PREFIX} and 64 lower-case hex characters`
const SHA256_BYTES = 32
const TOO_MUCH_TO_TRY = mistake('unknown', {
  title: 'No single mistake explains this signature, and the body is too large to try all pairs of mistakes',
  fix: 'Send a smaller delivery through the same code, for example the webhook test, and check that one.',
})

function unreadable(header: string, readings: readonly HeaderReading[]): SignatureMistake | undefined {
  if (header.trim() === '') {
    const fix = `Read the header ${DELIVERY_HEADERS.signature} (names of headers ignore case); it holds ${FORM}.`
    return mistake('unknown', { title: 'There is no signature to check', fix })
  }
  if (readings.length > 0) return undefined
  const fix = `Paste the whole value of ${DELIVERY_HEADERS.signature}: ${FORM}.`
  return mistake('unknown', { title: 'The value holds no digest in hex or base64', fix })
}

function unexplained(readings: readonly HeaderReading[]): SignatureMistake {
  if (readings.some(({ digest }) => digest.length === SHA256_BYTES)) return mistake('unknown')
  const fix = `Check that the value is complete: ${FORM}.`
  return mistake('unknown', { title: 'The digest does not have the length of a SHA-256', fix })
}
