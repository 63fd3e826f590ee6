import { SIGNATURE_MISTAKE_IDS } from '../../contract/signature-mistakes.ts'
import type { PayloadSpelling } from '../../domain/webhooks/payload-bytes.ts'
import { ALGORITHM_GUESSES, type Algorithm } from './algorithms.ts'
import { bodyGuesses } from './body-guesses.ts'
import type { HeaderReading } from './header-readings.ts'
import { keyGuesses, type OtherSecret } from './key-guesses.ts'
import { type Guess, mistake, type SignatureMistake } from './mistakes.ts'

/** At most this many mistakes are tried together in key, body and algorithm; how the header is written comes on top. */
const MOST_MISTAKES = 2
/**
 * How much the search for several mistakes at once may hash before it gives up, because the emulator answers nobody meanwhile. A payload of
 * usual size stays far below this; one of 1 MB takes about a second in all. Single mistakes are always tried.
 */
const BUDGET_BYTES = 64 * 1024 * 1024
/** A digest costs about as much as hashing this many bytes, however short the body is. */
const COST_OF_A_DIGEST = 1024

interface Question {
  readonly secret: string
  readonly body: Buffer
  readonly otherSecrets: readonly OtherSecret[]
  /** How the sender spells payloads. */
  readonly spelling: PayloadSpelling
  readonly readings: readonly HeaderReading[]
}

/** The fewest mistakes that explain one of the readings; `gave_up` when combinations were left untried. */
export function searchMistakes({
  secret,
  body,
  otherSecrets,
  spelling,
  readings,
}: Question): SignatureMistake[] | 'gave_up' | 'none' {
  const keys = keyGuesses(secret, otherSecrets)
  let budget = BUDGET_BYTES
  for (let total = 0; total <= MOST_MISTAKES; total++) {
    for (const way of waysToSign({ keys, body, spelling, total })) {
      if (total > 1) budget -= way.body.value.length + COST_OF_A_DIGEST
      if (budget < 0) return 'gave_up'
      const digest = way.algorithm.value.digest({ key: way.key.value, body: way.body.value })
      const reading = readings.find(candidate => candidate.digest.equals(digest))
      if (reading) return inOrder([...mistakesOf(way), ...mistakesOfWriting(reading, way.algorithm)])
    }
  }
  return 'none'
}

interface WayToSign {
  readonly key: Guess<Buffer>
  readonly body: Guess<Buffer>
  readonly algorithm: Guess<Algorithm>
}

/** Every way with exactly `total` mistakes. Guesses come cheapest first, so a loop ends with the first that costs too much. */
function* waysToSign(given: {
  keys: readonly Guess<Buffer>[]
  body: Buffer
  spelling: PayloadSpelling
  total: number
}): Generator<WayToSign> {
  for (const body of bodyGuesses(given.body, given.spelling)) {
    if (body.mistakes.length > given.total) return
    for (const key of given.keys) {
      const left = given.total - body.mistakes.length - key.mistakes.length
      if (left < 0) break
      for (const algorithm of ALGORITHM_GUESSES) {
        if (algorithm.mistakes.length === left) yield { key, body, algorithm }
      }
    }
  }
}

function mistakesOf({ key, body, algorithm }: WayToSign): SignatureMistake[] {
  return [...key.mistakes, ...body.mistakes, ...algorithm.mistakes]
}

/** A prefix that correctly names the wrong hash is not another mistake. */
function mistakesOfWriting(reading: HeaderReading, algorithm: Guess<Algorithm>): SignatureMistake[] {
  const truthful = algorithm.mistakes.length > 0 && reading.declaredHash === algorithm.value.hash.replaceAll('-', '')
  if (reading.prefixed || truthful) return [...reading.mistakes]
  const { prefix } = reading
  return [
    ...reading.mistakes,
    prefix === undefined ? mistake('missing_sha256_prefix') : mistake('other_prefix', { figures: { prefix } }),
  ]
}

/** Each id once, with the first text that was found for it. */
function inOrder(mistakes: readonly SignatureMistake[]): SignatureMistake[] {
  return SIGNATURE_MISTAKE_IDS.flatMap(id => mistakes.find(found => found.id === id) ?? [])
}
