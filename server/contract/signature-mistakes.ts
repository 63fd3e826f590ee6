import { WEBHOOK_SECRET_PREFIX } from './constants.ts'
import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from './events.ts'

/** Mistakes of a receiver that can be recognised from a secret, a header and a body, in the order in which they are tried. */
export const SIGNATURE_MISTAKE_IDS = [
  'other_secret',
  'quoted_secret',
  'prefix_stripped',
  'reserialized',
  'charset',
  'trailing_newline',
  'wrong_algorithm',
  'base64_digest',
  'uppercase_hex',
  'missing_sha256_prefix',
  'altered_header',
  'unknown',
] as const
export type SignatureMistakeId = (typeof SIGNATURE_MISTAKE_IDS)[number]

interface MistakeText {
  title: string
  /** What to do; one or two sentences for the developer of the receiver. */
  fix: string
}

const FORM = `${SIGNATURE_PREFIX} and 64 lower-case hex characters`
const WHOLE_SECRET = `Use the secret as it was returned, ${WEBHOOK_SECRET_PREFIX} included, as UTF-8 text; do not cut or decode it.`
const KEEP_BYTES = 'Keep the bytes of the request as they arrive, verify those, and parse the JSON only afterwards.'
const PARSER_RAN_FIRST =
  'A JSON parser ran first. Take the raw bytes before it, for example with express.raw() on this route, or with its verify hook.'
const EXACT_BYTES = 'Take the bytes exactly as they arrive: no trim, no echo (use printf %s), no change of line ends.'
const IN_HEX = 'Write the 32 bytes of the digest as 64 lower-case hex characters.'

/** What is said about each mistake, and about its special cases. The dashboard has the same texts in its other languages. */
export const SIGNATURE_MISTAKES = {
  other_secret: {
    title: 'Signed with the secret of another webhook',
    fix: 'Verify with the secret that was returned when this webhook was registered; keep one secret per webhook.',
  },
  known_secret: {
    title: 'Signed with the secret of webhook {{webhook_id}}',
    fix: 'Verify with the secret of webhook {{webhook_id}}, or correct the secret that is configured for this URL.',
  },
  api_key: {
    title: 'What is given as the secret is an API key',
    fix: `Use the secret of the webhook: it begins with ${WEBHOOK_SECRET_PREFIX} and was returned when the webhook was registered.`,
  },
  quoted_secret: {
    title: 'The secret has quotes around it',
    fix: 'Take the quotes off. A shell removes them when it reads a file of settings; docker run --env-file keeps them in the value.',
  },
  prefix_stripped: {
    title: `The key is not the whole secret: ${WEBHOOK_SECRET_PREFIX} is missing`,
    fix: WHOLE_SECRET,
  },
  given_without_prefix: {
    title: `The secret given here lacks ${WEBHOOK_SECRET_PREFIX}`,
    fix: WHOLE_SECRET,
  },
  reserialized: {
    title: 'The body was parsed and written again before it was signed',
    fix: KEEP_BYTES,
  },
  given_rewritten: {
    title: 'The body given here was parsed and written again: other bytes were signed',
    fix: KEEP_BYTES,
  },
  text_as_json: {
    title: 'The body was already text and was turned into a JSON string once more',
    fix: KEEP_BYTES,
  },
  object_signed: {
    title: 'An object was signed in place of the body: [object Object]',
    fix: PARSER_RAN_FIRST,
  },
  empty_signed: {
    title: 'An empty body was signed: it had been read already',
    fix: PARSER_RAN_FIRST,
  },
  undefined_signed: {
    title: 'An undefined value was signed in place of the body',
    fix: PARSER_RAN_FIRST,
  },
  buffer_as_json: {
    title: 'JSON.stringify was applied to a Buffer',
    fix: PARSER_RAN_FIRST,
  },
  bytes_as_numbers: {
    title: 'A byte array was turned into a list of numbers',
    fix: PARSER_RAN_FIRST,
  },
  charset: {
    title: 'The body went through another character encoding',
    fix: 'Hash the raw bytes of the request. If you have only text, encode it as UTF-8 without a byte order mark.',
  },
  trailing_newline: {
    title: 'White space was added or lost at an end',
    fix: EXACT_BYTES,
  },
  line_ends: {
    title: 'Line ends were changed inside the body',
    fix: EXACT_BYTES,
  },
  spaced_secret: {
    title: 'The secret has white space at an end',
    fix: 'Store the secret without a line break: trim it once where it is read from a file or the environment.',
  },
  spaced_value: {
    title: 'The signature value has white space at an end',
    fix: 'The header is sent without any: trim the value where it is read or copied, and nothing of the body.',
  },
  wrong_algorithm: {
    title: 'An algorithm other than HMAC-SHA256 was used',
    fix: 'Compute HMAC-SHA256 with the secret as the key and the raw body as the message.',
  },
  base64_digest: {
    title: 'The digest is written in base64, not in hex',
    fix: IN_HEX,
  },
  hex_in_base64: {
    title: 'The hex digest was encoded once more, in base64',
    fix: IN_HEX,
  },
  uppercase_hex: {
    title: 'The hex digits are upper-case',
    fix: 'Write the digest in lower-case hex before you compare it.',
  },
  missing_sha256_prefix: {
    title: `The value does not begin with ${SIGNATURE_PREFIX}`,
    fix: `Put ${SIGNATURE_PREFIX} in front of the hex digest and compare the whole header value.`,
  },
  other_prefix: {
    title: `The value begins with {{prefix}} and not with ${SIGNATURE_PREFIX}`,
    fix: `Write ${SIGNATURE_PREFIX} in its place, and compare the whole header value.`,
  },
  other_format: {
    title: `The digest stands in another format than ${SIGNATURE_PREFIX} and the digest`,
    fix: `Write ${SIGNATURE_PREFIX} and the 64 hex characters, with nothing before or after them, such as a time or a version.`,
  },
  wrapped_value: {
    title: 'The value holds more than the signature: a header name or quotes',
    fix: `Compare only the value of ${DELIVERY_HEADERS.signature}, which begins with ${SIGNATURE_PREFIX}.`,
  },
  altered_header: {
    title: 'The header was altered: {{same}} of its 64 digits are right',
    fix: `Take the value of ${DELIVERY_HEADERS.signature} exactly as it arrived; do not type it or copy it in parts.`,
  },
  unknown: {
    title: 'No known mistake explains this signature',
    fix: 'Check that secret, header and body come from one delivery: same delivery id, same webhook, body unchanged.',
  },
  too_much_to_try: {
    title: 'No single mistake explains this signature, and the body is too large to try all pairs of mistakes',
    fix: 'Send a smaller delivery through the same code, for example the webhook test, and check that one.',
  },
  no_signature: {
    title: 'There is no signature to check',
    fix: `Read the header ${DELIVERY_HEADERS.signature} (case does not matter in header names); it holds ${FORM}.`,
  },
  no_digest: {
    title: 'The value holds no digest in hex or base64',
    fix: `Paste the whole value of ${DELIVERY_HEADERS.signature}: ${FORM}.`,
  },
  wrong_length: {
    title: 'The digest is not as long as a SHA-256',
    fix: `Check that the value is complete: ${FORM}.`,
  },
} as const satisfies Record<string, MistakeText> & Record<SignatureMistakeId, MistakeText>
export type SignatureMistakeTextId = keyof typeof SIGNATURE_MISTAKES

/** The mistake that each special case belongs to. */
export const SIGNATURE_SPECIAL_CASES = {
  known_secret: 'other_secret',
  api_key: 'other_secret',
  given_without_prefix: 'prefix_stripped',
  given_rewritten: 'reserialized',
  text_as_json: 'reserialized',
  object_signed: 'reserialized',
  empty_signed: 'reserialized',
  undefined_signed: 'reserialized',
  buffer_as_json: 'reserialized',
  bytes_as_numbers: 'reserialized',
  line_ends: 'trailing_newline',
  spaced_secret: 'trailing_newline',
  spaced_value: 'trailing_newline',
  hex_in_base64: 'base64_digest',
  other_prefix: 'missing_sha256_prefix',
  other_format: 'missing_sha256_prefix',
  wrapped_value: 'missing_sha256_prefix',
  too_much_to_try: 'unknown',
  no_signature: 'unknown',
  no_digest: 'unknown',
  wrong_length: 'unknown',
} as const satisfies Record<Exclude<SignatureMistakeTextId, SignatureMistakeId>, SignatureMistakeId>

/** What follows the title in brackets. */
export const SIGNATURE_DETAILS = {
  hmac: 'HMAC-{{hash}}',
  body_alone: 'plain SHA-256 of the body, without the secret',
  secret_then_body: 'plain SHA-256 of secret and body',
  body_then_secret: 'plain SHA-256 of body and secret',
  swapped: 'key and message are swapped',
  hash_in_hex: 'the body was hashed first, and the HMAC taken over the hash in hex',
  hash: 'the body was hashed first, and the HMAC taken over the hash',
  writer: 'as {{writer}} writes it',
  writer_sorted: 'as {{writer}} writes it, keys sorted',
  decoded: 'and the rest was decoded from {{encoding}}',
  byte_order_mark: 'a UTF-8 byte order mark',
  encoding: '{{encoding}}',
  encoding_with_mark: '{{encoding}} with a byte order mark',
  still_base64: 'still base64, as AWS API Gateway passes it on with isBase64Encoded',
  hex_digits: 'hex digits of the body',
  python_bytes: "Python's str() of bytes",
  bytes_cut: '{{encoding}}, upper bytes cut off',
  misread: 'UTF-8 read as {{encoding}} and encoded again',
  replaced: 'bytes that are not UTF-8 replaced by U+FFFD',
  made_from: 'converted to UTF-8 from {{encoding}}',
  normalised: 'Unicode normalisation {{form}}',
} as const satisfies Record<string, string>
export type SignatureDetailId = keyof typeof SIGNATURE_DETAILS

export interface SignatureDetail {
  readonly id: SignatureDetailId
  readonly figures: Readonly<Record<string, string>>
}
