import { hashKey, maskKey } from '../domain/tenants/tenants.ts'
import type { BodyOutcome } from '../http/body.ts'
import { BODY_PROBLEM_ERRORS, BYTE_ORDER_MARK, hasByteOrderMark, parseJsonBody } from '../http/parse-json.ts'
import type { ReadBody } from './request.ts'

/** The key that a request presents. */
export interface Credentials {
  readonly keyHash: string | undefined
  /** What the journal keeps in the place of the header's value. */
  readonly shown: string | undefined
}

/** An `Authorization` header that presents no key. */
export const UNREADABLE: Credentials = { keyHash: undefined, shown: '…' }

const ABSENT: Credentials = { keyHash: undefined, shown: undefined }

/** Headers seen lately: a client sends the same one with every request, and a digest costs more than most gates. */
const MOST_RECENT = 256
const recent = new Map<string, Credentials>()

const BEARER = /^bearer ([\x21-\x7e]+)$/i

/** The key in the value of the one `Authorization` header, `undefined` without one. */
export function credentialsIn(value: string | undefined): Credentials {
  if (value === undefined) return ABSENT
  let credentials = recent.get(value)
  if (credentials === undefined) {
    const key = BEARER.exec(value)?.[1]
    credentials = key === undefined ? UNREADABLE : { keyHash: hashKey(key), shown: `Bearer ${maskKey(key)}` }
    if (recent.size === MOST_RECENT) recent.clear()
    recent.set(value, credentials)
  }
  return credentials
}

/** What a body stands for, or why it cannot be read. */
export function parseOutcome(
  outcome: BodyOutcome,
  contentType: string | undefined,
  verbatim?: string | undefined,
): ReadBody {
  if (outcome.kind === 'too_large')
    return {
      problem: {
        error: 'payload_too_large',
        message: `The body has more than ${outcome.maxBytes} bytes. Send less at once.`,
      },
    }
  if (outcome.kind === 'encoded')
    return {
      problem: {
        error: 'unsupported_media_type',
        assumption: 'requests.content_encoding',
        message: `The body must not be encoded (got ${outcome.encoding.slice(0, 40)}). Leave Content-Encoding out.`,
      },
    }
  if (outcome.kind === 'aborted') return { problem: { error: 'malformed_request', message: 'The body broke off.' } }
  const marked = hasByteOrderMark(outcome.bytes)
  const parsed = parseJsonBody(marked ? outcome.bytes.subarray(BYTE_ORDER_MARK.length) : outcome.bytes, contentType, {
    verbatim,
  })
  if (parsed.ok) return { value: parsed.value, verbatim: parsed.verbatim, marked }
  if (parsed.problem === 'empty') return { value: undefined }
  const details = parsed.details as Record<string, string[]> | undefined
  return {
    problem: {
      error: BODY_PROBLEM_ERRORS[parsed.problem],
      message: parsed.message,
      ...(details === undefined ? {} : { details }),
    },
  }
}
