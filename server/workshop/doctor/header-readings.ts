import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from '../../contract/events.ts'
import { mistake, type SignatureMistake } from './mistakes.ts'

/** One way to understand a header value as the bytes of a digest. */
export interface HeaderReading {
  readonly digest: Buffer
  /** What is wrong with the way the value is written, whatever its digest. */
  readonly mistakes: readonly SignatureMistake[]
  /** The hash that the prefix names, in lower case without hyphens; `undefined` without a prefix. */
  readonly declaredHash: string | undefined
  /** Whether the prefix is exactly the one of the contract. */
  readonly prefixed: boolean
}

const HEADER_LINE = new RegExp(`^${DELIVERY_HEADERS.signature}\\s*:\\s*`, 'i')
const QUOTES = /^(["'])(.*)\1$/s
/** At most 15 characters, so that a padded base64 digest is not taken for one. */
const PREFIX = /^([a-z][a-z0-9-]{0,14})\s*[=:,]\s*(?=[^=])/i
const HEX = /^(?:[0-9a-f]{2})+$/i
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

const BROKEN_ENDS = mistake('spaced_value')
const WRAPPED = mistake('wrapped_value')

/** Every way to read the value; more than one where hex may also be base64. None when no digest is in it. */
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
  return encodings(text).map(({ digest, mistakes: written }) => ({
    digest,
    mistakes: [...written, ...mistakes],
    declaredHash,
    prefixed,
  }))
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
