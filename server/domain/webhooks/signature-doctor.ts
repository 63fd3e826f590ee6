import { timingSafeEqual } from 'node:crypto'
import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from '../../contract/events.ts'
import { ALGORITHM_GUESSES, type Algorithm } from './doctor/algorithms.ts'
import { bodyGuesses } from './doctor/body-guesses.ts'
import { type HeaderReading, readHeader } from './doctor/header-readings.ts'
import { keyGuesses, type OtherSecret } from './doctor/key-guesses.ts'
import { type Guess, mistake, SIGNATURE_MISTAKE_IDS, type SignatureMistake } from './doctor/mistakes.ts'
import { signBody, verifySignature } from './signature.ts'

export interface SignatureDiagnosis {
  readonly valid: boolean
  /** The header value that the secret and the body give. */
  readonly expected: string
  /** Empty when valid; else at least one, `unknown` when nothing explains the header. Each id at most once. */
  readonly mistakes: readonly SignatureMistake[]
}

/** Up to this many wrong steps are looked for in key, body and algorithm together; the writing of the header comes on top. */
const MOST_MISTAKES = 2
/** What a search may hash before it gives up, since the emulator answers nobody else meanwhile: 30 ms for a payload, about 1 s for 1 MB. */
const BUDGET_BYTES = 128 * 1024 * 1024
/** A digest costs about as much as hashing this many bytes, however short the body is. */
const COST_OF_A_DIGEST = 1024

/**
 * Why a signature header does not belong to a body: digests are computed the way that receivers get them wrong, until one matches.
 * It works in both directions, for a header made by wrong code and for a genuine header held against a wrong secret or altered body.
 * Pure and deterministic; the simplest explanation wins. `otherSecrets` are the secrets of the other webhooks of the world.
 */
export function diagnoseSignature(input: {
  secret: string
  header: string
  body: Buffer
  otherSecrets?: readonly OtherSecret[]
}): SignatureDiagnosis {
  const expected = signBody(input)
  if (verifySignature(input)) return { valid: true, expected, mistakes: [] }
  const readings = readHeader(input.header)
  const found = readings.length === 0 ? undefined : search({ ...input, readings })
  return { valid: false, expected, mistakes: found ?? [unexplained(input.header, readings)] }
}

function search({
  secret,
  body,
  otherSecrets = [],
  readings,
}: {
  secret: string
  body: Buffer
  otherSecrets?: readonly OtherSecret[]
  readings: readonly HeaderReading[]
}): SignatureMistake[] | undefined {
  const keys = keyGuesses(secret, otherSecrets)
  let budget = BUDGET_BYTES
  for (let total = 0; total <= MOST_MISTAKES; total++) {
    for (const guessed of bodyGuesses(body)) {
      // Guesses come cheapest first, so from here on every body is too dear for this round.
      if (guessed.mistakes.length > total) break
      for (const key of keys) {
        const left = total - guessed.mistakes.length - key.mistakes.length
        if (left < 0) break
        for (const algorithm of ALGORITHM_GUESSES) {
          if (algorithm.mistakes.length !== left) continue
          budget -= guessed.value.length + COST_OF_A_DIGEST
          if (budget < 0) return undefined
          const digest = algorithm.value.digest({ key: key.value, body: guessed.value })
          const reading = readings.find(candidate => same(candidate.digest, digest))
          if (reading)
            return inOrder([
              ...key.mistakes,
              ...guessed.mistakes,
              ...algorithm.mistakes,
              ...writing(reading, algorithm),
            ])
        }
      }
    }
  }
  return undefined
}

function same(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A prefix that truthfully names the wrong hash is no mistake of its own. */
function writing(reading: HeaderReading, algorithm: Guess<Algorithm>): SignatureMistake[] {
  const truthful = algorithm.mistakes.length > 0 && reading.declaredHash === algorithm.value.hash.replaceAll('-', '')
  const named = reading.mistakes.some(({ id }) => id === 'missing_sha256_prefix')
  const lacking = reading.prefixed || truthful || named ? [] : [mistake('missing_sha256_prefix')]
  return [...reading.mistakes, ...lacking]
}

function inOrder(mistakes: readonly SignatureMistake[]): SignatureMistake[] {
  return SIGNATURE_MISTAKE_IDS.flatMap(id => mistakes.find(found => found.id === id) ?? [])
}

const SHA256_BYTES = 32

function unexplained(header: string, readings: readonly HeaderReading[]): SignatureMistake {
  const form = `${SIGNATURE_PREFIX} and 64 lower-case hex characters`
  if (header.trim() === '') {
    const fix = `Read the header ${DELIVERY_HEADERS.signature} (names of headers ignore case); it holds ${form}.`
    return mistake('unknown', { title: 'There is no signature to check', fix })
  }
  if (readings.length === 0) {
    const fix = `Paste the whole value of ${DELIVERY_HEADERS.signature}: ${form}.`
    return mistake('unknown', { title: 'The value holds no digest in hex or base64', fix })
  }
  if (!readings.some(({ digest }) => digest.length === SHA256_BYTES)) {
    const fix = `Check that the value is complete: ${form}.`
    return mistake('unknown', { title: 'The digest does not have the length of a SHA-256', fix })
  }
  return mistake('unknown')
}
