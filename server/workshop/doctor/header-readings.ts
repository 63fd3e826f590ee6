import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from '../../contract/events.ts'
import { mistake, type SignatureMistake } from './mistakes.ts'

/** One way to read the value of a header as the bytes of a digest. */
export interface HeaderReading {
  readonly digest: Buffer
  /** What is wrong with the way the value is written, whatever the digest. */
  readonly mistakes: readonly SignatureMistake[]
  /** The hash named by the prefix, in lower case and without hyphens; `undefined` without a prefix. */
  readonly declaredHash: string | undefined
  /** What stands before the digest, as it is written; `undefined` when nothing does. */
  readonly prefix: string | undefined
  /** Whether the prefix is exactly that of the contract. */
  readonly prefixed: boolean
}

const HEADER_LINE = new RegExp(`^${DELIVERY_HEADERS.signature}\\s*:\\s*`, 'i')
const QUOTES = /^(["'])(.*)\1$/s
/** At most 15 characters, so that it does not match a padded base64 digest. */
const PREFIX = /^([a-z][a-z0-9-]{0,14})\s*[=:,]\s*(?=[^=])/i
const HEX = /^(?:[0-9a-f]{2})+$/i
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

const BROKEN_ENDS = mistake('spaced_value')
const WRAPPED = mistake('wrapped_value')
const OTHER_FORMAT = mistake('other_format')

/** Digests of SHA-256 in hex that stand between whatever else another scheme writes: `t=1700000000,v1=…`. */
const DIGESTS_INSIDE = /(?<![0-9a-z])[0-9a-f]{64}(?![0-9a-z])/gi

/** Every way to read the value: more than one when the hex may also be base64, none when it contains no digest. */
export function readHeader(header: string): HeaderReading[] {
  const mistakes: SignatureMistake[] = []
  let text = header.trim()
  if (text !== header) mistakes.push(BROKEN_ENDS)
  const unwrapped = text.replace(HEADER_LINE, '').replace(QUOTES, '$2')
  if (unwrapped !== text) mistakes.push(WRAPPED)
  text = unwrapped
  const prefixed = text.startsWith(SIGNATURE_PREFIX)
  const prefix = PREFIX.exec(text)
  if (prefix) text = text.slice(prefix[0].length)
  const declaredHash = prefix?.[1]?.toLowerCase().replaceAll('-', '')
  const found = encodings(text)
  if (found.length === 0) return readingsInside(unwrapped, mistakes)
  return found.map(({ digest, mistakes: written }) => ({
    digest,
    mistakes: [...written, ...mistakes],
    declaredHash,
    prefix: prefix?.[0].trim(),
    prefixed,
  }))
}

function readingsInside(text: string, mistakes: readonly SignatureMistake[]): HeaderReading[] {
  return [...text.matchAll(DIGESTS_INSIDE)].map(([digits]) => {
    const upper = digits !== digits.toLowerCase()
    return {
      digest: Buffer.from(digits, 'hex'),
      mistakes: [OTHER_FORMAT, ...(upper ? [mistake('uppercase_hex')] : []), ...mistakes],
      declaredHash: undefined,
      prefix: undefined,
      prefixed: false,
    }
  })
}

function encodings(text: string): { digest: Buffer; mistakes: SignatureMistake[] }[] {
  const found: { digest: Buffer; mistakes: SignatureMistake[] }[] = []
  if (HEX.test(text)) {
    const upper = text !== text.toLowerCase()
    found.push({ digest: Buffer.from(text, 'hex'), mistakes: upper ? [mistake('uppercase_hex')] : [] })
  }
  if (BASE64.test(text)) {
    const digest = Buffer.from(text, 'base64')
    found.push({ digest, mistakes: [mistake('base64_digest')] })
    const inner = digest.toString('latin1')
    if (HEX.test(inner)) {
      found.push({ digest: Buffer.from(inner, 'hex'), mistakes: [mistake('hex_in_base64')] })
    }
  }
  return found
}
