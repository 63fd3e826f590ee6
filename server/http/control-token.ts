import { createHash, timingSafeEqual } from 'node:crypto'

/** With fewer bits, a token could be guessed over a network in a lifetime (tests/security/README.md#A8). */
export const TOKEN_MIN_BITS = 128
const DISTINCT_MIN = 8

const ALPHABETS: readonly { readonly pattern: RegExp; readonly size: number }[] = [
  { pattern: /^[0-9]+$/, size: 10 },
  { pattern: /^(?:[0-9a-f]+|[0-9A-F]+)$/, size: 16 },
  { pattern: /^(?:[0-9a-z]+|[0-9A-Z]+)$/, size: 36 },
  { pattern: /^[0-9A-Za-z]+$/, size: 62 },
]
/** What a header can carry without quoting, except spaces. */
const WRITABLE = /^[\x21-\x7e]+$/

/**
 * The most bits that a token with this length and alphabet can have; 0 for one that a header cannot carry, or that repeats a few
 * characters.
 */
export function tokenBits(token: string): number {
  if (!WRITABLE.test(token) || new Set(token).size < DISTINCT_MIN) return 0
  const size = ALPHABETS.find(alphabet => alphabet.pattern.test(token))?.size ?? 64
  return Math.floor(token.length * Math.log2(size))
}

/** Compares tokens with the configured one in constant time, whatever their length. Only a digest of the token is kept. */
export function tokenMatcher(token: string): (presented: string) => boolean {
  const expected = digest(token)
  return presented => timingSafeEqual(digest(presented), expected)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'latin1').digest()
}
