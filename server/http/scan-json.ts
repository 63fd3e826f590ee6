/** What one pass over the bytes of a JSON text finds, before anything is parsed. */
export interface JsonScan {
  /** Deepest nesting of arrays and objects. Counting stops just above the limit. */
  readonly depth: number
  /** Whether there is a `\u` escape. In valid UTF-8, nothing else can bring in a NUL character or a lone surrogate. */
  readonly hasUnicodeEscape: boolean
  /** Whether there is an exponent, or a run of 16 or more digits. Without either, a double holds every number exactly. */
  readonly hasWideNumber: boolean
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LOWER_U = 0x75
const EXPONENT_BIT = 0x20
const LOWER_E = 0x65
const ZERO = 0x30
const NINE = 0x39
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const SAFE_DIGITS = 15

/**
 * Scans without recursion and without allocating, so 100,000 levels cost no more than 100,000 bytes. Text that is not JSON can be scanned
 * too.
 */
export function scanJson(bytes: Uint8Array, { maxDepth }: { readonly maxDepth: number }): JsonScan {
  let depth = 0
  let deepest = 0
  let digits = 0
  let hasUnicodeEscape = false
  let hasWideNumber = false
  const { length } = bytes
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[index]!
    if (byte >= ZERO && byte <= NINE) {
      digits += 1
      if (digits > SAFE_DIGITS) hasWideNumber = true
      continue
    }
    if (digits > 0) {
      if ((byte | EXPONENT_BIT) === LOWER_E) hasWideNumber = true
      digits = 0
    }
    if (byte === QUOTE) {
      for (index += 1; index < length; index += 1) {
        const inside = bytes[index]!
        if (inside === QUOTE) break
        if (inside === BACKSLASH) {
          index += 1
          if (bytes[index] === LOWER_U) hasUnicodeEscape = true
        }
      }
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1
      if (depth > deepest) deepest = depth
      if (depth > maxDepth) break
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1
  }
  return { depth: deepest, hasUnicodeEscape, hasWideNumber }
}
